import assert from "node:assert/strict";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { openKalshi } from "../../../src/sources/kalshi/kalshi.ts";

export const NOW = Date.UTC(2026, 10, 20);
export const source = openKalshi({ kalshi: "http://stand.in/kalshi" });

export const market = (more: object = {}): Record<string, unknown> => ({
  ticker: "KXBRIDGE-27-MAR",
  event_ticker: "KXBRIDGE-27",
  market_type: "binary",
  title: "When will the bridge open?",
  yes_sub_title: "In March",
  no_sub_title: "In March",
  status: "active",
  result: "",
  yes_bid_dollars: "0.2100",
  yes_ask_dollars: "0.2200",
  last_price_dollars: "0.2000",
  notional_value_dollars: "1.0000",
  volume_fp: "1234.56",
  volume_24h_fp: "45.50",
  open_interest_fp: "500.00",
  created_time: "2026-01-05T10:00:00.123456Z",
  open_time: "2026-01-06T10:00:00Z",
  close_time: "2027-04-01T00:00:00Z",
  rules_primary: "If it opens in March, Yes.",
  rules_secondary: "Else No.",
  ...more,
});

export const other = (more: object = {}) => market({ ticker: "KXBRIDGE-27-APR", yes_sub_title: "In April", ...more });

export const event = (markets: unknown, more: object = {}): Record<string, unknown> => ({
  event_ticker: "KXBRIDGE-27",
  series_ticker: "KXBRIDGES",
  title: "When will the bridge open?",
  sub_title: "In 2027",
  category: "Politics",
  mutually_exclusive: true,
  last_updated_ts: "0001-01-01T00:00:00Z",
  ...(markets === undefined ? {} : { markets }),
  ...more,
});

/** The same market as it was sent until March 2026: whole cents and whole counts. */
export const inCents = (more: object = {}) => {
  const texts = Object.entries(market()).filter(([name]) => !/_dollars$|_fp$/.test(name));
  const cents = {
    yes_bid: 21,
    yes_ask: 22,
    last_price: 20,
    notional_value: 100,
    volume: 1234,
    volume_24h: 45,
    open_interest: 500,
  };
  return { ...Object.fromEntries(texts), ...cents, ...more };
};

export function only(fields: object): MarketRecord {
  const listing = source.normalise({ events: [event([market(fields), other()])] }, NOW);
  assert.equal(listing.markets.length, 2, JSON.stringify(listing.rejected));
  return listing.markets[0] as MarketRecord;
}

export const quote = ({ yesPrice, priceSource }: MarketRecord) => [yesPrice, priceSource];
