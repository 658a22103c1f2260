import { MONTHS } from "../../clock.ts";
import { toCategory } from "../../domain/categories/categories.ts";
import {
  aheadOf,
  type EventRecord,
  type MarketRecord,
  type SettlementSource,
  toOutcomeTitle,
  UNPUBLISHED,
} from "../../domain/markets.ts";
import { type Fee, feeOfPlatform, toFee } from "../../domain/platforms.ts";
import { type Micros, ONE, toCents, toMicros, toNumber } from "../../domain/prices.ts";
import type { Fetcher } from "../fetcher.ts";
import {
  flag,
  identifier,
  type JsonFields,
  text,
  time,
  toFields,
  toList,
  toRecords,
  toSegment,
} from "../json-fields.ts";
import {
  addMarket,
  bookPrice,
  type Ending,
  type ListingDraft,
  NO_ENDING,
  reject,
  toClosing,
  toLink,
  toListing,
  toName,
  UNKNOWN_ENDING,
  YES_ENDING,
} from "../records.ts";
import type { Listing } from "../source.ts";
import { UpstreamError } from "../upstream-error.ts";

/** What a page is read with. */
interface PageTerms {
  /** The fields of each series that a page of events was given, by ticker. */
  readonly series: JsonFields | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The field of a page that holds the fees of its series; see `openSeriesFees`. */
export const SERIES_FEES = "series_fees";

/** Reads a page of events or of markets, one event, or one market. `now` is epoch milliseconds. */
export function readKalshi(body: unknown, now: number): Listing {
  const terms: PageTerms = { series: toFields(toFields(body)?.[SERIES_FEES]), now };
  return toListing(recordsOf(body), (draft, record) =>
    record !== null && isEvent(record) ? readEvent(draft, record, terms) : readMarket(draft, record, null, now),
  );
}

function recordsOf(body: unknown): readonly (JsonFields | null)[] {
  const page = toFields(body);
  if (page === null) return Array.isArray(body) ? toRecords(body) : [null];
  if (Array.isArray(page.events)) return toRecords(page.events);
  const event = toFields(page.event);
  // An event fetched by itself may have its markets beside it.
  if (event !== null) return [{ ...event, markets: event.markets ?? page.markets }];
  if (Array.isArray(page.markets) && !isEvent(page)) return toRecords(page.markets);
  return [toFields(page.market) ?? page];
}

const isEvent = (record: JsonFields): boolean => "event_ticker" in record && !("ticker" in record);

function readEvent(draft: ListingDraft, fields: JsonFields, { series: fees, now }: PageTerms): void {
  const id = identifier(fields.event_ticker);
  const title = text(fields.title);
  if (id === null || title === null) return void reject(draft, id, "malformed");
  const markets = toRecords(fields.markets);
  const day = dayOf(text(fields.sub_title));
  const event = toEvent(fields, { id, title: withDay(title, day), markets, now });
  draft.events.set(id, event);
  const isOnly = markets.filter((market) => identifier(market?.ticker) !== null).length === 1;
  const titles: EventTitle = { title: event.title, day, shared: sharedTitles(isOnly ? null : title, markets) };
  const series = identifier(fields.series_ticker);
  const settlementSource = readSettlementSources(fields);
  const fee = readFee(fields, toFields(fees?.[series ?? ""]));
  const parent: ParentEvent = { event, series, isOnly, titles, settlementSource, fee };
  for (const market of markets) readMarket(draft, market, parent, now);
}

/** Titles that do not tell one market from another: the event's own, and any that two markets have. */
function sharedTitles(eventTitle: string | null, markets: readonly (JsonFields | null)[]): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>(eventTitle === null ? [] : [eventTitle]);
  for (const market of markets) {
    const title = text(market?.title);
    if (title === null) continue;
    if (seen.has(title)) shared.add(title);
    seen.add(title);
  }
  return shared;
}

/** The event a market came in. */
interface ParentEvent {
  readonly event: EventRecord;
  readonly series: string | null;
  /** True where the event has a single market. */
  readonly isOnly: boolean;
  readonly titles: EventTitle;
  readonly settlementSource: SettlementSource | null;
  readonly fee: Fee | null;
}

