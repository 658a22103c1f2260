import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { MarketRecord } from "../../src/domain/markets.ts";
import fc from "../support/properties.ts";
import { eventually } from "../support/service/service.ts";
import { event, market, resolvedMarket } from "../support/store/builders.ts";
import { fixedClock, temporaryFile } from "../support/store/writer.ts";
import { type Followed, follow, readAll } from "../support/streams/follower.ts";
import { type LiveTest, openLiveTest, type ReadEvent, type Reader } from "../support/streams/streams.ts";

const NDJSON = { Accept: "application/x-ndjson" };
const IDS = ["a", "b", "c"] as const;
const EVENTS = ["e1", "e2"] as const;
const CATEGORIES = ["politics", "sports"] as const;
const TITLES = ["Will rates fall?", "Who wins the cup", "A rate of none"] as const;

interface Filter {
  readonly category?: string | undefined;
  readonly q?: string | undefined;
  readonly platform?: string | undefined;
  readonly events?: string | undefined;
}

const filter: fc.Arbitrary<Filter> = fc
  .record({
    category: fc.option(fc.constantFrom(...CATEGORIES), { nil: undefined }),
    q: fc.option(fc.constantFrom("rate", "cup wins", "-cup rate", "fal", '"the cup"'), { nil: undefined }),
    platform: fc.option(fc.constantFrom("kalshi", "manifold"), { nil: undefined }),
    events: fc.option(fc.constantFrom("kalshi:e1", "kalshi:e2,kalshi:e1", "manifold:e2"), { nil: undefined }),
  })
  // An event names its platform.
  .filter(({ platform, events }) => events === undefined || platform === undefined || events.startsWith(platform));

const listed = fc.record({
  id: fc.constantFrom(...IDS),
  eventId: fc.constantFrom(...EVENTS),
  title: fc.constantFrom(...TITLES),
  cents: fc.integer({ min: 1, max: 99 }),
  state: fc.constantFrom("open", "open", "open", "open", "resolved", "unpriced"),
});
const listing = fc.record({
  kind: fc.constant("list" as const),
  platform: fc.constantFrom("kalshi", "manifold"),
  rows: fc.array(listed, { minLength: 1, maxLength: 3 }),
  /** Of both events. */
  categories: fc.tuple(fc.constantFrom(...CATEGORIES), fc.constantFrom(...CATEGORIES)),
  /** Within a second of what was listed before. */
  isSoon: fc.boolean(),
});
const step = fc.oneof(
  { weight: 8, arbitrary: listing },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("compare" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("trim" as const) }) },
);

const NOTHING: Omit<Listed, "kind"> = {
  platform: "kalshi",
  rows: [],
  categories: ["politics", "politics"],
  isSoon: false,
};

type Listed = typeof listing extends fc.Arbitrary<infer T> ? T : never;

const toRecord = ({ id, eventId, title, cents, state }: Listed["rows"][number]): MarketRecord => {
  const given = { id, eventId, title };
  if (state === "resolved") return resolvedMarket(given);
  return market({ ...given, yesPrice: state === "unpriced" ? null : cents * 10_000 });
};

