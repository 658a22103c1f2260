import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../../support/service/api.ts";
import { sessionOf } from "../../support/service/session.ts";
import { event, market, page } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const MARKETS = 620;

/** A platform with more markets than a file has without a key. */
async function open() {
  const markets = Array.from({ length: MARKETS }, (_, index) => market({ id: `m${index}`, volume: 1000 + index }));
  const test = openTestWriter({ scripts: { kalshi: { full: [page(markets, [event({ id: "e1" })])] } } });
  await test.writer.runOnce(new Set());
  const config = { platforms: ["kalshi"], pagesPerMinute: 30 };
  return openTestApi({ writer: test, hasPages: true, config });
}

const idsIn = (text: string): readonly string[] => [...text.matchAll(/^(m\d+),/gm)].map(([, id = ""]) => id);
const inOrder = (from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `m${from - index}`);

describe("the file of a list", () => {
  it("has the first 500 rows without a key, and counts as the pages that show them", async () => {
    const site = await open();
    const { status, headers, text } = await site.get("/markets.csv");
    assert.deepEqual([status, headers["x-total-count"]], [200, String(MARKETS)]);
    assert.deepEqual(idsIn(text), inOrder(MARKETS - 1, 500));
    site.clock.advance(1000);
    assert.equal((await site.get("/markets.csv")).status, 200);
    site.clock.advance(1000);
    for (let count = 0; count < 5; count++) assert.equal((await site.get("/keys")).status, 200);
    const refused = await site.get("/markets.csv");
    assert.equal(refused.status, 429);
    assert.match(
      refused.text,
      /At most 30 pages a minute are shown to one internet address, and this file counts as 9. Try again/,
    );
    assert.match((await site.get("/markets")).text, />First 500 as CSV, 620 if you sign in with a key</);
  });

  it("counts a file of few rows as one page", async () => {
    const site = await open();
    for (let count = 0; count < 30; count++) {
      assert.equal((await site.get(`/markets.csv?q=happen&min_volume=${16 + count / 100000}`)).status, 200, `${count}`);
    }
    assert.equal((await site.get("/keys")).status, 429);
  });

  it("has all rows for a key that a visitor has signed in with, which pays for them, and yields to requests", async (t) => {
    const site = await open();
    const { secret } = await site.make({ tier: "free", limits: { perMinute: null, perDay: 9, perMonth: null } });
    const session = sessionOf(site.context, secret);
    const nextTurn = t.mock.method(site.context.exports, "nextTurn");
    const { status, headers, text } = await site.get("/markets.csv?order=asc", session);
    assert.equal(status, 200);
    assert.deepEqual(idsIn(text), inOrder(MARKETS - 1, MARKETS).toReversed());
    assert.equal(nextTurn.mock.callCount(), 4);
    assert.match(`${headers["cache-control"]}`, /private/);
    assert.match(`${headers.ratelimit}`, /"day";r=5;/);
    assert.equal((await site.get("/markets.csv", session)).status, 200);
    const refused = await site.get("/markets.csv?sort=price", session);
    assert.equal(refused.status, 429);
    assert.match(refused.text, /A file of 620 rows costs 4 requests and 1 of 9 are left this day \(Free plan\)/);
  });
});