/** Without a parent, the market came in a list of markets, which names its event by ticker only. */
function readMarket(draft: ListingDraft, fields: JsonFields | null, parent: ParentEvent | null, now: number): void {
  const id = identifier(fields?.ticker);
  const eventId = parent?.event.id ?? identifier(fields?.event_ticker);
  const ownTitle = text(fields?.title) ?? text(fields?.yes_sub_title) ?? parent?.event.title ?? null;
  if (fields === null || id === null || eventId === null || ownTitle === null)
    return void reject(draft, id, "malformed");
  if (fields.market_type === "scalar" || isCombination(fields, id)) return void reject(draft, id, "not_binary");
  if (UNOPENED.has(fields.status)) return void draft.unopened.push(id);
  const label = toLabel(fields);
  const lone = toLoneTitles({ own: ownTitle, label, eventId, rules: text(fields.rules_primary) });
  const title = parent === null ? lone.market : toTitle(ownTitle, label, parent.titles);
  const event =
    parent?.event ?? draft.events.get(eventId) ?? toPartialEvent({ id: eventId, title: lone.event, ownTitle, now });
  if (!draft.events.has(eventId)) draft.events.set(eventId, event);
  const end = time(fields.expected_expiration_time) ?? time(fields.close_time);
  addMarket(draft, toMarket({ fields, id, title, label, event, parent, now }), { end, now });
}

/** A "multivariate event" market combines several other markets. */
const isCombination = (fields: JsonFields, id: string): boolean =>
  text(fields.mve_collection_ticker) !== null || toList(fields.mve_selected_legs).length > 0 || id.startsWith("KXMVE");

interface KalshiEvent {
  readonly id: string;
  readonly title: string;
  readonly markets: readonly (JsonFields | null)[];
  readonly now: number;
}

function toEvent(fields: JsonFields, { id, title, markets, now }: KalshiEvent): EventRecord {
  const series = identifier(fields.series_ticker);
  const label = text(fields.category);
  const tags = label === null ? [] : [label];
  const opens = markets.flatMap((market) => time(market?.open_time) ?? []);
  const closes = markets.flatMap((market) => (market === null ? [] : (closeOf(market, now) ?? [])));
  return {
    id,
    title,
    category: toCategory({ labels: tags, title, series: series ?? toSeriesTicker(id) }),
    description: text(fields.sub_title),
    url: toUrl(id, series),
    imageUrl: toLink(fields[EVENT_PICTURE]),
    startsAt: opens.length === 0 ? null : Math.min(...opens),
    endsAt: time(fields.strike_date) ?? (closes.length === 0 ? null : Math.max(...closes)),
    tags,
    liquidity: markets.reduce((sum, market) => sum + (toCents(market?.liquidity_dollars) ?? 0), 0) || null,
    isExclusive: flag(fields.mutually_exclusive),
    isPartial: false,
  };
}

/** `ownTitle` is that of its first market. */
const toPartialEvent = ({ ownTitle, ...given }: Omit<KalshiEvent, "markets"> & { readonly ownTitle: string }) => ({
  ...toEvent({}, { ...given, markets: [] }),
  category: toCategory({ labels: [], title: ownTitle, series: toSeriesTicker(given.id) }),
  isPartial: true,
});

/**
 * The page of an event; a market has no page of its own. The site puts a name of the series between the tickers, which
 * the API does not give: any word is accepted there, but some links without one do not open (as of September 2026;
 * kalshi.com/sitemap-markets.xml has the full form). /events/ redirects to that page without knowing the series, which a
 * ticker does not tell (docs.kalshi.com/getting_started/terms).
 */
function toUrl(eventTicker: string, series: string | null): string {
  if (series === null) return `https://kalshi.com/events/${toSegment(eventTicker)}`;
  const [first, last] = [series, eventTicker].map((ticker) => toSegment(ticker.toLowerCase()));
  return `https://kalshi.com/markets/${first}/event/${last}`;
}

/** A guess: most event tickers begin with their series. */
const toSeriesTicker = (eventTicker: string): string => eventTicker.split("-")[0] || eventTicker;

interface KalshiMarket {
  readonly fields: JsonFields;
  readonly id: string;
  readonly title: string;
  readonly label: string | null;
  readonly event: EventRecord;
  readonly parent: ParentEvent | null;
  readonly now: number;
}

