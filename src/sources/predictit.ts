import { toCategory } from "../domain/categories/index.ts";
import { type EventRecord, type MarketRecord, toOutcomeTitle } from "../domain/markets.ts";
import { type Micros, toMicros } from "../domain/prices.ts";
import { addressOn, baseAddress } from "./addresses.ts";
import { easternTime } from "./eastern-time.ts";
import type { Fetcher } from "./fetcher.ts";
import { joinListings, rejectedListing } from "./listings.ts";
import { bookPrice } from "./quotes.ts";
import { type Fields, identifier, text, toFields, toRecords, toSegment, webAddress } from "./records.ts";
import type { Listing, OpenSource, Rejection } from "./source.ts";

/**
 * PredictIt: one keyless, undocumented feed of all open markets, to be read at most once a minute. What closes leaves
 * the feed without a word on its outcome. The call for one market takes a market's id, ours are contracts, and the limit
 * is some ten calls a minute: asking for what has vanished is left out, and its outcome stays unknown.
 */
export const openPredictit: OpenSource = (urls) => {
  const site = baseAddress(urls.predictit, "https://www.predictit.org");
  return { platform: "predictit", normalise, fetchOpen: (fetcher) => fetchOpen(fetcher, site) };
};

async function* fetchOpen(fetcher: Fetcher, site: string): AsyncGenerator<unknown> {
  yield await fetcher.json(`${site}/api/marketdata/all/`);
}

function normalise(body: unknown): Listing {
  return joinListings(toRecords(toFields(body)?.markets).map(readMarket));
}

/** Their market is our event, their contract our market. */
function readMarket(row: Fields | null): Listing {
  const id = identifier(row?.id);
  const title = text(row?.name) ?? text(row?.shortName);
  if (row === null || id === null || title === null || !Array.isArray(row.contracts)) {
    return rejectedListing({ id, reason: "malformed" });
  }
  const contracts: Contract[] = [];
  const rejected: Rejection[] = [];
  for (const fields of toRecords(row.contracts)) {
    const contract = readContract(fields);
    if (contract === null) rejected.push({ id: identifier(fields?.id), reason: "malformed" });
    else contracts.push(contract);
  }
  const event = toEvent(row, id, title, contracts);
  const isOpen = isListedOpen(row.status);
  const markets = contracts.map((contract) => toMarket(contract, event, isOpen, contracts.length === 1));
  return { events: [event], markets, rejected };
}

interface Contract {
  readonly id: string;
  readonly name: string;
  readonly closesAt: number | null;
  readonly fields: Fields;
}

function readContract(fields: Fields | null): Contract | null {
  const id = identifier(fields?.id);
  const name = text(fields?.name) ?? text(fields?.shortName);
  if (fields === null || id === null || name === null) return null;
  return { id, name, closesAt: easternTime(fields.dateEnd), fields };
}

function toEvent(row: Fields, id: string, title: string, contracts: readonly Contract[]): EventRecord {
  // The feed names no category: the venue is licensed for politics, and lists little that comes near it.
  const named = toCategory({ labels: [], title });
  const ends = contracts.flatMap((contract) => contract.closesAt ?? []);
  return {
    id,
    title,
    category: named === "other" ? "politics" : named,
    description: null,
    url: addressOn("predictit.org", row.url) ?? `https://www.predictit.org/markets/detail/${toSegment(id)}`,
    imageUrl: webAddress(row.image),
    startsAt: null,
    endsAt: ends.length === 0 ? null : Math.max(...ends),
    tags: [],
    liquidity: null,
    isExclusive: null,
    isPartial: false,
  };
}

function toMarket(contract: Contract, event: EventRecord, isOpen: boolean, isOnly: boolean): MarketRecord {
  const { id, name, closesAt, fields } = contract;
  const isNamedAlike = name.toLowerCase() === event.title.toLowerCase();
  const status = isOpen && isListedOpen(fields.status) ? "open" : "closed";
  return {
    id,
    eventId: event.id,
    title: isNamedAlike ? event.title : toOutcomeTitle(event.title, name),
    outcomeLabel: isOnly && isNamedAlike ? null : name,
    description: null,
    url: event.url,
    status,
    ...pricesOf(fields),
    // The feed has no volume, liquidity or open interest at all.
    volume: 0,
    volume24h: 0,
    rawVolume: null,
    liquidity: null,
    openInterest: null,
    closesAt,
    createdAt: null,
    outcome: status === "open" ? null : "unknown",
    settlementPrice: null,
    resolvedAt: null,
    historyKey: null,
  };
}

/** Being in the feed means open; only another word than that says otherwise. */
const isListedOpen = (status: unknown): boolean => /^open$/i.test(text(status) ?? "open");

type Prices = Pick<MarketRecord, "yesPrice" | "priceSource" | "bestBid" | "bestAsk" | "lastPrice">;

function pricesOf(fields: Fields): Prices {
  const bestBid = tradedPrice(fields.bestSellYesCost);
  const bestAsk = tradedPrice(fields.bestBuyYesCost);
  const lastPrice = tradedPrice(fields.lastTradePrice);
  const price = bookPrice(bestBid, bestAsk, lastPrice);
  return { yesPrice: price?.yes ?? null, priceSource: price?.source ?? null, bestBid, bestAsk, lastPrice };
}

/** Prices go from 1 to 99 cents: null is an empty side of the book, 0 a contract that never traded. */
function tradedPrice(value: unknown): Micros | null {
  const price = toMicros(value);
  return price === 0 ? null : price;
}
