import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { HOUR_MS, market, page, resolvedMarket, START } from "../support/store/builders.ts";

const endedAt = (hoursAgo: number) => ({ resolvedAt: START - hoursAgo * HOUR_MS });

const server = await openTestApi({
  scripts: {
    kalshi: {
      full: [
        page([
          resolvedMarket({ id: "yes", ...endedAt(2) }),
          resolvedMarket({ id: "no", ...endedAt(3), outcome: "no", yesPrice: 0, settlementPrice: 0 }),
          resolvedMarket({ id: "void", ...endedAt(1), outcome: "void", yesPrice: 300_000, settlementPrice: null }),
          resolvedMarket({ id: "unsaid", outcome: null, settlementPrice: null, resolvedAt: null }),
          resolvedMarket({ id: "unpriced", ...endedAt(1), yesPrice: null }),
          market({ id: "open" }),
        ]),
      ],
    },
    manifold: {
      full: [page([resolvedMarket({ id: "split", ...endedAt(2), outcome: "split", settlementPrice: 250_001 })])],
    },
  },
});

const PRICES = [
  ...["1h", "4h", "12h", "1d", "3d", "7d", "14d", "30d", "60d", "90d", "180d"].map((span) => `price_${span}_before`),
  ...["last_price_before_close", "price_at_25_percent", "price_at_50_percent", "price_at_75_percent"],
  "price_time_average",
];

async function resolved(query = "") {
  const reply = await server.get(`/api/v1/markets/resolved?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json.data;
}

describe("GET /api/v1/markets/resolved", () => {
  it("lists markets whose outcome is final, the latest first", async () => {
    const data = await resolved();
    assert.deepEqual(
      data.map((one: Record<string, unknown>) => [one.id, one.outcome, one.settlement_price, one.resolved_at]),
      [
        ["void", "void", null, "2026-11-20T11:00:00.000Z"],
        ["yes", "yes", 1, "2026-11-20T10:00:00.000Z"],
        ["split", "split", 0.250001, "2026-11-20T10:00:00.000Z"],
        ["no", "no", 0, "2026-11-20T09:00:00.000Z"],
      ],
    );
  });

  it("has the fields of a market beside those of its end", async () => {
    const [, first] = await resolved();
    const [market] = (await server.get("/api/v1/markets?ids=kalshi:yes")).json.data;
    const resolved_at = "2026-11-20T10:00:00.000Z";
    // They were never seen open.
    const prices = Object.fromEntries(PRICES.map((name) => [name, null]));
    assert.deepEqual(first, { ...market, outcome: "yes", settlement_price: 1, resolved_at, ...prices });
  });

  it("can be narrowed to a platform and to a number", async () => {
    const all = await resolved();
    assert.deepEqual(await resolved("limit=3"), all.slice(0, 3));
    assert.deepEqual(await resolved("platform=manifold"), [all[2]]);
    assert.deepEqual(await resolved("platform=polymarket"), []);
    assert.deepEqual(await resolved("platform=polymarket,manifold"), [all[2]]);
    assert.deepEqual(
      await resolved("real_money_only=true"),
      all.filter(({ play_money }: { play_money: boolean }) => !play_money),
    );
    assert.deepEqual(await resolved("category=Politics,none"), all);
    assert.deepEqual(await resolved("category=sports"), []);
    assert.deepEqual(await resolved("resolved_since=2026-11-20T10:00:00Z"), all.slice(0, 3));
    assert.deepEqual(await resolved("resolved_since=2026-11-20T10:00:00.001Z"), all.slice(0, 1));
  });

  it("goes on page by page", async () => {
    const all = await resolved();
    for (const name of ["limit", "page_size"]) {
      const pages = [1, 2, 3].map((number) => resolved(`${name}=2&page=${number}`));
      assert.deepEqual(await Promise.all(pages), [all.slice(0, 2), all.slice(2), []], name);
    }
  });

  it("says how many there are, and goes on with a cursor to the last", async () => {
    const query = "page_size=2&resolved_since=2026-11-20T10:00:00Z";
    const first = (await server.get(`/api/v1/markets/resolved?${query}`)).json;
    const { total, page, page_size, total_pages, next_cursor } = first.meta;
    assert.deepEqual([total, page, page_size, total_pages], [3, 1, 2, 2]);
    const second = (await server.get(`/api/v1/markets/resolved?${query}&cursor=${next_cursor}`)).json;
    assert.deepEqual([second.meta.total, second.meta.page, second.meta.next_cursor], [3, 2, null]);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    assert.deepEqual(ids, ["void", "yes", "split"]);
  });
});