function toMarket({ fields, id, title, label, event, parent, now }: KalshiMarket): MarketRecord {
  const { bid, ask, last } = toQuotes(fields);
  const contractUsd = (dollars(fields.notional_value_dollars, fields.notional_value) ?? ONE) / ONE;
  const volume = count(fields.volume_fp, fields.volume);
  return {
    ...UNPUBLISHED,
    id,
    eventId: event.id,
    title,
    outcomeLabel: parent?.isOnly === true ? null : label,
    description: toRules(fields),
    settlementSource: parent?.settlementSource ?? null,
    url: event.url,
    ...toClosing(toEnding(fields), bookPrice(bid, ask, last), time(fields.settlement_ts)),
    isTradable: fields.status === undefined || TRADABLE.has(fields.status),
    bestBid: bid,
    bestAsk: ask,
    lastPrice: last,
    volume: toUsd(volume, contractUsd) ?? 0,
    volume24h: toUsd(count(fields.volume_24h_fp, fields.volume_24h), contractUsd) ?? 0,
    rawVolume: volume,
    // Before Kalshi removed this field it was zero for all markets.
    liquidity: toCents(fields.liquidity_dollars) || null,
    openInterest: toUsd(count(fields.open_interest_fp, fields.open_interest), contractUsd),
    closesAt: closeOf(fields, now),
    latestClosesAt: time(fields.close_time),
    fee: feeOf(fields, parent, now),
    createdAt: time(fields.created_time) ?? time(fields.open_time),
    historyKey: parent?.series ?? null,
  };
}

/**
 * `close_time` may lie years beyond the outcome, which `expected_expiration_time` forecasts. Once a market is closed,
 * `close_time` says when, and forecasts stay as they were.
 */
const closeOf = (fields: JsonFields, now: number): number | null =>
  CLOSED.has(fields.status)
    ? time(fields.close_time)
    : aheadOf(now, time(fields.close_time), time(fields.expected_expiration_time));

/** None while it is waived. A waiver that has ended is not kept where the fee after it is unknown. */
function feeOf(fields: JsonFields, parent: ParentEvent | null, now: number): Fee | null {
  const waivedUntil = time(fields.fee_waiver_expiration_time);
  if (waivedUntil !== null && waivedUntil > now) return NO_FEE;
  const afterWaiver = waivedUntil === null ? null : feeOfPlatform("kalshi", "");
  return parent === null ? null : (parent.fee ?? afterWaiver);
}

const NO_FEE: Fee = { feeKind: "none", feeRate: 0, feeSource: "market" };

/**
 * The platform's rate times the multiplier of the series, which an event may override (docs.kalshi.com, GetSeriesList and
 * GetEvents). The API does not give the rates of the type "flat".
 */
function readFee(event: JsonFields, series: JsonFields | null): Fee | null {
  const type = text(event.fee_type_override) ?? text(series?.fee_type);
  const ofEvent = toNumber(event.fee_multiplier_override);
  const multiplier = ofEvent ?? toNumber(series?.fee_multiplier);
  if (multiplier === null || multiplier < 0 || type?.startsWith("quadratic") === false) return null;
  const { feeRate } = feeOfPlatform("kalshi", "");
  return toFee("quadratic", (feeRate / ONE) * multiplier, ofEvent === null ? "series" : "event");
}

function toRules(fields: JsonFields): string | null {
  const first = text(fields.rules_primary);
  const second = text(fields.rules_secondary);
  return first === null || second === null ? (first ?? second) : `${first}\n\n${second}`;
}

/** Prices of yes: 0 and 1 are empty sides of the book; a last price of 0 means no trade yet. */
function toQuotes(fields: JsonFields): Record<"bid" | "ask" | "last", Micros | null> {
  const ask = dollars(fields.yes_ask_dollars, fields.yes_ask);
  return {
    bid: dollars(fields.yes_bid_dollars, fields.yes_bid) || null,
    ask: ask === ONE ? null : ask || null,
    last: dollars(fields.last_price_dollars, fields.last_price) || null,
  };
}

/** The outcome that yes stands for; null for a plain "Yes". */
function toLabel(fields: JsonFields): string | null {
  const label = text(fields.yes_sub_title) ?? text(fields.subtitle);
  return label?.toLowerCase() === "yes" ? null : label;
}

/**
 * A price in dollars. The field with the suffix holds decimal text. The one without held whole cents until 2026-03-12,
 * and holds decimal text on the historical endpoints.
 */
