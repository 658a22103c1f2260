import { type BookLevel, type OrderBook, toOrderBook } from "../domain/books.ts";
import { toCategory } from "../domain/categories/categories.ts";
import {
  type EventRecord,
  type MarketRecord,
  type SettlementSource,
  toOutcomeTitle,
  UNPUBLISHED,
} from "../domain/markets.ts";
import { toFee } from "../domain/platforms.ts";
import { type Cents, type Micros, ONE, toCents, toMicros, toNumber } from "../domain/prices.ts";
import { baseAddress, type Fetcher, fetchEach, walkPages } from "./fetcher.ts";
import {
  identifier,
  type JsonFields,
  text,
  texts,
  time,
  toFields,
  toList,
  toRecords,
  toSegment,
  webAddress,
} from "./json-fields.ts";
import {
  type Ending,
  type ListingDraft,
  NO_ENDING,
  type Price,
  reject,
  toClosing,
  toLink,
  toListing,
  UNKNOWN_ENDING,
  YES_ENDING,
} from "./records.ts";
import {
  type BookPage,
  type BookRequest,
  fetchSingleBooks,
  type Listing,
  type OpenSource,
  type PastMarket,
  type PastPrice,
  type Rejection,
  type Span,
  toLevels,
} from "./source.ts";

/** Limitless: order books on the Base chain, settled in stablecoins (api.limitless.exchange/api-v1). */
export const openLimitless: OpenSource = (urls) => {
  const api = baseAddress(urls.limitless, "https://api.limitless.exchange");
  return {
    platform: "limitless",
    normalise: readLimitless,
    fetchOpen: (fetcher) => fetchOpen(fetcher, api),
    fetchMarkets: (fetcher, ids) =>
      fetchEach(
        fetcher,
        [...new Set(ids)].map((slug) => `${api}/markets/${toSegment(slug)}`),
      ),
    fetchHistory: (fetcher, market, span) => fetchLimitlessHistory(fetcher, api, market, span),
    fetchBooks: (fetcher, markets) => fetchLimitlessBooks(fetcher, api, markets),
  };
};

const MAX_PAGE_ROWS = 25;

/** The answer has no cursor and its count is not always right. The walk ends at a page without new rows. */
function fetchOpen(fetcher: Fetcher, api: string): AsyncGenerator<unknown> {
  const seen = new Set<string>();
  let page = 1;
  return walkPages(fetcher, {
    url: (cursor, limit) => `${api}/markets/active?page=${cursor ?? 1}&limit=${limit}`,
    next: (body) => {
      const before = seen.size;
      for (const row of rowsOf(body)) seen.add(text(row?.slug) ?? "");
      page++;
      return seen.size > before ? String(page) : null;
    },
    limits: [MAX_PAGE_ROWS],
    maxPages: 400,
  });
}

/** Hourly prices of a market by its slug (api.limitless.exchange/api-v1, historical-price). */
async function fetchLimitlessHistory(
  fetcher: Fetcher,
  api: string,
  { id }: PastMarket,
  { from, to }: Span,
): Promise<readonly PastPrice[]> {
  const query = new URLSearchParams({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    interval: "1h",
  });
  const url = `${api}/markets/${toSegment(id)}/historical-price?${query}`;
  return readLimitlessHistory(await fetcher.json(url, { isOptional: true }));
}

/** Reads `{prices: [{timestamp, price}]}`, or a list of such series, yes first. Older prices are percent. */
export function readLimitlessHistory(body: unknown): PastPrice[] {
  const series: JsonFields | null = toFields(body) ?? toRecords(body)[0] ?? null;
  const points = toRecords(series?.prices).flatMap((point) => {
    const at = time(point?.timestamp) ?? time(toNumber(point?.timestamp));
    const price = toNumber(point?.price);
    return at === null || price === null ? [] : [{ at, price }];
  });
  const unit = points.some(({ price }) => price > 1) ? 100 : 1;
  return points.flatMap(({ at, price }) => {
    const yesPrice = toMicros(price / unit);
    return yesPrice === null ? [] : [{ at, yesPrice }];
  });
}

/** Sizes are in millionths of a contract, as the "orderbook" sample of the platform's TypeScript SDK shows. */
const SIZE_UNIT = 1e6;

/** Books by slug, one request each (docs.limitless.exchange, "Get Orderbook"). */
const fetchLimitlessBooks = (fetcher: Fetcher, api: string, markets: readonly BookRequest[]): AsyncIterable<BookPage> =>
  fetchSingleBooks(fetcher, markets, (slug) => `${api}/markets/${toSegment(slug)}/orderbook`, readLimitlessBook);

/** Reads `{bids: [{price, size}], asks}` of yes, levels in any order; null where it is no book. */
export function readLimitlessBook(body: unknown): OrderBook | null {
  const fields = toFields(body);
  if (!Array.isArray(fields?.bids) || !Array.isArray(fields.asks)) return null;
  return toOrderBook(toLevels(fields.bids).map(inContracts), toLevels(fields.asks).map(inContracts));
}

const inContracts = ([price, size]: BookLevel): BookLevel => [price, size / SIZE_UNIT];

/** Reads a page of the active markets, a list of markets, or one market. `now` is epoch milliseconds. */
export const readLimitless = (body: unknown, now: number): Listing =>
  toListing(rowsOf(body), (draft, row) => readRow(draft, row, now));

/** The rows of a page, which is a list, `{data: list}`, or one market. */
function rowsOf(body: unknown): readonly (JsonFields | null)[] {
  const page = toFields(body);
  if (page === null) return toRecords(body);
  return "slug" in page ? [page] : toRecords(page.data);
}

