import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { market } from "../support/store/builders.ts";
import { type LiveTest, openLiveTest, type ReadEvent } from "../support/streams/streams.ts";

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

describe("a reader who resumes", () => {
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
