import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findDays, weekdayOf } from "../../src/demo/calendar.ts";
import { createCatalogue, type ListedMarket } from "../../src/demo/listings.ts";
import { settle } from "../../src/demo/walk.ts";
import { CATEGORIES } from "../../src/domain/categories/names.ts";
import { linksOf } from "../support/demo/links.ts";

const NOW = Date.UTC(2026, 10, 20, 5, 40);
const DAY_MS = 86_400_000;
const catalogue = createCatalogue(NOW);
const markets = catalogue.events.flatMap((event) => event.markets);
const links = linksOf(catalogue);
const isOpen = ({ event }: ListedMarket): boolean => event.topic.closesAt > NOW;
const countOf = (keep: (market: ListedMarket) => boolean): number => markets.filter(keep).length;

describe("the demo's catalogue", () => {
  it("lists 2,500 to 4,000 open markets, some on every platform and of every category", () => {
    const open = countOf(isOpen);
    assert.ok(open >= 2500 && open <= 4000, `${open} open markets`);
    for (const category of CATEGORIES) {
      const count = countOf((market) => isOpen(market) && market.event.topic.category === category);
      assert.ok(count >= 60, `${count} of ${category}`);
    }
    for (const [platform, least] of [
      ["polymarket", 1000],
      ["kalshi", 1000],
      ["manifold", 250],
      ["predictit", 100],
    ] as const) {
      const count = countOf((market) => isOpen(market) && market.platform === platform);
      assert.ok(count >= least, `${count} on ${platform}`);
    }
  });

  it("has some that close today", () => {
    assert.ok(countOf((market) => isOpen(market) && market.event.topic.closesAt < Date.UTC(2026, 10, 21)) > 10);
  });

  it("has no placeholder left in any text", () => {
    for (const { question, label, event } of markets) {
      for (const text of [question, label, event.title]) assert.doesNotMatch(text, /[{}]|undefined|NaN|null/);
    }
  });

  it("has at least 60 questions on two platforms, 12 on three and 6 inverted ones", () => {
    const platforms = new Map<string, Set<string>>();
    for (const { topic, outcome, a, b } of links.same) {
      const key = `${topic}/${outcome}`;
      platforms.set(key, new Set([...(platforms.get(key) ?? []), a.platform, b.platform]));
    }
    assert.ok(links.same.length >= 60);
    assert.ok([...platforms.values()].filter((set) => set.size >= 3).length >= 12);
    assert.ok(new Set(links.same.filter(({ isInverted }) => isInverted).map(({ topic }) => topic)).size >= 6);
  });

  it("has at least 100 markets that ended in the last 30 days, with every outcome", () => {
    const ended = markets.filter(({ event }) => event.topic.closesAt < NOW && event.topic.closesAt > NOW - 30 * DAY_MS);
    assert.ok(ended.length >= 100, `${ended.length} markets`);
    const payouts = new Set(ended.map((market) => settle(market.event.topic, 1).payouts[market.index]));
    assert.deepEqual([...payouts].sort(), [0, 0.5, 1]);
    assert.ok(ended.some(({ event }) => event.topic.ending === "void"));
  });

  it("closes what is traded on weekdays on the Friday before a weekend", () => {
    const days = findDays({ days: [0, 1, 2, 3, 4], trading: true }, {}, NOW);
    assert.deepEqual(days.map(weekdayOf), ["Fri", "Fri", "Fri", "Mon", "Tue"]);
    assert.equal(new Set(days).size, 3);
  });

  it("is the same for the same time, and keeps the ids of what is still open a day later", () => {
    const idsOf = (at: number) =>
      new Set(
        createCatalogue(at).events.flatMap((event) => event.markets.map(({ id, platform }) => `${platform}/${id}`)),
      );
    assert.deepEqual(idsOf(NOW), idsOf(NOW));
    const tomorrow = createCatalogue(NOW + DAY_MS).events.flatMap((event) => event.markets);
    const today = new Map(markets.map((market) => [`${market.platform}/${market.id}`, market]));
    const kept = tomorrow.flatMap((market) => {
      const before = today.get(`${market.platform}/${market.id}`);
      return before === undefined ? [] : [[before, market] as const];
    });
    assert.ok(kept.length > 2500);
    for (const [before, after] of kept) assert.equal(after.question, before.question);
  });

  it("works on any day of the year: ids unique, chances between 0 and 1, most of it open", () => {
    for (const start of ["2026-01-01", "2026-06-30", "2027-08-15", "2028-02-29", "2028-11-08", "2028-12-31"]) {
      const at = Date.parse(`${start}T23:59:00Z`);
      const { events, topics } = createCatalogue(at);
      const keys = new Set(topics.map(({ key }) => key));
      assert.equal(keys.size, topics.length);
      for (const { outcomes, key } of topics) {
        assert.ok(
          outcomes.every(({ chance }) => chance > 0 && chance < 1),
          key,
        );
      }
      const listed = events.flatMap((event) => event.markets);
      assert.equal(new Set(listed.map(({ platform, id }) => `${platform}/${id}`)).size, listed.length);
      assert.ok(listed.filter(({ event }) => event.topic.closesAt > at).length > 2500, start);
    }
  });
});
