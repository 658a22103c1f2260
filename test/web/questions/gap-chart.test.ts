import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openQuestionSite } from "../../support/service/question-site.ts";
import { pointsIn, ticksIn, valuesIn } from "../../support/web/chart.ts";

const FED = { id: "q", eventId: "fed", title: "Will the Fed cut rates?" };
const at = (yesPrice: number) => ({ ...FED, yesPrice, bestBid: yesPrice - 5000, bestAsk: yesPrice + 5000 });

/** A gap of 1¢, which fees of 2.75¢ eat, for a day; now one of 12¢ with fees of 2.65¢. Play money is far off. */
const site = await openQuestionSite({
  listedBefore: { kalshi: [at(510_000)], polymarket: [at(500_000)], manifold: [at(900_000)] },
  listed: { kalshi: [at(620_000)], polymarket: [at(500_000)], manifold: [at(900_000)] },
  matches: [
    { a: "kalshi", b: "polymarket", id: "q" },
    { a: "kalshi", b: "manifold", id: "q" },
  ],
});
const [question] = await site.api("/questions");
const sectionOf = (text: string): string => /<section aria-labelledby="gap-fees">.*?<\/section>/s.exec(text)?.[0] ?? "";

describe("the gap and fees of a question over time", () => {
  it("are those that the API answers", async () => {
    const { gap_cents, fee_cents } = await site.api(`/questions/${question.id}/history?hours=24&interval=6h`);
    assert.deepEqual(gap_cents, [1, 1, 1, 1, 12]);
    assert.deepEqual(fee_cents, [2.75, 2.75, 2.75, 2.75, 2.65]);
  });

  it("are drawn and told, with a scale in cents and times below", async () => {
    const section = sectionOf((await site.get(`/questions/${question.id}?range=24h`)).text);
    assert.match(
      section,
      /role="img"[^>]* aria-label="The gap is now 12\.0¢ and the fees are 2\.65¢\. The largest gap was 12\.0¢\. Before now, the gap was never larger than the fees\. /,
    );
    assert.deepEqual(ticksIn(section, "value"), ["0¢", "5¢", "10¢"]);
    assert.deepEqual(ticksIn(section, "time"), ["18:00", "20 Nov", "06:00"]);
    const points = pointsIn(section);
    assert.deepEqual(points[0], ["0.0000", "1.0¢", "2.75¢", "-1.75¢", "19 Nov 2026, 12:00"]);
    assert.deepEqual(points.at(-1), ["1.0000", "12.0¢", "2.65¢", "9.35¢", "20 Nov 2026, 12:00"]);
    assert.deepEqual(valuesIn(section), ["12.0¢", "2.65¢", "9.35¢", "Latest"]);
    assert.match(section, /<td [^>]*>12\.0¢<\/td><td [^>]*>2\.65¢<\/td><td [^>]*>9\.35¢<\/td>/);
  });

  it("have no line where fewer than two platforms had a price, and say so", async () => {
    const { text } = await site.get(`/questions/${question.id}?range=7d`);
    const section = sectionOf(text);
    assert.match(section, /There is no line where fewer than two platforms had a price\./);
    const isKnown = pointsIn(section).map(([, gap]) => gap !== "–");
    assert.ok(Math.abs(isKnown.indexOf(true) / isKnown.length - 6 / 7) < 0.01, "begins after six of the seven days");
    assert.doesNotMatch(section, /NaN|Infinity|undefined/);
  });

  it("colour what was left after fees once a gap was worth more", async () => {
    site.test.clock.advance(2 * 3_600_000);
    await site.test.writer.runOnce(new Set());
    const section = sectionOf((await site.get(`/questions/${question.id}?range=24h`)).text);
    assert.match(section, /class="surplus" d="M/);
    assert.match(section, /The gap was larger than the fees \d(\.\d)?% of the time/);
  });

  it("are left out where one real-money platform alone asks", async () => {
    const play = await openQuestionSite({
      listed: { kalshi: [at(510_000)], manifold: [at(900_000)] },
      matches: [{ a: "kalshi", b: "manifold", id: "q" }],
    });
    const [alone] = await play.api("/questions");
    const { text } = await play.get(`/questions/${alone.id}`);
    assert.equal(sectionOf(text), "");
  });
});