export function dollars(withSuffix: unknown, without: unknown): Micros | null {
  if (withSuffix !== undefined && withSuffix !== null) return toMicros(withSuffix);
  return typeof without === "number" ? toMicros(without / 100) : toMicros(without);
}

/** A number of contracts: decimal text with a suffix, a whole number without. */
function count(withSuffix: unknown, without: unknown): number | null {
  const number = toNumber(withSuffix) ?? toNumber(without);
  return number === null || number < 0 ? null : number;
}

const toUsd = (contracts: number | null, each: number): number | null =>
  contracts === null ? null : toCents(contracts * each);

const TRADABLE = new Set<unknown>(["active", "open"]);
/** Trading has not begun. */
const UNOPENED = new Set<unknown>(["initialized", "unopened"]);
const CLOSED = new Set<unknown>(["closed", "determined", "disputed", "amended", "finalized", "settled"]);

/**
 * Null for an open market: paused ones count as open, as do unknown words, since their close time still closes them. Only a finalized market has settled: the result of a determined one may be disputed.
 */
function toEnding(fields: JsonFields): Ending | null {
  if (!CLOSED.has(fields.status)) return null;
  const isFinal = fields.status === "finalized" || fields.status === "settled";
  if (isFinal && fields.result === "yes") return YES_ENDING;
  if (isFinal && fields.result === "no") return NO_ENDING;
  if (isFinal && fields.result === "scalar") {
    return { outcome: "split", price: dollars(fields.settlement_value_dollars, fields.settlement_value) };
  }
  return UNKNOWN_ENDING;
}

/**
 * The `settlement_sources` of an event as one: all names, and the address where there is only one. Listings have them
 * since 2026; before, only series did (GetSeries in the API's reference).
 */
function readSettlementSources(event: JsonFields): SettlementSource | null {
  const sources = toRecords(event.settlement_sources);
  const names = new Set(sources.flatMap((source) => toName(source?.name) ?? []));
  const links = new Set(sources.flatMap((source) => toLink(source?.url) ?? []).filter(isForeign));
  const name = names.size === 0 ? null : [...names].join(", ");
  const url = links.size === 1 ? ([...links][0] ?? null) : null;
  return name === null && url === null ? null : { name, url };
}

/** Kalshi gives its own front page for a source without an address. */
const isForeign = (link: string): boolean => !/^https?:\/\/(www\.)?kalshi\.com\/?$/.test(link);

/** Events that people see first: the most traded of the last 24 hours. */
const MAX_PICTURED = 200;

/** Each is a request, for which a full pass waits. */
const MAX_ASKED_A_PASS = 20;

/** The field of an event that has its picture; the listing has none. */
const EVENT_PICTURE = "picture_url";

/**
 * Pictures of the most traded events, by GetEventMetadata: each is asked for once, a few before each full pass, by the volumes
 * of the pass before.
 */
export function openPictures(base: string) {
  /** By ticker; null where an event has none. */
  const pictures = new Map<string, string | null>();
  let volumes = new Map<string, number>();
  return {
    async refresh(fetcher: Fetcher): Promise<void> {
      const known = volumes;
      volumes = new Map();
      const first = [...known].sort(([, a], [, b]) => b - a).slice(0, MAX_PICTURED);
      const wanted = first.filter(([ticker, volume]) => volume > 0 && !pictures.has(ticker)).slice(0, MAX_ASKED_A_PASS);
      for (const [ticker] of wanted) {
        try {
          const url = `${base}/events/${toSegment(ticker)}/metadata`;
          const about = toFields(await fetcher.json(url, { isOptional: true }));
          pictures.set(ticker, text(about?.featured_image_url) ?? text(about?.image_url));
        } catch (error) {
          // A picture is no reason to fail a pass: the next one asks again.
          if (error instanceof UpstreamError) return;
          throw error;
        }
      }
      // Events that have left the listing need none.
      if (known.size > 0) for (const ticker of pictures.keys()) if (!known.has(ticker)) pictures.delete(ticker);
    },

    addTo(body: unknown): unknown {
      const page = toFields(body);
      if (page === null || !Array.isArray(page.events)) return body;
      const events = toRecords(page.events).map((event) => {
        const ticker = text(event?.event_ticker);
        if (event === null || ticker === null) return event;
        volumes.set(ticker, volumeOf(event.markets));
        const picture = pictures.get(ticker);
        return picture == null ? event : { ...event, [EVENT_PICTURE]: picture };
      });
      return { ...page, events };
    },
  };
}

