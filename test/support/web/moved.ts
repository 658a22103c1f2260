import { openQuestionSite } from "../service/question-site.ts";

/** A question of two platforms that moved and has a spread, and a market of its own. */
const FED = { id: "q", title: "Will the Fed cut rates?" };
export const LISTED = {
  kalshi: [
    { ...FED, eventId: "fed", yesPrice: 620_000, bestBid: 620_000, bestAsk: 630_000, volume24h: 9_000_000 },
    { id: "rain", eventId: "rain", title: "Rain in Paris", yesPrice: 300_000, bestBid: null, bestAsk: null },
  ],
  polymarket: [{ ...FED, eventId: "fed", yesPrice: 500_000, bestBid: 490_000, bestAsk: 500_000 }],
};
/** The same 24 hours before. */
export const BEFORE = {
  kalshi: [
    { ...FED, eventId: "fed", yesPrice: 540_000, bestBid: 530_000, bestAsk: 550_000 },
    { id: "rain", eventId: "rain", title: "Rain in Paris", yesPrice: 360_000, bestBid: null, bestAsk: null },
  ],
  polymarket: [{ ...FED, eventId: "fed", yesPrice: 420_000, bestBid: 410_000, bestAsk: 430_000 }],
};
export const MATCHES = [{ a: "kalshi", b: "polymarket", id: "q" }];

/** Its pages and API. */
export const openMoved = () =>
  openQuestionSite({ listed: LISTED, listedBefore: BEFORE, matches: MATCHES, hasBooks: true });
