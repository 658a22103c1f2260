import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { pino } from "pino";
import { toQuestionId } from "../../src/domain/questions/questions.ts";
import type { NamedSubjects } from "../../src/feed/filter.ts";
import { createNamedMarkets } from "../../src/feed/named-markets.ts";
import { createWatch, listWatched } from "../../src/feed/watch.ts";
import { openStore } from "../../src/store/open.ts";
import { market, page } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

const listing = (...markets: Parameters<typeof market>[0][]) => ({ full: [page(markets.map(market))] });
const test = openTestWriter({
  scripts: {
    kalshi: listing({ id: "q" }, { id: "a:b", eventId: "e2" }, { id: "c", eventId: "e2" }),
    polymarket: listing({ id: "q" }),
  },
});
await test.writer.runOnce(new Set());
group(test, [{ a: "kalshi", b: "polymarket" }]);
const store = openStore(test.file, undefined);
after(() => store.close());

const NOTHING: NamedSubjects = { markets: [], events: [], questions: [] };

/** What is watched for owners who each have one stream. */
async function watchedFor(...owners: Partial<NamedSubjects>[]): Promise<[name: string, share: number | undefined][]> {
  const named = owners.map((one) => [{ ...NOTHING, ...one }]);
  const markets = await listWatched({ named: () => named }, createNamedMarkets({ store, clock: test.clock }));
  return markets.map(({ platform, id, share }) => [`${platform}:${id}`, share]);
}

const namesOf = async (...owners: Partial<NamedSubjects>[]) => (await watchedFor(...owners)).map(([name]) => name);

describe("the markets that are watched for streams", () => {
  const question = ["kalshi", "polymarket"].map((platform) => toQuestionId(platform, "q"));

  for (const [what, named, expected] of [
    ["none", {}, []],
    ["those that are named, whatever their ids hold", { markets: ["kalshi:a:b"] }, ["kalshi:a:b"]],
    ["those of an event", { events: ["kalshi:e2"] }, ["kalshi:a:b", "kalshi:c"]],
    ["those of a question", { questions: question }, ["kalshi:q", "polymarket:q"]],
    ["each once", { markets: ["kalshi:q"], questions: question }, ["kalshi:q", "polymarket:q"]],
    [
      "none of what does not exist",
      { markets: ["kalshi:none", "none"], events: ["kalshi:none"], questions: ["0000000000000000"] },
      [],
    ],
  ] as [string, Partial<NamedSubjects>, string[]][]) {
    it(`are ${what}`, async () => assert.deepEqual((await namesOf(named)).sort(), expected));
  }

  it("are taken from each owner in turn, each with an equal share of a platform", async () => {
    const many = { markets: ["kalshi:a:b", "kalshi:c", "kalshi:q", "polymarket:q"] };
    assert.deepEqual(
      new Map(await watchedFor(many, { markets: ["kalshi:c"] })),
      new Map([
        ["kalshi:a:b", 1 / 3],
        ["kalshi:c", 1 + 1 / 3],
        ["kalshi:q", 1 / 3],
        ["polymarket:q", 1],
      ]),
    );
    assert.ok((await namesOf(many, { markets: ["kalshi:c"] })).indexOf("kalshi:c") < 2);
  });

  it("leave none of an owner of few out for an owner of more than are watched", async () => {
    const [large, small] = [
      { ...NOTHING, events: ["kalshi:large"] },
      { ...NOTHING, events: ["kalshi:small"] },
    ];
    const ids = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ platform: "kalshi", id: `${name}${index}` }));
    const found = new Map<NamedSubjects, { platform: string; id: string }[]>([
      [large, ids("large", 12_000)],
      [small, ids("small", 3)],
    ]);
    const hub = { named: () => [[large], [small]] };
    const watched = await listWatched(hub, async (named) => found.get(named) ?? []);
    assert.equal(watched.length, 10_000);
    assert.equal(watched.filter(({ id }) => id.startsWith("small")).length, 3);
  });

  it("are read once for a filter, in small parts between which the service does other work", async () => {
    let reads = 0;
    let turns = 0;
    const list: typeof store.questions.list = (...query) => {
      reads++;
      return store.questions.list(...query);
    };
    const counting = { ...store, questions: { ...store.questions, list } };
    const namedMarkets = createNamedMarkets({ store: counting, clock: test.clock });
    const owners = Array.from({ length: 50 }, () => [
      { ...NOTHING, questions: Array<string>(120).fill("0".repeat(16)) },
    ]);
    const hub = { named: () => owners };
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    assert.deepEqual(await listWatched(hub, namedMarkets), []);
    isOver = true;
    assert.equal(reads, 100);
    assert.ok(turns >= 100, `${turns} turns of the event loop`);
    await listWatched(hub, namedMarkets);
    assert.equal(reads, 100);
    test.clock.advance(5 * 60_000);
    await listWatched(hub, namedMarkets);
    assert.equal(reads, 200, "now and then again");
  });

  it("are looked for by one run at a time", async () => {
    const released = Promise.withResolvers<void>();
    let calls = 0;
    let opened = 1;
    const named = [[{ ...NOTHING, markets: ["kalshi:q"] }]];
    const hub = { named: () => named, figures: () => ({ open: 1, opened, delivered: 0 }) };
    const commands = {
      watchMarkets: async () => {
        calls++;
        await released.promise;
      },
    };
    const look = createWatch({ hub, commands, store, clock: test.clock, log: pino({ level: "silent" }) });
    const first = look();
    opened++;
    await look();
    released.resolve();
    await first;
    assert.equal(calls, 1);
    await look();
    assert.equal(calls, 2, "what was opened meanwhile is looked for next");
  });
});
