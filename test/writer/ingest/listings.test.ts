import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getPlatform } from "../../../src/domain/platforms.ts";
import type { PlatformFetcher } from "../../../src/sources/fetcher.ts";
import { openSources } from "../../../src/sources/index.ts";
import { openTestContext, startTestServer } from "../../support/service/api.ts";
import { HOUR_MS, MINUTE_MS, START } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";
import * as kalshi from "../../support/upstream/kalshi-pages.ts";
import * as polymarket from "../../support/upstream/polymarket-pages.ts";
import { scriptedFetcher } from "../../support/upstream/scripted-fetcher.ts";

const URLS = {
  kalshi: "http://stand.in/kalshi",
  polymarket: "http://stand.in/polymarket",
  predictit: "http://stand.in/predictit",
};

/** A platform's own adapter, before a stand-in that answers by path, with the API over what it wrote. */
async function openAdapted(platform: keyof typeof URLS, answer: (path: string, query: URLSearchParams) => unknown) {
  const scripted = scriptedFetcher((url) => answer(url.pathname.replace(`/${platform}`, ""), url.searchParams));
  const fetcher: PlatformFetcher = { ...scripted.fetcher, until: () => scripted.fetcher };
  const source = openSources(URLS).get(platform) ?? assert.fail(platform);
  const { passes } = getPlatform(platform);
  const writer = openTestWriter({ platforms: [{ source, fetcher, slowFetcher: fetcher, passes }] });
  await writer.tick();
  const server = await startTestServer(await openTestContext({ writer, config: { platforms: [platform] } }));
  const count = (status: string): unknown => writer.value("SELECT count(*) FROM markets WHERE status = ?", status);
  return {
    writer,
    asked: scripted.asked,
    count,
    /** Lets everything that falls due in this time happen. */
    async pass(ms: number) {
      await writer.later(ms);
    },
    /** How many changes of a status or an outcome there have been. */
    countFlips: (): unknown => writer.value("SELECT count(*) FROM feed_changes WHERE type IN (2, 4)"),
    async source() {
      const { sources } = (await server.get("/api/v1/status")).json.data;
      return sources[0] as { status: string; last_error: string | null; open_markets: number };
    },
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();

describe("a market of Kalshi that one listing shows and the other does not", () => {
  it("stays as it is over full passes and increments", async () => {
    const toEvent = (number: number) =>
      kalshi.event([kalshi.market({ ticker: `KXSNOW-${number}-T1`, event_ticker: `KXSNOW-${number}` })], {
        event_ticker: `KXSNOW-${number}`,
      });
    const paused = kalshi.market({ ticker: "KXWIND-1-T1", event_ticker: "KXWIND-1", status: "inactive" });
    const unopened = kalshi.market({
      ...{ ticker: "KXRAIN-1-T1", event_ticker: "KXRAIN-1", status: "initialized" },
      open_time: iso(START + 48 * HOUR_MS),
    });
    const opened = await openAdapted("kalshi", (path, query) => {
      const tickers = query.get("tickers")?.split(",");
      if (path === "/events") {
        const isOpen = query.get("status") === "open";
        return { events: isOpen ? Array.from({ length: 12 }, (_, number) => toEvent(number)) : [], cursor: "" };
      }
      if (path !== "/markets") return null;
      const isListed = query.has("min_updated_ts") || tickers !== undefined;
      const markets = isListed ? [unopened, paused] : [];
      return { markets: markets.filter(({ ticker }) => tickers?.includes(String(ticker)) ?? true), cursor: "" };
    });
    assert.equal(opened.count("open"), 12);
    await opened.pass(6 * MINUTE_MS);
    const statusOf = (ticker: string) =>
      opened.writer.value("SELECT status FROM markets WHERE platform = 'kalshi' AND id = ?", ticker);
    const statuses = () => ["KXWIND-1-T1", "KXRAIN-1-T1"].map(statusOf);
    assert.deepEqual(statuses(), ["open", undefined], "what has not opened is no market yet");
    const isTradable = "SELECT is_tradable FROM markets JOIN market_quotes USING (market_key) WHERE id = 'KXWIND-1-T1'";
    assert.equal(opened.writer.value(isTradable), 0);
    for (let round = 0; round < 3; round++) {
      await opened.pass(25 * MINUTE_MS);
      await opened.pass(6 * MINUTE_MS);
    }
    assert.equal(opened.countFlips(), 0);
    assert.deepEqual(statuses(), ["open", undefined]);
    assert.equal((await opened.source()).status, "live");
    const fulls = opened.asked.filter(({ searchParams }) => searchParams.get("status") === "open");
    assert.equal(fulls.length, 4, "all of these were full passes and increments in turn");
  });
});

describe("a listing of Polymarket that is not whole", () => {
  const toMarket = (number: number, more = {}) => polymarket.market({ id: `${5000 + number}`, ...more });
  const toEvent = (number: number, more = {}) =>
    polymarket.event([toMarket(number)], { id: `${100 + number}`, ...more });

  /** A platform that lists what `listed` makes of its events, and knows all markets by id. */
  const open = (count = 100) => {
    const numbers = Array.from({ length: count }, (_, number) => number);
    const script = { listed: (events: readonly object[]): readonly object[] => events, closed: new Set<number>() };
    return openAdapted("polymarket", (path, query) => {
      if (path === "/events/keyset") {
        return {
          events: query.get("closed") === "true" ? [] : script.listed(numbers.map((number) => toEvent(number))),
        };
      }
      const ids = query.getAll("id");
      const toListed = (number: number) =>
        polymarket.listed({ ...toMarket(number), closed: script.closed.has(number), active: true });
      if (path === "/markets/keyset") {
        return { markets: [...script.closed].map(toListed).filter(({ id }) => ids.includes(String(id))) };
      }
      const single = /^\/markets\/(\d+)$/.exec(path)?.[1];
      return single === undefined ? null : toListed(Number(single) - 5000);
    }).then((opened) => ({ ...opened, script }));
  };

  it("closes nothing where events without a title came, and says how many cannot be read", async () => {
    const { script, pass, countFlips, count, source } = await open();
    script.listed = (events) => events.map((event, index) => (index % 5 < 2 ? { ...event, title: null } : event));
    await pass(31 * MINUTE_MS);
    const { status, last_error, open_markets } = await source();
    assert.deepEqual([status, last_error, open_markets], ["stale", "listing_unreadable (40 of 100 markets)", 100]);
    script.listed = (events) => events;
    await pass(31 * MINUTE_MS);
    assert.deepEqual([countFlips(), count("open"), (await source()).status], [0, 100, "live"]);
  });

  it("closes what the platform calls closed, and nothing else, where it ends early", async () => {
    const { script, pass, asked, countFlips, count, source } = await open();
    script.listed = (events) => events.slice(0, 60);
    script.closed = new Set([70, 80]);
    await pass(31 * MINUTE_MS);
    assert.deepEqual([count("open"), (await source()).status], [98, "live"]);
    const singles = asked.filter(({ pathname }) => /\/markets\/\d/.test(pathname));
    assert.equal(singles.length, 38, "one request for each that is open");
    const flips = countFlips();
    script.listed = (events) => events.filter((_, index) => !script.closed.has(index));
    await pass(31 * MINUTE_MS);
    assert.deepEqual([countFlips(), count("open")], [flips, 98]);
  });

  it("is asked about in turn, with few requests in a pass, and held until all were asked for", async () => {
    const { script, pass, asked, countFlips, source } = await open(1000);
    script.listed = (events) => events.slice(0, 500);
    const states: (string | null)[] = [];
    for (let round = 0; round < 4; round++) {
      asked.length = 0;
      await pass(31 * MINUTE_MS);
      states.push((await source()).last_error);
      const singles = asked.filter(({ pathname }) => pathname.includes("/markets"));
      assert.ok(singles.length <= 204, `${singles.length} requests`);
    }
    const held = [300, 100].map((waiting) => `listing_shrank (${waiting} of 1000 markets gone)`);
    assert.deepEqual(states, [...held, null, null]);
    script.closed = new Set(Array.from({ length: 500 }, (_, index) => 500 + index));
    await pass(31 * MINUTE_MS);
    assert.equal(countFlips(), 500, "what closed meanwhile is closed in one pass");
  });
});

describe("a listing of empty pages with ever new cursors", () => {
  it("ends the pass as failed after twenty of them", async () => {
    let pages = 0;
    let isEndless = false;
    const { pass, asked, source } = await openAdapted("kalshi", (path, query) => {
      if (path !== "/events" || query.get("status") !== "open") return { markets: [], cursor: "" };
      if (isEndless) return { events: [], cursor: `${++pages}` };
      return { events: [kalshi.event([kalshi.market()])], cursor: "" };
    });
    isEndless = true;
    asked.length = 0;
    await pass(31 * MINUTE_MS);
    const { status, last_error, open_markets } = await source();
    assert.deepEqual([status, last_error, open_markets], ["stale", "listing does not end", 1]);
    assert.equal(pages, 20);
  });
});

describe("a listing of PredictIt that is not whole", () => {
  it("waits for a second pass, and the status says what is held", async () => {
    const contract = { name: "Yes", status: "Open", lastTradePrice: 0.4, bestBuyYesCost: 0.41, bestSellYesCost: 0.39 };
    const all = Array.from({ length: 60 }, (_, number) => ({
      ...{ id: 7000 + number, name: `Will contestant ${number} win?`, status: "Open" },
      contracts: [{ ...contract, id: 9000 + number }],
    }));
    let listed = all;
    const { pass, count, countFlips, source } = await openAdapted("predictit", () => ({ markets: listed }));
    for (const some of [all.slice(0, 35), all.slice(25)]) {
      listed = some;
      await pass(3 * MINUTE_MS);
      const { status, last_error } = await source();
      assert.deepEqual([status, last_error, count("open")], ["stale", "listing_shrank (25 of 60 markets gone)", 60]);
    }
    listed = all;
    await pass(3 * MINUTE_MS);
    assert.deepEqual([countFlips(), (await source()).status], [0, "live"]);
  });
});
