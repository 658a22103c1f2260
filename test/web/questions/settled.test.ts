import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toQuestionId } from "../../../src/domain/questions.ts";
import { openQuestionSite } from "../../support/service/question-site.ts";
import { DAY_MS, START } from "../../support/store/builders.ts";

const over = { status: "closed" as const, closesAt: START - DAY_MS / 2, bestBid: null, bestAsk: null } as const;
const asked = (id: string, kalshi: "yes" | "no", polymarket: "yes" | "no" | null) => ({
  kalshi: { ...over, id, title: "Will the Jets win?", yesPrice: 0, outcome: kalshi },
  polymarket: { ...over, id, title: "Will the Stars win?", yesPrice: 1_000_000, outcome: polymarket },
});
const alone = asked("alone", "no", "yes");
const both = [
  ...[asked("same", "no", "yes"), asked("differs", "no", "no"), asked("open", "no", null)],
  { kalshi: { ...alone.kalshi, eventId: "e2" }, polymarket: { ...alone.polymarket, eventId: "e2" } },
];
const site = await openQuestionSite({
  listed: {
    kalshi: [
      ...both.map(({ kalshi }) => kalshi),
      { ...alone.kalshi, id: "second", title: "Will the Rays win?", eventId: "e2" },
      { id: "running", title: "Will the Comets win?" },
    ],
    polymarket: both.map(({ polymarket }) => polymarket),
  },
  matches: both.map(({ kalshi: { id } }) => ({ a: "kalshi", b: "polymarket", id, isInverted: true })),
});
const pageOf = async (id: string): Promise<string> =>
  (await site.get(`/questions/${toQuestionId("kalshi", id)}`)).text.replaceAll(/<script.*?<\/script>|<[^>]+>/gs, " ");

describe("the page of a question that is over", () => {
  it("says first how it resolved, in its own direction", async () => {
    const text = await pageOf("same");
    assert.match(text, /Resolved: no\s+last price of yes 0%/);
    assert.match(text, /Polymarket\s+resolved: yes\s+asks the opposite/);
    assert.match(text, /asks the opposite, so its no is yes here/);
  });

  it("has nothing that only moves while it is open", async () => {
    const text = await pageOf("same");
    assert.doesNotMatch(text, /\bBid\b|\bAsk\b|Difference|Its own yes|read \d+/);
  });

  it("says where platforms disagree", async () => {
    assert.match(await pageOf("differs"), /Resolved differently/);
  });

  it("stays live until every platform has said how it resolved", async () => {
    const text = await pageOf("open");
    assert.match(text, /last price of yes/);
    assert.doesNotMatch(text, /Resolved:/);
    assert.match(text, /As of /);
  });
});

describe("a page whose prices are all settled", () => {
  it("says so, and is not read again", async () => {
    for (const path of [`/questions/${toQuestionId("kalshi", "alone")}`, "/markets/kalshi/alone"]) {
      const { text } = await site.get(path);
      assert.match(text, /<p class="signal">Settled\. These prices no longer change\.<\/p>/, path);
      assert.doesNotMatch(text, /data-live/, path);
    }
  });

  it("follows the other prices while some are open", async () => {
    for (const path of ["/markets/kalshi/same", "/markets/kalshi/differs"]) {
      const { text } = await site.get(path);
      assert.match(text, /<p class="signal">Settled\. Other prices: <span data-made>/, path);
      assert.match(text, /data-live/, path);
    }
  });

  it("is live until its outcome is known", async () => {
    assert.match((await site.get("/markets/polymarket/open")).text, /<p class="signal"><span data-made>As of/);
  });
});

describe("the page of a market that is over", () => {
  it("says how it resolved, without bid, ask and change", async () => {
    const { text } = await site.get("/markets/kalshi/same");
    assert.match(text, /<strong>Resolved: no<\/strong> <span class="sub">last price of yes 0%<\/span>/);
    assert.doesNotMatch(text, /Bid \/ ask|change in 24 hours/);
  });
});
