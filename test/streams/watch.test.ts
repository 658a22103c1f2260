import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { pino } from "pino";
import { toQuestionId } from "../../src/domain/questions.ts";
import type { NamedSubjects } from "../../src/store/named-markets.ts";
import { openStore } from "../../src/store/open.ts";
import { createWatch, createWatchedList } from "../../src/streams/hub.ts";
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

type Named = Partial<Record<keyof NamedSubjects, readonly string[]>>;

const toNamed = ({ markets, events, questions }: Named): NamedSubjects => ({
  markets: new Set(markets),
  events: new Set(events),
  questions: new Set(questions),
});

async function namesOf(...filters: Named[]): Promise<string[]> {
  const markets = await createWatchedList({ store, clock: test.clock })(filters.map(toNamed));
  return markets.map(({ platform, id }) => `${platform}:${id}`);
}

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
  ] as [string, Named, string[]][]) {
    it(`are ${what}`, async () => assert.deepEqual((await namesOf(named)).sort(), expected));
  }

  it("are those of small filters first, so that a large one takes no place of theirs", async () => {
    const many = { markets: ["kalshi:a:b", "kalshi:q", "polymarket:q"] };
    assert.equal((await namesOf(many, { markets: ["kalshi:c"] }))[0], "kalshi:c");
  });

  it("are at most 10,000, with all of a small filter beside a large one", async () => {
    const many = Array.from({ length: 10_100 }, (_, index) => market({ id: `x${index}`, eventId: "large" }));
    const large = openTestWriter({
      scripts: { kalshi: { full: [page([...many, ...["a", "b", "c"].map((id) => market({ id }))])] } },
    });
    await large.writer.runOnce(new Set());
    const opened = openStore(large.file, undefined);
    after(() => opened.close());
    const listWatched = createWatchedList({ store: opened, clock: large.clock });
    const small = ["kalshi:a", "kalshi:b", "kalshi:c"];
    const watched = await listWatched([{ events: ["kalshi:large"] }, { markets: small }].map(toNamed));
    const names = new Set(watched.map(({ platform, id }) => `${platform}:${id}`));
    assert.deepEqual([names.size, small.filter((name) => names.has(name))], [10_000, small]);
  });

  it("are read once for a filter, with turns between filters in which the service does other work", async () => {
    let turns = 0;
    const listWatched = createWatchedList({ store, clock: test.clock });
    const questions = Array.from({ length: 120 }, (_, index) => String(index).padStart(16, "0"));
    const named = Array.from({ length: 50 }, () => toNamed({ questions }));
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    const countTurns = async (): Promise<number> => {
      [turns, isOver] = [0, false];
      setImmediate(count);
      assert.deepEqual(await listWatched(named), []);
      isOver = true;
      await new Promise(setImmediate);
      return turns;
    };
    assert.ok((await countTurns()) >= 50, `${turns} turns of the event loop`);
    assert.ok((await countTurns()) < 5, "they are known");
    test.clock.advance(5 * 60_000);
    assert.ok((await countTurns()) >= 50, "now and then again");
  });

  it("are looked for by one run at a time", async () => {
    const released = Promise.withResolvers<void>();
    let calls = 0;
    let opened = 1;
    const named = [toNamed({ markets: ["kalshi:q"] })];
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
