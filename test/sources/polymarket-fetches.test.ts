import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openPolymarket } from "../../src/sources/polymarket/polymarket.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import { payloadsMissing, readPayload } from "../support/upstream/payloads.ts";
import { listed, NOW, source } from "../support/upstream/polymarket-pages.ts";
import { allOf, scriptedFetcher } from "../support/upstream/scripted-fetcher.ts";

describe("polymarket fetches", () => {
  it("everything open by cursor until there is none", async () => {
    const { fetcher, asked } = scriptedFetcher((url) =>
      url.searchParams.get("after_cursor") === null ? { events: [], next_cursor: "c1" } : { events: [] },
    );
    assert.equal((await allOf(source.fetchOpen(fetcher, NOW))).length, 2);
    assert.deepEqual(asked.map(String), [
      "http://stand.in/gamma/events/keyset?closed=false&include_children=true&limit=500",
      "http://stand.in/gamma/events/keyset?closed=false&include_children=true&limit=500&after_cursor=c1",
    ]);
  });

  it("events of a game's spreads and totals where they can be asked for, else without", async () => {
    const polymarket = openPolymarket({ polymarket: "http://stand.in/gamma" });
    const { fetcher, asked } = scriptedFetcher((url) => {
      if (url.searchParams.has("include_children")) throw new UpstreamError("http_422", url.host);
      return url.searchParams.has("after_cursor") ? { events: [] } : { events: [], next_cursor: "c1" };
    });
    assert.equal((await allOf(polymarket.fetchOpen(fetcher, NOW))).length, 2);
    assert.equal((await allOf(polymarket.fetchOpen(fetcher, NOW))).length, 2);
    assert.deepEqual(
      asked.map((url) => url.searchParams.has("include_children")),
      [true, false, false, false, false],
    );
    const failing = scriptedFetcher((url) => {
      if (url.searchParams.has("after_cursor")) throw new UpstreamError("http_422", url.host);
      return { events: [], next_cursor: "c1" };
    });
    const other = openPolymarket({ polymarket: "http://stand.in/gamma" });
    await assert.rejects(allOf(other.fetchOpen(failing.fetcher, NOW)), { code: "http_422" });
  });

  it("smaller pages once one takes too long or is too big, from the same cursor on", async () => {
    const { fetcher, asked } = scriptedFetcher((url) => {
      const limit = Number(url.searchParams.get("limit"));
      if (url.searchParams.has("after_cursor")) return { events: [] };
      if (limit === 500) throw new UpstreamError("timeout", url.host);
      if (limit === 250) throw new UpstreamError("too_large", url.host);
      return { events: [], next_cursor: "c1" };
    });
    await allOf(source.fetchOpen(fetcher, NOW));
    assert.deepEqual(
      asked.map((url) => url.searchParams.get("limit")),
      ["500", "250", "100", "100"],
    );
  });

  it("no further when a cursor comes back or a page is no page", async () => {
    const stuck = scriptedFetcher(() => ({ events: [], next_cursor: "same" }));
    await assert.rejects(allOf(source.fetchOpen(stuck.fetcher, NOW)), { code: "paging", host: "stand.in" });
    assert.equal(stuck.asked.length, 2);
    const odd = scriptedFetcher(() => ({ error: "down for maintenance" }));
    await assert.rejects(allOf(source.fetchOpen(odd.fetcher, NOW)), { code: "unexpected" });
  });

  it("no further when twenty pages in a row bring no new event, whatever their cursors", async () => {
    let pages = 0;
    // Two events come at first, and one of them again and again.
    const events = () => [pages === 1 ? { id: "1" } : pages % 2 === 0 ? { id: "2" } : []].flat();
    const endless = scriptedFetcher(() => ({ next_cursor: `c${++pages}`, events: events() }));
    await assert.rejects(allOf(source.fetchOpen(endless.fetcher, NOW)), { code: "paging", host: "stand.in" });
    assert.equal(endless.asked.length, 22);
  });

  it("on after nineteen pages without an event", async () => {
    let pages = 0;
    const { fetcher } = scriptedFetcher(() => {
      pages++;
      return {
        events: pages % 20 === 0 ? [{ id: `${pages}` }] : [],
        ...(pages < 60 ? { next_cursor: `c${pages}` } : {}),
      };
    });
    assert.equal((await allOf(source.fetchOpen(fetcher, NOW))).length, 60);
  });

  it("what closes soon, and what traded up to the first event that did not", async () => {
    const volumes = [[50, 20], [20, 0], [9]];
    const { fetcher, asked } = scriptedFetcher((url) => {
      if (!url.searchParams.has("order")) return { events: [] };
      const page = Number(url.searchParams.get("after_cursor") ?? 0);
      return { events: volumes[page]?.map((volume24hr) => ({ volume24hr })), next_cursor: `${page + 1}` };
    });
    assert.ok(source.fetchActive);
    await allOf(source.fetchActive(fetcher, NOW));
    assert.equal(asked.length, 3);
    assert.deepEqual(Object.fromEntries(asked[0]?.searchParams ?? []), {
      closed: "false",
      include_children: "true",
      end_date_min: "2026-11-20T00:00:00Z",
      end_date_max: "2026-11-22T01:00:00Z",
      limit: "500",
    });
    assert.equal(asked[2]?.searchParams.get("order"), "volume24hr");
    assert.equal(asked[2]?.searchParams.get("ascending"), "false");
  });

  it("one page of what traded when it is not in order", async () => {
    const { fetcher, asked } = scriptedFetcher((url) => ({
      events: [{ volume24hr: 1 }, { volume24hr: 5 }],
      ...(url.searchParams.has("order") ? { next_cursor: "more" } : {}),
    }));
    assert.ok(source.fetchActive);
    await allOf(source.fetchActive(fetcher, NOW));
    assert.equal(asked.length, 2);
  });

  it("what resolved, newest first, back to a time", async () => {
    const days = ["2026-11-19 12:00:00+00", "2026-11-18 12:00:00+00", "2026-11-17 12:00:00+00"];
    const { fetcher, asked } = scriptedFetcher((url) => {
      const page = Number(url.searchParams.get("after_cursor") ?? 0);
      return { events: [{ closedTime: days[page] }], next_cursor: `${page + 1}` };
    });
    assert.ok(source.fetchResolved);
    assert.equal((await allOf(source.fetchResolved(fetcher, Date.UTC(2026, 10, 18)))).length, 3);
    assert.equal(asked[0]?.searchParams.get("closed"), "true");
    assert.equal(asked[0]?.searchParams.get("order"), "closedTime");
  });

  it("markets by id in a batch, then those it did not hold one by one", async () => {
    const { fetcher, asked } = scriptedFetcher((url) => {
      if (url.pathname.endsWith("/keyset"))
        return { markets: [listed({ id: "1", closed: true }), listed({ id: "99" })] };
      if (url.pathname.endsWith("/3")) throw new UpstreamError("http_422", url.host);
      return url.pathname.endsWith("/2") ? listed({ id: "2" }) : null;
    });
    assert.ok(source.fetchMarkets);
    const bodies = await allOf(source.fetchMarkets(fetcher, ["1", "2", "3", "4"]));
    const ids = bodies.flatMap((body) => source.normalise(body, NOW).markets.map((record) => record.id));
    assert.deepEqual(ids, ["1", "2"]);
    assert.deepEqual(asked[0]?.searchParams.getAll("id"), ["1", "2", "3", "4"]);
    assert.deepEqual(
      asked.slice(1).map((url) => url.pathname),
      ["/gamma/markets/2", "/gamma/markets/3", "/gamma/markets/4"],
    );
  });

  it("passes on a failure that is not about one market", async () => {
    const { fetcher } = scriptedFetcher((url) => {
      throw new UpstreamError("http_503", url.host);
    });
    assert.ok(source.fetchMarkets);
    await assert.rejects(allOf(source.fetchMarkets(fetcher, ["1"])), { code: "http_503" });
  });
});

