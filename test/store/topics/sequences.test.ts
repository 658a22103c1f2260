import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Db } from "../../../src/store/database/db.ts";
import type { openStore } from "../../../src/store/open.ts";
import { TOPIC_SORTS } from "../../../src/store/topics/topics.ts";
import { DAY_MS, event, market, page, START } from "../../support/store/builders.ts";
import { type GivenMatch, group } from "../../support/store/groups.ts";
import { openReader, openTestWriter, type Script } from "../../support/store/writer.ts";

const PLATFORMS = ["kalshi", "polymarket", "manifold"] as const;
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
