import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { leaveSettings, runMain } from "../support/service/process.ts";
import { serve } from "../support/upstream/fetching.ts";
import * as kalshi from "../support/upstream/kalshi-pages.ts";
import * as polymarket from "../support/upstream/polymarket-pages.ts";

leaveSettings();

const SCHEDULE = { feesEnabled: true, feeSchedule: { rate: 0.05, exponent: 1, takerOnly: true, rebateRate: 0.25 } };

/** The first is past its `endDate` and traded most; its sibling comes after the other events' markets. */
const POLYMARKET = [
  polymarket.event([
    polymarket.market({
      id: "1",
      question: "Will A\u200bda win?",
      endDate: "2020-01-01T00:00:00Z",
      volume24hr: 900,
      ...SCHEDULE,
    }),
    polymarket.market({ id: "2", question: "Will Bob win?", volume24hr: 800, closed: true }),
  ]),
  polymarket.event([polymarket.market({ id: "3", question: "Halted?", acceptingOrders: false, feesEnabled: false })], {
    id: "9002",
  }),
];
const KALSHI = Array.from({ length: 7 }, (_, index) => {
  const [ticker, event_ticker] = [`KXBRIDGE-${index}-MAR`, `KXBRIDGE-${index}`];
  return kalshi.event([kalshi.market({ ticker, event_ticker, close_time: "2099-04-01T00:00:00Z" })], {
    ...{ event_ticker, title: `Bridge ${index}?`, series_ticker: "KXBRIDGES" },
  });
});

const base = await serve(({ url = "" }, response) => {
  const { pathname } = new URL(url, "http://stand.in");
  const bodies: Record<string, unknown> = {
    "/gamma/events/keyset": { events: POLYMARKET, next_cursor: "more" },
    "/kalshi/events": { events: KALSHI, cursor: "more" },
    "/kalshi/series": { series: [{ ticker: "KXBRIDGES", fee_type: "quadratic", fee_multiplier: 0.5 }] },
  };
  asked.push(pathname);
  response.writeHead(pathname in bodies ? 200 : 404, { "Content-Type": "application/json" });
  response.end(JSON.stringify(bodies[pathname] ?? {}));
});
const asked: string[] = [];
Object.assign(process.env, {
  TOTEBOARD_POLYMARKET_URL: `${base}/gamma`,
  TOTEBOARD_KALSHI_URL: `${base}/kalshi`,
  TOTEBOARD_MANIFOLD_URL: `${base}/manifold`,
  TOTEBOARD_PLATFORMS: "polymarket,kalshi",
});

describe("toteboard doctor --platforms", () => {
  it("prints what one page of each platform was read as, with each market's own link", async () => {
    asked.length = 0;
    const { exitCode, stdout } = await runMain("doctor", "--platforms");
    assert.equal(exitCode, 0, stdout);
    assert.deepEqual(asked.toSorted(), ["/gamma/events/keyset", "/kalshi/events", "/kalshi/series"]);
    const [first = "", second = ""] = stdout.split("\n\n");
    assert.match(first, /^Polymarket: 3 markets on its first page, in \d+(\.\d)? s: /);
    assert.deepEqual(first.split("\n").slice(1), [
      "  Will Ada win?",
      "    open, tradable, 21.5¢, fee 5% of price × (1 − price) by the market, no end",
      "    https://polymarket.com/event/when-will-the-bridge-open/will-the-bridge-open-in-march",
      "  Halted?",
      "    open, halted, 21.5¢, fee none by the market, closes 2027-04-01T00:00:00.000Z",
      "    https://polymarket.com/event/when-will-the-bridge-open/will-the-bridge-open-in-march",
      "  Will Bob win?",
      "    closed, 21.5¢, fee 4% of price × (1 − price) by our table, closed 2027-04-01T00:00:00.000Z",
      "    https://polymarket.com/event/when-will-the-bridge-open/will-the-bridge-open-in-march",
    ]);
    assert.match(first, /: 2 open \(1 halted\), 1 closed, 0 skipped, 0 not yet open\n/);
    assert.match(second, /^Kalshi: 7 markets on its first page/);
    assert.equal(second.match(/fee 3\.5% of price × \(1 − price\) by the series, closes 2099-04-01/g)?.length, 5);
  });

  it("says of a platform that cannot be read why, and ends with 1", async () => {
    process.env.TOTEBOARD_PLATFORMS = "polymarket,kalshi,manifold";
    const { exitCode, stdout } = await runMain("doctor", "--platforms");
    process.env.TOTEBOARD_PLATFORMS = "polymarket,kalshi";
    assert.equal(exitCode, 1);
    assert.match(stdout, /^PROBLEM +Manifold is down \(404\)$/m);
    assert.match(stdout, /^Kalshi: 7 markets/m);
  });

  it("takes names of platforms, and prints JSON", async () => {
    const { exitCode, stdout } = await runMain("doctor", "--platforms", "kalshi,polymarket", "--json");
    assert.equal(exitCode, 0);
    const found = JSON.parse(stdout);
    assert.deepEqual(
      found.map(({ platform, error }: Record<string, unknown>) => [platform, error]),
      [
        ["polymarket", null],
        ["kalshi", null],
      ],
    );
    assert.deepEqual(found[0].counts, { markets: 3, open: 2, halted: 1, skipped: 0, unopened: 0 });
    assert.deepEqual(found[0].markets[0], {
      id: "1",
      title: "Will Ada win?",
      url: "https://polymarket.com/event/when-will-the-bridge-open/will-the-bridge-open-in-march",
      ...{ status: "open", tradable: true, price: 0.215, closes_at: null },
      fee: { kind: "quadratic", rate: 0.05, source: "market" },
    });
  });

  it("refuses what is no platform, and platforms without the flag", async () => {
    const unknown = await runMain("doctor", "--platforms", "betfair");
    assert.equal(unknown.exitCode, 2);
    assert.match(unknown.stderr, /--platforms: expected one of polymarket, .*, not 'betfair'/);
    const bare = await runMain("doctor", "kalshi");
    assert.equal(bare.exitCode, 2);
    assert.match(bare.stderr, /doctor takes 'kalshi' only with --platforms/);
  });
});
