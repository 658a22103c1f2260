import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { type Db, immediately } from "../../../src/store/database/db.ts";
import type { openStore } from "../../../src/store/open.ts";
import type { QuestionOrMarket } from "../../../src/store/topics/movers.ts";
import { TOPIC_SORTS } from "../../../src/store/topics/topics.ts";
import { DAY_MS, event, HOUR_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { type GivenMatch, group } from "../../support/store/groups.ts";
import { openReader, openTestWriter, type Script } from "../../support/store/writer.ts";

const PLATFORMS = ["kalshi", "polymarket", "manifold"] as const;

const traded = (id: string, dollars: number, given: Partial<MarketRecord> = {}) =>
  market({ id, eventId: `of ${id}`, volume: dollars * 1000, volume24h: dollars * 100, ...given });

interface Given {
  readonly matches?: readonly GivenMatch[];
  /** Prices of a day ago; the archive holds what was seen since. */
  readonly past?: readonly (readonly [platform: string, id: string, price: number])[];
}

async function open(scripts: Readonly<Record<string, Script>>, { matches = [], past = [] }: Given = {}) {
  const test = openTestWriter({ scripts });
  await test.tick();
  group(test, matches);
  const insert = test.db.prepare("INSERT INTO history_points (market_key, at, yes_price, volume) VALUES (?, ?, ?, 0)");
  immediately(test.db, () => {
    for (const [platform, id, price] of past) {
      const key = test.value("SELECT market_key FROM markets WHERE platform = ? AND id = ?", platform, id);
      insert.run(key, (START - 2 * DAY_MS) / 1000, price);
    }
  });
  const store = openReader(test.file);
  const all = { platforms: PLATFORMS, limit: 10, now: START };
  return {
    movers: (given: { platforms?: string[]; category?: string; limit?: number; minVolume24h?: number } = {}) =>
      store.topics.listMovers({ ...all, minVolume24h: 0, ...given }).map(toMove),
    results: (given: { category?: string; limit?: number } = {}) => store.topics.listResults({ ...all, ...given }),
  };
}

const idOf = (subject: QuestionOrMarket): string =>
  "market" in subject ? subject.market.id : (subject.question.members[0]?.id ?? "");

const toMove = (subject: QuestionOrMarket) => [
  idOf(subject),
  ("market" in subject ? subject.market : subject.question).priceChange24h,
];

const onPair = (id: string, isInverted = false) => ({ a: "kalshi", b: "polymarket", id, isInverted });

describe("movers", async () => {
  const { movers } = await open(
    {
      kalshi: {
        full: [
          page(
            [
              traded("steady", 900, { yesPrice: 404_000 }),
              traded("fallen", 500, { yesPrice: 200_000 }),
              traded("game", 300, { yesPrice: 700_000 }),
              traded("rival", 300, { eventId: "of game", yesPrice: 300_000 }),
              traded("dust", 1, { yesPrice: 900_000 }),
              traded("turned", 30, { yesPrice: 300_000 }),
              traded("joined", 40, { yesPrice: 400_000 }),
            ],
            [event({ id: "of game", category: "sports" })],
          ),
        ],
      },
      polymarket: {
        full: [page([traded("turned", 10, { yesPrice: 600_000 }), traded("joined", 40, { yesPrice: 450_000 })])],
      },
      manifold: { full: [page([traded("played", 80, { yesPrice: 900_000 })])] },
    },
    {
      matches: [onPair("turned", true), onPair("joined")],
      past: [
        ["kalshi", "steady", 400_000],
        ["kalshi", "fallen", 600_000],
        ["kalshi", "game", 500_000],
        ["kalshi", "rival", 500_000],
        ["kalshi", "dust", 400_000],
        ["kalshi", "turned", 200_000],
        ["polymarket", "turned", 800_000],
        ["kalshi", "joined", 100_000],
        ["manifold", "played", 850_000],
      ],
    },
  );
  /** Of the question in its own direction, which is that of one of its markets. */
  const turned = movers().find(([id]) => id === "turned");

  it("are the outcomes that moved most, one of each topic, without those that hardly did", () => {
    assert.deepEqual(movers(), [
      ["dust", 500_000],
      ["fallen", -400_000],
      ["joined", 300_000],
      ["game", 200_000],
      turned,
      ["played", 50_000],
    ]);
    assert.deepEqual(movers({ limit: 2 }), [
      ["dust", 500_000],
      ["fallen", -400_000],
    ]);
  });

  it("of a question move by the prices of then at the weights of now, in its own direction", () => {
    assert.equal(Math.abs(Number(turned?.[1])), 125_000);
  });

  it("are above the floor of volume, where real money is asked for", () => {
    assert.ok(!movers({ minVolume24h: 1000 }).some(([id]) => id === "dust" || id === "played"));
    assert.deepEqual(movers({ platforms: ["manifold"], minVolume24h: 1000 }), [["played", 50_000]]);
  });

  it("are those of a category", () => assert.deepEqual(movers({ category: "sports" }), [["game", 200_000]]));
});

describe("the latest results", async () => {
  const ended = (id: string, outcome: "yes" | "no", hours: number, given: Partial<MarketRecord> = {}) =>
    resolvedMarket({ id, eventId: `of ${id}`, outcome, resolvedAt: START - hours * HOUR_MS, ...given });
  const { results } = await open(
    {
      kalshi: {
        full: [page([])],
        resolved: [
          page([ended("same", "yes", 4), ended("turned", "yes", 2), ended("half", "no", 5), ended("split", "yes", 9)]),
        ],
      },
      polymarket: {
        full: [page([traded("half", 1)])],
        resolved: [
          page(
            [
              ended("same", "yes", 1),
              ended("turned", "no", 3),
              ended("lost", "no", 6, { eventId: "of won" }),
              ended("won", "yes", 8),
              ended("split", "no", 10),
            ],
            [event({ id: "of won", category: "sports" })],
          ),
        ],
      },
    },
    { matches: [onPair("same"), onPair("turned", true), onPair("half"), onPair("split")] },
  );

  it("are one of each topic, that which came true, the latest first", () => {
    assert.deepEqual(
      results().map((result) => [idOf(result), result.resolvedAt]),
      [
        ["same", START - HOUR_MS],
        ["turned", START - 2 * HOUR_MS],
        ["half", START - 5 * HOUR_MS],
        ["won", START - 8 * HOUR_MS],
        ["split", START - 9 * HOUR_MS],
      ],
    );
    assert.deepEqual(results({ limit: 1 }).map(idOf), ["same"]);
    assert.deepEqual(results({ category: "sports" }).map(idOf), ["won"]);
  });

  it("have the outcome in the question's direction, and the platforms that resolved it", () => {
    const found = results().flatMap((result) => ("question" in result ? [result] : []));
    const [same, turned, half, split] = found;
    assert.equal(same?.outcome, "yes");
    assert.deepEqual(
      half?.resolved.map(({ platform }) => platform),
      ["kalshi"],
    );
    const kalshi = turned?.question.members.find(({ platform }) => platform === "kalshi");
    assert.equal(turned?.outcome, kalshi?.isInverted ? "no" : "yes");
    assert.equal(split?.outcome, null, "its platforms do not agree");
  });
});

const OUTCOMES = ["a", "b", "c"] as const;
const MONTHS = ["dec", "jan"] as const;
const ALL = { status: "all", sort: "id", order: "asc", now: START } as const;

/** Numbers that look random, the same each time. */
function createDice(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

describe("topics that follow what is written", () => {
  const figuresOf = ({ db }: { readonly db: Db }) => ({
    figures: db.prepare("SELECT * FROM temp.topic_figures ORDER BY topic_key").all(),
    events: db.prepare("SELECT * FROM temp.topic_events ORDER BY event_key").all(),
  });

  it("are those that a reader finds which has just begun", async () => {
    const roll = createDice(7);
    const scripts = Object.fromEntries(PLATFORMS.map((platform): [string, Script] => [platform, { full: [] }]));
    const relist = (): void => {
      for (const platform of PLATFORMS) {
        const markets = MONTHS.flatMap((month) =>
          OUTCOMES.filter(() => roll(8) > 0).map((outcome) =>
            market({
              ...{ id: `${month}-${outcome}`, title: `Will ${outcome} win in ${month}?`, outcomeLabel: outcome },
              eventId: roll(12) === 0 ? `other-${month}` : `e-${month}`,
              yesPrice: 10_000 * (1 + roll(98)),
              volume: 100 * roll(5000),
              volume24h: 100 * roll(50),
              closesAt: START + DAY_MS * (1 + roll(30)),
            }),
          ),
        );
        const titles = MONTHS.flatMap((month) => [event({ id: `e-${month}` }), event({ id: `other-${month}` })]);
        const script = scripts[platform];
        if (script !== undefined) script.full = [page(markets, titles)];
      }
    };
    relist();
    const test = openTestWriter({ scripts });
    await test.writer.runOnce(new Set());
    const reader = openReader(test.file);
    let closed = 0;
    for (let step = 0; step < 25; step++) {
      if (roll(2) === 0) {
        relist();
        await test.writer.runOnce(new Set(PLATFORMS));
      } else {
        const known = new Set((test.rows("SELECT platform || ':' || id FROM markets") as [string][]).flat());
        const matches = MONTHS.flatMap((month) =>
          OUTCOMES.flatMap((outcome): GivenMatch[] => {
            const id = `${month}-${outcome}`;
            return PLATFORMS.slice(1).flatMap((b) =>
              roll(3) > 0 && known.has(`kalshi:${id}`) && known.has(`${b}:${id}`) ? [{ a: "kalshi", b, id }] : [],
            );
          }),
        );
        group(test, matches);
      }
      const { topics } = reader.topics.list(ALL, { page: 1, size: 200 });
      const fresh = openReader(test.file);
      // Closed ones are not made before they are asked for.
      const isOpen = (topic: { readonly status: string }): boolean => topic.status === "open";
      const { topics: openTopics } = fresh.topics.list({ ...ALL, status: "open" }, { page: 1, size: 200 });
      assert.deepEqual(openTopics, topics.filter(isOpen), `step ${step}`);
      for (const topic of topics.filter((one) => !isOpen(one))) {
        const [platform = "", eventId = ""] = topic.id.split(":");
        assert.equal(fresh.topics.find(platform, eventId, START)?.volume, topic.volume, `step ${step}`);
        closed++;
      }
      assert.deepEqual(topics, fresh.topics.list(ALL, { page: 1, size: 200 }).topics, `step ${step}`);
      assert.deepEqual(figuresOf(reader), figuresOf(fresh), `step ${step}`);
      assertSound(fresh, topics);
      for (const sort of TOPIC_SORTS) {
        const total = topics.length;
        assert.equal(reader.topics.list({ ...ALL, sort, order: "desc" }, { page: 1, size: 200 }).total, total);
      }
    }
    assert.ok(closed > 0);
  });
});

/** Each listed event is in one topic, and figures are those of the questions and markets. */
function assertSound(store: ReturnType<typeof openStore>, listed: readonly { readonly id: string }[]): void {
  const keys = (sql: string) => store.db.prepare(sql).pluck().all().map(Number);
  const found = listed.map(({ id }) => {
    const [platform = "", eventId = ""] = id.split(":");
    const topic = store.topics.find(platform, eventId, START);
    assert.ok(topic, id);
    assert.equal(topic.id, id);
    return topic;
  });
  const events = found.flatMap((topic) => topic.events.map(({ eventKey }) => eventKey));
  assert.deepEqual(
    events.toSorted((a, b) => a - b),
    keys("SELECT event_key FROM event_totals WHERE market_count > 0 ORDER BY 1"),
  );
  for (const topic of found) {
    const real = topic.events.filter(({ platform }) => platform !== "manifold");
    assert.equal(
      topic.volume,
      real.reduce((sum, { volume }) => sum + volume, 0),
    );
    for (const outcome of topic.outcomes) {
      assert.ok(outcome.offers.length > 0);
      if (outcome.questionId === null) continue;
      const question = store.questions.find(outcome.questionId, START);
      assert.ok(question !== undefined && "found" in question);
      const { price, volume, volume24h, priceChange24h, status, isStale, members } = question.found;
      assert.deepEqual(
        { ...{ price, volume, volume24h, priceChange24h, status, isStale }, offers: members.length },
        {
          ...{ price: outcome.price, volume: outcome.volume, volume24h: outcome.volume24h },
          ...{ priceChange24h: outcome.priceChange24h, status: outcome.status, isStale: outcome.isStale },
          offers: outcome.offers.length,
        },
      );
      for (const { platform, id, price: own, cost, isBest } of outcome.offers) {
        const member = members.find((one) => one.platform === platform);
        assert.deepEqual([id, own, cost], [member?.id, member?.price, member?.buyYes?.total ?? null]);
        assert.equal(isBest, member?.buyYes?.isBest ?? false);
      }
    }
  }
}
