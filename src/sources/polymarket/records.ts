import { toCategory } from "../../domain/categories/categories.ts";
import {
  aheadOf,
  type EventRecord,
  type MarketRecord,
  type SettlementSource,
  toOutcomeTitle,
  UNPUBLISHED,
} from "../../domain/markets.ts";
import { type Fee, toFee } from "../../domain/platforms.ts";
import { type Micros, ONE, toCents, toMicros, toNumber } from "../../domain/prices.ts";
import {
  flag,
  identifier,
  type JsonFields,
  jsonList,
  text,
  time,
  toFields,
  toRecords,
  toSegment,
  webAddress,
} from "../json-fields.ts";
import {
  addMarket,
  type Ending,
  type ListingDraft,
  midOf,
  NO_ENDING,
  type Price,
  reject,
  toClosing,
  toListing,
  toSettlementSource,
  UNKNOWN_ENDING,
  WIDE_SPREAD,
  YES_ENDING,
} from "../records.ts";
import type { Listing } from "../source.ts";

/** Reads a keyset page, a legacy list, one event or one market. `now` is epoch milliseconds. */
export const readPolymarket = (body: unknown, now: number): Listing =>
  toListing(recordsOf(body), (draft, record) => {
    if (record === null) reject(draft, null, "malformed");
    else if (isMarket(record)) readListedMarket(draft, record, now);
    else readEvent(draft, record, now);
  });

const isMarket = (record: JsonFields): boolean => "question" in record || "outcomes" in record;

function recordsOf(body: unknown): readonly (JsonFields | null)[] {
  if (Array.isArray(body)) return toRecords(body);
  const page = toFields(body);
  if (page === null || isMarket(page)) return [page];
  if (Array.isArray(page.events)) return toRecords(page.events);
  const isPage = Array.isArray(page.markets) && !("id" in page || "title" in page);
  return isPage ? toRecords(page.markets) : [page];
}

/** In a list of markets, a market brings a short form of its event, without tags and other markets. */
function readListedMarket(draft: ListingDraft, fields: JsonFields, now: number): void {
  const parent = toRecords(fields.events).find((event) => identifier(event?.id) !== null);
  const event = parent ? toEvent(parent, { isPartial: true, now }) : null;
  const slug = identifier(parent?.slug);
  readMarket(draft, fields, event === null ? null : (draft.events.get(event.id) ?? event), {
    url: slug === null ? null : toUrl(slug),
    isOnly: false,
    isArchived: parent?.archived === true,
    hasPlaceholders: parent?.negRiskAugmented === true,
    openInterest: null,
    settlementSource: toSettlementSource(parent?.resolutionSource),
    now,
  });
}

function readEvent(draft: ListingDraft, fields: JsonFields, now: number): void {
  const event = toEvent(fields, { isPartial: false, now });
  const markets = toRecords(fields.markets);
  const hasPlaceholders = flag(fields.negRiskAugmented) === true;
  const isArchived = flag(fields.archived) === true;
  if (event === null) return void reject(draft, identifier(fields.id), "malformed");
  if (!isArchived) draft.events.set(event.id, event);
  const isNamed = (market: JsonFields | null): boolean =>
    market !== null && identifier(market.id) !== null && !(hasPlaceholders && isPlaceholder(market));
  const isOnly = markets.filter(isNamed).length === 1;
  const openInterest = isOnly ? toCents(fields.openInterest) : null;
  const url = identifier(fields.slug) === null ? null : event.url;
  const settlementSource = toSettlementSource(fields.resolutionSource);
  const parent: ParentFields = { url, isOnly, isArchived, hasPlaceholders, openInterest, settlementSource, now };
  for (const market of markets) {
    if (market === null) reject(draft, null, "malformed");
    else readMarket(draft, market, event, parent);
  }
}

