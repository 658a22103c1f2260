import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { figuresAt, priceOf, volumeAt } from "../../src/demo/figures.ts";
import { createCatalogue, type ListedEvent } from "../../src/demo/listings.ts";
import { rulesOf } from "../../src/demo/records.ts";
import { createWalk, phaseAt, settle } from "../../src/demo/walk.ts";

const NOW = Date.UTC(2026, 10, 20, 5, 40);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SEED = 11;
const catalogue = createCatalogue(NOW);
const markets = catalogue.events.flatMap((event) => event.markets);
const demo = { seed: SEED, walk: createWalk(SEED) };

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

  it("come nearer to the ending the sooner it is, and leave some of it open until the close", () => {
    const lasting = ended.filter(({ event: { topic } }) => topic.closesAt - topic.opensAt > 4 * DAY_MS);
    const errors = [4, 1, 1 / 4, 1 / 24].map((days) => {
      const squares = lasting.map((market) => {
        const figures = figuresAt(demo, market, market.event.topic.closesAt - days * DAY_MS);
        assert.ok(priceOf(market, figures) < 0.995, `${market.question} is certain ${days} days before`);
        return (priceOf(market, figures) - figures.payout) ** 2;
      });
      return squares.reduce((sum, square) => sum + square, 0) / squares.length;
    });
    assert.deepEqual(
      errors,
      errors.toSorted((a, b) => b - a),
    );
    assert.ok((errors[0] ?? 0) > 0.1 && (errors[3] ?? 0) < 0.03 && (errors[3] ?? 0) > 0.003, errors.join());
  });

  it("of a coin follow one path: what is reached sooner is reached, and what ends above has been reached", () => {
    const ladders = catalogue.topics.filter(({ figure }) => figure !== null);
    assert.ok(ladders.length > 20);
    const touches = ladders.filter(({ figure }) => figure?.isTouch);
    for (const one of touches) {
      for (const other of ladders) {
        if (other.figure?.key !== one.figure?.key || other.closesAt > one.closesAt || other.closesAt < NOW) continue;
        for (const [index, mark] of (one.figure?.marks ?? []).entries()) {
          const at = other.figure?.marks.indexOf(mark) ?? -1;
          if (at === -1 || settle(other, SEED).payouts[at] !== 1) continue;
          assert.equal(settle(one, SEED).payouts[index], 1, `${other.key} and ${one.key} at ${mark}`);
        }
      }
    }
  });

  it("are settled at a time of their own within the hour after the close", () => {
    const topics = new Set(ended.map(({ event }) => event.topic));
    const delays = Array.from(topics, (topic) => settle(topic, SEED).at - topic.closesAt);
    assert.ok(delays.every((delay) => delay > 0 && delay <= HOUR_MS));
    for (const topic of topics) {
      const phases = [-1, 0, HOUR_MS].map((ms) => phaseAt(topic, SEED, topic.closesAt + ms));
      assert.deepEqual(phases, ["open", "closed", "settled"]);
    }
    assert.ok(new Set(delays).size > 20, "not all at one time");
  });
});

describe("the demo's trade", () => {
  it("is busiest in New York's afternoon and never stops", () => {
    const [market] = markets.filter(
      ({ event, dailyVolume }) => event.topic.closesAt > NOW + 9 * DAY_MS && dailyVolume > 0,
    );
    assert.ok(market !== undefined);
    const midnight = Math.floor(NOW / DAY_MS) * DAY_MS;
    const tradedAt = (hour: number): number =>
      volumeAt(market, midnight + (hour + 1) * HOUR_MS) - volumeAt(market, midnight + hour * HOUR_MS);
    assert.ok(tradedAt(20) > 2 * tradedAt(8) && tradedAt(8) > 0, `${tradedAt(20)} and ${tradedAt(8)}`);
  });
});

describe("the demo's titles", () => {
  it("begin with a capital, but for names", () => {
    const titles = markets.flatMap(({ question, event }) => [question, event.title]);
    assert.deepEqual(
      titles.filter((title) => /^[a-z][a-z ]/.test(title)),
      [],
    );
  });
});

describe("the demo's rules", () => {
  it("say what has to happen, with no word left out, and differ from platform to platform", () => {
    // PredictIt's listing has no rules.
    for (const market of markets.filter(({ platform }) => platform !== "predictit")) {
      const rules = rulesOf(market);
      assert.doesNotMatch(rules, /[{}]|undefined|null/);
      assert.match(rules, /^(If .+, then the market resolves to (Yes|No)\.|Resolves (to "(Yes|No)"|YES|NO) if .+\.)\s/);
    }
    const texts = markets
      .filter(({ event, outcome }) => event.topic.key === "fed-1" && outcome.key === "cut-rates-by-25-bps")
      .map(rulesOf);
    assert.equal(new Set(texts).size, 3);
  });
});
