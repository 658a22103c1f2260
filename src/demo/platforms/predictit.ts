import { eventsOf } from "../catalogue.ts";
import { type DemoState, type Figures, figuresAt } from "../figures.ts";
import type { ListedEvent, ListedMarket } from "../listings.ts";
import { imageOf, ok, type StandIn } from "./pages.ts";

/** Answers as PredictIt's market data polled does: all that is open in one body, and one market by its id. */
export function createPredictit(demo: DemoState): StandIn {
  const events = eventsOf(demo.catalogue, "predictit");
  return (path) => {
    const now = demo.clock.now();
    const [, , , noun, id] = path.replace(/\/$/, "").split("/");
    if (noun === "all") {
      const open = events.filter((event) => now < event.topic.closesAt);
      return ok({ markets: open.map((event) => toMarket(demo, event, now)) });
    }
    const found = events.find((event) => noun === "markets" && event.id === id);
    return ok(found === undefined ? null : toMarket(demo, found, now));
  };
}

function toMarket(demo: DemoState, event: ListedEvent, now: number): unknown {
  return {
    id: Number(event.id),
    name: event.title,
    shortName: event.title.slice(0, 60),
    image: imageOf(demo, event),
    url: `https://www.predictit.org/markets/detail/${event.id}/${event.title.replace(/[^A-Za-z0-9]+/g, "-").replace(/-$/, "")}`,
    contracts: event.markets.map((market) => toContract(demo, market, now)),
    timeStamp: `${easternTime(now - (now % 60_000))}.1480000`,
    status: now < event.topic.closesAt ? "Open" : "Closed",
  };
}

function toContract(demo: DemoState, market: ListedMarket, now: number): unknown {
  const figures = figuresAt(demo, market, now);
  const { topic } = market.event;
  return {
    id: Number(market.id),
    dateEnd: topic.hash % 3 === 0 ? easternTime(topic.closesAt) : "NA",
    image: imageOf(demo, market.event),
    name: market.label,
    shortName: market.label.slice(0, 40),
    status: figures.phase === "open" ? "Open" : "Closed",
    ...toPrices(figures),
    lastClosePrice: figuresAt(demo, market, now - (now % 86_400_000)).last,
    displayOrder: 0,
  };
}

/** The prices of yes and no are one book: they add up to a dollar. An empty side is null. */
function toPrices({ phase, bid, ask, last, payout }: Figures): object {
  const isOpen = phase === "open";
  const yesAsk = isOpen && ask < 1 ? cents(ask) : null;
  const yesBid = isOpen && bid > 0 ? cents(bid) : null;
  return {
    lastTradePrice: phase === "settled" ? payout : last,
    bestBuyYesCost: yesAsk,
    bestBuyNoCost: yesBid === null ? null : cents(1 - yesBid),
    bestSellYesCost: yesBid,
    bestSellNoCost: yesAsk === null ? null : cents(1 - yesAsk),
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
