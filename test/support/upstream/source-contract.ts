import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CATEGORIES } from "../../../src/domain/categories/names.ts";
import type { EventRecord, MarketRecord } from "../../../src/domain/markets.ts";
import { getPlatform } from "../../../src/domain/platforms.ts";
import { ONE } from "../../../src/domain/prices.ts";
import type { Listing, Source } from "../../../src/sources/source.ts";
import fc from "../properties.ts";

/** What the contract needs to know of an adapter. */
export interface SourceSample {
  readonly source: Source;
  /** Page bodies as the platform sends them: one of each kind the adapter fetches. */
  readonly pages: readonly unknown[];
  /** How many markets the pages hold together, and how many records of theirs are to be rejected. */
  readonly markets: number;
  readonly rejected: number;
  /** The lists of event or market records in a page, to slip bad records into; for a single record, none. */
  readonly lists: (page: unknown) => unknown[][];
  readonly now?: number;
}

const NOW = Date.UTC(2026, 10, 20);
const JUNK: readonly unknown[] = [null, 7, "junk", [], {}, JSON.parse('{"__proto__": {"id": 1}, "constructor": null}')];

/** The promises every adapter keeps, whatever the platform sends. */
export function describeSource(name: string, sample: SourceSample): void {
  const { source, pages, now = NOW } = sample;
  const read = (page: unknown): Listing => source.normalise(page, now);

  describe(`${name} keeps the contract of a source`, () => {
    it("reads its sample pages completely, each id once a page", () => {
      const listings = pages.map(read);
      for (const listing of listings) {
        assertSound(listing, source.platform);
        assertUnique(listing.markets.map((market) => market.id));
        assertUnique(listing.events.map((event) => event.id));
      }
      assert.equal(sum(listings.map((listing) => listing.markets.length)), sample.markets, "markets read");
      assert.equal(sum(listings.map((listing) => listing.rejected.length)), sample.rejected, "records rejected");
    });

    it("reads any JSON without throwing", () => {
      fc.assert(fc.property(fc.jsonValue(), (page) => assertSound(read(page), source.platform)));
    });

    it("reads damaged copies of its pages without throwing or inventing figures", () => {
      const damaged = fc.tuple(
        fc.nat(pages.length - 1),
        fc.array(fc.tuple(fc.nat(), damage), { minLength: 1, maxLength: 12 }),
      );
      fc.assert(
        fc.property(damaged, ([index, damages]) => {
          assertSound(read(damagedCopy(pages[index], damages)), source.platform);
        }),
        { numRuns: 500 },
      );
    });

    it("takes no more of a text than pages can show, and nothing that controls a terminal", () => {
      let cuts = 0;
      for (const page of pages) {
        for (const [index, [holder, key]] of placesIn(page).entries()) {
          if (typeof Reflect.get(holder, key) !== "string") continue;
          const listing = read(damagedCopy(page, [[index, HOSTILE]]));
          assertSound(listing, source.platform);
          cuts += listing.markets.filter(({ title }) => title.endsWith("…")).length;
        }
      }
      assert.ok(cuts > 0, "a title was cut");
    });

    it("gives the same answer for the same page and leaves the page as it was", () => {
      for (const page of pages) {
        const frozen = deepFreeze(structuredClone(page));
        const first = read(frozen);
        assert.deepEqual(read(frozen), first);
        assert.deepEqual(frozen, page);
      }
    });

    it("rejects a bad record without losing any other", () => {
      let listsSeen = 0;
      for (const page of pages) {
        const whole = read(page);
        const places = sample.lists(structuredClone(page)).length;
        for (let place = 0; place < places; place++) {
          const copy = structuredClone(page);
          const list = sample.lists(copy)[place] ?? [];
          for (const [at, junk] of JUNK.entries()) list.splice((at * 2) % (list.length + 1), 0, structuredClone(junk));
          const spoiled = read(copy);
          assertSound(spoiled, source.platform);
          assert.deepEqual(spoiled.markets, whole.markets);
          assert.deepEqual(spoiled.events, whole.events);
          assert.equal(spoiled.rejected.length, whole.rejected.length + JUNK.length);
          listsSeen++;
        }
      }
      assert.ok(listsSeen > 0, "the sample has a page with a list of records");
    });
  });
}

/** Fails unless everything in the listing may be stored and published as it is. */
export function assertSound(listing: Listing, platform: string): void {
  const site = new URL(getPlatform(platform).site).hostname;
  const events = new Set(listing.events.map((event) => event.id));
  for (const event of listing.events) assertEvent(event, site);
  for (const market of listing.markets) {
    assert.ok(events.has(market.eventId), `the event of market ${market.id} is listed`);
    assertMarket(market, site);
  }
  for (const rejection of listing.rejected) {
    assert.ok(rejection.id === null || isText(rejection.id));
    assert.ok(["not_binary", "malformed", "archived"].includes(rejection.reason));
  }
}

/**
 * Longer than any field, with lines, colours, a bell, writing from right to left, characters that nobody sees, an accent
 * and an emoji of four people.
 */
const HOSTILE = `\u001b[31mA\r\nB\u0007\u202eC\u2066\u009b\u2028 \u200f\u200b\u00ad\u2060${"e\u0301👩‍👩‍👧‍👦".repeat(3000)}`;

const isLine = (value: string): boolean => isPlain(value, 500) && !/\s\s|[^\S ]/.test(value);

const isPlain = (value: string, max: number): boolean =>
  isText(value) &&
  [...value].length <= max &&
  value.isWellFormed() &&
  value === value.normalize("NFC") &&
  !/[[\p{Cc}\p{Cf}]--[\n\t\u200c\u200d]]/v.test(value);

