import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UNPUBLISHED } from "../../src/domain/markets.ts";
import { openPolymarket } from "../../src/sources/polymarket/polymarket.ts";
import { UpstreamError } from "../../src/sources/upstream-error.ts";
import { payloadsMissing, readPayload } from "../support/upstream/payloads.ts";
import {
  event,
  listed,
  market,
  NO_TOKEN,
  NOW,
  only,
  quote,
  source,
  YES_TOKEN,
} from "../support/upstream/polymarket-pages.ts";
import { allOf, scriptedFetcher } from "../support/upstream/scripted-fetcher.ts";
import { describeSource } from "../support/upstream/source-contract.ts";

describeSource("polymarket", {
  source,
  pages: [
    {
      events: [
        event([market(), market({ id: 512341, question: "Will it open in April?", groupItemTitle: "April" })]),
        event([market({ id: "3", outcomes: '["A", "B", "C"]' }), market({ id: "4" })], { id: "9002", negRisk: true }),
        event([], { id: "9003" }),
      ],
      next_cursor: "abc",
    },
    {
      markets: [
        listed(),
        listed({ id: "5", closed: true, outcomePrices: '["1", "0"]', closedTime: "2026-01-23 20:56:36+00" }),
      ],
    },
    [listed()],
    [event([market()])],
    event([market()]),
    listed(),
  ],
  markets: 9,
  rejected: 1,
  lists: (page) => {
    const body = page as { events?: { markets?: unknown[] }[]; markets?: unknown[]; question?: unknown };
    if (body.question !== undefined) return [];
    const events = Array.isArray(page) ? page : (body.events ?? []);
    const nested = events.flatMap((one: { markets?: unknown[] }) => (one.markets ? [one.markets] : []));
    return [...(events.length > 0 ? [events] : []), ...nested, ...(body.markets ? [body.markets] : [])];
  },
});

