import { toCategory, usualCategory } from "../domain/categories/categories.ts";
import type { Category } from "../domain/categories/names.ts";
import { type EventRecord, type MarketRecord, toOutcomeTitle, UNPUBLISHED } from "../domain/markets.ts";
import { type Fee, feeOfPlatform, MANA } from "../domain/platforms.ts";
import { type Micros, ONE, toCents } from "../domain/prices.ts";
import { withAuthor } from "../domain/titles.ts";
import {
  bookPrice,
  type Ending,
  NO_ENDING,
  type Price,
  toClosing,
  UNKNOWN_ENDING,
  YES_ENDING,
} from "../sources/records.ts";
import { type DemoState, type Figures, figuresAt, priceOf } from "./figures.ts";
import { type ListedEvent, type ListedMarket, toSlug } from "./listings.ts";
import { readData } from "./reader.ts";
import { fill, type PlatformId } from "./topic.ts";

/** An event and all its markets, as the adapter of their platform gives them. */
interface EventRecords {
  readonly event: EventRecord;
  readonly markets: readonly MarketRecord[];
}

/** What a platform says of an event at a time (epoch milliseconds). */
export function recordsOf(demo: DemoState, event: ListedEvent, now: number): EventRecords {
  const figures = event.markets.map((market) => figuresAt(demo, market, now));
  const form = FORMS[event.platform];
  const record: EventRecord = { ...eventOf(event), ...form.ofEvent(event, figures) };
  const markets = event.markets.map((market, index) => {
    const own = figures[index] ?? figuresAt(demo, market, now);
    return { ...marketOf(market, own, record), ...form.ofMarket(market, own, record) };
  });
  return { event: record, markets };
}

/** Whether the platform calls a market open. Polymarket does, without taking orders, until the market is resolved. */
export const isOpenIn = (platform: PlatformId, phase: Figures["phase"]): boolean =>
  phase === "open" || (phase === "closed" && platform === "polymarket");

/** What an event's record has on all platforms, and what most of them give. */
const eventOf = ({ id, title, topic }: ListedEvent) => ({
  ...{ id, title, description: null, imageUrl: pictureOf(topic.category), startsAt: null, endsAt: topic.closesAt },
  ...{ tags: [], liquidity: null, isExclusive: null, isPartial: false },
});

function marketOf(market: ListedMarket, figures: Figures, event: EventRecord): MarketRecord {
  const { platform, id, label } = market;
  const isOpen = isOpenIn(platform, figures.phase);
  const isQuoted = isOpen && platform !== "manifold";
  const bestBid = isQuoted && figures.bid > 0 ? toMillionths(figures.bid) : null;
  const bestAsk = isQuoted && figures.ask < 1 ? toMillionths(figures.ask) : null;
  const lastPrice = platform === "manifold" ? null : toMillionths(figures.last);
  const ending = isOpen ? null : endingOf(market, figures);
  const shown: Price | null =
    platform === "polymarket" || platform === "manifold"
      ? { yes: toMillionths(priceOf(market, figures)), source: platform === "manifold" ? "amm" : "quoted" }
      : bookPrice(bestBid, bestAsk, lastPrice);
  return {
    ...UNPUBLISHED,
    ...{ id, eventId: event.id, url: event.url, bestBid, bestAsk, lastPrice },
    title: label === market.event.title ? event.title : toOutcomeTitle(event.title, label),
    outcomeLabel: market.event.markets.length === 1 ? null : label,
    ...toClosing(ending, shown, figures.settledAt),
    isTradable: figures.phase === "open",
    closesAt: event.endsAt,
  };
}

/** Only Manifold calls an event off; the others pay a half. */
function endingOf({ platform, event }: ListedMarket, { phase, payout }: Figures): Ending {
  if (phase !== "settled") return UNKNOWN_ENDING;
  if (platform === "manifold" && event.topic.ending === "void") return { outcome: "void", price: null };
  if (payout === 0 || payout === 1) return payout === 1 ? YES_ENDING : NO_ENDING;
  return { outcome: "split", price: toMillionths(payout) };
}

const toMillionths = (price: number): Micros => Math.round(price * ONE);

/** What one platform gives in its own way. */
interface PlatformForm {
  ofEvent(
    event: ListedEvent,
    figures: readonly Figures[],
  ): Partial<EventRecord> & Pick<EventRecord, "category" | "url">;
  /** `record` is that of its event. */
  ofMarket(market: ListedMarket, figures: Figures, record: EventRecord): Partial<MarketRecord>;
}

