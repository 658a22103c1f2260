import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openKalshi } from "../../../src/sources/kalshi/kalshi.ts";
import { openPolymarket } from "../../../src/sources/polymarket/polymarket.ts";
import { UpstreamError, type UpstreamErrorCode } from "../../../src/sources/upstream-error.ts";
import { openTestApi } from "../../support/service/api.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { DAILY, openTestWriter } from "../../support/store/writer.ts";
import * as kalshi from "../../support/upstream/kalshi-pages.ts";
import * as polymarket from "../../support/upstream/polymarket-pages.ts";
import { scriptedFetcher } from "../../support/upstream/scripted-fetcher.ts";

const TICKER = "KXBRIDGE-27-MAR";
const BOOK = { orderbook_fp: { yes_dollars: [["0.2100", "50.00"]], no_dollars: [["0.7800", "40.00"]] } };

/** What each address answers for books; anything else than a code is the answer. */
interface BookAnswers {
  batch: UpstreamErrorCode | "given";
  single: UpstreamErrorCode | "given";
  clob: UpstreamErrorCode | "given";
}

/** Kalshi and Polymarket with one market each, which differ in price: a service that reads them and their books. */
async function openService(answers: BookAnswers) {
  const give = (answer: UpstreamErrorCode | "given", body: unknown): unknown => {
    if (answer === "given") return body;
    throw new UpstreamError(answer, "stand.in");
  };
  const { fetcher, asked } = scriptedFetcher(({ pathname, searchParams }) => {
    if (pathname.endsWith("/markets/orderbooks")) {
      return give(answers.batch, { orderbooks: searchParams.getAll("tickers").map((ticker) => ({ ticker, ...BOOK })) });
    }
    if (pathname.endsWith("/orderbook")) return give(answers.single, BOOK);
    if (pathname.endsWith("/books")) return give(answers.clob, []);
    if (pathname.endsWith("/events/keyset")) return { events: [polymarket.event([dear])] };
    if (pathname.endsWith("/events")) return { events: [kalshi.event([kalshi.market()])], cursor: "" };
    return { markets: [] };
  });
  const dear = polymarket.market({ bestBid: 0.41, bestAsk: 0.42, outcomePrices: '["0.415", "0.585"]' });
  const bound = { ...fetcher, until: () => fetcher };
  const platforms = [openKalshi({}), openPolymarket({})].map((source) => ({
    ...{ source, fetcher: bound, slowFetcher: bound, passes: DAILY },
  }));
  const test = openTestWriter({ platforms });
  await test.writer.runOnce(new Set());
  group(test, [{ a: "kalshi", b: "polymarket", id: TICKER, idOfB: "512340" }]);
  const site = await openTestApi({
    ...{ writer: test, hasPages: true, hasTestKey: true, config: { platforms: ["kalshi", "polymarket"] } },
  });
  const isBook = ({ pathname }: URL): boolean => /\/(orderbooks?|books)$/.test(pathname);
  asked.length = 0;
  return {
    test,
    /** Has a market looked at, and gives the paths that were asked for books. */
    async look() {
      await test.commands.watchMarkets({ markets: [{ platform: "kalshi", id: TICKER }] });
      await test.writer.books.run();
      return asked
        .splice(0)
        .filter(isBook)
        .map(({ pathname }) => pathname.replace("/trade-api/v2", ""))
        .toSorted();
    },
    async book() {
      const { json } = await site.get(`/api/v1/markets/kalshi/${TICKER}/book?contracts=10`);
      return { bids: json.data.bids, buys: json.data.buy_yes, warning: json.meta.warnings?.[0] };
    },
    /** What the page says, and until when the API does. */
    async status() {
      const page = (await site.get("/status")).text;
      const { json } = await site.get("/api/v1/status");
      const says = [...page.matchAll(/(\w+) refuses order books without a key/g)].map(([, name]) => name);
      return [says, json.data.sources.map((source: Record<string, unknown>) => source.books_refused_until)];
    },
  };
}

const BATCH = "/markets/orderbooks";
const SINGLE = `/markets/${TICKER}/orderbook`;

describe("order books that a platform refuses without a key", () => {
  for (const code of ["http_401", "http_403"] as const) {
    it(`(${code}) are asked for once an hour, and the best prices of the listing serve`, async () => {
      const { test, look, book, status } = await openService({ batch: code, single: code, clob: "given" });
      assert.deepEqual(await status(), [[], [null, null]]);
      assert.deepEqual(await look(), ["/books", SINGLE, BATCH]);
      assert.deepEqual(await status(), [["Kalshi"], ["2026-11-20T13:00:00.000Z", null]]);
      assert.deepEqual(await book(), {
        ...{ bids: null, buys: null },
        warning:
          "Kalshi refuses order books without a key; best_bid and best_ask of the market are all that is known until it is asked again at 2026-11-20T13:00:00.000Z",
      });
      const { length } = test.logged;
      for (let minute = 1; minute < 60; minute++) {
        test.clock.advance(MINUTE_MS);
        assert.deepEqual(await look(), [], "nor are those of spreads with its markets");
      }
      assert.equal(test.logged.length, length, "the log says it once");
      test.clock.advance(MINUTE_MS);
      assert.deepEqual(await status(), [[], [null, null]]);
      assert.deepEqual(await look(), ["/books", SINGLE, BATCH]);
      assert.deepEqual(await status(), [["Kalshi"], ["2026-11-20T14:00:00.000Z", null]]);
    });
  }

  it("are asked for again once it gives them", async () => {
    const answers: BookAnswers = { batch: "http_401", single: "http_401", clob: "given" };
    const { test, look, book, status } = await openService(answers);
    await look();
    Object.assign(answers, { batch: "given" });
    test.clock.advance(HOUR_MS);
    assert.deepEqual(await look(), ["/books", BATCH]);
    assert.deepEqual(await status(), [[], [null, null]]);
    const { bids, warning } = await book();
    assert.deepEqual([bids, warning], [[{ price: 0.21, size: 50 }], undefined]);
  });

  it("are read one by one where the batch alone is refused, which is asked for again after an hour", async () => {
    const { test, look, book, status } = await openService({ batch: "http_403", single: "given", clob: "given" });
    assert.deepEqual(await look(), ["/books", SINGLE, BATCH]);
    assert.equal((await book()).buys.contracts, 10);
    assert.deepEqual(await status(), [[], [null, null]]);
    test.clock.advance(MINUTE_MS);
    assert.deepEqual(await look(), ["/books", SINGLE]);
    test.clock.advance(HOUR_MS - MINUTE_MS);
    assert.deepEqual(await look(), ["/books", SINGLE, BATCH]);
  });

  it("are none of what failed for another reason, which is asked for again at the next run", async () => {
    const { test, look, status } = await openService({ batch: "http_404", single: "given", clob: "http_401" });
    assert.deepEqual(await look(), ["/books", BATCH]);
    assert.deepEqual(await status(), [["Polymarket"], [null, "2026-11-20T13:00:00.000Z"]]);
    test.clock.advance(30 * SECOND_MS);
    assert.deepEqual(await look(), [BATCH]);
  });
});
