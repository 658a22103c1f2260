import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { immediately } from "../../../src/store/database/db.ts";
import { findPastPrices, findReferences } from "../../../src/store/history/changes.ts";
import { market, page } from "../../support/store/builders.ts";
import { appendPoints, foldAll } from "../../support/store/points.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const FIRST = 1_795_132_800;
const MARKETS = [1, 2, 3];

const test = openTestWriter({
  scripts: { kalshi: { full: [page(MARKETS.map((id) => market({ id: `m${id}`, yesPrice: null })))] } },
});
await test.pass();
const { writing } = test.writer;

const second = fc.nat({ max: 1000 }).map((after) => FIRST + after);
const history = fc.record({
  times: fc.uniqueArray(second, { maxLength: 20 }).map((times) => times.toSorted((a, b) => a - b)),
  folded: fc.nat({ max: 20 }),
});

describe("prices of several markets at several moments", () => {
  it("are those in force, from what was folded and what was not, until the next", () => {
    fc.assert(
      fc.property(
        fc.tuple(history, history, history),
        fc.array(second, { minLength: 1, maxLength: 10 }),
        (histories, moments) => {
          test.write(() => test.db.exec("DELETE FROM history_points; DELETE FROM history_recent"));
          test.write(() => test.db.exec("UPDATE market_quotes SET last_seq = NULL"));
          const pointsOf = (place: number) =>
            (histories[place]?.times ?? []).map((at) => ({ at, yesPrice: (at - FIRST) * 100, volume: 0 }));
          const append = (part: "folded" | "recent") =>
            immediately(test.db, () => {
              for (const [place, marketKey] of MARKETS.entries()) {
                const folded = histories[place]?.folded ?? 0;
                const points = pointsOf(place);
                appendPoints(writing, marketKey, part === "folded" ? points.slice(0, folded) : points.slice(folded));
              }
            });
          append("folded");
          foldAll(writing);
          append("recent");
          const expected = MARKETS.map((_, place) =>
            moments.map((moment) => pointsOf(place).findLast(({ at }) => at <= moment)?.yesPrice ?? null),
          );
          const found = findPastPrices(
            test.db,
            MARKETS,
            moments.map((moment) => moment * 1000 + 999),
          );
          assert.deepEqual(found, expected);
          for (const [index, moment] of moments.entries()) {
            assert.deepEqual(
              findReferences(test.db, MARKETS, moment * 1000 + 999),
              MARKETS.map((marketKey, place) => ({
                marketKey,
                price: expected[place]?.[index] ?? null,
                nextAt: pointsOf(place).find(({ at }) => at > moment)?.at ?? null,
              })),
            );
          }
        },
      ),
    );
  });
});
