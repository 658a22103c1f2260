import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openKalshi } from "../../src/sources/kalshi/kalshi.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import { event, market, NOW, source } from "../support/upstream/kalshi-pages.ts";
import { payloadsMissing, readPayload } from "../support/upstream/payloads.ts";
import { allOf, scriptedFetcher } from "../support/upstream/scripted-fetcher.ts";

describe("kalshi fetches", () => {
  const parameters = (url: URL | undefined) => Object.fromEntries(url?.searchParams ?? []);

  it("everything open with its markets, until the cursor is empty", async () => {
    const { fetcher, asked } = scriptedFetcher((url) => ({
      events: [],
      cursor: url.searchParams.has("cursor") ? "" : "a b",
    }));
    assert.equal((await allOf(source.fetchOpen(fetcher, NOW))).length, 2);
    assert.equal(asked[1]?.pathname, "/kalshi/events");
    assert.deepEqual(parameters(asked[2]), {
      status: "open",
      with_nested_markets: "true",
      limit: "200",
      cursor: "a b",
    });
  });

  it("what series charge, once a day; without an answer, fees stay unknown and the listing is read", async () => {
    const kalshi = openKalshi({ kalshi: "http://stand.in/kalshi" });
    const answers: (() => unknown)[] = [
      () => {
        throw new UpstreamError("http_503", "stand.in");
      },
      () => null,
      () => ({ series: [{ ticker: "KXBRIDGES", fee_type: "quadratic", fee_multiplier: 0.5 }, { ticker: "KXOTHER" }] }),
      () => ({ series: [{ ticker: "KXBRIDGES", fee_type: "quadratic", fee_multiplier: 2 }] }),
    ];
    const { fetcher } = scriptedFetcher((url) =>
      url.pathname.endsWith("/series") ? answers.shift()?.() : { events: [event([market()])], cursor: "" },
    );
    const ratesAt = async (now: number) => {
      const bodies = await allOf(kalshi.fetchOpen(fetcher, now));
      return bodies.flatMap((body) => kalshi.normalise(body, now).markets.map(({ fee }) => fee?.feeRate));
    };
    const hours = [0, 0.5, 1, 24, 26, 27];
    const rates = [];
    for (const hour of hours) rates.push(...(await ratesAt(NOW + hour * 3_600_000)));
    assert.deepEqual(rates, [undefined, undefined, 35_000, 35_000, 140_000, 140_000]);
  });

  it("pictures of the most traded events, once each, a few a pass; one that cannot be had is asked for again", async () => {
    const kalshi = openKalshi({ kalshi: "http://stand.in/kalshi" });
    const TRADED = 25;
    const events = Array.from({ length: TRADED + 1 }, (_, index) => ({
      ...event([{ ...market(), ticker: `M${index}`, event_ticker: `E${index}`, volume_24h_fp: `${index}.00` }]),
      event_ticker: `E${index}`,
    }));
    let isDown = true;
    const { fetcher, asked } = scriptedFetcher((url) => {
      if (url.pathname.endsWith("/series")) return null;
      if (!url.pathname.endsWith("/metadata")) return { events, cursor: "" };
      if (isDown) throw new UpstreamError("http_503", "stand.in");
      const [ticker] = url.pathname.split("/").slice(-2);
      if (ticker === "E24") return { image_url: "", featured_image_url: "" };
      return { image_url: `https://pictures.example/${ticker}.webp`, featured_image_url: "" };
    });
    const pass = async () => {
      asked.length = 0;
      const [body] = await allOf(kalshi.fetchOpen(fetcher, NOW));
      const pictures = kalshi.normalise(body, NOW).events.filter(({ imageUrl }) => imageUrl !== null);
      const requests = asked.filter(({ pathname }) => pathname.endsWith("/metadata")).length;
      return [requests, pictures.length, pictures.at(-1)?.imageUrl];
    };
    assert.deepEqual(await pass(), [0, 0, undefined], "nothing is known of volumes yet");
    assert.deepEqual(await pass(), [1, 0, undefined]);
    isDown = false;
    assert.deepEqual(await pass(), [20, 19, "https://pictures.example/E25.webp"]);
    assert.deepEqual(await pass(), [TRADED - 20, 24, "https://pictures.example/E25.webp"]);
    assert.deepEqual(await pass(), [0, 24, "https://pictures.example/E25.webp"]);
  });

  it("what changed and what closes soon, without combinations", async () => {
    const { fetcher, asked } = scriptedFetcher(() => ({ markets: [], cursor: "" }));
    assert.ok(source.fetchActive);
    await allOf(source.fetchActive(fetcher, NOW));
    const [changed, closing] = asked.map(parameters);
    assert.deepEqual(changed, { mve_filter: "exclude", min_updated_ts: "1795132800", limit: "1000" });
    assert.deepEqual(closing, {
      mve_filter: "exclude",
      min_close_ts: "1795132800",
      max_close_ts: "1795305600",
      limit: "1000",
    });
  });

  it("what settled since a time", async () => {
    const { fetcher, asked } = scriptedFetcher(() => ({ markets: [] }));
    assert.ok(source.fetchResolved);
    await allOf(source.fetchResolved(fetcher, NOW + 999));
    assert.deepEqual(parameters(asked[0]), {
      mve_filter: "exclude",
      status: "settled",
      min_settled_ts: "1795132800",
      limit: "1000",
    });
  });

  it("events that settled, with their markets, as far as 40 pages", async () => {
    let pages = 0;
    const { fetcher, asked } = scriptedFetcher(() => ({
      events: [{ event_ticker: `KX-${++pages}` }],
      cursor: `${pages}`,
    }));
    assert.ok(source.fetchSettledEvents);
    assert.equal((await allOf(source.fetchSettledEvents(fetcher, NOW))).length, 40);
    assert.equal(asked[0]?.pathname, "/kalshi/events");
    assert.deepEqual(parameters(asked[0]), {
      status: "settled",
      with_nested_markets: "true",
      min_close_ts: "1795132800",
      limit: "200",
    });
  });

  it("markets by ticker, a hundred at a time, and old ones from the historical listing", async () => {
    const { fetcher, asked } = scriptedFetcher((url) => {
      const tickers = url.searchParams.get("tickers")?.split(",") ?? [];
      const isOld = url.pathname.includes("/historical/");
      const held = tickers.filter((ticker) => ticker !== "T-NONE" && (ticker === "T-OLD") === isOld);
      return { markets: held.map((ticker) => market({ ticker })), cursor: "" };
    });
    const ids = [...Array.from({ length: 100 }, (_, index) => `T-${index}`), "T-OLD", "T-NONE"];
    assert.ok(source.fetchMarkets);
    const bodies = await allOf(source.fetchMarkets(fetcher, ids));
    const read = bodies.flatMap((body) => source.normalise(body, NOW).markets.map((record) => record.id));
    assert.deepEqual(read.toSorted(), ids.slice(0, 101).toSorted());
    assert.deepEqual(
      asked.map((url) => url.pathname),
      ["/kalshi/markets", "/kalshi/markets", "/kalshi/historical/markets"],
    );
  });

  it("smaller pages after one is too big, and an error for a page without markets", async () => {
    const { fetcher, asked } = scriptedFetcher((url) => {
      if (url.searchParams.get("limit") === "200") throw new UpstreamError("too_large", url.host);
      return { events: [] };
    });
    await allOf(source.fetchOpen(fetcher, NOW));
    assert.deepEqual(
      asked.map((url) => url.searchParams.get("limit")),
      [null, "200", "100"],
    );
    const odd = scriptedFetcher(() => ({}));
    await assert.rejects(allOf(source.fetchOpen(odd.fetcher, NOW)), { code: "unexpected" });
  });
});

