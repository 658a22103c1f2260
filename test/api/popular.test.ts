import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi, type TestServer } from "../support/service/api.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, market, page, START } from "../support/store/builders.ts";
import { foldAll } from "../support/store/points.ts";
import { openTestWriter, type Script } from "../support/store/writer.ts";

const idsOf = (data: readonly { id: string }[]): string[] => data.map(({ id }) => id);

async function popular(server: TestServer, query = "") {
  const reply = await server.get(`/api/v1/markets/popular?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json.data;
}

const day = (id: string, dollars: number, more: Parameters<typeof market>[0] | object = {}) =>
  market({ id, volume: 10_000_000, volume24h: dollars * 100, ...more });

const server = await openTestApi({
  scripts: {
    kalshi: {
      full: [
        page([
          day("busy", 900),
          day("quiet", 1),
          day("closed", 5_000, { status: "closed" }),
          day("over", 5_000, { closesAt: START }),
          day("unpriced", 5_000, { yesPrice: null }),
        ]),
      ],
    },
    polymarket: { full: [page([day("busy", 900), day("busiest", 1_000)])] },
    // 60,000 mana.
    manifold: { full: [page([day("mana", 600, { rawVolume: 6_000_000 })])] },
    predictit: { full: [page([day("7", 0), day("8", 0)])] },
  },
});

describe("GET /api/v1/markets/popular", () => {
  it("lists open markets with a price by their 24-hour volume in dollars, ranked from 1", async () => {
    const data = await popular(server);
    assert.deepEqual(
      data.map(({ rank, platform, id }: { rank: number; platform: string; id: string }) => [rank, platform, id]),
      [
        [1, "polymarket", "busiest"],
        [2, "kalshi", "busy"],
        [3, "polymarket", "busy"],
        [4, "manifold", "mana"],
        [5, "kalshi", "quiet"],
        [6, "predictit", "7"],
        [7, "predictit", "8"],
      ],
    );
  });

  it("goes on page by page with its ranks, among those that its filters let pass", async () => {
    const all = await popular(server);
    const pages = await Promise.all([1, 2, 3, 4].map((number) => popular(server, `limit=3&page=${number}`)));
    assert.deepEqual(pages, [all.slice(0, 3), all.slice(3, 6), all.slice(6), []]);
    assert.deepEqual(idsOf(await popular(server, "real_money_only=true&limit=4")), [
      "busiest",
      "busy",
      "busy",
      "quiet",
    ]);
    assert.deepEqual(idsOf(await popular(server, "platform=manifold,predictit")), ["mana", "7", "8"]);
    assert.equal((await popular(server, "category=POLITICS,none")).length, all.length);
    assert.deepEqual(await popular(server, "category=sports"), []);
  });

  it("says how many have a rank, and goes on with a cursor to the last", async () => {
    const walked: unknown[] = [];
    let cursor: string | null = "";
    for (let page = 1; cursor !== null; page++) {
      const { json } = await server.get(`/api/v1/markets/popular?page_size=3${cursor && `&cursor=${cursor}`}`);
      assert.deepEqual([json.meta.total, json.meta.page, json.meta.total_pages], [7, page, 3]);
      walked.push(...json.data);
      cursor = json.meta.next_cursor;
    }
    assert.deepEqual(walked, await popular(server));
    const other = (await server.get("/api/v1/markets?page_size=3")).json.meta.next_cursor;
    assert.equal((await server.get(`/api/v1/markets/popular?cursor=${other}`)).status, 422);
  });

  it("adds rank, activity and price change to the fields of a market", async () => {
    const [first] = await popular(server, "platform=kalshi");
    const [market] = (await server.get("/api/v1/markets?ids=kalshi:busy")).json.data;
    assert.deepEqual(first, { ...market, rank: 1, activity_24h: 0, price_change_24h: null });
  });

  it("gives 20 unless told otherwise", async () => {
    const many = Array.from({ length: 30 }, (_, index) => day(`m${index}`, index));
    const data = await popular(await openTestApi({ scripts: { kalshi: { full: [page(many)] } } }));
    assert.deepEqual([data.length, data[0].id, data[19].id], [20, "m29", "m10"]);
  });
});

describe("the activity of popular markets", () => {
  /** Reads three markets of one volume; the price of `still` stays, only its lifetime volume rises. */
  async function readMoving() {
    const script: Script = { full: [] };
    const moving = openTestWriter({ scripts: { kalshi: script } });
    const read = async (afterMs: number, a: number, b: number): Promise<void> => {
      moving.clock.advance(afterMs);
      const later = { closesAt: START + 90 * DAY_MS };
      const volume = 10_000_000 + (moving.clock.now() - START) / 1000;
      script.full = [
        page([
          day("a", 5, { yesPrice: a, ...later }),
          day("b", 5, { yesPrice: b, ...later }),
          day("still", 5, { volume, ...later }),
        ]),
      ];
      await moving.pass();
    };
    await read(0, 100_000, 100_000);
    await read(HOUR_MS, 200_000, 200_000);
    await read(DAY_MS, 300_000, 250_000);
    await read(MINUTE_MS, 300_000, 350_000);
    return { moving, server: await openTestApi({ writer: moving }) };
  }

  const briefly = (data: readonly Record<string, unknown>[]) =>
    data.map((one) => [one.id, one.activity_24h, one.price_change_24h]);

  const EXPECTED = [
    ["b", 2, 0.15],
    ["a", 1, 0.1],
    ["still", 0, 0],
  ];

  it("counts price changes of the last 24 hours and decides among equal volumes", async () => {
    const { server } = await readMoving();
    assert.deepEqual(briefly(await popular(server)), EXPECTED);
    assert.deepEqual(idsOf(await popular(server, "limit=1")), ["b"]);
  });

  it("is the same once the points are folded", async () => {
    const { moving, server } = await readMoving();
    foldAll(moving.writer.writing);
    assert.deepEqual(briefly(await popular(server)), EXPECTED);
  });

  it("is over a day later, when the prices are old", async () => {
    const { moving, server } = await readMoving();
    moving.clock.advance(DAY_MS);
    assert.deepEqual(
      briefly(await popular(server)),
      ["a", "b", "still"].map((id) => [id, 0, null]),
    );
  });
});