function assertEvent(event: EventRecord, site: string): void {
  assert.ok(isText(event.id) && isText(event.title), "an event has an id and a title");
  assert.ok(CATEGORIES.includes(event.category), `category ${event.category}`);
  assertUrl(event.url, site);
  if (event.imageUrl !== null) assert.equal(new URL(event.imageUrl).protocol, "https:");
  assert.ok(isLine(event.title), event.title);
  assert.ok(event.description === null || isPlain(event.description, 20_000));
  assert.ok(event.tags.every(isLine), "tags are lines");
  assert.equal(typeof event.isPartial, "boolean");
  assert.ok(event.isExclusive === null || typeof event.isExclusive === "boolean");
  assertAmount(event.liquidity, "liquidity");
  for (const at of [event.startsAt, event.endsAt]) assertTime(at);
}

function assertMarket(market: MarketRecord, site: string): void {
  assert.ok(isText(market.id) && isText(market.eventId) && isText(market.title), "a market has ids and a title");
  for (const optional of [market.outcomeLabel, market.description, market.historyKey]) {
    assert.ok(optional === null || isText(optional), `'${optional}' is null or some text`);
  }
  assert.ok(isLine(market.title), market.title);
  assert.ok(market.outcomeLabel === null || isLine(market.outcomeLabel));
  assert.ok(market.description === null || isPlain(market.description, 20_000));
  const { name, url } = market.settlementSource ?? { name: null, url: null };
  assert.ok((name === null || isLine(name)) && (url === null || url.length <= 2000));
  assertUrl(market.url, site);
  for (const price of [market.yesPrice, market.bestBid, market.bestAsk, market.lastPrice, market.settlementPrice]) {
    assert.ok(price === null || (Number.isInteger(price) && price >= 0 && price <= ONE), `price ${price}`);
  }
  assert.equal(market.priceSource === null, market.yesPrice === null, "a price says where it comes from");
  assert.ok([null, "quoted", "mid", "last", "amm", "settlement"].includes(market.priceSource));
  assert.notEqual(market.volume, null);
  assert.notEqual(market.volume24h, null);
  for (const amount of [market.volume, market.volume24h, market.liquidity, market.openInterest]) {
    assertAmount(amount, "amount");
  }
  assert.ok(market.rawVolume === null || (Number.isFinite(market.rawVolume) && market.rawVolume >= 0));
  for (const at of [market.closesAt, market.createdAt, market.resolvedAt]) assertTime(at);
  assertEnding(market);
}

function assertEnding(market: MarketRecord): void {
  assert.ok(market.status === "open" || market.status === "closed");
  assert.ok([null, "yes", "no", "split", "void", "unknown"].includes(market.outcome));
  assert.equal(market.outcome === null, market.status === "open", "an outcome belongs to a closed market");
  const isFinal = market.outcome !== null && market.outcome !== "unknown";
  assert.ok(isFinal || (market.resolvedAt === null && market.settlementPrice === null), "an end belongs to an outcome");
}

function assertUrl(url: string, site: string): void {
  assert.ok(url.length <= 5000);
  const { protocol, hostname } = new URL(url);
  assert.equal(protocol, "https:");
  assert.ok(hostname === site || hostname.endsWith(`.${site}`), `${hostname} is on ${site}`);
}

function assertAmount(amount: number | null, what: string): void {
  assert.ok(amount === null || (Number.isSafeInteger(amount) && amount >= 0), `${what} ${amount}`);
}

function assertTime(at: number | null): void {
  assert.ok(at === null || (Number.isSafeInteger(at) && at > 0 && at < Date.UTC(10_000, 0)), `time ${at}`);
}

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function assertUnique(ids: readonly string[]): void {
  assert.equal(new Set(ids).size, ids.length, "ids are unique");
}

const DELETE = Symbol("delete");

/** What takes the place of a value anywhere in a page. */
const damage: fc.Arbitrary<unknown> = fc.oneof(
  fc.constant(DELETE),
  fc.constantFrom(null, true, false, 0, -1, 1, 0.5, 1.5, -0.01, 1e300, -1e300, 2 ** 60, 5e-324),
  fc.constantFrom("", " ", "0", "1", "-1", "1e400", "NaN", "Infinity", "0x10", "1.0000", "[]", '["0.5"]', '["2","-1"]'),
  fc.constantFrom(
    "0001-01-01T00:00:00Z",
    "9999-99-99",
    "__proto__",
    "constructor",
    "../..",
    "a b/ü?#%",
    "\ud800",
    "[{",
  ),
  fc.constantFrom<unknown>([], {}, [[]], [null], { id: {} }, JSON.parse('{"__proto__": {"polluted": true}}')),
  fc.jsonValue({ maxDepth: 2 }),
);

function damagedCopy(page: unknown, damages: readonly (readonly [number, unknown])[]): unknown {
  const copy = structuredClone(page);
  for (const [seed, value] of damages) {
    const places = placesIn(copy);
    const place = places[seed % Math.max(places.length, 1)];
    if (place === undefined) return value === DELETE ? undefined : value;
    const [holder, key] = place;
    if (value === DELETE && Array.isArray(holder)) holder.splice(Number(key), 1);
    else if (value === DELETE) Reflect.deleteProperty(holder, key);
    else Reflect.set(holder, key, structuredClone(value));
  }
  return copy;
}

function placesIn(value: unknown): [object, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): [object, string][] => [[value, key], ...placesIn(inner)]);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}