const FORMS: Readonly<Record<PlatformId, PlatformForm>> = {
  polymarket: {
    ofEvent: (event, figures) => ({
      category: toCategory({ labels: event.topic.tags, title: event.title, slug: event.slug }),
      description: rulesOfEvent(event),
      url: `https://polymarket.com/event/${event.slug}`,
      startsAt: wholeSecond(event.topic.opensAt),
      // An end that has passed while a market waits for its result is no end.
      endsAt: figures[0]?.phase === "closed" ? null : event.topic.closesAt,
      tags: event.topic.tags,
      liquidity: figures[0]?.phase === "settled" ? 0 : toCents(sumOf(figures, "liquidity")),
      isExclusive: event.topic.shape === "race" && event.markets.length > 2 ? true : null,
    }),
    ofMarket: (market, figures, record) => ({
      title: market.question,
      description: rulesOf(market),
      settlementSource: market.event.topic.source && { name: null, url: market.event.topic.source.url },
      url: `${record.url}/${toSlug(market.question)}-${market.id.slice(-3)}`,
      ...volumesOf(figures),
      liquidity: figures.phase === "settled" ? null : toCents(figures.liquidity),
      openInterest: market.event.markets.length === 1 ? toCents(Math.round(figures.volume * 0.22)) : null,
      closesAt: figures.phase === "settled" ? figures.settledAt : record.endsAt,
      fee: { ...feeOfPlatform("polymarket", record.category), feeSource: "market" },
      createdAt: record.startsAt,
    }),
  },
  kalshi: {
    ofEvent(event) {
      const { topic, id } = event;
      const label = topic.tags.includes("Health") ? "Health" : KALSHI_CATEGORIES[topic.category];
      const series = id.split("-")[0] ?? id;
      return {
        category: toCategory({ labels: [label], title: event.title, series }),
        url: `https://kalshi.com/markets/${series.toLowerCase()}/event/${id.toLowerCase()}`,
        imageUrl: null,
        startsAt: wholeSecond(topic.opensAt + 300_000),
        tags: [label],
        isExclusive: topic.shape === "race",
      };
    },
    ofMarket: (market, figures, record) => ({
      description: rulesOf(market),
      settlementSource: market.event.topic.source,
      ...volumesOf(figures),
      openInterest: toCents((figures.volume * 0.31).toFixed(2)),
      latestClosesAt: record.endsAt,
      fee: KALSHI_FEE,
      createdAt: wholeSecond(market.event.topic.opensAt),
    }),
  },
  manifold: {
    ofEvent(event, figures) {
      const user = USERS[event.hash % USERS.length] ?? "oddsmith";
      const title = withAuthor(event.title, user);
      const slug = `${event.slug.slice(0, 34).replace(/-$/, "")}-${event.id.slice(0, 5)}`;
      return {
        title,
        category: toCategory({ labels: [], title }),
        description: rulesOfEvent(event),
        url: `https://manifold.markets/${user}/${slug}`,
        startsAt: event.topic.opensAt + (event.hash % 3_600_000),
        liquidity: toCents((Math.round(sumOf(figures, "liquidity")) + 100) / MANA.perDollar),
        isExclusive: event.markets.length === 1 ? null : event.topic.shape === "race",
      };
    },
    // Answers have no figures of their own but their volume.
    ofMarket: ({ event }, figures, record) => ({
      description: record.description,
      ...volumesOf(figures, MANA.perDollar),
      ...(event.markets.length === 1 ? { title: record.title, liquidity: record.liquidity } : { volume24h: 0 }),
      isTradable: true,
      latestClosesAt: record.endsAt,
      createdAt: record.startsAt,
    }),
  },
  predictit: {
    ofEvent: (event) => ({
      category: toCategory({ labels: [], title: event.title, usual: usualCategory("predictit") }),
      url: `https://www.predictit.org/markets/detail/${event.id}/${event.title.replace(/[^A-Za-z0-9]+/g, "-").replace(/-$/, "")}`,
      endsAt: event.topic.hash % 3 === 0 ? event.topic.closesAt : null,
    }),
    ofMarket: () => ({}),
  },
};

const volumesOf = ({ volume, volume24h }: Figures, unitsPerDollar = 1) => ({
  volume: toCents(volume / unitsPerDollar) ?? 0,
  volume24h: toCents(volume24h / unitsPerDollar) ?? 0,
  rawVolume: volume,
});

const sumOf = (rows: readonly Figures[], name: "liquidity" | "volume"): number =>
  rows.reduce((total, row) => total + row[name], 0);

/** Polymarket and Kalshi give times in whole seconds. */
const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

const KALSHI_FEE: Fee = { ...feeOfPlatform("kalshi", ""), feeSource: "series" };

const KALSHI_CATEGORIES: Readonly<Record<Category, string>> = {
  politics: "Politics",
  sports: "Sports",
  crypto: "Crypto",
  economics: "Economics",
  finance: "Financials",
  science: "Space",
  technology: "Science and Technology",
  culture: "Entertainment",
  climate: "Climate and Weather",
  world: "World",
  other: "Exotics",
};

const USERS = [
  ...["lighthousekeeper", "quietforecaster", "marginalia", "tidewatcher"],
  ...["oddsmith", "greenpencil", "novemberfox", "statsandtea"],
];

/** A picture for all events of a category: its first letter. */
const pictureOf = (category: Category): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="8" fill="#345"/><text x="32" y="44" font-family="sans-serif" font-size="36" text-anchor="middle" fill="#fff">${category.charAt(0).toUpperCase()}</text></svg>`,
  )}`;

/** How a market is decided and what happens when what it is about is called off, in the words of its platform. */
export const rulesOf = ({ outcome, event }: ListedMarket): string => toRules(event, fill(event.topic.claim, outcome));

/** The rules of all outcomes of an event together. */
function rulesOfEvent(event: ListedEvent): string {
  const [first, second] = event.markets;
  if (first !== undefined && second === undefined) return rulesOf(first);
  return toRules(event, event.topic.claim.replaceAll(/\{(label|short)\}/g, "(outcome)"));
}

function toRules({ topic, platform, edition }: ListedEvent, claim: string): string {
  const yes = edition.isInverted ? "No" : "Yes";
  const source = topic.source?.name ?? "what I see myself";
  const calledOff = CALLED_OFF[topic.postponed]?.[platform] ?? "";
  const rules = {
    kalshi: `If ${claim}, then the market resolves to ${yes}.\n\nVerified from ${source}. ${calledOff}`,
    manifold: `Resolves ${yes.toUpperCase()} if ${claim}. I go by ${source}. ${calledOff}`,
    polymarket: `Resolves to "${yes}" if ${claim}. Source: ${source}. ${calledOff}`,
    predictit: "",
  };
  return rules[platform].trim();
}

const CALLED_OFF = readData("rules");
