// When an alert fires: one rule, for the writer as prices come and for the preview over what the archive holds.

import type { Confidence } from "./arbitrage.ts";
import type { Point } from "./history.ts";
import { type Micros, ONE } from "./prices.ts";

export const ALERT_TYPES = [
  "market.price_crossed",
  "market.price_moved",
  "market.volume_jumped",
  "market.closing",
  "market.closed",
  "market.resolved",
  "market.listed",
  "match.found",
  "spread.opened",
  "spread.closed",
  "source.stale",
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

export const DIRECTIONS = ["up", "down", "either"] as const;
export type Direction = (typeof DIRECTIONS)[number];

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
  /** How many times the usual volume. */
  readonly times?: number;
  readonly hoursBefore?: number;
  readonly minutes?: number;
  readonly minNetCents?: number;
  readonly minConfidence?: Confidence;
  readonly once: boolean;
  readonly cooldownSeconds: number;
  /** In points, cents or times, as the type counts; others begin anew by themselves. */
  readonly hysteresis: number;
  /** USD. */
  readonly minVolume: number;
}

export const OPTION_NAMES = [
  "above",
  "below",
  "points",
  "windowHours",
  "direction",
  "times",
  "hoursBefore",
  "minutes",
  "minNetCents",
  "minConfidence",
] as const;
export type OptionName = (typeof OPTION_NAMES)[number];

interface TypeTerms {
  /** Options of this type with what they are where they are left out; undefined where they must be given. */
  readonly options: Readonly<Partial<Record<OptionName, string | number | undefined>>>;
  /** Whether everything there is may be its scope. */
  readonly isForAll?: boolean;
  /** Whether `platform` is all that its scope may name. */
  readonly isOfSource?: boolean;
}

const SPREAD_OPTIONS = { minNetCents: 0, minConfidence: "high" };

/** What each type takes; `above` and `below` are one option in two forms. */
export const ALERT_TERMS: Readonly<Record<AlertType, TypeTerms>> = {
  "market.price_crossed": { options: { above: undefined, below: undefined } },
  "market.price_moved": { options: { points: undefined, windowHours: 24, direction: "either" } },
  "market.volume_jumped": { options: { times: 3, windowHours: 24 } },
  "market.closing": { options: { hoursBefore: 24 } },
  "market.closed": { options: {} },
  "market.resolved": { options: {} },
  "market.listed": { options: {} },
  "match.found": { options: {}, isForAll: true },
  "spread.opened": { options: SPREAD_OPTIONS, isForAll: true },
  "spread.closed": { options: SPREAD_OPTIONS, isForAll: true },
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
}

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

interface AlertLimits {
  readonly threshold: number;
  readonly hysteresis: number;
  readonly cooldownSeconds: number;
}

interface Judgement {
  readonly state: AlertState;
  readonly isFired: boolean;
}

/**
 * Fires when an armed figure is at its threshold. It is armed again once the figure was below it by more than the hysteresis;
 * what comes during the cooldown fires after it, if it still holds at the next sighting.
 */
export function judge(state: AlertState, sighting: Sighting, limits: AlertLimits): Judgement {
  const { at, value, isHeld } = sighting;
  const { threshold, hysteresis, cooldownSeconds } = limits;
  if (!state.isArmed) {
    return { state: value < threshold - hysteresis ? { ...state, isArmed: true } : state, isFired: false };
  }
  const isCooling = state.firedAt !== null && at < state.firedAt + cooldownSeconds;
  if (value < threshold || isHeld || isCooling) return { state, isFired: false };
  return { state: { ...state, isArmed: false, firedAt: at }, isFired: true };
}

/** The lowest and the highest of some prices; of none, infinitely far apart the wrong way round. */
export interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/** The prices and lifetime volumes of a market. Moments are epoch seconds. */
export interface Timeline {
  /** What was in force at a moment; undefined before the first point. */
  at(moment: number): Point | undefined;
  /** The points after `from`, up to `to`, oldest first. */
  between(from: number, to: number): readonly Point[];
  /** The prices among these. */
  rangeBetween(from: number, to: number): PriceRange;
  first(): Point | undefined;
}

/** A figure of a window, which begins anew with each firing: so it is always armed. */
const isWindowed = ({ type }: Pick<AlertRule, "type">): boolean =>
  type === "market.price_moved" || type === "market.volume_jumped";

/** The state of a market before its first sighting: `point` is what was in force when the alert began, at `from`. */
export function beginState(rule: AlertRule, point: Point | undefined, from: number): AlertState {
  const isBelow = point !== undefined && priceValueOf(rule, point.close) < thresholdOf(rule);
  const mark = point === undefined ? null : markOf(rule, point);
  return { isArmed: isWindowed(rule) || isBelow, firedAt: null, from, mark };
}

