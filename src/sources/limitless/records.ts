import { toCategory } from "../../domain/categories/index.ts";
import { type EventRecord, type MarketRecord, type Outcome, toOutcomeTitle } from "../../domain/markets.ts";
import { type Cents, type Micros, ONE, toCents, toMicros, toNumber } from "../../domain/prices.ts";
import { joinListings, rejectedListing } from "../listings.ts";
import {
  type Fields,
  identifier,
  text,
  texts,
  time,
  toFields,
  toList,
  toRecords,
  toSegment,
  webAddress,
} from "../records.ts";
import type { Listing, Rejection } from "../source.ts";

/** Reads a page of the active markets, a list of markets, or one market. */
export const readLimitless = (body: unknown, now: number): Listing =>
  joinListings(rowsOf(body).map((row) => readRow(row, now)));

/** A page is a list, `{data: list}`, or one market. */
export function rowsOf(body: unknown): readonly (Fields | null)[] {
  const page = toFields(body);
  if (page === null) return toRecords(body);
  return "slug" in page ? [page] : toRecords(page.data);
}

/** A row is a market, or a group that holds its markets and has no price of its own. */
function readRow(row: Fields | null, now: number): Listing {
  const head = readHead(row);
  if (!("slug" in head)) return rejectedListing(head);
  // A market of a group that was asked for by itself does not name its group: its event is a stand-in.
  const isMember = identifier(head.fields.groupId) !== null;
  const event = toEvent(head, isMember);
  if (!Array.isArray(head.fields.markets)) {
    if (head.fields.marketType === "group" && !Array.isArray(head.fields.prices)) {
      return rejectedListing({ id: head.slug, reason: "not_binary" });
    }
    return { events: [event], markets: [toMarket(head, event, null, now)], rejected: [] };
  }
  const heads = toRecords(head.fields.markets).map(readHead);
  const markets = heads.flatMap((inner) => ("slug" in inner ? toMarket(inner, event, inner.title, now) : []));
  return { events: [event], markets, rejected: heads.flatMap((inner) => ("slug" in inner ? [] : inner)) };
}

interface Head {
  readonly slug: string;
  readonly title: string;
  readonly fields: Fields;
}

function readHead(fields: Fields | null): Head | Rejection {
  const slug = text(fields?.slug);
  const title = text(fields?.title) ?? text(fields?.proxyTitle);
  if (fields === null || slug === null || title === null) return { id: slug, reason: "malformed" };
  return fields.hidden === true ? { id: slug, reason: "archived" } : { slug, title, fields };
}

function toEvent({ slug, title, fields }: Head, isPartial: boolean): EventRecord {
  const tags = [...new Set([...texts(fields.categories), ...texts(fields.tags)])];
  return {
    id: slug,
    title,
    category: toCategory({ labels: tags, title }),
    description: plainText(fields.description),
    url: `https://limitless.exchange/markets/${toSegment(slug)}`,
    imageUrl: webAddress(fields.imageUrl) ?? webAddress(fields.logo),
    startsAt: time(fields.startAt) ?? time(fields.createdAt),
    endsAt: closingTime(fields),
    tags,
    liquidity: amountOf(fields, "liquidity").cents,
    // Groups of one question and groups of thresholds look alike.
    isExclusive: null,
    isPartial,
  };
}

function toMarket(head: Head, event: EventRecord, label: string | null, now: number): MarketRecord {
  const { slug, title, fields } = head;
  const volume = amountOf(fields, "volume");
  const closing = closingOf(fields, event, now);
  return {
    id: slug,
    eventId: event.id,
    title: label === null ? title : toOutcomeTitle(event.title, label),
    outcomeLabel: label,
    description: plainText(fields.description) ?? event.description,
    url: `https://limitless.exchange/markets/${toSegment(slug)}`,
    ...closing,
    ...pricesOf(fields, closing.settlementPrice),
    lastPrice: null,
    volume: volume.cents ?? 0,
    volume24h: 0,
    rawVolume: volume.raw,
    liquidity: amountOf(fields, "liquidity").cents,
    openInterest: amountOf(fields, "openInterest").cents,
    createdAt: time(fields.createdAt),
    historyKey: null,
  };
}

