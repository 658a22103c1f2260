import { toCategory } from "../domain/categories/categories.ts";
import { usualCategory } from "../domain/categories/stored.ts";
import { type EventRecord, type MarketRecord, toOutcomeTitle } from "../domain/markets.ts";
import { type Micros, toMicros } from "../domain/prices.ts";
import { addressOn, baseAddress } from "./addresses.ts";
import { easternTime } from "./eastern-time.ts";
import type { Fetcher } from "./fetcher.ts";
import { identifier, type JsonFields, text, toFields, toRecords, toSegment, webAddress } from "./json-fields.ts";
import { createDraft, type ListingDraft, toListing } from "./listings.ts";
import { quotesOf } from "./quote-lists.ts";
import { bookPrice, type MarketPrices } from "./quotes.ts";
import type { Listing, OpenSource } from "./source.ts";

/**
 * PredictIt: one undocumented feed of all open markets, without a key, to be read at most once a minute. A market that
 * closes leaves the feed, and its outcome stays unknown: the call for one market takes another id than ours and is
 * limited to about ten a minute.
 */
export const openPredictit: OpenSource = (urls) => {
  const site = baseAddress(urls.predictit, "https://www.predictit.org");
  return {
    platform: "predictit",
    normalise,
    fetchOpen: (fetcher) => fetchOpen(fetcher, site),
    quotes: {
      marketsPerRequest: MAX_CONTRACTS,
      everyMs: QUOTES_EVERY_MS,
      async *fetch(fetcher) {
        for await (const body of fetchOpen(fetcher, site)) yield quotesOf(normalise(body));
      },
    },
  };
};

/** More than the feed has ever held. */
const MAX_CONTRACTS = 10_000;

/** The feed wants a minute between requests, and a pass reads it too. */
const QUOTES_EVERY_MS = 120_000;

async function* fetchOpen(fetcher: Fetcher, site: string): AsyncGenerator<unknown> {
  yield await fetcher.json(`${site}/api/marketdata/all/`);
}

function normalise(body: unknown): Listing {
  const draft = createDraft();
  for (const row of toRecords(toFields(body)?.markets)) readMarket(draft, row);
  return toListing(draft);
}

/** A market of PredictIt is our event; its contracts are our markets. */
function readMarket(draft: ListingDraft, row: JsonFields | null): void {
  const id = identifier(row?.id);
  const title = text(row?.name) ?? text(row?.shortName);
  if (row === null || id === null || title === null || !Array.isArray(row.contracts)) {
    draft.rejected.push({ id, reason: "malformed" });
    return;
  }
  const contracts: PredictitContract[] = [];
  for (const fields of toRecords(row.contracts)) {
    const contract = readContract(fields);
    if (contract === null) draft.rejected.push({ id: identifier(fields?.id), reason: "malformed" });
    else contracts.push(contract);
  }
  const event = toEvent(row, id, title, contracts);
  draft.events.set(id, event);
  const isOpen = isListedOpen(row.status);
  for (const contract of contracts) draft.markets.push(toMarket(contract, event, isOpen, contracts.length === 1));
}

interface PredictitContract {
  readonly id: string;
  readonly name: string;
  readonly closesAt: number | null;
  readonly fields: JsonFields;
}

function readContract(fields: JsonFields | null): PredictitContract | null {
  const id = identifier(fields?.id);
  const name = text(fields?.name) ?? text(fields?.shortName);
  if (fields === null || id === null || name === null) return null;
  return { id, name, closesAt: easternTime(fields.dateEnd), fields };
}

function toEvent(row: JsonFields, id: string, title: string, contracts: readonly PredictitContract[]): EventRecord {
  const ends = contracts.flatMap((contract) => contract.closesAt ?? []);
  return {
    id,
    title,
    // The feed names no category.
    category: toCategory({ labels: [], title, usual: usualCategory("predictit") }),
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

function toMarket(contract: PredictitContract, event: EventRecord, isOpen: boolean, isOnly: boolean): MarketRecord {
  const { id, name, closesAt, fields } = contract;
  const hasEventTitle = name.toLowerCase() === event.title.toLowerCase();
  const status = isOpen && isListedOpen(fields.status) ? "open" : "closed";
  return {
    id,
    eventId: event.id,
    title: hasEventTitle ? event.title : toOutcomeTitle(event.title, name),
    outcomeLabel: isOnly && hasEventTitle ? null : name,
    description: null,
    settlementSource: null,
    url: event.url,
    status,
    ...pricesOf(fields),
    // The feed has no volume, liquidity or open interest.
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

/** Being in the feed means open, unless the status is another word. */
const isListedOpen = (status: unknown): boolean => /^open$/i.test(text(status) ?? "open");

function pricesOf(fields: JsonFields): MarketPrices {
  const bestBid = tradedPrice(fields.bestSellYesCost);
  const bestAsk = tradedPrice(fields.bestBuyYesCost);
  const lastPrice = tradedPrice(fields.lastTradePrice);
  const price = bookPrice(bestBid, bestAsk, lastPrice);
  return { yesPrice: price?.yes ?? null, priceSource: price?.source ?? null, bestBid, bestAsk, lastPrice };
}

/** Prices go from 1 to 99 cents; 0 means that the contract never traded. */
function tradedPrice(value: unknown): Micros | null {
  const price = toMicros(value);
  return price === 0 ? null : price;
}
