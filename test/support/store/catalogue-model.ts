import assert from "node:assert/strict";
import fc from "fast-check";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
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
export async function storeOf(
  markets: readonly ModelMarket[],
): Promise<{ store: Store; file: string; close: () => Promise<void> }> {
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

/** By what `figureOf` gives, null last, and equal ones by platform and id; without it, by platform and id alone. */
export function ordered<T extends { platform: string; id: string }>(
  rows: readonly T[],
  figureOf: ((row: T) => number | null) | undefined,
  order: "asc" | "desc",
): T[] {
  const byName = rows.toSorted((a, b) => compareTexts(a.platform, b.platform) || compareTexts(a.id, b.id));
  if (figureOf === undefined) return order === "asc" ? byName : byName.reverse();
  const sign = order === "asc" ? 1 : -1;
  const valued = byName.filter((row) => figureOf(row) !== null);
  return [
    ...valued.sort((a, b) => sign * ((figureOf(a) ?? 0) - (figureOf(b) ?? 0))),
    ...byName.filter((row) => figureOf(row) === null),
  ];
}

const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b);

export const hasWords = (title: string, query: string): boolean => {
  const words = title.split(" ");
  const wanted = query.split(" ");
  const last = wanted.pop() ?? "";
  return wanted.every((word) => words.includes(word)) && words.some((word) => word.startsWith(last));
};
