import { toCategory, usualCategory } from "../domain/categories/categories.ts";
import { aheadOf, type EventRecord, type MarketRecord, toOutcomeTitle, UNPUBLISHED } from "../domain/markets.ts";
import { type Micros, toMicros } from "../domain/prices.ts";
import { baseAddress, type Fetcher } from "./fetcher.ts";
import {
  addressOn,
  identifier,
  type JsonFields,
  text,
  time,
  toFields,
  toRecords,
  toSegment,
  webAddress,
} from "./json-fields.ts";
import {
  addMarket,
  bookPrice,
  type ListingDraft,
  quotesOf,
  reject,
  toClosing,
  toListing,
  UNKNOWN_ENDING,
} from "./records.ts";
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
      async *fetch(fetcher, _markets, now) {
        for await (const body of fetchOpen(fetcher, site)) yield quotesOf(normalise(body, now));
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

const normalise = (body: unknown, now: number): Listing =>
  toListing(toRecords(toFields(body)?.markets), (draft, row) => readMarket(draft, row, now));

/** A market of PredictIt is our event; its contracts are our markets. */
function readMarket(draft: ListingDraft, row: JsonFields | null, now: number): void {
  const id = identifier(row?.id);
  const title = text(row?.name) ?? text(row?.shortName);
  if (row === null || id === null || title === null || !Array.isArray(row.contracts)) {
    return void reject(draft, id, "malformed");
  }
  const contracts: PredictitContract[] = [];
  for (const fields of toRecords(row.contracts)) {
    const contract = readContract(fields, now);
    if (contract === null) reject(draft, identifier(fields?.id), "malformed");
    else contracts.push(contract);
  }
  const event = toEvent(row, id, title, contracts);
  draft.events.set(id, event);
  const status = statusOf(row.status);
  for (const contract of contracts) {
    const worse = status === "open" ? statusOf(contract.fields.status) : status;
    addMarket(draft, toMarket(contract, event, worse, contracts.length === 1), { end: contract.end, now });
  }
}

interface PredictitContract {
  readonly id: string;
  readonly name: string;
  /** As the feed states it. */
  readonly end: number | null;
  /** The same while it lies ahead. */
  readonly closesAt: number | null;
  readonly fields: JsonFields;
}

function readContract(fields: JsonFields | null, now: number): PredictitContract | null {
  const id = identifier(fields?.id);
  const name = text(fields?.name) ?? text(fields?.shortName);
  if (fields === null || id === null || name === null) return null;
  const end = easternTime(fields.dateEnd);
  return { id, name, end, closesAt: aheadOf(now, end), fields };
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

function toMarket(
  contract: PredictitContract,
  event: EventRecord,
  status: ListedStatus,
  isOnly: boolean,
): MarketRecord {
  const { id, name, closesAt, fields } = contract;
  const hasEventTitle = name.toLowerCase() === event.title.toLowerCase();
  const bestBid = tradedPrice(fields.bestSellYesCost);
  const bestAsk = tradedPrice(fields.bestBuyYesCost);
  const lastPrice = tradedPrice(fields.lastTradePrice);
  // The feed has no volume, liquidity or open interest.
  return {
    ...UNPUBLISHED,
    id,
    eventId: event.id,
    title: hasEventTitle ? event.title : toOutcomeTitle(event.title, name),
    outcomeLabel: isOnly && hasEventTitle ? null : name,
    url: event.url,
    ...toClosing(status === "closed" ? UNKNOWN_ENDING : null, bookPrice(bestBid, bestAsk, lastPrice), null),
    isTradable: status === "open",
    bestBid,
    bestAsk,
    lastPrice,
    closesAt,
  };
}

type ListedStatus = "open" | "halted" | "closed";

/** Being in the feed means open. Any word but open and those for a pause closes it. */
function statusOf(status: unknown): ListedStatus {
  const word = text(status) ?? "open";
  if (/^open$/i.test(word)) return "open";
  return /suspend|halt|paus/i.test(word) ? "halted" : "closed";
}

/** Prices go from 1 to 99 cents; 0 means that the contract never traded. */
function tradedPrice(value: unknown): Micros | null {
  const price = toMicros(value);
  return price === 0 ? null : price;
}

/**
 * A time of PredictIt's feed as epoch milliseconds: "2026-03-31T23:59:00", with up to seven decimals, or
 * "02/04/2026 11:00:00 AM (ET)", both in New York's time zone. Null for "NA", "N/A" and other text.
 */
function easternTime(value: unknown): number | null {
  const written = text(value);
  if (written === null) return null;
  if (/[T ][\d:.]+(Z|[+-]\d\d:?\d\d)$/i.test(written)) return time(written);
  const american = AMERICAN.exec(written);
  // Read as UTC, then shifted by New York's offset at that time.
  const wall = american === null ? time(ZONELESS.exec(written)?.[0]) : time(toIsoClock(american));
  if (wall === null) return null;
  const guess = wall - easternOffset(wall);
  return wall - easternOffset(guess);
}

const ZONELESS = /^20\d\d-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?$/;
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(20\d\d) (\d{1,2}):(\d\d)(?::(\d\d))? ([AP])M(?: \(?E[SD]?T\)?)?$/i;

function toIsoClock(parts: RegExpExecArray): string {
  const [, month = "", day = "", year = "", hour = "", minute = "", second = "00", half = ""] = parts;
  const hours = (Number(hour) % 12) + (half.toUpperCase() === "P" ? 12 : 0);
  const two = (part: string | number): string => String(part).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)}T${two(hours)}:${minute}:${second}`;
}

const NEW_YORK = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});

/** New York's offset from UTC at `at`, in milliseconds; negative. */
function easternOffset(at: number): number {
  const part = Object.fromEntries(NEW_YORK.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}
