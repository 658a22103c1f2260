import { type DemoState, type Figures, figuresAt } from "../figures.ts";
import type { ListedEvent, ListedMarket } from "../listings.ts";
import type { DemoPlatform } from "./platform.ts";

/** PredictIt's market data feed: all that is open in one body, and nothing else. */
export const PREDICTIT: DemoPlatform = {
  listsAllResults: false,
  hasPictures: true,
  oddities: [],
  lists: (phase) => phase === "open",
  toBody: (demo, events, now) => ({ markets: events.map((event) => toMarket(demo, event, now)) }),
};

function toMarket(demo: DemoState, event: ListedEvent, now: number): unknown {
  return {
    id: Number(event.id),
    name: event.title,
    url: `https://www.predictit.org/markets/detail/${event.id}/${event.title.replace(/[^A-Za-z0-9]+/g, "-").replace(/-$/, "")}`,
    contracts: event.markets.map((market) => toContract(demo, market, now)),
    status: now < event.topic.closesAt ? "Open" : "Closed",
  };
}

function toContract(demo: DemoState, market: ListedMarket, now: number): unknown {
  const figures = figuresAt(demo, market, now);
  const { topic } = market.event;
  return {
    id: Number(market.id),
    dateEnd: topic.hash % 3 === 0 ? easternTime(topic.closesAt) : "NA",
    name: market.label,
    status: figures.phase === "open" ? "Open" : "Closed",
    ...toPrices(figures),
  };
}

/** An empty side is null. */
function toPrices({ phase, bid, ask, last, payout }: Figures): object {
  const isOpen = phase === "open";
  return {
    lastTradePrice: phase === "settled" ? payout : last,
    bestBuyYesCost: isOpen && ask < 1 ? cents(ask) : null,
    bestSellYesCost: isOpen && bid > 0 ? cents(bid) : null,
  };
}

const cents = (price: number): number => Math.round(price * 100) / 100;

const NEW_YORK = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "America/New_York",
  dateStyle: "short",
  timeStyle: "medium",
});

/** A time in New York's zone, without the zone, as PredictIt writes it. */
const easternTime = (ms: number): string => NEW_YORK.format(ms).replace(" ", "T");