describe("captured polymarket responses", { skip: payloadsMissing }, () => {
  const FILES = [
    "gamma_event_ladder_13_2026-08-18.json",
    "gamma_event_mixed_live_and_resolved_2026-08-18.json",
    "gamma_event_touch_ladder_14_some_resolved_2026-08-18.json",
    "gamma_event_updown_single_2026-08-18.json",
    "gamma_markets_active_100_2026-02-13.json",
    "gamma_markets_feeSchedule_5_2026-06-21.json",
    "gamma_markets_first20_by_id_legacy_2026-02-07.json",
    "gamma_public-search_2026-08-18.json",
    "details/gamma_event.json",
    "details/gamma_market.json",
    "details/gamma_market_sports_market_map_handicap.json",
  ];

  it("are read completely: only markets that are not binary are rejected", () => {
    for (const file of FILES) {
      const { markets, rejected } = source.normalise(readPayload(`polymarket/${file}`), NOW);
      assert.ok(markets.length > 0, file);
      assert.ok(
        rejected.every(({ reason }) => reason === "not_binary"),
        file,
      );
    }
  });

  it("are priced as the platform shows them", () => {
    const open = FILES.flatMap((file) => {
      const body = readPayload(`polymarket/${file}`);
      const read = new Map(source.normalise(body, NOW).markets.map((record) => [record.id, record]));
      const raws = marketsIn(body).filter((raw) => raw.closed === false);
      return raws.map((raw) => ({ shown: shown(raw), read: read.get(String(raw.id))?.yesPrice ?? Number.NaN }));
    });
    const near = open.filter((one) => Math.abs(one.read / 1e6 - one.shown) <= 0.01);
    assert.ok(open.length > 100);
    assert.ok(near.length >= 0.99 * open.length, `${near.length} of ${open.length}`);
  });
});

interface Raw {
  id: unknown;
  closed: unknown;
  outcomePrices: string;
  bestBid?: number;
  bestAsk?: number;
  lastTradePrice?: number;
}

const marketsIn = (value: unknown): Raw[] => {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(marketsIn);
  return "outcomePrices" in value ? [value as Raw, ...inner] : inner;
};

/** The middle of the spread; the last trade where it is wider than 10 cents. */
function shown({ outcomePrices, bestBid = 0, bestAsk = 1, lastTradePrice }: Raw): number {
  const isWide = bestAsk - bestBid > 0.1 + 1e-9;
  return isWide && lastTradePrice !== undefined ? lastTradePrice : Number(JSON.parse(outcomePrices)[0]);
}
