import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../../support/service/api.ts";
import { market, page } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const test = openTestWriter({
  scripts: {
    kalshi: { full: [page([market({ id: "q", title: "Will it fail?", yesPrice: 230_000 })])] },
    polymarket: { full: [page([market({ id: "q", title: "Will it succeed?", yesPrice: 810_000 })])] },
    predictit: { full: [page([market({ id: "q", title: "Failure?", yesPrice: 250_000 })])] },
    manifold: { full: [page([market({ id: "q", title: "Will it fail in May?", yesPrice: 900_000 })])] },
  },
});
await test.writer.runOnce(new Set());
group(test, [
  { a: "kalshi", b: "polymarket", isInverted: true },
  { a: "kalshi", b: "predictit" },
]);
const keyOf = (platform: string) => Number(test.value("SELECT market_key FROM markets WHERE platform = ?", platform));
test.write(() =>
  test.db
    .prepare("INSERT INTO near_misses VALUES (?, ?, 400000, 'date', '[]', NULL)")
    .run(...[keyOf("kalshi"), keyOf("manifold")].toSorted((a, b) => a - b)),
);
const site = await openTestApi({ writer: test, hasPages: true });
const { text } = await site.get("/markets/kalshi/q");
const cards = [...text.matchAll(/<li class="card"[^>]*>(.*?)<\/ul><\/li>/gs)].map(([, card = ""]) => card);
const cardOf = (title: string): string =>
  (cards.find((card) => card.includes(`>${title}<`)) ?? assert.fail(title)).replaceAll(/<[^>]+>/g, "");

describe("the cards of a question elsewhere", () => {
  it("show a market that asks the opposite at its own price, and say so", () => {
    assert.match(cardOf("Will it succeed?"), /81%.*The opposite: yes here means no there/s);
  });

  it("show the price of one that asks the same, and of one that asks something else", () => {
    assert.match(cardOf("Failure?"), /25%.*Yes here means yes there/s);
    assert.match(cardOf("Will it fail in May?"), /90%/);
  });
});
