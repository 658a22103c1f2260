import assert from "node:assert/strict";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import type { PageFacts, Slice } from "../../../src/store/lists/list-query.ts";
import type { MarketSort } from "../../../src/store/lists/nouns.ts";
import type { MarketQuery } from "../../../src/store/markets.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
import fc from "../properties.ts";
import { DAY_MS, event, HOUR_MS, market, page, resolvedMarket, START } from "./builders.ts";
import { openTestWriter, type Script } from "./writer.ts";

export const PLATFORM_IDS = ["kalshi", "manifold", "polymarket"] as const;
export const CATEGORY_OF = { e1: "politics", e2: "sports", e3: "politics" } as const;
export const WORDS = ["alpha", "beta", "gamma"] as const;

/** A stored market as plain lists must find it; figures are few, so that there are many ties. */
export interface ModelMarket {
  readonly platform: string;
  readonly id: string;
  readonly eventId: keyof typeof CATEGORY_OF;
  readonly category: string;
  readonly title: string;
  readonly status: "open" | "closed";
  readonly yesPrice: number | null;
  readonly volume: number;
  readonly volume24h: number;
  readonly closesAt: number | null;
  readonly updatedAt: number;
}

const figures = fc.record({
  platform: fc.constantFrom(...PLATFORM_IDS),
  id: fc.constantFrom("a", "b", "B", "c1", "c10", "c2", "d"),
  eventId: fc.constantFrom("e1" as const, "e2" as const, "e3" as const),
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
  status: fc.constantFrom("open" as const, "open" as const, "closed" as const),
  yesPrice: fc.constantFrom(null, 0, 250_000, 250_001, 1_000_000),
  volume: fc.constantFrom(0, 100, 10_000, 500_000_000),
  volume24h: fc.constantFrom(0, 5, 50),
  closesAt: fc.constantFrom(null, START + DAY_MS, START + 2 * DAY_MS),
  /** In which pass it is first seen. */
  hour: fc.nat(2),
});

export const catalogue: fc.Arbitrary<ModelMarket[]> = fc
  .uniqueArray(figures, { selector: ({ platform, id }) => `${platform}:${id}`, minLength: 1, maxLength: 21 })
  .map((rows) =>
    rows.map(({ words, hour, ...row }) => ({
      ...row,
      category: CATEGORY_OF[row.eventId],
      title: words.join(" "),
      updatedAt: START + hour * HOUR_MS,
    })),
  );

/** Stores the markets through passes an hour apart, then opens them for reading. */
export async function storeOf(markets: readonly ModelMarket[]): Promise<{
  store: Store;
  file: string;
  /** Puts rows in the order in which they were first stored. */
  inOrder: (table: "markets" | "events") => <T extends Named>(rows: readonly T[]) => T[];
  close: () => Promise<void>;
}> {
  const scripts = Object.fromEntries(
    PLATFORM_IDS.map((platform): [string, Script] => [platform, { full: [], resolved: [] }]),
  );
  const test = openTestWriter({ scripts });
  for (let hour = 0; hour < 3; hour++) {
    for (const [platform, script] of Object.entries(scripts)) {
      const known = markets.filter((one) => one.platform === platform && one.updatedAt <= test.clock.now());
      script.full = [toPage(known.filter(({ status }) => status === "open"))];
      script.resolved = [toPage(known.filter(({ status }) => status === "closed"))];
    }
    for (const run of await test.writer.runOnce(new Set(PLATFORM_IDS))) assert.equal(run.status, "ok");
    test.clock.advance(HOUR_MS);
  }
  const store = openStore(test.file, undefined);
  return {
    store,
    file: test.file,
    inOrder(table) {
      const rows = test.writer.writing.db
        .prepare<[], Named>(`SELECT platform, id FROM ${table} ORDER BY ${table.slice(0, -1)}_key`)
        .all();
      const places = new Map(rows.map(({ platform, id }, place) => [`${platform}:${id}`, place]));
      const placeOf = ({ platform, id }: Named): number => places.get(`${platform}:${id}`) ?? 0;
      return (rows) => rows.toSorted((a, b) => placeOf(a) - placeOf(b));
    },
    async close() {
      store.close();
      await test.writer.close();
    },
  };
}

const toPage = (markets: readonly ModelMarket[]) =>
  page(
    markets.map(toRecord),
    Object.entries(CATEGORY_OF).map(([id, category]) => event({ id, category, startsAt: null })),
  );

function toRecord({ id, eventId, title, status, yesPrice, volume, volume24h, closesAt }: ModelMarket): MarketRecord {
  const given = { id, eventId, title, yesPrice, volume, volume24h, closesAt };
  return status === "open" ? market(given) : resolvedMarket(given);
}

interface Named {
  readonly platform: string;
  readonly id: string;
}

/** By what `figureOf` gives, null last, and equal ones as they are; without it all as they are, or the other way round. */
export function ordered<T>(
  rows: readonly T[],
  figureOf: ((row: T) => number | null) | undefined,
  order: "asc" | "desc",
): T[] {
  if (figureOf === undefined) return order === "asc" ? [...rows] : rows.toReversed();
  const sign = order === "asc" ? 1 : -1;
  const valued = rows.filter((row) => figureOf(row) !== null);
  return [
    ...valued.sort((a, b) => sign * ((figureOf(a) ?? 0) - (figureOf(b) ?? 0))),
    ...rows.filter((row) => figureOf(row) === null),
  ];
}

export const hasWords = (title: string, query: string): boolean => {
  const words = title.split(/\W+/);
  const wanted = query.split(" ");
  const last = wanted.pop() ?? "";
  return wanted.every((word) => words.includes(word)) && words.some((word) => word.startsWith(last));
};

const figureOf: Record<Exclude<MarketSort, "id">, (row: FiledMarket) => number | null> = {
  volume: ({ volume }) => volume,
  price: ({ yesPrice }) => yesPrice ?? 0,
  updated: ({ updatedAt }) => updatedAt,
  volume_24h: ({ volume24h }) => volume24h,
  closing: ({ closesAt }) => closesAt,
  resolved: () => null,
  change: () => null,
};

type FiledMarket = Omit<ModelMarket, "eventId"> & { readonly eventId: string };

/** What a list of markets has to be, found by looking at every market. */
export function expectedMarkets<Row extends FiledMarket>(markets: readonly Row[], query: MarketQuery): Row[] {
  const { platform, category, text, eventId, ids, updatedSince, closingBefore } = query;
  const found = markets.filter(
    (row) =>
      row.yesPrice !== null &&
      (query.status === "all" || row.status === query.status) &&
      row.volume >= (query.minVolume ?? 0) &&
      (platform === undefined || row.platform === platform) &&
      (category === undefined || row.category === category) &&
      (text === undefined || (text !== "?!" && hasWords(row.title, text))) &&
      (eventId === undefined || row.eventId === eventId) &&
      (ids === undefined || ids.some((one) => one.platform === row.platform && one.id === row.id)) &&
      (updatedSince === undefined || row.updatedAt >= updatedSince) &&
      (closingBefore === undefined || (row.closesAt !== null && row.closesAt < closingBefore)),
  );
  return ordered(found, query.sort === "id" ? undefined : figureOf[query.sort], query.order);
}

/** All pages of a list, by its cursors. */
export function walk<Page extends PageFacts>(list: (slice: Slice) => Page, size: number): Page[] {
  const pages = [list({ page: 1, size })];
  for (let after = pages[0]?.nextCursor; after !== undefined; after = pages.at(-1)?.nextCursor) {
    pages.push(list({ after, size }));
  }
  return pages;
}