const volumeOf = (markets: unknown): number =>
  toRecords(markets).reduce((sum, market) => sum + (toNumber(market?.volume_24h_fp ?? market?.volume_24h) ?? 0), 0);

/** What the titles of an event's markets are made from. */
interface EventTitle {
  /** The platform's title, with the day added where only the second title has it. */
  readonly title: string;
  /** The day in the event's second title, such as "Oct 8". */
  readonly day: string | null;
  /** Titles that do not tell its markets apart. */
  readonly shared: ReadonlySet<string>;
}

/**
 * The day in an event's second title: "TB vs DAL (Oct 8)", "On Aug 14, 2026". Without it, two games of the same sides
 * have equal titles. A deadline ("Before 2070") is no day.
 */
const dayOf = (subTitle: string | null): string | null => DAY.exec(subTitle ?? "")?.groups?.day ?? null;

/** "A vs B" becomes "A vs B (Oct 8)"; a title that already names the month stays as it is. */
function withDay(title: string, day: string | null): string {
  if (day === null || namesMonth(title, day)) return title;
  return title.endsWith("?") ? `${title.slice(0, -1)} (${day})?` : `${title} (${day})`;
}

const DAY = /(?:^On |\()(?<day>(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}\b[^()]*)\)?$/;
function namesMonth(title: string, day: string): boolean {
  const month = MONTHS.find((name) => name.startsWith(day.slice(0, 3))) ?? day;
  return new RegExp(`\\b(?:${month}|${month.slice(0, 3)}|${month.slice(0, 4)})\\b`).test(title);
}

/** What a market says of itself in a list that names its event by ticker only. */
interface LoneMarket {
  readonly own: string;
  readonly label: string | null;
  readonly eventId: string;
  readonly rules: string | null;
}

/**
 * Titles for a market whose event is not known yet, and for that event. Own titles such as "Dallas wins" name no game; the
 * rules do: "If Dallas wins the … game originally scheduled for Oct 8, 2026, then the market resolves to Yes." (GetMarket)
 */
function toLoneTitles({ own, label, eventId, rules }: LoneMarket): Record<"market" | "event", string> {
  if (!isBare(own, label)) {
    return { market: label === null || names(own, label) ? own : toOutcomeTitle(own, label), event: own };
  }
  const claim = CLAIM.exec(rules ?? "")?.groups?.claim?.replace(/^./u, (first) => first.toUpperCase());
  return claim === undefined
    ? { market: toOutcomeTitle(eventId, own), event: eventId }
    : { market: claim, event: claim };
}

const CLAIM = /^If (?<claim>[^\n]{10,300}?),? then the market (?:resolves|will resolve) to Yes\b/;

/** Words that a title needs beyond its outcome to tell what it is about. */
const MIN_WORDS = 3;

/** Whether a title says little but the outcome: "Miami", "Chicago wins". */
function isBare(own: string, label: string | null): boolean {
  if (own.includes("?")) return false;
  const outcome = wordsOf(label ?? "");
  return wordsOf(own).filter((word) => !outcome.includes(word)).length < MIN_WORDS;
}

/**
 * The market's own title if it names the outcome and is a question or speaks of the event; else event and outcome. All
 * markets of an event may share one title, such as "A at B Winner?".
 */
function toTitle(own: string, label: string | null, event: EventTitle): string {
  if (label === null) return speaksOf(own, event.title) ? withDay(own, event.day) : toOutcomeTitle(event.title, own);
  const isOwn = !event.shared.has(own) && names(own, label) && (own.endsWith("?") || speaksOf(own, event.title));
  return isOwn ? withDay(own, event.day) : toOutcomeTitle(event.title, label);
}

/** Whether the title has all words of the label. */
function names(title: string, label: string): boolean {
  if (title.includes(label)) return true;
  const words = wordsOf(title);
  return wordsOf(label).every((word) => words.includes(word));
}

/** Whether the title has at least half of the event's words. */
function speaksOf(title: string, eventTitle: string): boolean {
  if (title.includes(eventTitle)) return true;
  const words = wordsOf(title);
  const wanted = wordsOf(eventTitle);
  return wanted.filter((word) => words.includes(word)).length * 2 >= wanted.length;
}

const wordsOf = (phrase: string): readonly string[] => phrase.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