/** Judges a price of a market by an alert on prices. */
export function judgePrice(
  rule: AlertRule,
  state: AlertState,
  point: Point,
  timeline: Timeline,
): Judgement & { readonly sighting: Sighting } {
  const sighting = sightingOf(rule, state, point, timeline);
  const judged = judge(state, sighting, limitsOf(rule));
  if (!judged.isFired || !isWindowed(rule)) return { ...judged, sighting };
  const restarted = { ...judged.state, isArmed: true, from: point.at, mark: markOf(rule, point) };
  return { isFired: true, state: restarted, sighting };
}

/** When an alert on prices would have fired, after `from`. */
export function replay(rule: AlertRule, timeline: Timeline, { from, to }: { from: number; to: number }): Sighting[] {
  const firings: Sighting[] = [];
  let state = beginState(rule, timeline.at(from), from);
  for (const point of timeline.between(from, to)) {
    const judged = judgePrice(rule, state, point, timeline);
    state = judged.state;
    if (judged.isFired) firings.push(judged.sighting);
    if (judged.isFired && rule.once) break;
  }
  return firings;
}

/** Points whose range is found once. */
const BLOCK_POINTS = 64;

/** The points, oldest first, as a timeline. */
export function toTimeline(points: readonly Point[]): Timeline {
  /** How many points are not after a moment. */
  const countUntil = (moment: number): number => {
    let [low, high] = [0, points.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((points[middle]?.at ?? 0) <= moment) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const rangeOf = (first: number, end: number): PriceRange => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let index = first; index < end; index++) {
      const price = points[index]?.close ?? low;
      if (price < low) low = price;
      if (price > high) high = price;
    }
    return { low, high };
  };
  let blocks: readonly PriceRange[] | undefined;
  /** A replay asks for a window at each point: reading all of its points each time takes seconds. */
  const rangeOfMany = (first: number, end: number): PriceRange => {
    blocks ??= Array.from({ length: Math.floor(points.length / BLOCK_POINTS) }, (_, index) =>
      rangeOf(index * BLOCK_POINTS, (index + 1) * BLOCK_POINTS),
    );
    const [firstBlock, endBlock] = [Math.ceil(first / BLOCK_POINTS), Math.floor(end / BLOCK_POINTS)];
    let { low, high } = rangeOf(first, firstBlock * BLOCK_POINTS);
    for (const block of [...blocks.slice(firstBlock, endBlock), rangeOf(endBlock * BLOCK_POINTS, end)]) {
      low = Math.min(low, block.low);
      high = Math.max(high, block.high);
    }
    return { low, high };
  };
  return {
    at: (moment) => points[countUntil(moment) - 1],
    between: (from, to) => points.slice(countUntil(from), countUntil(to)),
    rangeBetween(from, to) {
      const [first, end] = [countUntil(from), countUntil(to)];
      return end - first < 2 * BLOCK_POINTS ? rangeOf(first, end) : rangeOfMany(first, end);
    },
    first: () => points[0],
  };
}

/** The same market as the other side sees it. */
export const invertTimeline = (timeline: Timeline): Timeline => ({
  at: (moment) => invertPoint(timeline.at(moment)),
  between: (from, to) => timeline.between(from, to).map(invertPoint),
  rangeBetween(from, to) {
    const { low, high } = timeline.rangeBetween(from, to);
    return { low: ONE - high, high: ONE - low };
  },
  first: () => invertPoint(timeline.first()),
});

export const invertPoint = <P extends Point | undefined>(point: P): P =>
  point === undefined ? point : { ...point, close: ONE - point.close };

const POINT: Micros = ONE / 100;
const HOUR_SECONDS = 3600;
const USUAL_SECONDS = 7 * 24 * HOUR_SECONDS;
/** Cents: a market that nobody trades has no usual volume to compare with. */
const LEAST_USUAL = 100;

/** How far an alert looks back, in seconds. */
export const reachOf = ({ type, windowHours = 24 }: AlertRule): number => {
  if (type === "market.price_moved") return windowHours * HOUR_SECONDS;
  return type === "market.volume_jumped" ? windowHours * HOUR_SECONDS + USUAL_SECONDS : 0;
};

