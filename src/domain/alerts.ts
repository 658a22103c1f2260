// When an alert fires: one rule, for the writer as prices come and for the preview over what the archive holds.

import type { Confidence } from "./arbitrage.ts";
import type { Point } from "./history.ts";
import { type Micros, ONE } from "./prices.ts";

export const ALERT_TYPES = [
  "market.price_crossed",
  "market.price_moved",
  "market.resolved",
  "market.listed",
  "spread.opened",
  "source.stale",
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** Types of earlier versions, and what does their work now. Their alerts are listed and can be deleted, and look at nothing. */
export const FORMER_TYPES = {
  "market.volume_jumped":
    "market.price_moved tells of news, and GET /api/v1/markets?sort=volume_24h lists what is traded today",
  "market.closing": "GET /api/v1/markets?sort=closing lists what closes next, and market.resolved tells of the outcome",
  "market.closed": "market.resolved tells of the outcome",
  "match.found": "GET /api/v1/questions lists matched markets, and market.listed tells of new ones",
  "spread.closed": "GET /api/v1/arbitrage lists the spreads that are open, and spread.opened tells of new ones",
} as const;
export type FormerType = keyof typeof FORMER_TYPES;

export const DIRECTIONS = ["up", "down", "either"] as const;
type Direction = (typeof DIRECTIONS)[number];

/** What an alert looks at. `market`, `event` and the markets of `ids` are `platform:id`; the last three narrow it down. */
export interface AlertScope {
  readonly market?: string;
  readonly event?: string;
  readonly question?: string;
  readonly ids?: readonly string[];
  readonly query?: string;
  readonly category?: string;
  readonly platform?: string;
}

export const SCOPE_NAMES = ["market", "event", "question", "ids", "query", "category", "platform"] as const;

/** An alert as it was asked for; figures in the units of the API. */
export interface AlertRule {
  readonly type: AlertType;
  readonly scope: AlertScope;
  /** Prices of yes, 0 to 1. */
  readonly above?: number;
  readonly below?: number;
  readonly points?: number;
  readonly windowHours?: number;
  readonly direction?: Direction;
  /** Of a question: watches the price of each of its markets, not the question's own. */
  readonly anyPlatform?: boolean;
  readonly minutes?: number;
  readonly minNetCents?: number;
  readonly minConfidence?: Confidence;
  readonly once: boolean;
  readonly cooldownSeconds: number;
  /** In points or cents, as the type counts; others start over by themselves. */
  readonly hysteresis: number;
  /** USD. */
  readonly minVolume: number;
}

/** An alert of an earlier version as it is stored. */
export type FormerRule = Omit<AlertRule, "type"> & { readonly type: FormerType };

/** Why it looks at nothing, for its owner. */
export const reasonOf = ({ type }: FormerRule): string => `${type} is gone: ${FORMER_TYPES[type]}.`;

export const isFormer = (rule: AlertRule | FormerRule): rule is FormerRule => rule.type in FORMER_TYPES;

type CommonName = "type" | "scope" | "once" | "cooldownSeconds" | "hysteresis" | "minVolume";
export type OptionName = Exclude<keyof AlertRule, CommonName>;

interface TypeTerms {
  /** Options of this type with what they are where they are left out; undefined where they must be given. */
  readonly options: Readonly<Partial<Record<OptionName, string | number | boolean | undefined>>>;
  /** Whether everything there is may be its scope. */
  readonly isForAll?: boolean;
  /** Whether `platform` is all that its scope may name. */
  readonly isOfSource?: boolean;
}

/** What each type takes; `above` and `below` are one option in two forms. */
export const ALERT_TERMS: Readonly<Record<AlertType, TypeTerms>> = {
  "market.price_crossed": { options: { above: undefined, below: undefined, anyPlatform: false } },
  "market.price_moved": { options: { points: undefined, windowHours: 24, direction: "either", anyPlatform: false } },
  "market.resolved": { options: {} },
  "market.listed": { options: {} },
  "spread.opened": { options: { minNetCents: 0, minConfidence: "high" }, isForAll: true },
  "source.stale": { options: { minutes: 60 }, isForAll: true, isOfSource: true },
};

/** What is kept of one subject of an alert. Times are epoch seconds. */
export interface AlertState {
  /** Whether it fires when the figure next reaches the threshold. */
  readonly isArmed: boolean;
  readonly firedAt: number | null;
  /** Where windows begin at the earliest, with the figure then: at the alert's beginning or its last firing. */
  readonly from: number;
  readonly mark: number | null;
  /** Of prices: whether they are those of the other side. */
  readonly isOther?: boolean;
}

/** The state of what was not seen yet. */
export const ARMED: AlertState = { isArmed: true, firedAt: null, from: 0, mark: null };

/** A figure at a moment. */
export interface Sighting {
  /** Epoch seconds. */
  readonly at: number;
  /** What reaches the threshold from below. */
  readonly value: number;
  /** What a firing says, in the units of the API. */
  readonly observed: number | null;
  readonly baseline: number | null;
  /** True where it may not fire, as below the least volume. */
  readonly isHeld: boolean;
}

/**
 * What a sighting makes of a state; the same object where nothing changes. It fires when an armed figure is at its threshold, and
 * is not armed then until the figure was below it by more than the hysteresis. What comes during the cooldown fires after it, if it
 * still holds at the next sighting.
 */
export function judge(rule: AlertRule, state: AlertState, sighting: JudgedFigure): AlertState {
  const { at, value, isHeld } = sighting;
  const threshold = thresholdOf(rule);
  if (!state.isArmed) return value < threshold - hysteresisOf(rule) ? { ...state, isArmed: true } : state;
  const isCooling = state.firedAt !== null && at < state.firedAt + rule.cooldownSeconds;
  return value < threshold || isHeld || isCooling ? state : { ...state, isArmed: false, firedAt: at };
}

type JudgedFigure = Pick<Sighting, "at" | "value" | "isHeld">;

/** The lowest and the highest of some prices. */
export interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/** The prices of a market, oldest first; read when they are first asked for. */
export type Past = () => readonly Point[];

/** The window of a move starts over with each firing: so it is always armed. */
const isMove = ({ type }: Pick<AlertRule, "type">): boolean => type === "market.price_moved";

/** The state of a market before its first sighting: `point` is what was in force when the alert began, at `from`. */
export function beginState(rule: AlertRule, point: Point | undefined, from: number): AlertState {
  const isBelow = point !== undefined && priceValueOf(rule, point.close) < thresholdOf(rule);
  return { isArmed: isMove(rule) || isBelow, firedAt: null, from, mark: point?.close ?? null };
}

/** The same as the other side sees it. A crossing begins with `point`, the present price there. */
export const turnState = (rule: AlertRule, state: AlertState, point: Point): AlertState => ({
  ...state,
  isArmed: beginState(rule, point, point.at).isArmed,
  mark: state.mark === null ? null : ONE - state.mark,
  isOther: state.isOther !== true,
});

/** What is known of a market from its sightings until now. */
export interface FollowedPrice {
  readonly state: AlertState;
  /** Between which prices it was in the window of a move, at the widest; undefined where that is to be read. */
  readonly range?: PriceRange | undefined;
}

/** Judges a price of a market by an alert on prices. Where it stayed too near to fire, `past` is not read. */
export function judgePrice(
  rule: AlertRule,
  { state, range }: FollowedPrice,
  point: Point,
  past: Past,
): FollowedPrice & { readonly firing: Sighting | undefined } {
  const known = range && widen(range, point.close);
  const isNear = known && Math.max(point.close - known.low, known.high - point.close) < thresholdOf(rule);
  if (isMove(rule) && isNear) return { state, range: known, firing: undefined };
  const seen = isMove(rule) ? extremesOf(rule, state, point, past()) : undefined;
  const sighting = sightingOf(rule, point, seen);
  const judged = judge(rule, state, sighting);
  if (judged === state || judged.isArmed) return { state: judged, range: seen, firing: undefined };
  if (seen === undefined) return { state: judged, firing: sighting };
  const restarted = { ...judged, isArmed: true, from: point.at, mark: point.close };
  return { state: restarted, range: { low: point.close, high: point.close }, firing: sighting };
}

/** When an alert on prices would have fired, after `from`. */
export function replay(
  rule: AlertRule,
  points: readonly Point[],
  { from, to }: { readonly from: number; readonly to: number },
): Sighting[] {
  const firings: Sighting[] = [];
  let followed: FollowedPrice = { state: beginState(rule, pointAt(points, from), from) };
  for (const point of points.slice(countUntil(points, from), countUntil(points, to))) {
    const { firing, ...next } = judgePrice(rule, followed, point, () => points);
    followed = next;
    if (firing !== undefined) firings.push(firing);
    if (firing !== undefined && rule.once) break;
  }
  return firings;
}

/** How many points are not after a moment. */
function countUntil(points: readonly Point[], moment: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle]?.at ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What was in force at a moment; undefined before the first point. */
const pointAt = (points: readonly Point[], moment: number): Point | undefined => points[countUntil(points, moment) - 1];

const widen = ({ low, high }: PriceRange, price: number): PriceRange => ({
  low: Math.min(low, price),
  high: Math.max(high, price),
});

/** The same as the other side sees it. */
export const invertPoint = <P extends Point | undefined>(point: P): P =>
  point === undefined ? point : { ...point, close: ONE - point.close };

const POINT: Micros = ONE / 100;

/** How far an alert looks back, in seconds. */
export const reachOf = (rule: AlertRule): number => (isMove(rule) ? (rule.windowHours ?? 24) * 3600 : 0);

/** In the unit of `value`. */
export function thresholdOf({ type, above, below = 0, points = 0, minutes = 60, minNetCents = 0 }: AlertRule): number {
  if (type === "market.price_crossed") return above === undefined ? -toMicros(below) : toMicros(above);
  if (type === "market.price_moved") return Math.round(points * POINT);
  if (type === "spread.opened") return Math.round(minNetCents * POINT);
  return type === "source.stale" ? minutes * 60 : 1;
}

/** As a firing names it: in the units of the API; null for what has none. */
export const shownThresholdOf = ({ above, below, points, minutes, minNetCents }: AlertRule): number | null =>
  above ?? below ?? points ?? minutes ?? minNetCents ?? null;

/** What figures of alerts are counted in. A price is from 0 to 1, a point a hundredth of that. */
export const ALERT_UNITS = ["price", "points", "cents", "minutes"] as const;
export type AlertUnit = (typeof ALERT_UNITS)[number];

/** The unit of what an alert observes and of its threshold; null for what just happens. */
export const UNITS: Readonly<Record<AlertType, AlertUnit | null>> = {
  "market.price_crossed": "price",
  "market.price_moved": "points",
  "market.resolved": null,
  "market.listed": "price",
  "spread.opened": "cents",
  "source.stale": "minutes",
};

/** What a firing says: `observed` in the unit of the threshold, a fall below zero, and what it is measured from. */
export function toFigures(
  type: AlertType,
  { observed, baseline }: Pick<Sighting, "observed" | "baseline">,
): Pick<Sighting, "observed" | "baseline"> & { readonly baselineUnit: "price" | null } {
  if (type !== "market.price_moved") return { observed, baseline: null, baselineUnit: null };
  const isKnown = observed !== null && baseline !== null;
  const moved = isKnown ? Math.round((observed - baseline) * 10_000) / 100 : null;
  return { observed: moved, baseline, baselineUnit: "price" };
}

/** In the unit of `value`. */
const hysteresisOf = ({ type, hysteresis }: AlertRule): number =>
  type === "market.price_crossed" || type === "spread.opened" ? Math.round(hysteresis * POINT) : 0;

const toMicros = (price: number): Micros => Math.round(price * ONE);

const priceValueOf = ({ above }: AlertRule, price: Micros): number => (above === undefined ? -price : price);

function sightingOf(rule: AlertRule, { at, close, volume }: Point, seen: PriceRange | undefined): Sighting {
  const common = { at, isHeld: (volume ?? 0) < rule.minVolume * 100 };
  if (seen !== undefined) return { ...common, ...moveOf(rule, seen, close) };
  return { ...common, value: priceValueOf(rule, close), observed: close / ONE, baseline: null };
}

/** Those of the window of a move. */
function extremesOf(rule: AlertRule, state: AlertState, { at, close }: Point, points: readonly Point[]): PriceRange {
  const start = Math.max(at - reachOf(rule), state.from);
  const first = start === state.from && state.mark !== null ? state.mark : (pointAt(points, start)?.close ?? close);
  let { low, high } = widen({ low: close, high: close }, first);
  const end = countUntil(points, at);
  for (let index = countUntil(points, start); index < end; index++) {
    const price = points[index]?.close ?? close;
    if (price < low) low = price;
    if (price > high) high = price;
  }
  return { low, high };
}

/** The largest move to this price within the window. */
function moveOf({ direction }: AlertRule, { low, high }: PriceRange, close: Micros) {
  const isUp = direction === "up" || (direction !== "down" && close - low >= high - close);
  const baseline = isUp ? low : high;
  return { value: Math.abs(close - baseline), observed: close / ONE, baseline: baseline / ONE };
}
