import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Database from "better-sqlite3";
import fc from "fast-check";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { closePassed } from "../../../src/writer/maintenance/maintenance.ts";
import {
  createFingerprints,
  eventFingerprint,
  marketFingerprint,
} from "../../../src/writer/transactions/fingerprints.ts";
import { event, HOUR_MS, MINUTE_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { openTestWriter, type Script, type TestWriter } from "../../support/store/writer.ts";

const IDS = ["a", "b", "c", "d"] as const;

/** Few values, so that passes often say the same again. */
const record = fc.record({
  id: fc.constantFrom(...IDS),
  eventId: fc.constantFrom("e1", "e2"),
  title: fc.constantFrom("Will it rain?", "Will it snow?"),
  description: fc.constantFrom(null, "Rules."),
  settlementSource: fc.constantFrom(null, { name: "AP", url: null }, { name: "AP", url: "https://apnews.com/" }),
  yesPrice: fc.constantFrom(null, 250_000, 250_000, 600_000),
  bestBid: fc.constantFrom(null, 240_000),
  volume: fc.constantFrom(0, 9_000, 11_000),
  rawVolume: fc.constantFrom(null, 90),
  closesAt: fc.constantFrom(null, START + 90 * MINUTE_MS),
});

const pass = fc.record({
  open: fc.array(record.map(market), { maxLength: 6 }),
  active: fc.array(record.map(market), { maxLength: 2 }),
  resolved: fc.array(record.map(resolvedMarket), { maxLength: 2 }),
  events: fc.array(
    fc
      .record({
        id: fc.constantFrom("e1", "e2"),
        category: fc.constantFrom("politics" as const, "sports" as const),
        isPartial: fc.boolean(),
      })
      .map(event),
    { maxLength: 2 },
  ),
});

function withScript(): TestWriter & { script: Script } {
  const script: Script = { full: [], active: [], resolved: [] };
  return { ...openTestWriter({ scripts: { kalshi: script } }), script };
}

const TABLES = [
  "events",
  "markets",
  "market_counts",
  "event_counts",
  "market_descriptions",
  "history_recent",
  "history_points",
  "outcome_checks",
  "daily_volumes",
  "match_queue",
];

const contentOf = ({ rows }: TestWriter): unknown => TABLES.map((table) => rows(`SELECT * FROM ${table}`));

describe("what the writer remembers of a listing", () => {
  it("never makes a pass write anything else than one that looks everything up", async () => {
    const run = async (
      passes: readonly (typeof pass extends fc.Arbitrary<infer P> ? P : never)[],
      forgets: boolean,
    ) => {
      const test = withScript();
      for (const { open, active, resolved, events } of passes) {
        test.clock.advance(HOUR_MS / 2);
        await closePassed(test.writer.writing, test.clock);
        test.script.full = [page(open, events)];
        test.script.active = [page(active, events)];
        test.script.resolved = [page(resolved, events)];
        if (forgets) test.writer.writing.fingerprints.clear();
        await test.pass();
        if (forgets) test.writer.writing.fingerprints.clear();
        await test.tick();
      }
      const content = contentOf(test);
      await test.writer.close();
      return content;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(pass, { minLength: 2, maxLength: 6 }), async (passes) => {
        assert.deepEqual(await run(passes, false), await run(passes, true));
      }),
      { numRuns: 15 },
    );
  });

  it("is forgotten when another connection has written", async () => {
    const test = withScript();
    test.script.full = [page([market({ id: "a", volume: 5 })])];
    await test.pass();
    const other = new Database(test.file);
    other.exec("UPDATE market_quotes SET best_ask = 1");
    other.close();
    assert.equal((await test.pass()).changed, 1);
    assert.equal(test.value("SELECT best_ask FROM markets JOIN market_quotes USING (market_key)"), 410_000);
  });

  it("is forgotten with a step that is undone", async () => {
    const test = withScript();
    test.script.full = [page([market({ id: "a" })])];
    await test.pass();
    const { writing } = test.writer;
    const undone = writing.step(() => {
      writing.catalogue.markets.close(1, "missing", START);
      throw new Error("the disk is full");
    });
    await assert.rejects(undone, /the disk is full/);
    const print = marketFingerprint("kalshi", market({ id: "a" }), "open", false);
    assert.equal(writing.fingerprints.find(print), undefined);
    assert.equal((await test.pass()).changed, 0);
    assert.equal(writing.fingerprints.find(print), 1);
  });
});

