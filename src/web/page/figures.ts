import { DAY_MS } from "../../clock.ts";
import { type PriceAge, spanText } from "../../domain/freshness.ts";
import { isHalted } from "../../domain/markets.ts";
import { amountText, isRealMoney } from "../../domain/platforms.ts";
import { type Cents, type Micros, ONE } from "../../domain/prices.ts";
import type { QuestionPrice } from "../../domain/questions.ts";
import { type Html, html } from "./html.ts";

/** A price or score as a chance: "62%", near the ends "0.4%". What is not certain is never shown as 0% or 100%. */
export function percent(price: Micros): string {
  const value = (price / ONE) * 100;
  if (value > 99.9 && value < 100) return "over 99.9%";
  if (value > 0 && value < 0.1) return "under 0.1%";
  const isNearEnd = value !== 0 && value !== 100 && (value < 1 || value > 99);
  return `${isNearEnd ? value.toFixed(1) : Math.round(value)}%`;
}

/** How old a price is, and whether it is too old to be a present one. */
export type ShownAge = Pick<PriceAge, "ageMs" | "isStale">;

/** A price of yes, with what speaks against it: "62% · 2 h old", "62% · halted", in grey. */
export const priceText = (price: Micros, shown: ShownAge & Parameters<typeof isHalted>[0]): Html =>
  html`${percent(price)}${haltedNote(shown)}${staleNote(shown)}`;

/** Of a market that takes no orders though it is open. */
const haltedNote = (market: Parameters<typeof isHalted>[0]): Html | false =>
  isHalted(market) && html` <span class="aged" title="${HALTED_MEANING}"><span class="sep">· </span>halted</span>`;

const HALTED_MEANING = "The platform takes no orders for this market now";

/** The age of a price that is no present one. live.js counts on from it. */
export const staleNote = ({ isStale, ageMs }: ShownAge): Html | false =>
  isStale &&
  html` <span class="aged"><span class="sep">· </span>${ageMs === undefined ? "old" : counting(ageMs, " old")}</span>`;

/** A price with one decimal: "61.5%"; near 0 and 100% as `percent`. */
export const percentTenths = (price: Micros): string =>
  (price > 0 && price < 1_000) || (price > 999_000 && price < ONE) ? percent(price) : `${(price / 10_000).toFixed(1)}%`;

/** What the score of a match means. */
export const MATCH_MEANING = "“Match” says how likely both markets ask the same question.";

/** The score of a match, or of two questions that are only similar. */
export const toScoreText = (isSame: boolean, score: Micros): string =>
  isSame ? `Match ${percent(score)}` : `Similarity apart from dates and figures: ${percent(score)}`;

/** Micros as cents: "4.5¢". */
export const cents = (amount: Micros): string => `${(amount / 10_000).toFixed(1)}¢`;

const POINTS = " pts";

/** Percentage points, for distances between prices: "22.4 pts". */
const points = (amount: Micros): string => `${(amount / 10_000).toFixed(1)}${POINTS}`;

const STILL = points(0);

/** Micros as cents with two decimals, for what is earned on one contract: "1.52¢". */
export const centsHundredths = (amount: Micros): string => `${(amount / 10_000).toFixed(2)}¢`;

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 });

/** A short number: "1.23M". */
const compactCount = (value: number): string => compact.format(value);

/** With a capital letter: "Politics". */
export const capitalized = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

/** A short amount: "$1.23M"; on a platform with play money "Ṁ1.23M". Sums over platforms hold no play money. */
export const money = (amount: Cents, platform?: string): string => amountText(amount, platform, compactCount);

// Made once: toLocaleString makes a format for each call, which takes 20 times as long.
const grouped = new Intl.NumberFormat("en-US");

/** A whole number with thousands separators. */
export const count = (value: number): string => grouped.format(value);

/** A limit of requests; null is unlimited. */
export const limitText = (limit: number | null): string => (limit === null ? "unlimited" : count(limit));

/** What follows the number of requests: "of 1,000". */
export const ofLimit = (limit: number | null): string => (limit === null ? "no limit" : `of ${count(limit)}`);

/** A size: "23.4 MB", or "410 kB" below one megabyte. */
export const fileSize = (bytes: number): string =>
  bytes < 999_000 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** A count with its noun: "1 market". */