/** The stream of a filter and the lists of the same filter. */
function addressesOf({ category, q, platform, events }: Filter) {
  const common = Object.entries({ category, q }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const ofPlatform = platform === undefined ? [] : [`platform=${platform}`];
  const named = events?.split(",").map((name) => {
    const [own, id] = name.split(":");
    return `status=all&event_id=${id}&platform=${own}`;
  });
  return {
    stream: `/api/v1/stream?types=price,status,listed,resolved&${[...common, ...ofPlatform, ...(events === undefined ? [] : [`events=${events}`])].join("&")}`,
    lists: (named ?? [["status=open", ...ofPlatform].join("&")]).map(
      (query) => `/api/v1/markets?${[query, ...common].join("&")}`,
    ),
  };
}

async function readLists(addresses: readonly string[], secret: string): Promise<Followed> {
  const lists = await Promise.all(addresses.map((address) => readAll(address, { "X-API-Key": secret })));
  return new Map(lists.flatMap((list) => [...list]));
}

/** A reader of a filter's lists and stream: one that stays, or one that polls. */
function createFollower(given: Filter, secret: string, isPoll: boolean) {
  const { stream, lists } = addressesOf(given);
  const options = {
    hasClosed: given.events !== undefined,
    readAgain: ({ snapshots }: ReadEvent) => readLists(snapshots, secret),
  };
  let state: Followed = new Map();
  let seq: number | undefined;
  let reader: Reader | undefined;
  let taken = 0;
  const take = async (): Promise<void> => {
    for (const one of reader?.events.slice(taken) ?? []) {
      taken++;
      state = await follow(state, one, options);
    }
    seq = reader?.seq() ?? seq;
  };
  const come = async (test: LiveTest): Promise<void> => {
    taken = 0;
    const parameters = `${isPoll ? "&poll=1" : ""}${seq === undefined ? "" : `&since=${seq}`}`;
    reader = await test.open(`${stream}${parameters}`, secret, NDJSON);
    assert.equal(reader.status, 200, reader.text());
    if (isPoll) await reader.ended;
    await take();
  };
  return {
    come,
    leave: () => reader?.leave(),
    take,
    async assertCurrent(test: LiveTest): Promise<void> {
      const wanted = await readLists(
        lists.map((path) => `${test.server.url}${path}`),
        secret,
      );
      const isCurrent = async (): Promise<boolean> => {
        test.clock.advance(1000);
        await (isPoll ? come(test) : take());
        return isDeepStrictEqual(state, wanted);
      };
      const options = { everyMs: 5, deadlineMs: 30_000 };
      await eventually("the list", isCurrent, options).catch(() => assert.deepEqual(state, wanted));
    },
  };
}

const runs = Number(process.env.TOTEBOARD_TEST_RUNS ?? 12);

describe("a reader of a filter", () => {
  for (const isPoll of [false, true]) {
    const how = isPoll ? "who polls" : "who stays";
    it(`${how} knows what the list says, whatever moves in and out`, async () => {
      const property = fc.asyncProperty(
        filter,
        fc.array(step, { minLength: 3, maxLength: 12 }),
        async (given, steps) => {
          const [clock, file] = [fixedClock(), temporaryFile()];
          let test = await openLiveTest({ file, clock });
          const { port } = test.server;
          const { secret } = await test.make();
          const follower = createFollower(given, secret, isPoll);
          const known = new Map<string, Listed["rows"][number]>();
          await list(test, NOTHING, known);
          await follower.come(test);
          for (const one of steps) {
            if (one.kind === "compare") await follower.assertCurrent(test);
            if (one.kind === "list") await list(test, one, known);
            if (one.kind === "restart") {
              await follower.take();
              follower.leave();
              await test.close();
              test = await openLiveTest({ file, clock, port });
              await follower.come(test);
            }
            if (one.kind === "trim") {
              const { writer } = test;
              writer.write(() =>
                writer.db.exec("DELETE FROM feed_changes WHERE seq < (SELECT max(seq) FROM feed_changes)"),
              );
            }
          }
          await follower.assertCurrent(test);
          follower.leave();
          await test.close();
        },
      );
      await fc.assert(property, { numRuns: runs });
    });
  }
});

/** A platform lists what it has listed so far, with what is different now. */
async function list(
  test: LiveTest,
  one: Omit<Listed, "kind">,
  known: Map<string, Listed["rows"][number]>,
): Promise<void> {
  const { platform, rows, categories, isSoon } = one;
  for (const row of rows) known.set(`${platform}:${row.id}`, row);
  const own = [...known].flatMap(([name, row]) => (name.startsWith(platform) ? [toRecord(row)] : []));
  const events = EVENTS.map((id, index) => event({ id, category: categories[index] ?? "politics" }));
  if (isSoon) test.clock.advance(-2000);
  await test.list(own, platform, events);
}
