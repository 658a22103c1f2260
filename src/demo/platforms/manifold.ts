import { type DemoState, type Figures, figuresAt } from "../figures.ts";
import type { ListedEvent, ListedMarket } from "../listings.ts";
import { type DemoPlatform, eventRulesOf, type JsonObject, QUESTIONS_OF_OTHER_KINDS } from "./platform.ts";

/** Contracts of Manifold's API v0 (docs.manifold.markets/api). */
export const MANIFOLD: DemoPlatform = {
  listsAllResults: true,
  hasPictures: true,
  oddities: QUESTIONS_OF_OTHER_KINDS,
  lists: (phase) => phase === "open",
  toBody: (demo, events, now, others) => [...events.map((event) => toContract(demo, event, now)), ...others],
};

function updatedAt(demo: DemoState, event: ListedEvent, now: number): number {
  const first = event.markets[0];
  if (first === undefined) return 0;
  const figures = figuresAt(demo, first, now);
  return figures.phase === "settled" ? figures.settledAt : figures.movedAt;
}

const createdTime = (event: ListedEvent): number => event.topic.opensAt + (event.hash % 3_600_000);

const USERS = [
  "lighthousekeeper",
  "quietforecaster",
  "marginalia",
  "tidewatcher",
  "oddsmith",
  "greenpencil",
  "novemberfox",
  "statsandtea",
];

const userOf = (event: ListedEvent): string => USERS[event.hash % USERS.length] ?? "oddsmith";
const slugOf = (event: ListedEvent): string => `${event.slug.slice(0, 34).replace(/-$/, "")}-${event.id.slice(0, 5)}`;

function toContract(demo: DemoState, event: ListedEvent, now: number): JsonObject {
  const figures = event.markets.map((market) => figuresAt(demo, market, now));
  const [first] = figures;
  const isBinary = event.markets.length === 1;
  const isResolved = first?.phase === "settled";
  const total = (name: "volume" | "volume24h" | "liquidity"): number =>
    figures.reduce((sum, row) => sum + row[name], 0);
  return {
    id: event.id,
    creatorUsername: userOf(event),
    createdTime: createdTime(event),
    closeTime: event.topic.closesAt,
    question: event.title,
    slug: slugOf(event),
    url: `https://manifold.markets/${userOf(event)}/${slugOf(event)}`,
    textDescription: eventRulesOf(event),
    totalLiquidity: Math.round(total("liquidity")) + 100,
    outcomeType: isBinary ? "BINARY" : "MULTIPLE_CHOICE",
    volume: total("volume"),
    volume24Hours: total("volume24h"),
    isResolved,
    lastUpdatedTime: updatedAt(demo, event, now),
    token: "MANA",
    ...(isBinary ? { probability: first?.chance } : { shouldAnswersSumToOne: event.topic.shape === "race" }),
    ...(isBinary ? {} : { answers: event.markets.map((market, index) => toAnswer(market, figures[index])) }),
    ...(isResolved ? toResolution(event, figures) : {}),
  };
}

function toAnswer(market: ListedMarket, figures: Figures | undefined): unknown {
  return {
    id: market.id.split(".")[1],
    text: market.label,
    createdTime: createdTime(market.event),
    probability: figures?.chance,
    volume: figures?.volume,
    ...(figures?.phase === "settled"
      ? {
          resolution: wordOf(market, figures),
          resolutionProbability: figures.payout,
          resolutionTime: figures.settledAt,
        }
      : {}),
  };
}

/** The probability comes with every resolution, but only with MKT is it what was paid. */
function toResolution(event: ListedEvent, figures: readonly Figures[]): JsonObject {
  const [market, first] = [event.markets[0], figures[0]];
  if (market === undefined || first === undefined) return {};
  const winner = event.markets[figures.findIndex(({ payout }) => payout === 1)];
  const word = event.markets.length === 1 ? wordOf(market, first) : (winner?.id.split(".")[1] ?? "MKT");
  return {
    resolution: word,
    resolutionTime: first.settledAt,
    closeTime: Math.min(event.topic.closesAt, first.settledAt),
    resolutionProbability: word === "MKT" ? first.payout : first.chance,
  };
}

function wordOf(market: ListedMarket, { payout }: Figures): string {
  if (market.event.topic.ending === "void") return "CANCEL";
  return payout === 1 ? "YES" : payout === 0 ? "NO" : "MKT";
}