export const counted = (value: number, noun: string, plural = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : plural}`;

/** By how much a price moved: "▲ 8.0 pts". */
export function changeText(moved: Micros): string {
  const text = points(Math.abs(moved));
  return text === STILL ? text : `${moved > 0 ? "▲" : "▼"} ${text}`;
}

/** A change of a price with a colour, which the arrow repeats. */
export function change(moved: Micros | null): Html {
  if (moved === null) return UNKNOWN_CHANGE;
  const text = changeText(moved);
  if (text === STILL) return html`<span class="chg">${text}</span>`;
  return moved > 0
    ? html`<span class="chg up"><span class="hide">up </span>${text}</span>`
    : html`<span class="chg down"><span class="hide">down </span>${text}</span>`;
}

/** The same below a heading that has the unit: "+8.0". A phone has no room for the heading. */
export function listedChange(moved: Micros | null): Html {
  if (moved === null) return UNKNOWN_CHANGE;
  const text = points(Math.abs(moved));
  const [direction, mark] = text === STILL ? ["", ""] : moved > 0 ? [" up", "+"] : [" down", "−"];
  return html`<span class="chg${direction}">${mark}${text.replace(POINTS, "")}<span class="slim">${POINTS}</span></span>`;
}

const UNKNOWN_CHANGE = html`<span class="chg none"><span class="hide">not known</span>–</span>`;

/** What a gap is. */
export const GAP_MEANING = "The highest mid price minus the lowest, before fees";

interface Compared extends Pick<QuestionPrice, "priceSource" | "isStale"> {
  readonly gap: Micros | null;
  readonly members: readonly { readonly platform: string }[];
}

/** The gap of a question: "1.5¢", marked where it is in play money; undefined where there is none to show. */
export const gapOf = ({ gap, priceSource }: Compared): Html | undefined =>
  gap === null || cents(gap) === cents(0)
    ? undefined
    : html`${cents(gap)}${priceSource === "play_money" && html` <span class="play">play money</span>`}`;

/** Why there is no gap. */
export function singleReason({ priceSource, isStale, members }: Compared): string {
  if (isStale) return "no current price";
  const real = new Set(members.map(({ platform }) => platform).filter(isRealMoney));
  return priceSource === "real_money" && real.size === 1 ? "only one real-money platform" : "only one current price";
}

/** A duration in the largest unit that fits; no line breaks between figure and unit. */
export const span = (ms: number): string => spanText(ms).replace(" ", "\u00A0");

/** A moment relative to `now`, with the exact time as title; one still to come is now. site.js keeps it current. */
export function ago(at: number | null, now: number): Html {
  if (at === null) return html`never`;
  const ageMs = Math.max(0, now - at);
  return html`<time datetime="${iso(at)}" title="${stamp(at)} UTC" data-age="${seconds(ageMs)}">${span(ageMs)} ago</time>`;
}

/** An age without its moment, and what follows it. live.js counts on from it. */
export const counting = (ageMs: number, after: string): Html =>
  html`<time data-after="${after}" data-age="${seconds(ageMs)}">${span(ageMs)}${after}</time>`;

/** A time to come, relative to `now`; beyond 60 days its date, with the year where that could be another one's. */
export function ahead(at: number | null, now: number): Html {
  if (at === null) return html`no date`;
  if (at - now > FAR_MS) {
    const text = at - now < UNIQUE_DAY_MS ? shortDay(at) : day(at);
    return html`<time datetime="${iso(at)}" title="${stamp(at)} UTC">${text}</time>`;
  }
  return html`<time datetime="${iso(at)}" title="${stamp(at)} UTC" \
data-due="${seconds(at - now)}">${at <= now ? "now" : `in ${span(at - now)}`}</time>`;
}

/** When something closes or has closed. */
export const closing = (at: number | null, now: number): Html =>
  at !== null && at <= now ? ago(at, now) : ahead(at, now);

const FAR_MS = 60 * DAY_MS;
/** A nearer day needs no year. */
const UNIQUE_DAY_MS = 330 * DAY_MS;

const stamps = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** A moment in UTC: "20 Nov 2026, 04:09". */
export const stamp = (at: number): string => stamps.format(at);

/** A day in UTC with its year: "20 Nov 2026". */
const day = (at: number): string => stamp(at).replace(/,.*$/, "");

/** A day in UTC: "20 Nov". */
export const shortDay = (at: number): string => stamp(at).replace(/ \d{4},.*$/, "");

export const moment = (at: number): Html => html`<time datetime="${iso(at)}">${stamp(at)} UTC</time>`;

/** The script counts on from these. */
const seconds = (ms: number): number => Math.round(ms / 1000);

const iso = (at: number): string => new Date(at).toISOString();