describe("a polymarket record", () => {
  it("closes when its end date comes only as far as that lies ahead: trading goes on after it", () => {
    const closes = (fields: object) => {
      const { status, closesAt, latestClosesAt, isTradable } = only(fields);
      return [status, closesAt, latestClosesAt, isTradable];
    };
    assert.deepEqual(closes({ endDate: "2026-11-20T00:00:01Z" }), ["open", NOW + 1000, null, true]);
    assert.deepEqual(closes({ endDate: "2026-11-20T00:00:00Z" }), ["open", null, null, true]);
    assert.deepEqual(closes({ closed: true, endDate: "2026-11-19T00:00:00Z" }), [
      "closed",
      Date.UTC(2026, 10, 19),
      null,
      false,
    ]);
  });

  it("takes no orders where the platform says so, and stays open", () => {
    const trading = (fields: object, around = {}) => {
      const { status, isTradable } = only(fields, around);
      return [status, isTradable];
    };
    assert.deepEqual(trading({ acceptingOrders: true }), ["open", true]);
    assert.deepEqual(trading({ acceptingOrders: false }), ["open", false]);
    assert.deepEqual(trading({ active: false }), ["open", false]);
  });

  it("is no market while it is a slot without a name", () => {
    const slots = [
      market(),
      market({ id: "2", groupItemTitle: "Other", negRiskOther: true, active: false }),
      market({ id: "3", active: false, outcomePrices: undefined }),
      market({ id: "4", active: false, closed: true, outcomePrices: '["0", "1"]' }),
    ];
    const read = (around: object) => {
      const { markets, unopened } = source.normalise({ events: [event(slots, around)] }, NOW);
      return [markets.map(({ id, outcomeLabel }) => [id, outcomeLabel]), unopened];
    };
    assert.deepEqual(read({ negRiskAugmented: true }), [
      [
        ["512340", "March"],
        ["4", "March"],
      ],
      ["2", "3"],
    ]);
    assert.deepEqual(read({}).at(-1), []);
    const [event_] = listed().events as object[];
    const alone = source.normalise(listed({ active: false, events: [{ ...event_, negRiskAugmented: true }] }), NOW);
    assert.deepEqual([alone.markets, alone.unopened], [[], ["512340"]]);
  });

  const SCHEDULE = { exponent: 1, rate: 0.05, takerOnly: true, rebateRate: 0.15 };
  const FEES: [string, fields: object, unknown][] = [
    ["by its schedule", { feesEnabled: true, feeSchedule: SCHEDULE }, ["quadratic", 50_000, "market"]],
    ["by its schedule alone", { feeSchedule: { rate: "0.0725" } }, ["quadratic", 72_500, "market"]],
    ["none where it is free", { feesEnabled: false, feeSchedule: SCHEDULE }, ["none", 0, "market"]],
    ["none at a rate of 0", { feesEnabled: true, feeSchedule: { ...SCHEDULE, rate: 0 } }, ["none", 0, "market"]],
    ["unknown without a schedule", { feesEnabled: true }, null],
    ["unknown by another rule", { feesEnabled: true, feeSchedule: { ...SCHEDULE, exponent: 2 } }, null],
    ["unknown at a rate that is none", { feesEnabled: true, feeSchedule: { ...SCHEDULE, rate: 1000 } }, null],
  ];
  for (const [what, fields, expected] of FEES) {
    it(`has a fee: ${what}`, () => {
      const { fee } = only(fields);
      assert.deepEqual(fee && [fee.feeKind, fee.feeRate, fee.feeSource], expected);
    });
  }

  it("is read whole", () => {
    assert.deepEqual(only({}), {
      ...UNPUBLISHED,
      id: "512340",
      eventId: "9001",
      title: "Will the bridge open in March?",
      outcomeLabel: "March",
      description: "By the ministry's notice.",
      settlementSource: null,
      url: "https://polymarket.com/event/when-will-the-bridge-open/will-the-bridge-open-in-march",
      status: "open",
      yesPrice: 215_000,
      priceSource: "quoted",
      bestBid: 210_000,
      bestAsk: 220_000,
      lastPrice: 200_000,
      volume: 123_457,
      volume24h: 4550,
      rawVolume: 1234.567,
      liquidity: 90_010,
      openInterest: null,
      closesAt: Date.UTC(2027, 3),
      createdAt: Date.UTC(2026, 0, 5, 10, 0, 0, 123),
      outcome: null,
      settlementPrice: null,
      resolvedAt: null,
      historyKey: YES_TOKEN,
    });
  });

  it("takes the category from the event's tags, else from its title", () => {
    const { events } = source.normalise(
      [event([]), event([], { id: "2", tags: [], title: "Bitcoin above 100k?" }), event([], { id: "3", tags: null })],
      NOW,
    );
    assert.deepEqual(
      events.map((one) => one.category),
      ["politics", "crypto", "other"],
    );
    assert.deepEqual(events[0]?.tags, ["Bridges", "Politics"]);
    assert.deepEqual(
      [events[0]?.url, events[0]?.imageUrl, events[0]?.isExclusive, events[0]?.isPartial],
      ["https://polymarket.com/event/when-will-the-bridge-open", "https://img.example.com/bridge.png", null, false],
    );
  });

  it("has no label, and the event's open interest, when it is the event's only market", () => {
    const [record] = source.normalise(event([market()]), NOW).markets;
    assert.deepEqual([record?.outcomeLabel, record?.openInterest], [null, 500_050]);
  });

  it("makes its event partial when it came without it", () => {
    const { events, markets } = source.normalise({ markets: [listed(), listed({ id: "2" })] }, NOW);
    assert.deepEqual(
      events.map((one) => [one.id, one.isPartial]),
      [["9001", true]],
    );
    assert.equal(markets.length, 2);
  });

  it("reads numbers given as text and lists given as JSON text or as lists", () => {
    const record = only({
      volumeNum: undefined,
      volume: "77.5",
      outcomes: ["Yes", "No"],
      outcomePrices: ["0.4", "0.6"],
    });
    assert.deepEqual([record.volume, record.rawVolume, record.yesPrice], [7750, 77.5, 400_000]);
  });

  it("never reads a token id as a number", () => {
    assert.equal(only({ clobTokenIds: `[${YES_TOKEN}, ${NO_TOKEN}]` }).historyKey, null);
    assert.equal(only({ clobTokenIds: undefined }).historyKey, null);
  });

  type Figure = number | null | undefined;
  const PRICES: [string, listed: string | undefined, bid: Figure, ask: Figure, last: Figure, unknown[]][] = [
    ["no listed prices: the middle of the book", undefined, 0.21, 0.22, 0.2, [215_000, "mid"]],
    ["no listed prices, one side: the last trade", undefined, 0.95, undefined, 0.2, [200_000, "last"]],
    ["a new market with an empty book and no prices", undefined, 0, 1, 0, [null, null]],
    ["a spread over 10 cents: the last trade", "0.5 0.5", 0.4, 0.6, 0.2, [200_000, "last"]],
    ["a spread of exactly 10 cents", "0.25 0.75", 0.2, 0.3, 0.2, [250_000, "quoted"]],
    ["a wide spread and no trade", "0.5 0.5", 0.4, 0.6, undefined, [500_000, "quoted"]],
    ["a bid that is missing counts as 0", "0.2 0.8", undefined, 0.4, 0.2, [200_000, "last"]],
    ["zeros that mean nothing", "0 0", 0, 0, 0, [null, null]],
    ["40 digits", "0.2150000001165509077693146635445446077281 0.785", 0.21, 0.22, 0.2, [215_000, "quoted"]],
    ["a price that is none", "1.5 -0.5", null, 0.22, null, [null, null]],
  ];
  for (const [name, listed, bestBid, bestAsk, lastTradePrice, expected] of PRICES) {
    it(`prices ${name}`, () => {
      const outcomePrices = listed === undefined ? undefined : JSON.stringify(listed.split(" "));
      assert.deepEqual(quote(only({ outcomePrices, bestBid, bestAsk, lastTradePrice })), expected);
    });
  }

  it("takes 0 and 1 for the empty sides of a book", () => {
    const record = only({ bestBid: 0, bestAsk: 1 });
    assert.deepEqual([record.bestBid, record.bestAsk], [null, null]);
  });

  const ENDINGS: [string, prices: string, uma: string | undefined, unknown[]][] = [
    ["pinned to yes", "1 0", undefined, ["yes", 1_000_000, 1_000_000, "settlement"]],
    ["pinned to no", "0 1", "proposed", ["no", 0, 0, "settlement"]],
    ["a half each", "0.5 0.5", "resolved", ["split", 500_000, 500_000, "settlement"]],
    ["a half each, not yet final", "0.5 0.5", "proposed", ["unknown", null, 500_000, "quoted"]],
    ["pinned but disputed", "1 0", "disputed", ["unknown", null, 1_000_000, "quoted"]],
    ["legacy zeros", "0 0", undefined, ["unknown", null, 215_000, "mid"]],
    ["legacy prices nearly pinned", "0.0000002365 0.9999997635", undefined, ["unknown", null, 0, "quoted"]],
  ];
  for (const [name, prices, umaResolutionStatus, [outcome, settlementPrice, yesPrice, priceSource]] of ENDINGS) {
    const fields = { outcomePrices: JSON.stringify(prices.split(" ")), umaResolutionStatus };
    it(`is closed, though active, with prices ${name}`, () => {
      const record = only({ active: true, closed: true, closedTime: "2026-01-23 20:56:36+00", ...fields });
      assert.deepEqual(
        [record.status, record.outcome, record.settlementPrice, record.yesPrice, record.priceSource],
        ["closed", outcome, settlementPrice, yesPrice, priceSource],
      );
      assert.equal(record.closesAt, Date.UTC(2026, 0, 23, 20, 56, 36));
      assert.equal(record.resolvedAt, outcome === "unknown" ? null : record.closesAt);
    });
  }

  it("stays open while a resolution is proposed", () => {
    const record = only({
      umaResolutionStatus: "proposed",
      outcomePrices: '["0.0005", "0.9995"]',
      bestBid: 0,
      bestAsk: 0.001,
    });
    assert.deepEqual([record.status, record.outcome, record.yesPrice], ["open", null, 500]);
  });

  const TITLES: [string, string, object, string][] = [
    ["Up and Down", '["Up", "Down"]', { question: "Solana Up or Down today?" }, "Solana Up or Down today? Up"],
    ["two teams", '["Reds", "Blues"]', { question: "Cup: Reds vs. Blues" }, "Cup: Reds vs. Blues: Reds"],
    ["Over and Under", '["Over", "Under"]', { question: "O/U 2.5" }, "When will the bridge open? O/U 2.5: Over"],
    ["Yes and No in capitals", '["YES", "NO"]', {}, "Will the bridge open in March?"],
  ];
  for (const [name, outcomes, more, title] of TITLES) {
    it(`says what yes means when its outcomes are ${name}`, () =>
      assert.equal(only({ outcomes, ...more }).title, title));
  }

  it("reads the yes side where No is listed first", () => {
    const record = only({ outcomes: '["No", "Yes"]' });
    assert.deepEqual(quote(record), [785_000, "quoted"]);
    assert.deepEqual([record.bestBid, record.bestAsk, record.lastPrice], [780_000, 790_000, 800_000]);
    assert.equal(record.historyKey, NO_TOKEN);
    assert.equal(only({ outcomes: '["No", "Yes"]', closed: true, outcomePrices: '["0", "1"]' }).outcome, "yes");
  });

  const REJECTED: [string, object, string][] = [
    ["three outcomes", { outcomes: '["A", "B", "C"]' }, "not_binary"],
    ["one outcome", { outcomes: '["A"]' }, "not_binary"],
    ["outcomes that are no list", { outcomes: "Yes, No" }, "not_binary"],
    ["no outcomes", { outcomes: undefined }, "not_binary"],
    ["a scale", { outcomes: '["Long", "Short"]', marketType: "scalar" }, "not_binary"],
    ["an archive mark", { archived: true }, "archived"],
    ["no question", { question: " " }, "malformed"],
    ["no id", { id: null }, "malformed"],
  ];
  for (const [name, fields, reason] of REJECTED) {
    it(`is rejected for ${name}, alone`, () => {
      const { markets, rejected } = source.normalise(event([market(fields), market({ id: "2" })]), NOW);
      assert.deepEqual(
        markets.map((record) => record.id),
        ["2"],
      );
      assert.deepEqual(rejected, [{ id: "id" in fields ? null : "512340", reason }]);
    });
  }

  it("is rejected when its whole event is archived, or when it has no event", () => {
    const archived = source.normalise(event([market()], { archived: true }), NOW);
    assert.deepEqual([archived.events, archived.rejected], [[], [{ id: "512340", reason: "archived" }]]);
    assert.deepEqual(source.normalise([market()], NOW).rejected, [{ id: "512340", reason: "malformed" }]);
  });
});

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
