import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { STAGES } from "../../../src/store/matching/match-queue.ts";
import { DAY_MS, event, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const CHEFS = ["Ana Ruiz", "Bo Lindqvist", "Cem Aydin", "Dora Novak"];

/** The award of one year. Kalshi names the day, the others the year. */
const award = (platform: string, year: number, names: readonly string[] = CHEFS): MarketRecord[] =>
  names.map((name) =>
    market({
      id: `${platform} ${year} ${name}`,
      title: `Will ${name} win the Golden Ladle award ${platform === "kalshi" ? "on November 30," : "of"} ${year}?`,
      eventId: `Golden Ladle award ${year}`,
      closesAt: Date.UTC(year + 1, 0, 1),
      createdAt: START - 30 * DAY_MS,
    }),
  );

/** So many that a few new markets are no reason to mine all families. */
const others: readonly MarketRecord[] = Array.from({ length: 300 }, (_, index) =>
  market({
    id: `x${index}`,
    title: `Will city number ${index} of Utopia elect mayor X${index}?`,
    eventId: `x${index}`,
  }),
);

const listing = (markets: readonly MarketRecord[]) =>
  page(
    markets,
    [...new Set(markets.map(({ eventId }) => eventId))].map((id) => event({ id, title: id })),
  );

describe("the alignment of new families", () => {
  it("finds the family of the same year among those of other years", async () => {
    const years = [2030, 2031, 2032, 2033, 2034, 2035, 2036, 2037];
    const kalshi = [...others, ...award("kalshi", 2030)];
    const scripts = {
      kalshi: { full: [listing(kalshi)] },
      polymarket: { full: [listing(years.flatMap((year) => award("polymarket", year)))] },
    };
    const test = openTestWriter({ scripts });
    await test.pass();
    for (const year of years.slice(1)) {
      kalshi.push(...award("kalshi", year));
      scripts.kalshi.full = [listing(kalshi)];
      await test.pass();
    }
    assert.equal(test.value("SELECT count(*) FROM family_links"), years.length);
  });

  it("queues only the markets that are paired otherwise, where three platforms ask the same", async () => {
    const scripts = {
      kalshi: { full: [listing([...others, ...award("kalshi", 2030)])] },
      polymarket: { full: [listing(award("polymarket", 2030))] },
      manifold: { full: [listing(award("manifold", 2030))] },
    };
    const test = openTestWriter({ scripts });
    await test.pass();
    assert.equal(test.value("SELECT count(*) FROM family_links"), 3);
    const { queue } = test.writer.writing.matching;
    const compared: number[] = [];
    const { add } = queue;
    queue.add = (marketKeys, stage) => {
      if (stage === STAGES.compare) compared.push(...marketKeys);
      add(marketKeys, stage);
    };
    scripts.kalshi.full = [listing([...others, ...award("kalshi", 2030, [...CHEFS, "Olga Falk"])])];
    await test.pass();
    assert.deepEqual(
      compared.map((key) => test.value(`SELECT id FROM markets WHERE market_key = ${key}`)),
      ["kalshi 2030 Olga Falk"],
    );
  });
});