/** In the unit of `value`; a spread closes below its least net. */
export function thresholdOf(rule: AlertRule): number {
  const { type, above, below = 0, points = 0, times = 3, hoursBefore = 24, minutes = 60, minNetCents = 0 } = rule;
  if (type === "market.price_crossed") return above === undefined ? -toMicros(below) : toMicros(above);
  if (type === "market.price_moved") return Math.round(points * POINT);
  if (type === "market.volume_jumped") return times;
  if (type === "market.closing") return -hoursBefore * HOUR_SECONDS;
  if (type === "spread.opened") return Math.round(minNetCents * POINT);
  if (type === "spread.closed") return 1 - Math.round(minNetCents * POINT);
  return type === "source.stale" ? minutes * 60 : 1;
}

/** As a firing names it: in the units of the API; null for what has none. */
export function shownThresholdOf(rule: AlertRule): number | null {
  const { above, below, points, times, hoursBefore, minutes, minNetCents } = rule;
  return above ?? below ?? points ?? times ?? hoursBefore ?? minutes ?? minNetCents ?? null;
}

export function limitsOf(rule: AlertRule): AlertLimits {
  const { type, hysteresis, cooldownSeconds } = rule;
  const isOfPoints = type === "market.price_crossed" || type === "spread.opened" || type === "spread.closed";
  const inTimes = type === "market.volume_jumped" ? hysteresis : 0;
  return {
    threshold: thresholdOf(rule),
    hysteresis: isOfPoints ? Math.round(hysteresis * POINT) : inTimes,
    cooldownSeconds,
  };
}

const toMicros = (price: number): Micros => Math.round(price * ONE);

const priceValueOf = ({ above }: AlertRule, price: Micros): number => (above === undefined ? -price : price);

const markOf = ({ type }: AlertRule, { close, volume }: Point): number | null =>
  type === "market.volume_jumped" ? volume : close;

function sightingOf(rule: AlertRule, state: AlertState, point: Point, timeline: Timeline): Sighting {
  const { at, close, volume } = point;
  const common = { at, isHeld: (volume ?? 0) < rule.minVolume * 100 };
  if (rule.type === "market.price_crossed") {
    return { ...common, value: priceValueOf(rule, close), observed: close / ONE, baseline: null };
  }
  const figure = rule.type === "market.price_moved" ? moveOf : jumpOf;
  return { ...common, ...figure(rule, state, point, timeline) };
}

type SeenFigure = Pick<Sighting, "value" | "observed" | "baseline">;

/** Those of the window of a move. */
export function extremesOf(rule: AlertRule, state: AlertState, { at, close }: Point, timeline: Timeline): PriceRange {
  const start = Math.max(at - reachOf(rule), state.from);
  const first = start === state.from && state.mark !== null ? state.mark : timeline.at(start)?.close;
  const within = timeline.rangeBetween(start, at);
  return { low: Math.min(first ?? close, within.low), high: Math.max(first ?? close, within.high) };
}

/** False where no price between the extremes is so far from this one that the alert fires. */
export const mayHaveMoved = (rule: AlertRule, { low, high }: PriceRange, close: Micros): boolean =>
  Math.max(close - low, high - close) >= thresholdOf(rule);

/** The largest move to this price within the window. */
function moveOf(rule: AlertRule, state: AlertState, point: Point, timeline: Timeline): SeenFigure {
  const { close } = point;
  const { low, high } = extremesOf(rule, state, point, timeline);
  const { direction } = rule;
  const isUp = direction === "up" || (direction !== "down" && close - low >= high - close);
  const baseline = isUp ? low : high;
  return { value: Math.abs(close - baseline), observed: close / ONE, baseline: baseline / ONE };
}

/** The volume of the window against that of as many hours in the week before it, in USD. */
function jumpOf(rule: AlertRule, state: AlertState, { at, volume }: Point, timeline: Timeline): SeenFigure {
  const windowSeconds = (rule.windowHours ?? 24) * HOUR_SECONDS;
  const start = Math.max(at - windowSeconds, state.from);
  const began = start === state.from && state.mark !== null ? state.mark : (timeline.at(start)?.volume ?? null);
  const before = timeline.at(at - windowSeconds);
  const earliest = timeline.at(at - windowSeconds - USUAL_SECONDS) ?? timeline.first();
  const span =
    earliest === undefined ? 0 : at - windowSeconds - Math.max(earliest.at, at - windowSeconds - USUAL_SECONDS);
  const isKnown = before != null && before.volume !== null && earliest?.volume != null && span >= windowSeconds;
  if (volume === null || began === null || !isKnown) return { value: 0, observed: null, baseline: null };
  const usual = (((before.volume ?? 0) - (earliest.volume ?? 0)) * windowSeconds) / span;
  const traded = volume - began;
  return {
    value: traded / Math.max(usual, LEAST_USUAL),
    observed: Math.round(traded) / 100,
    baseline: Math.round(usual) / 100,
  };
}