describe("captured kalshi responses", { skip: payloadsMissing }, () => {
  const read = (file: string) => source.normalise(readPayload(`kalshi/${file}`), NOW);

  it("are read completely and priced within their book, or at the last trade", () => {
    for (const [file, count] of [
      ["markets_fed_5_dollars-only_2026-08-12.json", 5],
      ["2026-10/events__event_ticker.json", 2],
      ["2026-10/markets__ticker.json", 1],
      ["2026-01/event_single.json", 1],
    ] as const) {
      const { markets, rejected } = read(file);
      assert.deepEqual([markets.length, rejected.length], [count, 0], file);
      for (const { yesPrice, bestBid, bestAsk, lastPrice, priceSource } of markets) {
        if (priceSource === "last") assert.equal(yesPrice, lastPrice);
        else assert.ok(yesPrice !== null && yesPrice >= (bestBid ?? 1e6) && yesPrice <= (bestAsk ?? 0), file);
      }
    }
  });

  it("are rejected where they are combinations", () => {
    for (const file of ["markets_mve_5_dollars-only_2026-06-21.json", "2026-01/markets_list.json"]) {
      const { markets, rejected } = read(file);
      assert.deepEqual([markets.length, rejected.map((one) => one.reason)], [0, Array(5).fill("not_binary")], file);
    }
  });

  it("give events without markets on request", () => {
    const { events, markets, rejected } = read("2026-10/events.json");
    assert.deepEqual([events.length, markets.length, rejected.length], [3, 0, 0]);
    assert.ok(events.every((one) => one.category === "sports"));
  });
});