/** A row is a market, or a group that holds its markets and has no price of its own. */
function readRow(draft: ListingDraft, row: JsonFields | null, now: number): void {
  const named = readName(row);
  if (!("slug" in named)) return void draft.rejected.push(named);
  const { slug, fields } = named;
  const isGroup = Array.isArray(fields.markets);
  if (!isGroup && fields.marketType === "group" && !Array.isArray(fields.prices)) {
    return void reject(draft, slug, "not_binary");
  }
  // A member of a group that comes by itself does not name the group's event.
  const isMember = identifier(fields.groupId) !== null;
  const event = toEvent(named, isMember);
  draft.events.set(slug, event);
  if (!isGroup) return void draft.markets.push(toMarket(named, event, null, now));
  for (const member of toRecords(fields.markets).map(readName)) {
    if ("slug" in member) draft.markets.push(toMarket(member, event, member.title, now));
    else draft.rejected.push(member);
  }
}

interface NamedRow {
  readonly slug: string;
  readonly title: string;
  readonly fields: JsonFields;
}

function readName(fields: JsonFields | null): NamedRow | Rejection {
  const slug = identifier(fields?.slug);
  const title = text(fields?.title) ?? text(fields?.proxyTitle);
  if (fields === null || slug === null || title === null) return { id: slug, reason: "malformed" };
  return fields.hidden === true ? { id: slug, reason: "archived" } : { slug, title, fields };
}

function toEvent({ slug, title, fields }: NamedRow, isPartial: boolean): EventRecord {
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
    // A group of exclusive outcomes looks like a group of thresholds.
    isExclusive: null,
    isPartial,
  };
}

function toMarket(row: NamedRow, event: EventRecord, label: string | null, now: number): MarketRecord {
  const { slug, title, fields } = row;
  const volume = amountOf(fields, "volume");
  const closesAt = closingTime(fields) ?? event.endsAt;
  const isMarketMaker = fields.tradeType === "amm";
  const trade = isMarketMaker ? null : toFields(fields.tradePrices);
  const price = shownPrice(fields.prices, isMarketMaker ? "amm" : "quoted");
  return {
    ...UNPUBLISHED,
    id: slug,
    eventId: event.id,
    title: label === null ? title : toOutcomeTitle(event.title, label),
    outcomeLabel: label,
    description: plainText(fields.description) ?? event.description,
    settlementSource: readSettlementSource(fields.description),
    url: `https://limitless.exchange/markets/${toSegment(slug)}`,
    ...toClosing(toEnding(fields, closesAt, now), price, time(fields.resolutionDate)),
    // An empty side of the book shows the lowest or highest price allowed.
    bestBid: sidePrice(toList(toFields(trade?.sell)?.market)[0]),
    bestAsk: sidePrice(toList(toFields(trade?.buy)?.market)[0]),
    closesAt,
    latestClosesAt: closesAt,
    fee: isMarketMaker ? MARKET_MAKER_FEE : null,
    volume: volume.cents ?? 0,
    rawVolume: volume.raw,
    liquidity: amountOf(fields, "liquidity").cents,
    openInterest: amountOf(fields, "openInterest").cents,
    createdAt: time(fields.createdAt),
  };
}

/** What market makers of the platform take, which its rows do not say (docs.limitless.exchange/user-guide/fees). */
const MARKET_MAKER_FEE = toFee("price", 0.004, "platform");

/** Epoch milliseconds, as a number or as text. */
const closingTime = (fields: JsonFields): number | null => time(toNumber(fields.expirationTimestamp));

/** Null while the market is open. */
function toEnding(fields: JsonFields, closesAt: number | null, now: number): Ending | null {
  const status = text(fields.status)?.toLowerCase() ?? "";
  const isClosed = fields.expired === true || ["resolved", "closed", "locked"].includes(status);
  if (!isClosed && (closesAt === null || closesAt > now)) return null;
  return (status === "resolved" ? ENDINGS.get(fields.winningOutcomeIndex) : undefined) ?? UNKNOWN_ENDING;
}

/** Outcome 0 is yes. */
const ENDINGS: ReadonlyMap<unknown, Ending> = new Map([
  [0, YES_ENDING],
  [1, NO_ENDING],
]);

/**
 * What the platform shows: the middle of the book or the market maker's price. Reads `[yes, no]` in 0..1, or in percent
 * from older market makers, whose two sum to a hundred.
 */
function shownPrice(pair: unknown, source: Price["source"]): Price | null {
  const [yes, no] = toList(pair).map(toNumber);
  if (yes === undefined || yes === null) return null;
  const price = toMicros(yes + (no ?? 0) > 2 ? yes / 100 : yes);
  return price === null ? null : { yes: price, source };
}

function sidePrice(value: unknown): Micros | null {
  const price = toMicros(value);
  return price === null || price <= MIN_PRICE || price >= ONE - MIN_PRICE ? null : price;
}

const MIN_PRICE: Micros = 1_000;

/** An amount in coins, and in cents where the coin is worth a dollar. Given in coins or in their smallest unit. */
function amountOf(
  fields: JsonFields,
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

/**
 * The link after "Resolution source:" in a description. `priceOracleMetadata` only names the chart's source, and often
 * another pair than the market's.
 */
function readSettlementSource(html: unknown): SettlementSource | null {
  const [, href, name] =
    /Resolution source:\s*<a href=["']([^"'<>]+)["'][^<>]*>([^<>]+)<\/a>/i.exec(text(html) ?? "") ?? [];
  const url = toLink(href?.replaceAll("&amp;", "&"));
  return url === null ? null : { name: plainText(name), url };
}

/** The text of an HTML description, one line a paragraph. */
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
