import assert from "node:assert/strict";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { openPolymarket } from "../../../src/sources/polymarket/polymarket.ts";

export const NOW = Date.UTC(2026, 10, 20);
export const YES_TOKEN = "71321045679252212594626385532706912750332728571942532289631379312455583992563";
export const NO_TOKEN = "52114319501245915516055106046884209969926127482827954674443846427813813222426";
export const source = openPolymarket({ polymarket: "http://stand.in/gamma" });

export const market = (more: object = {}): Record<string, unknown> => ({
  id: "512340",
  question: "Will the bridge open in March?",
  slug: "will-the-bridge-open-in-march",
  groupItemTitle: "March",
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.215", "0.785"]',
  clobTokenIds: JSON.stringify([YES_TOKEN, NO_TOKEN]),
  volume: "1234.567",
  volumeNum: 1234.567,
  volume24hr: 45.5,
  liquidity: "900.1",
  bestBid: 0.21,
  bestAsk: 0.22,
  lastTradePrice: 0.2,
  active: true,
  closed: false,
  archived: false,
  endDate: "2027-04-01T00:00:00Z",
  createdAt: "2026-01-05T10:00:00.123456Z",
  description: "By the ministry's notice.",
  ...more,
});

export const event = (markets: readonly unknown[], more: object = {}): Record<string, unknown> => ({
  id: "9001",
  slug: "when-will-the-bridge-open",
  title: "When will the bridge open?",
  description: "All about a bridge.",
  startDate: "2026-01-05T10:00:00Z",
  endDate: "2027-06-01T00:00:00Z",
  image: "https://img.example.com/bridge.png",
  closed: false,
  liquidity: 1800.255,
  openInterest: 5000.5,
  volume: 99.5,
  tags: [
    { id: "1", label: "All" },
    { id: "2", label: "Bridges" },
    { id: "3", label: "Politics" },
  ],
  markets,
  ...more,
});

/** A market as a list of markets gives it: with a short form of its event. */
export const listed = (more: object = {}) =>
  market({ events: [{ id: "9001", slug: "when-will-the-bridge-open", title: "When will the bridge open?" }], ...more });

export function only(fields: object, around: object = {}): MarketRecord {
  const listing = source.normalise({ events: [event([market(fields), market({ id: "2" })], around)] }, NOW);
  assert.equal(listing.markets.length, 2, JSON.stringify(listing.rejected));
  return listing.markets[0] as MarketRecord;
}

export const quote = ({ yesPrice, priceSource }: MarketRecord) => [yesPrice, priceSource];