describe("a fingerprint", () => {
  const base = market({ id: "a", description: "Rules.", outcomeLabel: "x", historyKey: "h", openInterest: 7 });
  const CHANGES: readonly (readonly [string, Partial<MarketRecord>])[] = [
    ...Object.entries(base).map(([name, value]): [string, Partial<MarketRecord>] => [
      name,
      { [name]: typeof value === "number" ? value + 1 : typeof value === "string" ? `${value}x` : 1 },
    ]),
    ["name of its settlementSource", { settlementSource: { name: "AP", url: null } }],
    ["url of its settlementSource", { settlementSource: { name: null, url: "https://apnews.com/" } }],
  ];
  const same = marketFingerprint("kalshi", base, "open", false);

  for (const [name, change] of CHANGES.filter(([field]) => field !== "status" && field !== "settlementSource")) {
    it(`of a market is another one with another ${name}`, () => {
      assert.notDeepEqual(marketFingerprint("kalshi", { ...base, ...change }, "open", false), same);
    });
  }

  it("of a market is another one on another platform, in another status, and without its event", () => {
    const others = [
      marketFingerprint("manifold", base, "open", false),
      marketFingerprint("kalshi", base, "closed", false),
      marketFingerprint("kalshi", base, "open", true),
    ];
    for (const other of others) assert.notDeepEqual(other, same);
  });

  it("of an event is another one with any other field", () => {
    const given = event({ id: "e", description: "d", imageUrl: "i", tags: ["t"], liquidity: 5, isExclusive: false });
    const first = eventFingerprint("kalshi", given);
    for (const [name, value] of Object.entries(given)) {
      if (name === "isPartial") continue;
      const other = Array.isArray(value) ? [...value, "more"] : typeof value === "number" ? value + 1 : `${value}x`;
      const changed = { ...given, [name]: name === "isExclusive" ? true : other };
      assert.notDeepEqual(eventFingerprint("kalshi", changed), first, name);
    }
  });

  it("does not take one field for another", () => {
    const moved = { ...base, bestBid: base.bestAsk, bestAsk: base.bestBid };
    assert.notDeepEqual(marketFingerprint("kalshi", moved, "open", false), same);
    const shifted = { ...base, title: `${base.title}x`, outcomeLabel: "" };
    assert.notDeepEqual(marketFingerprint("kalshi", shifted, "open", false), same);
  });
});

describe("the memory", () => {
  it("finds what a map would", () => {
    const id = fc.integer({ min: 1, max: 5000 }).map((number) => number * 1024);
    const call = fc.record({ name: fc.constantFrom("remember", "find", "forget"), id, content: fc.nat(2) });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 3000 }), (calls) => {
        const fingerprints = createFingerprints();
        const model = new Map<number, { content: number; key: number }>();
        for (const [key, { name, ...print }] of calls.entries()) {
          const stored = model.get(print.id);
          if (name === "find") {
            assert.equal(fingerprints.find(print), stored?.content === print.content ? stored.key : undefined);
          } else if (name === "forget") {
            fingerprints.forget(print.id);
            model.delete(print.id);
          } else {
            fingerprints.remember(print, key);
            model.set(print.id, { content: print.content, key });
          }
        }
        for (const [key, { content, key: stored }] of model)
          assert.equal(fingerprints.find({ id: key, content }), stored);
      }),
      { numRuns: 30 },
    );
  });
});
