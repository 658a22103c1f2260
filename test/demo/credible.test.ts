import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { figuresAt, priceOf } from "../../src/demo/figures.ts";
import { createCatalogue, type ListedEvent } from "../../src/demo/listings.ts";
import { rulesOf } from "../../src/demo/rules.ts";
import { settle } from "../../src/demo/settlement.ts";
import { createWalk } from "../../src/demo/walk.ts";
import { fixedClock } from "../support/store/writer.ts";

const NOW = Date.UTC(2026, 10, 20, 5, 40);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SEED = 11;
const catalogue = createCatalogue(NOW);
const markets = catalogue.events.flatMap((event) => event.markets);
const demo = { seed: SEED, walk: createWalk(SEED), catalogue, clock: fixedClock(NOW) };

describe("the demo's prices, as people know them", () => {
  const exclusive = catalogue.events.filter(
    ({ topic, markets: own }) => topic.shape === "race" && own.length === topic.outcomes.length,
  );
  const times = (event: ListedEvent): number[] =>
    [-30, -12.3, -4.1, -1, 0, 2.7]
      .map((days) => NOW + days * DAY_MS)
      .concat([DAY_MS, HOUR_MS, 1].map((before) => event.topic.closesAt - before))
      .filter((at) => at >= event.topic.opensAt && at < event.topic.closesAt);

  it("of exclusive outcomes add up to 95 to 106 % on every platform at every time", () => {
    assert.ok(exclusive.length > 200);
    for (const event of exclusive) {
      for (const at of times(event)) {
        const prices = event.markets.map((market) => priceOf(market, figuresAt(demo, market, at)));
        const sum = prices.reduce((left, right) => left + right, 0);
        assert.ok(sum > 0.95 && sum < 1.06, `${event.platform} ${event.title}: ${sum}`);
      }
    }
  });

  const ended = markets.filter(({ event }) => settle(event.topic, SEED).at < NOW);

  it("leave the ending open until the close, and are settled at a time of their own within the hour after it", () => {
    for (const days of [30, 10, 1, 1 / 24]) {
      const known = ended.flatMap((market) => {
        const { topic } = market.event;
        const at = topic.closesAt - days * DAY_MS;
        const figures = figuresAt(demo, market, at);
        return at < topic.opensAt || figures.payout < 1 ? [] : priceOf(market, figures);
      });
      assert.ok(known.length > 50);
      assert.ok(Math.max(...known) < 0.995, `${Math.max(...known)} is certain ${days} days before`);
      const sure = known.filter((price) => price > 0.95).length;
      assert.ok(sure * 4 < known.length, `${sure} of ${known.length} were sure ${days} days before`);
    }
    const topics = new Set(ended.map(({ event }) => event.topic));
    const delays = Array.from(topics, (topic) => settle(topic, SEED).at - topic.closesAt);
    assert.ok(delays.every((delay) => delay > 0 && delay <= HOUR_MS));
    assert.ok(new Set(delays).size > 20, "not all at one time");
  });
});

describe("the demo's rules", () => {
  it("say what has to happen, with no word left out, and differ from platform to platform", () => {
    for (const market of markets) {
      const { claim, rest } = rulesOf(market);
      assert.doesNotMatch(`${claim} ${rest}`, /[{}]|undefined|null/);
      assert.match(claim, /^(If .+, then the market resolves to (Yes|No)\.|Resolves (to "(Yes|No)"|YES|NO) if .+\.)$/);
    }
    const texts = markets
      .filter(({ event, outcome }) => event.topic.key === "fed-1" && outcome.key === "cut-rates-by-25-bps")
      .map((market) => Object.values(rulesOf(market)).join(" "));
    assert.equal(new Set(texts).size, 3);
  });
});
