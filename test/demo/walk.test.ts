import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAttention, figuresAt } from "../../src/demo/figures.ts";
import { createCatalogue, type ListedMarket } from "../../src/demo/listings.ts";
import { activityAt, createWalk, MAX_CHANCE, MIN_CHANCE } from "../../src/demo/walk.ts";
import { linksOf } from "../support/demo/links.ts";
import fc from "../support/properties.ts";

const NOW = Date.UTC(2026, 10, 20, 5, 40);
const HOUR_MS = 3_600_000;
const SEED = 11;
const catalogue = createCatalogue(NOW);
const markets = catalogue.events.flatMap((event) => event.markets);
const open = markets.filter(({ event }) => event.topic.closesAt > NOW + 72 * HOUR_MS);
const demo = { seed: SEED, walk: createWalk(SEED) };
const anyMarket = fc.constantFrom(...markets);
const anyTime = fc.integer({ min: NOW - 40 * 24 * HOUR_MS, max: NOW + 20 * 24 * HOUR_MS });

describe("the demo's prices", () => {
  it("stay within 1 and 99 cents, with the bid below the ask", () => {
    fc.assert(
      fc.property(anyMarket, anyTime, (market, at) => {
        const { chance, bid, ask, last } = figuresAt(demo, market, at);
        assert.ok(chance >= MIN_CHANCE && chance <= MAX_CHANCE);
        assert.ok(bid >= 0 && bid < ask && ask <= 1 && last >= 0.005 && last <= 0.995);
        assert.ok(bid <= chance && chance <= ask);
      }),
      { numRuns: 2000 },
    );
  });

  it("are of topics whose trade begins with nothing", () => {
    for (const topic of catalogue.topics) assert.equal(activityAt(topic, 0), 0, topic.key);
  });

  it("of the rungs of a ladder never cross, and of a race add up to about one", () => {
    for (const topic of catalogue.topics) {
      const chances = [...demo.walk.chancesAt(topic, NOW)];
      if (topic.shape === "ladder")
        assert.deepEqual(
          chances,
          [...chances].sort((left, right) => right - left),
          topic.key,
        );
      if (topic.shape === "race" && topic.outcomes.length < 12 && topic.outcomes.length > 2) {
        const sum = chances.reduce((left, right) => left + right, 0);
        assert.ok(sum > 0.55 && sum < 1.1, `${topic.key}: ${sum}`);
      }
    }
  });
});

it("the demo's opposite markets move against each other while they are looked at", () => {
  const attention = createAttention();
  const pairs = markets.flatMap((market) => {
    const { topic, edition } = market.event;
    const other = markets.find(({ event, index }) => event.topic === topic && index === market.index);
    return edition.isInverted && other?.event.edition.isInverted === false ? [[market, other] as const] : [];
  });
  assert.ok(pairs.length > 0);
  for (const [market, other] of pairs) {
    for (const at of [NOW, NOW + 5000]) for (const one of [market, other]) attention.note(one, at);
    const [here, there] = [attention.moveAt(market, 0.5, NOW + 5000), attention.moveAt(other, 0.5, NOW + 5000)];
    assert.notEqual(here, 0);
    assert.equal(here, -(there ?? 0));
  }
});

describe("the demo's arbitrage", () => {
  const byId = new Map<string, ListedMarket>(markets.map((market) => [`${market.platform}/${market.id}`, market]));
  const find = ({ platform, id }: { platform: string; id: string }): ListedMarket => {
    const market = byId.get(`${platform}/${id}`);
    assert.ok(market !== undefined);
    return market;
  };
  const books = linksOf(catalogue)
    .same.filter(({ a, b }) => a.platform !== "manifold" && b.platform !== "manifold")
    .map((pair) => ({ ...pair, left: find(pair.a), right: find(pair.b) }))
    .filter(({ left, right }) => open.includes(left) && open.includes(right));

  const spreadAt = ({ left, right, isInverted }: (typeof books)[number], at: number): number => {
    const here = figuresAt(demo, left, at);
    const there = figuresAt(demo, right, at);
    const [bid, ask] = isInverted ? [1 - there.ask, 1 - there.bid] : [there.bid, there.ask];
    return Math.round(Math.max(here.bid - ask, bid - here.ask) * 1e6) / 1e4;
  };

  it("opens and closes within days: at any time some questions have one, and none has it all the time", () => {
    const hours = Array.from({ length: 49 }, (_, step) => NOW + step * 2 * HOUR_MS);
    const spreads = hours.map((at) => books.map((pair) => spreadAt(pair, at)));
    const openIn = (hour: readonly number[]) => books.filter((_, place) => (hour[place] ?? 0) >= 2);
    for (const hour of spreads) {
      assert.ok(new Set(openIn(hour).map(({ topic }) => topic)).size >= 4);
      assert.ok(Math.max(...hour) <= 6);
    }
    const closing = books.filter(({ gap }, place) => gap > 0 && spreads.some((hour) => (hour[place] ?? 0) <= 0));
    assert.ok(closing.length >= 8, `${closing.length}`);
    const seen = spreads.flatMap(openIn);
    assert.ok(seen.some(({ isInverted }) => isInverted));
    const platforms = (topic: string) =>
      new Set(books.filter((pair) => pair.topic === topic).flatMap(({ a, b }) => [a.platform, b.platform]));
    assert.ok(seen.some(({ topic }) => platforms(topic).size === 3));
  });

  it("is nowhere else", () => {
    const others = books.filter(({ gap }) => gap === 0);
    assert.ok(others.length > 500);
    for (const pair of others) assert.ok(spreadAt(pair, NOW) <= 0, `${pair.a.title} / ${pair.b.title}`);
  });
});
