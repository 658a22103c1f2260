import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { servePages } from "../support/service/pages.ts";
import { market, page } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

const IDS = ["one", "two", "three", "four", "five", "six"];

describe("a search", async () => {
  const full = [page(IDS.map((id) => market({ id, title: `Will number ${id} come?` })))];
  const alone = market({ id: "alone", title: "Will number nobody else come?" });
  const test = openTestWriter({
    scripts: { kalshi: { full }, polymarket: { full }, manifold: { full: [page([alone])] } },
  });
  await test.writer.runOnce(new Set());
  group(
    test,
    IDS.map((id) => ({ a: "kalshi", b: "polymarket", id })),
  );
  const site = await servePages(test);

  it("shows questions first, and below them the markets that no other platform has", async () => {
    const { text } = await site.get("/search?q=number");
    const [before = "", after = ""] = text.split('<h2 id="markets">');
    assert.equal(before.match(/<th scope="row"><a href="\/questions\//g)?.length, 6);
    assert.deepEqual(
      [...after.matchAll(/<th scope="row"><a href="([^"]+)"/g)].map(([, href]) => href),
      ["/markets/manifold/alone"],
    );
    assert.match(text, /role="status">6 questions and 1 other market\./);
  });

  it("keeps the words beside a wrong filter, which it names as its form does", async () => {
    const { status, text } = await site.get("/search?q=number&status=maybe");
    assert.equal(status, 422);
    assert.match(text, /role="alert">State: expected one of open, closed, all/);
    assert.match(text, /name="q" value="number"/);
  });

  it("says what to try next where nothing is found", async () => {
    const { text } = await site.get("/search?q=zzzz");
    assert.match(text, /No question, market or event has these words\. Try fewer or other words\./);
    assert.match(text, /href="\/search\?q=zzzz&amp;status=all">Include closed</);
    assert.match(text, /href="\/questions">All questions</);
  });

  it("shows no heading of questions where none is found", async () => {
    assert.doesNotMatch((await site.get("/search?q=nobody")).text, /id="questions"/);
  });

  it("suggests a question once, and markets without one", async () => {
    const { text } = await site.get("/search/suggestions?q=number");
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
    assert.equal(links.length, 7);
    assert.equal(new Set(links.filter((href) => href.startsWith("/questions/"))).size, 6);
    assert.ok(links.includes("/markets/manifold/alone"));
    assert.match(text, /on 2 platforms 40%/);
  });
});
