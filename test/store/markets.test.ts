import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AppError } from "../../src/errors.ts";
import { MARKET_SORTS } from "../../src/store/lists/nouns.ts";
import type { MarketPage, MarketQuery } from "../../src/store/markets.ts";
import type { Store } from "../../src/store/open.ts";
import fc from "../support/properties.ts";
import { DAY_MS, HOUR_MS, START } from "../support/store/builders.ts";
import { catalogue, expectedMarkets, PLATFORM_IDS, storeOf, walk } from "../support/store/catalogue-model.ts";

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });

const queries: fc.Arbitrary<MarketQuery> = fc.record({
  sort: fc.constantFrom(...MARKET_SORTS.filter((sort) => sort !== "resolved")),
  order: fc.constantFrom("asc" as const, "desc" as const),
  status: fc.constantFrom("open" as const, "closed" as const, "all" as const),
  minVolume: fc.constantFrom(0, 0, 0, 100, 101),
  platform: maybe(fc.constantFrom(...PLATFORM_IDS, "nowhere")),
  category: maybe(fc.constantFrom("politics", "sports", "other")),
  text: fc.constantFrom(undefined, undefined, undefined, "alpha", "gam", "beta alpha", "alpha b", "delta", "?!"),
  eventId: fc.constantFrom(undefined, undefined, undefined, "e1", "e9"),
  ids: fc.constantFrom(
    undefined,
    undefined,
    undefined,
    [],
    [
      { platform: "kalshi", id: "a" },
      { platform: "manifold", id: "B" },
      { platform: "kalshi", id: "zz" },
    ],
  ),
  updatedSince: fc.constantFrom(undefined, undefined, undefined, START + 1, START + HOUR_MS),
  closingBefore: fc.constantFrom(undefined, undefined, undefined, START + 2 * DAY_MS),
  now: fc.constant(START),
});

const nameOf = ({ platform, id }: { platform: string; id: string }): string => `${platform}:${id}`;

function byPages(store: Store, query: MarketQuery, size: number): MarketPage[] {
  const pages: MarketPage[] = [];
  for (let page = 1; pages.at(-1)?.markets.length !== 0; page++) pages.push(store.markets.list(query, { page, size }));
  return pages;
}

const namesOf = (pages: readonly MarketPage[]): string[] => pages.flatMap(({ markets }) => markets.map(nameOf));

describe("a list of markets", () => {
  it("is what looking at every market gives: for every filter, sort and order, by pages and by cursor", async () => {
    const cases = fc.tuple(
      catalogue,
      fc.array(queries, { minLength: 20, maxLength: 20 }),
      fc.integer({ min: 1, max: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([markets, asked, size]) => {
        const { store, inOrder, close } = await storeOf(markets);
        const stored = inOrder("markets")(markets);
        for (const query of asked) {
          const names = expectedMarkets(stored, query).map(nameOf);
          const pages = byPages(store, query, size);
          assert.deepEqual(namesOf(pages), names);
          assert.deepEqual(namesOf(walk((slice) => store.markets.list(query, slice), size)), names);
          for (const { total } of pages) assert.equal(total, names.length);
        }
        await close();
      }),
      { numRuns: 20 },
    );
  });
});

describe("a cursor that this list did not give", () => {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const rows: readonly (readonly [string, string])[] = [
    ["nothing", ""],
    ["no base64", "%%%"],
    ["no JSON", Buffer.from("{").toString("base64url")],
    ["no list", encode({})],
    ["another sort", encode(["Market:price:desc", 1, 1, 2])],
    ["another order", encode(["Market:volume:asc", 1, 1, 2])],
    ["the list of events", encode(["Event:volume:desc", 1, 1, 2])],
    ["a text for a figure", encode(["Market:volume:desc", "1", 1, 2])],
    ["a text for a key", encode(["Market:volume:desc", 1, "a", 2])],
    ["too little", encode(["Market:volume:desc", 1])],
    ["too much", encode(["Market:volume:desc", 1, 1, 1, 2])],
  ];
  for (const [name, after] of rows) {
    it(`is a validation error that names the parameter: ${name}`, async () => {
      const { store, close } = await storeOf([]);
      const query: MarketQuery = { status: "open", minVolume: 0, sort: "volume", order: "desc", now: START };
      assert.throws(
        () => store.markets.list(query, { after, size: 10 }),
        (error) =>
          error instanceof AppError &&
          error.code === "validation_error" &&
          JSON.stringify(error.details).includes('"parameter":"cursor"'),
      );
      await close();
    });
  }
});
