import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mix } from "../../../src/demo/chance.ts";
import type { EventQuery } from "../../../src/store/events.ts";
import { EVENT_SORTS, MARKET_SORTS } from "../../../src/store/lists/nouns.ts";
import type { MarketQuery, StoredMarket } from "../../../src/store/markets.ts";
import { MAX_COMPARED } from "../../../src/store/titles/search.ts";
import {
  hasTerms,
  parseTerms,
  qualityOf,
  type SearchTerms,
  toWhole,
  wordsOf,
} from "../../../src/store/titles/terms.ts";
import { toWords } from "../../../src/store/titles/words.ts";
import fc from "../../support/properties.ts";
import { DAY_MS, event, MINUTE_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { expectedMarkets, walk } from "../../support/store/catalogue-model.ts";
import { openReader, openTestWriter } from "../../support/store/writer.ts";

const WORDS = "in rain snow storm stormy storm storm the the the 2027 winter winters".split(" ");
const MARKETS = 3000;

/** Mostly the words come in one order, so that a search in the other order has its best titles far down. */
function titleOf(id: number): string {
  const words = Array.from({ length: 1 + (mix(id, 1) % 4) }, (_, place) => mix(id, 2 + place) % WORDS.length);
  words.sort((a, b) => (mix(id, 10) % 20 === 0 ? b - a : a - b));
  return words.map((index) => WORDS[index]).join(" ");
}

/** Many trade about as much, and some nothing. What is indexed first trades otherwise once the second pass is done. */
const volumeOf = (id: number, pass: number): number =>
  mix(id, 7) % 10 === 0 ? 0 : Math.floor(2 ** ((mix(id, 8 + 90 * pass) % 500) / 50));

const listingAt = (pass: number) =>
  page(
    Array.from({ length: MARKETS }, (_, id) => {
      const given = { id: `m${id}`, title: titleOf(id), volume: volumeOf(id, pass) };
      return mix(id, 9) % 3 === 0 ? resolvedMarket(given) : market(given);
    }),
  );
const script = { full: [listingAt(1)] };
const test = openTestWriter({ scripts: { kalshi: script } });
await test.pass();
test.clock.advance(MINUTE_MS);
script.full = [listingAt(0)];
await test.pass();
const store = openReader(test.file);

const stored = test.rows(
  "SELECT id, title, status, volume FROM markets JOIN market_quotes USING (market_key) ORDER BY market_key",
);
const all = (stored as [string, string, "open" | "closed", number][]).map(([id, title, status, volume], place) => ({
  id,
  place,
  title,
  words: toWords(title),
  status,
  volume,
}));

type Stored = (typeof all)[number];

const byPopularity = (a: Stored, b: Stored): number =>
  Number(a.status === "closed") - Number(b.status === "closed") || b.volume - a.volume || a.place - b.place;

/** The best known hits and exact titles, all compared: the best title first, then open ones, then by volume. */
function compareAll(terms: SearchTerms, status: string, limit: number) {
  const matching = all
    .filter((one) => (status === "all" || one.status === status) && hasTerms(one.words, terms))
    .sort(byPopularity);
  const wholeHits = matching.filter(({ words }) => hasTerms(words, toWhole(terms)));
  // Behind so many titles with whole words, none is looked for where a word only begins so.
  const hits = wholeHits.length >= MAX_COMPARED ? wholeHits : matching;
  const isExact = ({ words }: Stored): boolean => words.join(" ") === wordsOf(terms).join(" ");
  const inTurn = new Set([...hits.filter(isExact), ...wholeHits, ...hits]);
  const best = [...inTurn]
    .slice(0, MAX_COMPARED)
    .map((one) => ({ ...one, tier: qualityOf(one.words, terms) }))
    .sort((a, b) => a.tier - b.tier || byPopularity(a, b));
  return { found: hits.length, ids: best.slice(0, limit).map(({ id }) => id) };
}

describe("a search", () => {
  it("finds the same as if all that may be among the best were read and compared", () => {
    const word = fc.constantFrom(...WORDS, "sto", "win", "20", "-the", "-snow", '"the rain"', "hail");
    const texts = fc.array(word, { minLength: 1, maxLength: 3 }).map((some) => some.join(" "));
    const status = fc.constantFrom("all", "open", "closed");
    fc.assert(
      fc.property(texts, status, fc.constantFrom(1, 3, 20, 100), (text, wanted, limit) => {
        const found = store.search.find({ text, status: wanted, limit, now: START, isExact: true });
        const terms = parseTerms(text);
        const expected = terms.wanted.length === 0 ? { found: 0, ids: [] } : compareAll(terms, wanted, limit);
        assert.deepEqual({ found: found.marketsFound, ids: found.markets.map(({ id }) => id) }, expected);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a search for one word that very many titles have", async () => {
  const EXACT = 250;
  const others = (count: number) =>
    Array.from({ length: count }, (_, id) => market({ id: `o${id}`, title: `Hail in town ${id}`, volume: 5000 + id }));
  const exact = Array.from({ length: EXACT }, (_, id) => market({ id: `e${id}`, title: "Hail", volume: 10 * id }));
  const script = { full: [page([...exact, ...others(300)])] };
  const own = openTestWriter({ scripts: { kalshi: script } });
  await own.pass();
  const reader = openReader(own.file);
  const find = (limit: number, status: "all" | "closed" = "all") =>
    reader.search.find({ text: "hail", status, limit, now: START });

  it("puts those that are this word first, however many there are", () => {
    const best = (count: number) => exact.slice(-count).map(({ id }) => id);
    for (const limit of [1, 20, 100]) {
      const ids = find(limit).markets.map(({ id }) => id);
      assert.deepEqual(ids, best(limit).reverse(), `the best ${limit}`);
    }
  });

  it("counts them anew once there are more, or fewer of a status", async () => {
    assert.deepEqual([find(20).marketsFound, find(1).marketsFound, find(1, "closed").marketsFound], [550, 550, 0]);
    own.clock.advance(MINUTE_MS);
    const closed = exact.map(({ id }) => resolvedMarket({ id, title: "Hail", volume: 10 }));
    script.full = [page([...closed, ...others(400)])];
    await own.pass();
    assert.deepEqual([find(20).marketsFound, find(1).marketsFound, find(1, "closed").marketsFound], [650, 650, 250]);
  });
});

/** More markets than are sorted one by one; of the words one is in nearly all titles, one in half and one in few. */
const MANY = 6000;
const CATEGORIES = ["politics", "sports", "crypto"] as const;

const recordOf = (index: number) => {
  const words = ["candidate", index % 2 === 0 ? "elections" : "weather", index % 40 === 0 ? "rare" : "plain"];
  const record = {
    id: `m${index}`,
    eventId: `e${index}`,
    title: `${words.slice(index % 20 === 7 ? 1 : 0).join(" ")}?`,
    yesPrice: index % 50 === 3 ? null : 10_000 + (index % 90) * 10_000,
    volume: index % 3 === 0 ? 5000 : index * 1000,
    volume24h: (index % 77) * 10,
    closesAt: index % 11 === 0 ? null : START + ((index % 30) + 1) * DAY_MS,
  };
  return index % 9 === 0 ? resolvedMarket(record) : market(record);
};

const listingOf = (first: number) => {
  const records = Array.from({ length: MANY / 2 }, (_, index) => recordOf(first + index));
  const events = records.map(({ eventId, title }, index) =>
    event({ id: eventId, title, category: CATEGORIES[index % 3] ?? "other", startsAt: START - (index % 50) * DAY_MS }),
  );
  const isOpen = ({ status }: { status: string }) => status === "open";
  return {
    full: [page(records.filter(isOpen), events)],
    resolved: [
      page(
        records.filter((one) => !isOpen(one)),
        events,
      ),
    ],
  };
};

const many = openTestWriter({ scripts: { kalshi: listingOf(0), polymarket: listingOf(MANY / 2) } });
await many.tick();
const reader = openReader(many.file);

const QUERY = { minVolume: 0, sort: "id", order: "asc", now: START } as const;
const everything: readonly StoredMarket[] = walk(
  (slice) => reader.markets.list({ ...QUERY, status: "all" }, slice),
  200,
).flatMap(({ markets }) => markets);

const FILTERS: readonly Partial<MarketQuery>[] = [
  {},
  { status: "all" },
  { status: "closed" },
  { platform: "polymarket" },
  { category: "sports" },
  { minVolume: 2_000_000 },
  { closingBefore: START + 20 * DAY_MS, status: "all" },
];

describe("a list of what has a word in its title", () => {
  const nameOf = ({ platform, id }: { platform: string; id: string }): string => `${platform}:${id}`;
  for (const text of ["candid", "elect", "rare"]) {
    for (const sort of MARKET_SORTS.filter((one) => one !== "resolved")) {
      it(`has all of them in order: ${text}, by ${sort}`, () => {
        for (const order of ["asc", "desc"] as const) {
          for (const filter of FILTERS) {
            const query: MarketQuery = { ...QUERY, status: "open", sort, order, text, ...filter };
            const names = expectedMarkets(everything, query).map(nameOf);
            const last = Math.ceil(names.length / 70);
            for (const at of [1, 2, 30, Math.max(last, 1), last + 1]) {
              const { markets, total, nextCursor } = reader.markets.list(query, { page: at, size: 70 });
              assert.equal(total, names.length);
              assert.deepEqual(markets.map(nameOf), names.slice((at - 1) * 70, at * 70), JSON.stringify([query, at]));
              if (nextCursor === undefined) continue;
              const next = reader.markets.list(query, { after: nextCursor, size: 70 });
              assert.deepEqual(next.markets.map(nameOf), names.slice(at * 70, (at + 1) * 70));
            }
          }
        }
      });
    }
  }

  it("of events has each once, whatever the order", () => {
    for (const sort of EVENT_SORTS) {
      const query: EventQuery = { status: "all", sort, order: "desc", text: "elect" };
      const pages = walk((slice) => reader.events.list(query, slice), 200);
      const names = new Set(pages.flatMap(({ events }) => events.map(nameOf)));
      const total = pages[0]?.total ?? 0;
      assert.equal(names.size, total);
      assert.ok(total > 2000);
    }
  });
});