/** What a market takes from the event it came in. */
interface ParentFields {
  /** The address of the event; null where it has no slug. */
  readonly url: string | null;
  readonly isOnly: boolean;
  readonly isArchived: boolean;
  /** Whether it keeps slots for outcomes that have no name yet. */
  readonly hasPlaceholders: boolean;
  readonly openInterest: number | null;
  readonly settlementSource: SettlementSource | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A slot that the site hides until it has a name, "Other" among them (docs.polymarket.com/concepts/negative-risk). */
const isPlaceholder = (fields: JsonFields): boolean => flag(fields.active) === false && flag(fields.closed) !== true;

function readMarket(draft: ListingDraft, fields: JsonFields, event: EventRecord | null, parent: ParentFields): void {
  const id = identifier(fields.id);
  const question = text(fields.question);
  if (id === null || question === null || event === null) return void reject(draft, id, "malformed");
  if (parent.isArchived || fields.archived === true) return void reject(draft, id, "archived");
  if (parent.hasPlaceholders && isPlaceholder(fields)) return void draft.unopened.push(id);
  const outcomes = toOutcomes(fields);
  if (outcomes === null) return void reject(draft, id, "not_binary");
  if (!draft.events.has(event.id)) draft.events.set(event.id, event);
  const market = toMarket({ fields, id, question, outcomes, event, parent });
  addMarket(draft, market, { end: time(fields.endDate), now: parent.now });
}

function toEvent(
  fields: JsonFields,
  { isPartial, now }: { readonly isPartial: boolean; readonly now: number },
): EventRecord | null {
  const id = identifier(fields.id);
  const title = text(fields.title);
  if (id === null || title === null) return null;
  const labels = toRecords(fields.tags).flatMap((tag) => text(tag?.label) ?? []);
  const named = [...new Set(labels)].filter((label) => !/^(all$|hide from )/i.test(label));
  const slug = identifier(fields.slug);
  const legacy = text(fields.category);
  // Events from before there were tags have a category.
  const tags = named.length === 0 && legacy !== null ? [legacy] : named;
  return {
    id,
    title,
    category: toCategory({ labels: tags, title, slug }),
    description: text(fields.description),
    url: toUrl(slug ?? id),
    imageUrl: webAddress(fields.image) ?? webAddress(fields.icon),
    startsAt: time(fields.startDate) ?? time(fields.creationDate),
    endsAt: flag(fields.closed) === true ? time(fields.endDate) : aheadOf(now, time(fields.endDate)),
    tags,
    liquidity: toCents(fields.liquidity),
    // An event without negRisk may still be exclusive: the platform does not say.
    isExclusive: fields.negRisk === true || fields.enableNegRisk === true ? true : null,
    isPartial,
  };
}

const toUrl = (slug: string): string => `https://polymarket.com/event/${toSegment(slug)}`;

interface OutcomePair {
  /** Yes first. */
  readonly names: readonly [string, string];
  /** The index of yes in the platform's lists: 1 only where "No" is listed first. */
  readonly yes: 0 | 1;
  readonly isYesNo: boolean;
}

/** The outcomes of a market with two; null for any other number, and for legacy scalar markets (Long, Short). */
function toOutcomes(fields: JsonFields): OutcomePair | null {
  const listed = jsonList(fields.outcomes);
  if (listed?.length !== 2 || fields.marketType === "scalar") return null;
  const first = text(listed[0]);
  const second = text(listed[1]);
  if (first === null || second === null) return null;
  if (isNo(first) && isYes(second)) return { names: [second, first], yes: 1, isYesNo: true };
  return { names: [first, second], yes: 0, isYesNo: isYes(first) && isNo(second) };
}

const isYes = (name: string): boolean => name.toLowerCase() === "yes";
const isNo = (name: string): boolean => name.toLowerCase() === "no";

interface PolymarketMarket {
  readonly fields: JsonFields;
  readonly id: string;
  readonly question: string;
  readonly outcomes: OutcomePair;
  readonly event: EventRecord;
  readonly parent: ParentFields;
}

function toMarket({ fields, id, question, outcomes, event, parent }: PolymarketMarket): MarketRecord {
  const isClosed = flag(fields.closed) === true;
  const quotes = toQuotes(fields, outcomes.yes);
  const ending = isClosed ? toEnding(fields, quotes.listed) : null;
  const slug = identifier(fields.slug);
  const endDate = time(fields.endDate);
  const closedTime = time(fields.closedTime);
  const isAccepting = flag(fields.acceptingOrders) !== false && flag(fields.active) !== false;
  return {
    ...UNPUBLISHED,
    id,
    eventId: event.id,
    title: toTitle(question, event.title, outcomes),
    outcomeLabel: parent.isOnly ? null : text(fields.groupItemTitle),
    description: text(fields.description),
    settlementSource: toSettlementSource(fields.resolutionSource) ?? parent.settlementSource,
    url: parent.url === null || slug === null ? event.url : `${parent.url}/${toSegment(slug)}`,
    ...toClosing(ending, toPrice(quotes), closedTime ?? time(fields.umaEndDate)),
    isTradable: !isClosed && isAccepting,
    bestBid: quotes.bid,
    bestAsk: quotes.ask,
    lastPrice: quotes.last,
    volume: toCents(fields.volumeNum) ?? toCents(fields.volume) ?? 0,
    volume24h: toCents(fields.volume24hr) ?? 0,
    rawVolume: positive(fields.volumeNum) ?? positive(fields.volume),
    liquidity: toCents(fields.liquidityNum) ?? toCents(fields.liquidity),
    openInterest: parent.openInterest,
    // From `endDate` on a market may be resolved; trading goes on after it (docs.polymarket.com/concepts/resolution).
    closesAt: isClosed ? (closedTime ?? endDate) : aheadOf(parent.now, endDate),
    fee: readFee(fields),
    createdAt: time(fields.createdAt) ?? time(fields.startDate),
    historyKey: identifier(jsonList(fields.clobTokenIds)?.[outcomes.yes]),
  };
}

/**
 * The market's own schedule (docs.polymarket.com/trading/fees). Its exponent has been 1 since 2026; another rule is not
 * known here.
 */
function readFee(fields: JsonFields): Fee | null {
  if (flag(fields.feesEnabled) === false) return NO_FEE;
  const schedule = toFields(fields.feeSchedule);
  const rate = toNumber(schedule?.rate);
  const isKnown = rate !== null && rate >= 0 && rate <= 1 && (toNumber(schedule?.exponent) ?? 1) === 1;
  return isKnown ? toFee("quadratic", rate, "market") : null;
}

const NO_FEE: Fee = { feeKind: "none", feeRate: 0, feeSource: "market" };

function positive(value: unknown): number | null {
  const number = toNumber(value);
  return number === null || number < 0 ? null : number;
}

/**
 * A title that says what yes means. Where the outcomes are not Yes and No, the first one's name follows the question,
 * and the event's title precedes a question that names neither the event nor both outcomes.
 */
function toTitle(question: string, eventTitle: string, { names, isYesNo }: OutcomePair): string {
  if (isYesNo) return question;
  const namesBoth = names.every((name) => question.includes(name));
  const whole = namesBoth || question.includes(eventTitle) ? question : toOutcomeTitle(eventTitle, question);
  return toOutcomeTitle(whole, names[0]);
}

interface Quotes {
  /** The platform's price of yes and of no; null where missing, or where both are 0 as on legacy rows. */
  readonly listed: readonly [number, number] | null;
  readonly bid: Micros | null;
  readonly ask: Micros | null;
  readonly last: Micros | null;
  readonly spread: Micros | null;
}

/** Prices of yes. The platform gives bid, ask and last of its first outcome; 0 and 1 are empty sides. */
function toQuotes(fields: JsonFields, yes: 0 | 1): Quotes {
  const prices = jsonList(fields.outcomePrices);
  const first = toNumber(prices?.[yes]);
  const second = toNumber(prices?.[1 - yes]);
  const isListed = prices?.length === 2 && first !== null && second !== null && (first !== 0 || second !== 0);
  const bid = toMicros(fields.bestBid);
  const ask = toMicros(fields.bestAsk);
  const last = toMicros(fields.lastTradePrice) || null;
  const isQuoted = bid !== null || ask !== null;
  const bidOfFirst = bid || null;
  const askOfFirst = ask === ONE ? null : ask || null;
  return {
    listed: isListed ? [first, second] : null,
    bid: yes === 0 ? bidOfFirst : flip(askOfFirst),
    ask: yes === 0 ? askOfFirst : flip(bidOfFirst),
    last: yes === 0 ? last : flip(last),
    spread: isQuoted ? (ask ?? ONE) - (bid ?? 0) : toMicros(fields.spread),
  };
}

const flip = (price: Micros | null): Micros | null => (price === null ? null : ONE - price);

/**
 * The price the platform shows: the middle of the spread, which it lists, or the last trade where the spread is wider
 * than 10 cents (docs.polymarket.com, "How are prices calculated").
 */
function toPrice({ listed, bid, ask, last, spread }: Quotes): Price | null {
  if (spread !== null && spread > WIDE_SPREAD && last !== null) return { yes: last, source: "last" };
  const quoted = toMicros(listed?.[0]);
  if (quoted !== null) return { yes: quoted, source: "quoted" };
  const mid = midOf(bid, ask);
  if (mid !== null) return { yes: mid, source: "mid" };
  return last === null ? null : { yes: last, source: "last" };
}

/**
 * How a closed market ended, by its prices: exactly 1 and 0, or a half each. A dispute is not final. "proposed" stays on
 * rows that settled long ago, so it only makes a half unknown.
 */
function toEnding(fields: JsonFields, listed: readonly [number, number] | null): Ending {
  const uma = text(fields.umaResolutionStatus);
  const [yes, no] = listed ?? [null, null];
  if (uma === "disputed") return UNKNOWN_ENDING;
  if (yes === 1 && no === 0) return YES_ENDING;
  if (yes === 0 && no === 1) return NO_ENDING;
  const isHalf = yes === 0.5 && no === 0.5 && uma !== "proposed" && uma !== "requested";
  return isHalf ? { outcome: "split", price: ONE / 2 } : UNKNOWN_ENDING;
}
