import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { EventQuery } from "../../src/store/events.ts";
import { EVENT_SORTS, type EventSort } from "../../src/store/lists/nouns.ts";
import fc from "../support/properties.ts";
import {
  CATEGORY_OF,
  catalogue,
  type ModelMarket,
  ordered,
  PLATFORM_IDS,
  storeOf,
  walk,
} from "../support/store/catalogue-model.ts";

interface ModelEvent {
  readonly platform: string;
  readonly id: string;
  readonly category: string;
  readonly status: "open" | "closed";
  readonly marketCount: number;
  readonly totalVolume: number;
  readonly volume24h: number;
  /** When it was first seen, since these events do not say when they start. */
  readonly openedAt: number;
}

const queries: fc.Arbitrary<EventQuery> = fc.record({
  sort: fc.constantFrom(...EVENT_SORTS),
  order: fc.constantFrom("asc" as const, "desc" as const),
  status: fc.constantFrom("open" as const, "closed" as const, "all" as const),
  platform: fc.constantFrom(undefined, undefined, ...PLATFORM_IDS),
  category: fc.constantFrom(undefined, undefined, "politics", "sports", "other"),
  text: fc.constantFrom(undefined, undefined, "the question", "E1", "question e", "e2 e3", "…"),
});

const figureOf: Record<Exclude<EventSort, "id">, (row: ModelEvent) => number> = {
  volume: ({ totalVolume }) => totalVolume,
  volume_24h: ({ volume24h }) => volume24h,
  markets: ({ marketCount }) => marketCount,
  recent: ({ openedAt }) => openedAt,
};

/** The events of these markets with their totals; one without a priced market is not listed. */
function eventsOf(markets: readonly ModelMarket[]): ModelEvent[] {
  return PLATFORM_IDS.flatMap((platform) =>
    Object.entries(CATEGORY_OF).flatMap(([id, category]): ModelEvent[] => {
      const all = markets.filter((one) => one.platform === platform && one.eventId === id);
      const listed = all.filter(({ yesPrice }) => yesPrice !== null);
      if (listed.length === 0) return [];
      const sum = (figure: "volume" | "volume24h") => listed.reduce((total, one) => total + one[figure], 0);
      return [
        {
          platform,
          id,
          category,
          status: listed.some(({ status }) => status === "open") ? "open" : "closed",
          marketCount: listed.length,
          totalVolume: sum("volume"),
          volume24h: sum("volume24h"),
          openedAt: Math.min(...all.map(({ updatedAt }) => updatedAt)),
        },
      ];
    }),
  );
}

/** The title of every event is "The question of" and its id. */
const FOUND_BY_TEXT: Readonly<Record<string, readonly string[]>> = {
  "the question": ["e1", "e2", "e3"],
  E1: ["e1"],
  "question e": ["e1", "e2", "e3"],
  "e2 e3": [],
  "…": [],
};

function expected(events: readonly ModelEvent[], { status, platform, category, text, sort, order }: EventQuery) {
  const found = events.filter(
    (row) =>
      (status === "all" || row.status === status) &&
      (platform === undefined || row.platform === platform) &&
      (category === undefined || row.category === category) &&
      (text === undefined || FOUND_BY_TEXT[text]?.includes(row.id)),
  );
  return ordered(found, sort === "id" ? undefined : figureOf[sort], order);
}

describe("a list of events", () => {
  it("is what looking at every event gives: for every filter, sort and order, by pages and by cursor", async () => {
    const cases = fc.tuple(
      catalogue,
      fc.array(queries, { minLength: 20, maxLength: 20 }),
      fc.integer({ min: 1, max: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([markets, asked, size]) => {
        const { store, inOrder, close } = await storeOf(markets);
        const stored = inOrder("events")(eventsOf(markets));
        for (const query of asked) {
          const rows = expected(stored, query);
          const walked = walk((slice) => store.events.list(query, slice), size);
          assert.deepEqual(
            walked.flatMap(({ events }) => events.map(figuresOf)),
            rows.map(figuresOf),
          );
          for (const [index, { events, total }] of walked.entries()) {
            assert.equal(total, rows.length);
            const paged = store.events.list(query, { page: index + 1, size });
            assert.deepEqual([paged.events, paged.total], [events, total]);
          }
          const beyond = store.events.list(query, { page: walked.length + 1, size });
          assert.deepEqual([beyond.events, beyond.total], [[], rows.length]);
        }
        await close();
      }),
      { numRuns: 20 },
    );
  });
});

const figuresOf = (row: Omit<ModelEvent, "openedAt">): unknown[] => [
  row.platform,
  row.id,
  row.category,
  row.status,
  row.marketCount,
  row.totalVolume,
  row.volume24h,
];
