import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { figuresAt } from "../../src/demo/figures.ts";
import { createCatalogue, type ListedMarket } from "../../src/demo/listings.ts";
import { settle } from "../../src/demo/settlement.ts";
import type { Topic } from "../../src/demo/topic.ts";
import { createWalk } from "../../src/demo/walk.ts";
import { DEMO_SEED } from "../../src/domain/demo.ts";

const NOW = Date.UTC(2026, 10, 20, 5, 40);
const DAY_MS = 86_400_000;
/** Of a dollar: what selling the narrow one and buying the wide one may pay between two platforms. */
const MAX_GAIN = 0.04;
const STARTS = [NOW, Date.UTC(2026, 11, 30, 23), Date.UTC(2027, 4, 2, 9)];

/** An outcome of one topic that comes true whenever the other does. */
interface Rungs {
  readonly wide: readonly [topic: Topic, index: number];
  readonly narrow: readonly [topic: Topic, index: number];
}

function rungsOf(topics: readonly Topic[]): Rungs[] {
  const marks = topics
    .filter(({ shape }) => shape === "ladder")
    .flatMap((topic) =>
      topic.outcomes.slice(1).map((_, index): Rungs => ({ wide: [topic, index], narrow: [topic, index + 1] })),
    );
  const deadlines = topics.filter(({ isDeadline }) => isDeadline);
  const dates = deadlines.flatMap((later) =>
    deadlines
      .filter(({ path, closesAt }) => path === later.path && closesAt < later.closesAt)
      .flatMap((earlier) =>
        later.outcomes.flatMap(({ key }, index): Rungs[] => {
          const narrow = earlier.outcomes.findIndex((outcome) => outcome.key === key);
          return narrow < 0 ? [] : [{ wide: [later, index], narrow: [earlier, narrow] }];
        }),
      ),
  );
  const sums = topics.flatMap((topic) =>
    (topic.sums?.parts ?? []).flatMap((parts, index) =>
      parts.map((part): Rungs => ({ wide: [topic, index], narrow: [topic.sums?.race ?? topic, part] })),
    ),
  );
  return [...marks, ...dates, ...sums];
}

/** The price of yes in the direction of the topic, and the book's sides. */
function readAt(demo: Parameters<typeof figuresAt>[0], market: ListedMarket, at: number) {
  const { phase, chance, bid, ask } = figuresAt(demo, market, at);
  const isTurned = market.event.edition.isInverted;
  const sides = isTurned ? { chance: 1 - chance, bid: 1 - ask, ask: 1 - bid } : { chance, bid, ask };
  return { ...sides, isOpen: phase === "open" && at >= market.event.topic.opensAt };
}

describe("the demo's ladders", () => {
  for (const [place, start] of STARTS.entries()) {
    const { topics, events } = createCatalogue(start);
    const rungs = rungsOf(topics);
    const byOutcome = Map.groupBy(
      events.flatMap((event) => event.markets),
      ({ event, index }) => `${event.topic.key}/${index}`,
    );
    const marketsOf = ([topic, index]: Rungs["wide"]) => byOutcome.get(`${topic.key}/${index}`) ?? [];
    const day = new Date(start).toISOString().slice(0, 10);

    it(`of ${day} hold at every moment, on one platform and between two`, () => {
      const demo = { seed: DEMO_SEED + place, walk: createWalk(DEMO_SEED + place, { maxTicks: 1000 }) };
      const pairs = rungs.flatMap(({ wide, narrow }) =>
        marketsOf(wide).flatMap((above) => marketsOf(narrow).map((below) => ({ above, below }))),
      );
      assert.ok(pairs.length > 1000, `${pairs.length} pairs`);
      for (let at = start - 30 * DAY_MS; at < start + 150 * DAY_MS; at += 0.73 * DAY_MS) {
        for (const { above, below } of pairs) {
          const [wide, narrow] = [readAt(demo, above, at), readAt(demo, below, at)];
          if (!wide.isOpen || !narrow.isOpen) continue;
          const message = () =>
            `${below.question} ${narrow.chance} / ${above.question} ${wide.chance}, ${new Date(at)}`;
          if (narrow.bid - wide.ask > MAX_GAIN) assert.fail(message());
          const isOneLadder = above.platform === below.platform && above.event.topic.sums === null;
          if (isOneLadder && narrow.chance > wide.chance + 1e-9) assert.fail(message());
        }
      }
    });

    it(`of ${day} end in order, whatever the seed`, () => {
      for (let seed = 0; seed < 200; seed++) {
        for (const { wide, narrow } of rungs) {
          const [above, below] = [wide, narrow].map(([topic, index]) => settle(topic, seed).payouts[index] ?? 0);
          if ((above ?? 0) < (below ?? 0)) assert.fail(`${wide[0].key} and ${narrow[0].key} with seed ${seed}`);
        }
      }
    });
  }
});