/** Times are epoch milliseconds, once as a number, in some answers as text. */
const closingTime = (fields: Fields): number | null => time(toNumber(fields.expirationTimestamp));

type Closing = Pick<MarketRecord, "status" | "outcome" | "settlementPrice" | "resolvedAt" | "closesAt">;

function closingOf(fields: Fields, event: EventRecord, now: number): Closing {
  const closesAt = closingTime(fields) ?? event.endsAt;
  const status = text(fields.status)?.toLowerCase() ?? "";
  const isClosed = fields.expired === true || ["resolved", "closed", "locked"].includes(status);
  if (!isClosed && (closesAt === null || closesAt > now)) {
    return { closesAt, status: "open", outcome: null, settlementPrice: null, resolvedAt: null };
  }
  const end = status === "resolved" ? ENDS.get(fields.winningOutcomeIndex) : undefined;
  if (end === undefined) {
    return { closesAt, status: "closed", outcome: "unknown", settlementPrice: null, resolvedAt: null };
  }
  const [outcome, settlementPrice] = end;
  return { closesAt, status: "closed", outcome, settlementPrice, resolvedAt: time(fields.resolutionDate) };
}

/** Outcome 0 is yes. */
const ENDS: ReadonlyMap<unknown, readonly [Outcome, Micros]> = new Map([
  [0, ["yes", ONE]],
  [1, ["no", 0]],
]);

type Prices = Pick<MarketRecord, "yesPrice" | "priceSource" | "bestBid" | "bestAsk">;

/** The settlement, else the platform's own price, which is the middle of its book; market makers have no book. */
function pricesOf(fields: Fields, settlementPrice: Micros | null): Prices {
  const isMarketMaker = fields.tradeType === "amm";
  const yesPrice = settlementPrice ?? shownPrice(fields.prices);
  const source = settlementPrice !== null ? "settlement" : isMarketMaker ? "amm" : "quoted";
  const trade = isMarketMaker ? null : toFields(fields.tradePrices);
  return {
    yesPrice,
    priceSource: yesPrice === null ? null : source,
    bestBid: sidePrice(toList(toFields(trade?.sell)?.market)[0]),
    bestAsk: sidePrice(toList(toFields(trade?.buy)?.market)[0]),
  };
}

/** `[yes, no]` in 0..1; older market makers give percent, told by the two summing to a hundred instead of one. */
function shownPrice(pair: unknown): Micros | null {
  const [yes, no] = toList(pair).map(toNumber);
  if (yes === undefined || yes === null) return null;
  return toMicros(yes + (no ?? 0) > 2 ? yes / 100 : yes);
}

/** An empty side of the book is filled with the lowest or highest price there is. */
function sidePrice(value: unknown): Micros | null {
  const price = toMicros(value);
  return price === null || price <= LOWEST || price >= ONE - LOWEST ? null : price;
}

const LOWEST: Micros = 1_000;

/** Amounts come in the coin's smallest unit and, formatted, in whole coins. Only coins of a dollar are dollars. */
function amountOf(
  fields: Fields,
  name: "volume" | "liquidity" | "openInterest",
): { raw: number | null; cents: Cents | null } {
  const coin = toFields(fields.collateralToken);
  const smallest = toNumber(fields[name]);
  const formatted = toNumber(fields[`${name}Formatted`]);
  const whole = formatted ?? (smallest === null ? null : smallest / 10 ** (toNumber(coin?.decimals) ?? 6));
  const raw = whole === null || whole < 0 || !Number.isFinite(whole) ? null : whole;
  return { raw, cents: DOLLARS.has(text(coin?.symbol) ?? "USDC") ? toCents(raw) : null };
}

const DOLLARS = new Set(["USDC", "USDC.e", "USDT", "DAI"]);

/** Descriptions are HTML. */
function plainText(html: unknown): string | null {
  const written = text(html);
  if (written === null) return null;
  const plain = written
    .replace(/<br\s*\/?>|<\/(p|div|li|h\d)>/gi, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(nbsp|amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? " ");
  const lines = plain.split("\n").flatMap((line) => text(line) ?? []);
  return text(lines.join("\n"));
}

const ENTITIES: Readonly<Record<string, string>> = { nbsp: " ", amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
