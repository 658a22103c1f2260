import { openQuestionSite } from "../service/question-site.ts";

/** A question of two platforms that moved and has a spread, and a market of its own. */
const FED = { id: "q", title: "Will the Fed cut rates?" };
const RAIN = { id: "rain", eventId: "rain", title: "Rain in Paris", bestBid: null, bestAsk: null, volume24h: 20_000 };
export const LISTED = {
  kalshi: [
    { ...FED, eventId: "fed", yesPrice: 620_000, bestBid: 620_000, bestAsk: 630_000, volume24h: 9_000_000 },
    { ...RAIN, yesPrice: 300_000 },
  ],
  polymarket: [{ ...FED, eventId: "fed", yesPrice: 580_000, bestBid: 570_000, bestAsk: 580_000 }],
};
/** The same 24 hours before. */
export const BEFORE = {
  kalshi: [
    { ...FED, eventId: "fed", yesPrice: 540_000, bestBid: 530_000, bestAsk: 550_000 },
    { ...RAIN, yesPrice: 360_000 },
  ],
  polymarket: [{ ...FED, eventId: "fed", yesPrice: 500_000, bestBid: 490_000, bestAsk: 510_000 }],
};
export const MATCHES = [{ a: "kalshi", b: "polymarket", id: "q" }];

/** Its pages and API. */
export const openMoved = () =>
  openQuestionSite({ listed: LISTED, listedBefore: BEFORE, matches: MATCHES, hasBooks: true });
