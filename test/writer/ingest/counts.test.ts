import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { EventRecord, MarketRecord } from "../../../src/domain/markets.ts";
import { closePassed } from "../../../src/writer/maintenance/maintenance.ts";
import fc from "../../support/properties.ts";
import { BUCKET } from "../../support/store/buckets.ts";
import { DAY_MS, event, HOUR_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { openTestWriter, type Script, type TestWriter } from "../../support/store/writer.ts";

const IDS = ["a", "b", "c", "d", "e", "f"] as const;
const EVENT_IDS = ["e1", "e2", "e3"] as const;

/** What a platform says in one pass, and how much later it says it. */
interface Step {
  readonly afterMs: number;
  readonly open: readonly MarketRecord[];
  readonly resolved: readonly MarketRecord[];
  readonly events: readonly EventRecord[];
}

const figures = fc.record({
  id: fc.constantFrom(...IDS),
  eventId: fc.constantFrom(...EVENT_IDS),
  yesPrice: fc.constantFrom(null, 0, 250_000, 1_000_000),
  volume: fc.nat(2_000_000_000),
  volume24h: fc.nat(1_000_000),
  rawVolume: fc.constantFrom(null, 1, 2),
  closesAt: fc.constantFrom(null, START - 1, START + 3 * HOUR_MS, START + 9 * DAY_MS),
});

const events = fc
  .array(
    fc.record({
      id: fc.constantFrom(...EVENT_IDS),
      category: fc.constantFrom("politics" as const, "sports" as const),
      isPartial: fc.boolean(),
    }),
    { maxLength: 3 },
  )
  .map((given) => given.map(event));

const step: fc.Arbitrary<Step> = fc.record({
  afterMs: fc.constantFrom(0, HOUR_MS, DAY_MS),
  open: fc.array(figures.map(market), { maxLength: 8 }),
  resolved: fc.array(figures.map(resolvedMarket), { maxLength: 3 }),
  events,
});

async function play(test: TestWriter, script: Script, { afterMs, open, resolved, events: given }: Step): Promise<void> {
  test.clock.advance(afterMs);
  script.full = [page(open, given)];
  script.resolved = [page(resolved, given)];
  await closePassed(test.writer.writing, test.clock);
  const run = await test.pass();
  assert.notEqual(run.status, "failed");
}

/** What the kept figures have to be, worked out from the rows themselves. */
const KEPT = [
  [
    "SELECT platform, category, status, bucket, markets, volume FROM market_counts WHERE markets > 0",
    `SELECT platform, category, status, ${BUCKET}, count(*), sum(volume) FROM markets JOIN market_quotes USING (market_key)
     WHERE yes_price IS NOT NULL
     GROUP BY 1, 2, 3, 4`,
  ],
  [
    "SELECT platform, category, status, events FROM event_counts WHERE events > 0",
    "SELECT platform, category, status, count(*) FROM events JOIN event_totals USING (event_key) WHERE market_count > 0 GROUP BY 1, 2, 3",
  ],
  [
    "SELECT event_key, status, market_count, volume, volume_24h FROM event_totals",
    `SELECT event_key, iif(total(markets.status = 'open') > 0, 'open', 'closed'), count(market_key),
       ifnull(sum(volume), 0), ifnull(sum(volume_24h), 0)
     FROM events LEFT JOIN markets USING (event_key) LEFT JOIN market_quotes USING (market_key) WHERE yes_price IS NOT NULL OR market_key IS NULL
     GROUP BY 1`,
  ],
  [
    "SELECT market_key, category FROM markets",
    "SELECT market_key, events.category FROM markets JOIN events USING (event_key)",
  ],
] as const;

function assertKept({ rows }: TestWriter): void {
  for (const [kept, counted] of KEPT) {
    const ordered = (sql: string): string[] =>
      rows(sql)
        .map((row) => JSON.stringify(row))
        .sort();
    const isEmptyEvent = (row: string): boolean => /,"closed",0,0,0\]$/.test(row);
    assert.deepEqual(
      ordered(kept).filter((row) => !isEmptyEvent(row)),
      ordered(counted).filter((row) => !isEmptyEvent(row)),
      kept,
    );
  }
}

/** What belongs together in every market's row. */
function assertSound({ value }: TestWriter): void {
  for (const claim of [
    "(status = 'open') = (outcome IS NULL)",
    "(resolved_at IS NOT NULL) = (outcome IS NOT NULL AND outcome <> 'unknown')",
    "settlement_price IS NULL OR resolved_at IS NOT NULL",
    "missing_since IS NULL OR status = 'closed'",
    "(yes_price IS NULL) = (price_source IS NULL)",
    "has_price = (yes_price IS NOT NULL)",
    "updated_at >= first_seen_at",
    // Whoever closed without an end is asked for it; whoever is open or has ended is not.
    "(status = 'closed' AND resolved_at IS NULL) = (market_key IN (SELECT market_key FROM outcome_checks))",
  ]) {
    assert.equal(
      value(`SELECT count(*) FROM markets JOIN market_quotes USING (market_key) WHERE NOT (${claim})`),
      0,
      claim,
    );
  }
}

describe("after any passes whatever", () => {
  it("kept counts and event totals are what counting and summing give, and every row is sound", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const script: Script = { full: [], resolved: [] };
        const test = openTestWriter({ scripts: { kalshi: script } });
        for (const one of steps) {
          await play(test, script, one);
          assertKept(test);
          assertSound(test);
        }
        await test.writer.close();
      }),
      { numRuns: 40 },
    );
  });

  it("a day's volume is the sum of all rises of lifetime volume, first sightings at most their 24-hour volume", async () => {
    const volumes = fc.array(fc.record({ id: fc.constantFrom(...IDS), volume: fc.nat(1000), volume24h: fc.nat(500) }), {
      minLength: 1,
      maxLength: 6,
    });
    const days = fc.array(fc.record({ isNextDay: fc.boolean(), volumes }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(days, async (passes) => {
        const script: Script = { full: [] };
        const test = openTestWriter({ scripts: { kalshi: script } });
        const stored = new Map<string, number>();
        const traded = new Map<number, number>();
        for (const { isNextDay, volumes: given } of passes) {
          test.clock.advance(isNextDay ? DAY_MS : 0);
          const records = [...new Map(given.map((one) => [one.id, market(one)])).values()];
          script.full = [page(records)];
          await test.pass();
          const day = Math.floor(test.clock.now() / DAY_MS);
          for (const { id, volume, volume24h } of records) {
            const before = stored.get(id);
            const rise = before === undefined ? Math.min(volume, volume24h) : Math.max(0, volume - before);
            traded.set(day, (traded.get(day) ?? 0) + rise);
            stored.set(id, volume);
          }
        }
        const kept = test.rows("SELECT day, volume FROM daily_volumes WHERE volume > 0 ORDER BY day");
        assert.deepEqual(
          kept,
          [...traded].filter(([, volume]) => volume > 0).sort(([a], [b]) => a - b),
        );
        await test.writer.close();
      }),
      { numRuns: 40 },
    );
  });
});
