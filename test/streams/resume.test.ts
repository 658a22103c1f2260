import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { MarketRecord } from "../../src/domain/markets.ts";
import { market, resolvedMarket } from "../support/store/builders.ts";
import { fixedClock, temporaryFile } from "../support/store/writer.ts";
import { type LiveTest, openLiveTest, type ReadEvent } from "../support/streams/streams.ts";

const NDJSON = { Accept: "application/x-ndjson" };
const IDS = ["a", "b", "c", "d"] as const;
const NAMES = IDS.map((id) => `kalshi:${id}`).join();

type State = Map<string, Record<string, unknown>>;

/** What a reader of both knows of a market. */
const SHARED = [
  ...["title", "yes_price", "no_price", "volume", "volume_24h", "status", "url", "category", "close_time"],
  "last_updated",
] as const;

const pick = (row: Readonly<Record<string, unknown>>) => Object.fromEntries(SHARED.map((name) => [name, row[name]]));

async function readList({ server }: LiveTest, secret: string): Promise<State> {
  const { json } = await server.get(`/api/v1/markets?status=all&ids=${NAMES}`, { "X-API-Key": secret });
  return new Map(json.data.map((row: Record<string, unknown>) => [String(row.id), pick(row)]));
}

/** As the documents tell readers to do it. */
async function apply(test: LiveTest, secret: string, state: State, events: readonly ReadEvent[]): Promise<State> {
  let next = state;
  for (const { type, id = "", data } of events) {
    if (type === "reset") next = await readList(test, secret);
    else if (data !== undefined)
      next.set(id, {
        ...next.get(id),
        ...Object.fromEntries(SHARED.flatMap((name) => (name in data ? [[name, data[name]]] : []))),
      });
  }
  return next;
}

/** One platform listing: a price for each market it has, and who has resolved. */
const listing = fc.array(
  fc.record({
    id: fc.constantFrom(...IDS),
    cents: fc.integer({ min: 1, max: 99 }),
    isOver: fc.boolean(),
    volume: fc.integer({ min: 0, max: 9 }),
  }),
  { minLength: 1, maxLength: 4 },
);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("list" as const), rows: listing }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("poll" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("trim" as const) }) },
);

const toRecord = ({
  id,
  cents,
  isOver,
  volume,
}: {
  id: string;
  cents: number;
  isOver: boolean;
  volume: number;
}): MarketRecord => (isOver ? resolvedMarket({ id, volume }) : market({ id, volume, yesPrice: cents * 10_000 }));

describe("a reader who resumes", () => {
  it("knows what the list says, over restarts and lost changes", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const clock = fixedClock();
        const file = temporaryFile();
        let test = await openLiveTest({ file, clock });
        const { secret } = await test.make();
        const known = new Map<string, MarketRecord>();
        let state: State = new Map();
        let since = 0;
        const poll = async (): Promise<void> => {
          const path = `/api/v1/stream?poll=1&markets=${NAMES}&since=${since}`;
          const reader = await test.open(path, secret, NDJSON);
          await reader.ended;
          clock.advance(2000);
          state = await apply(test, secret, state, reader.events);
          since = reader.seq() ?? since;
        };
        for (const one of steps) {
          if (one.kind === "poll") await poll();
          if (one.kind === "trim") {
            const { writer } = test;
            writer.write(() =>
              writer.db.exec("DELETE FROM feed_changes WHERE seq < (SELECT max(seq) FROM feed_changes)"),
            );
          }
          if (one.kind === "restart") {
            await test.close();
            test = await openLiveTest({ file, clock });
          }
          if (one.kind === "list") {
            for (const row of one.rows) known.set(row.id, toRecord(row));
            await test.list([...known.values()]);
          }
        }
        await poll();
        assert.deepEqual(state, await readList(test, secret));
        await test.close();
      }),
      { numRuns: Number(process.env.TOTEBOARD_TEST_RUNS ?? 25) },
    );
  });

  it("misses nothing of what changed while it was away and while it comes back", async () => {
    const test = await openLiveTest();
    const { secret } = await test.make();
    await test.list(IDS.map((id) => market({ id })));
    const path = `/api/v1/stream?markets=${NAMES}`;
    const first = await test.open(`${path}&since=${test.last()}`, secret);
    let state = await readList(test, secret);
    for (let round = 0; round < 20; round++) {
      await test.list(IDS.map((id, index) => market({ id, yesPrice: 10_000 * (1 + round + index) })));
    }
    await first.until(({ seq }) => seq === test.last() || (seq ?? 0) > 0);
    first.leave();
    state = await apply(test, secret, state, first.events);
    await test.list(IDS.map((id) => market({ id, yesPrice: 770_000 })));
    const second = await test.open(path, secret, { "Last-Event-ID": String(first.seq()) });
    await test.list(IDS.map((id, index) => market({ id, yesPrice: 780_000 + 10_000 * index })));
    await second.until(({ id, data }) => id === "d" && data.yes_price === 0.81);
    state = await apply(test, secret, state, second.events);
    assert.deepEqual(state, await readList(test, secret));
    second.leave();
  });
});
