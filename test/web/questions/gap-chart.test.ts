import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openQuestionSite } from "../../support/service/question-site.ts";
import { pointsIn, ticksIn, valuesIn } from "../../support/web/chart.ts";

const FED = { id: "q", eventId: "fed", title: "Will the Fed cut rates?" };
const at = (yesPrice: number) => ({ ...FED, yesPrice, bestBid: yesPrice - 5000, bestAsk: yesPrice + 5000 });

/** A gap of 1¢ for a day, and now one of 12¢. Play money is far off. */
const site = await openQuestionSite({
  listedBefore: { kalshi: [at(510_000)], polymarket: [at(500_000)], manifold: [at(900_000)] },
  listed: { kalshi: [at(620_000)], polymarket: [at(500_000)], manifold: [at(900_000)] },
  matches: [
    { a: "kalshi", b: "polymarket", id: "q" },
    { a: "kalshi", b: "manifold", id: "q" },
  ],
});
const [question] = await site.api("/questions");
const sectionOf = (text: string): string => /<section aria-labelledby="gap">.*?<\/section>/s.exec(text)?.[0] ?? "";

describe("the gap of a question over time", () => {
  it("is that of the API", async () => {
    const { gap_cents } = await site.api(`/questions/${question.id}/history?hours=24&interval=6h`);
    assert.deepEqual(gap_cents, [1, 1, 1, 1, 12]);
  });

  it("is drawn in cents, and names no fees that mid prices do not have", async () => {
    const section = sectionOf((await site.get(`/questions/${question.id}?range=24h`)).text);
    assert.match(section, /role="img"[^>]* aria-label="[^"]*12\.0¢/);
    assert.deepEqual(ticksIn(section, "value"), ["0¢", "5¢", "10¢"]);
    const points = pointsIn(section);
    assert.deepEqual(points[0], ["0.0000", "1.0¢", "19 Nov 2026, 12:00"]);
    assert.deepEqual(points.at(-1), ["1.0000", "12.0¢", "20 Nov 2026, 12:00"]);
    assert.deepEqual(valuesIn(section), ["12.0¢", "Latest"]);
    assert.doesNotMatch(section, /after fees/);
  });

  it("has no line where fewer than two platforms had a price, and say so", async () => {
    const { text } = await site.get(`/questions/${question.id}?range=7d`);
    const section = sectionOf(text);
    assert.match(section, /There is no line where fewer than two platforms had a price\./);
    const isKnown = pointsIn(section).map(([, gap]) => gap !== "–");
    assert.ok(Math.abs(isKnown.indexOf(true) / isKnown.length - 6 / 7) < 0.01, "begins after six of the seven days");
    assert.doesNotMatch(section, /NaN|Infinity|undefined/);
  });

  it("is left out where one real-money platform alone asks", async () => {
    const play = await openQuestionSite({
      listed: { kalshi: [at(510_000)], manifold: [at(900_000)] },
      matches: [{ a: "kalshi", b: "manifold", id: "q" }],
    });
    const [alone] = await play.api("/questions");
    const { text } = await play.get(`/questions/${alone.id}`);
    assert.equal(sectionOf(text), "");
  });
});
