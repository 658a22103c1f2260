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

  it("shows the best five questions above the markets", async () => {
    const { text } = await site.get("/search?q=number");
    const [before = "", after = ""] = text.split('<h2 id="markets">');
    assert.equal(before.match(/<th scope="row"><a href="\/questions\//g)?.length, 5);
    assert.equal(after.match(/<th scope="row"><a href="\/markets\//g)?.length, 13);
  });

  it("counts questions too, and leads to all of them", async () => {
    const { text } = await site.get("/search?q=number");
    assert.match(text, /role="status">6 questions, 13 markets and \d+ events?, the best 5, 20 and 20 of them here\./);
    assert.match(text, /href="\/questions\?q=number&amp;platform=&amp;status=open">All questions with these words</);
    assert.doesNotMatch(text, /All markets with these words/);
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
    assert.match(text, /href="\/search\?q=zzzz&amp;platform=&amp;status=all">Open and closed ones</);
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
