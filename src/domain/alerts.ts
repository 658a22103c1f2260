import { AppError } from "../errors.ts";
import { snakeCase } from "../spelling.ts";
import { getPlan, type Tier } from "./accounts/plans.ts";
import type { Confidence } from "./arbitrage.ts";
import type { Point } from "./history.ts";
import { PLATFORMS } from "./platforms.ts";
import { type Micros, ONE } from "./prices.ts";
import { isQuestionId } from "./questions.ts";

// When an alert fires: one rule, for the writer as prices come and for the preview over what the archive holds.

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

const SCOPE_NAMES = ["market", "event", "question", "ids", "query", "category", "platform"] as const;

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

// What may be asked of an alert: how a change is merged into it, and what is wrong with the outcome.

/** What may be changed of an alert. */
export interface AlertContent {
  readonly name: string;
  readonly rule: AlertRule;
  /** Null for all webhooks of its key. */
  readonly webhookIds: readonly string[] | null;
  /** Epoch milliseconds. */
  readonly expiresAt: number | null;
}

type AlertMembers = Omit<AlertRule, "type"> & Omit<AlertContent, "rule">;

/** What is left out stays as it is; null takes back what was asked before. A scope is replaced whole. */
export type AlertChange = { readonly [K in keyof AlertMembers]?: AlertMembers[K] | null };

/** What alerts on many markets wait between two firings about one of them, unless asked otherwise. */
const WIDE_COOLDOWN_SECONDS = 3600;

/** Whether a scope may hold more markets than somebody has named. */
const isWide = ({ market, question, ids }: AlertScope): boolean => !market && !question && !ids;

const DEFAULTS = { scope: {}, once: false, cooldownSeconds: 0, hysteresis: 0, minVolume: 0 };

/** An alert as it is after a change; without `before`, a new one. */
export function toContent(type: AlertType, change: AlertChange, before?: AlertContent): AlertContent {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const { rule, ...others } = before ?? {};
  const kept = { ...rule, ...others };
  // The other side of a price takes the place of the one before.
  if (change.above != null) delete kept.below;
  if (change.below != null) delete kept.above;
  const stated = Object.entries({ ...kept, ...Object.fromEntries(given) }).filter(([, value]) => value != null);
  const members = { ...DEFAULTS, ...ALERT_TERMS[type].options, ...Object.fromEntries(stated), type };
  if (isWide(members.scope) && !stated.some(([option]) => option === "cooldownSeconds")) {
    members.cooldownSeconds = WIDE_COOLDOWN_SECONDS;
  }
  const { name = "", webhookIds = [], expiresAt = null, ...merged } = members as AlertRule & Partial<AlertContent>;
  return { rule: merged, name, webhookIds: webhookIds?.length ? webhookIds : null, expiresAt };
}

interface Fault {
  readonly parameter: string;
  readonly message: string;
}

/** The most markets and questions of one scope. */
export const MAX_SCOPE_IDS = 100;

const NAMING = ["market", "event", "question", "ids"] as const;

/** What is wrong with a rule, by the names of the body. */
export function faultsOf(rule: AlertRule): Fault[] {
  const { type, scope } = rule;
  const { options, isForAll, isOfSource } = ALERT_TERMS[type];
  const faults: Fault[] = [];
  const add = (parameter: string, message: string): void => void faults.push({ parameter, message });
  const taken = Object.keys(options).map(snakeCase).join(", ") || "no option";
  for (const [name, value] of Object.entries(rule)) {
    const isKnown = name === "type" || name in DEFAULTS || name in options;
    if (value !== undefined && !isKnown) add(snakeCase(name), `${type} does not take it; it takes ${taken}`);
  }
  if (type === "market.price_crossed" && (rule.above === undefined) === (rule.below === undefined)) {
    add("above", "expected above or below, and not both; make two alerts for two prices");
  }
  if (type === "market.price_moved" && rule.points === undefined) add("points", `required for ${type}, such as 5`);
  const names = NAMING.filter((field) => scope[field] !== undefined);
  if (names.length > 1) add(`scope.${names[1]}`, `expected one of ${NAMING.join(", ")}, got ${names.join(" and ")}`);
  if (Object.keys(scope).length === 0 && !isForAll) {
    add("scope.market", `expected a scope for ${type}: one of ${SCOPE_NAMES.join(", ")}`);
  }
  const other = isOfSource && SCOPE_NAMES.find((field) => field !== "platform" && scope[field] !== undefined);
  if (other) add(`scope.${other}`, `${type} takes scope.platform alone`);
  for (const field of ["market", "event"] as const) {
    const value = scope[field];
    if (value !== undefined && !isName(value)) add(`scope.${field}`, EXPECTED_NAME);
  }
  if (scope.question !== undefined && !isQuestionId(scope.question)) {
    add("scope.question", "expected a question id of 16 hexadecimal characters, as /api/v1/questions gives it");
  }
  const ids = scope.ids ?? [];
  if (ids.length > MAX_SCOPE_IDS) add("scope.ids", `expected at most ${MAX_SCOPE_IDS}, got ${ids.length}`);
  if (!ids.every((one) => isQuestionId(one) || isName(one))) add("scope.ids", `${EXPECTED_NAME}, or ids of questions`);
  return faults;
}

const isName = (value: string): boolean => PLATFORMS.some(({ id }) => value.startsWith(`${id}:`) && value !== `${id}:`);

const EXPECTED_NAME = `expected platform:id (platforms: ${PLATFORMS.map(({ id }) => id).join(", ")})`;

/** Throws AppError validation_error. */
export function requireRule(rule: AlertRule): void {
  const errors = faultsOf(rule);
  if (errors.length === 0) return;
  const message = errors.map((error) => `${error.parameter}: ${error.message}`).join("; ");
  throw new AppError("validation_error", message, { details: { errors } });
}

/** What a plan needs for an alert: spreads are for those that may list them with GET /api/v1/arbitrage. */
export const tierFor = (type: AlertType): "any" | "pro" => (type.startsWith("spread.") ? "pro" : "any");

/** Whether the plan of its key has an alert; `place` is how many older ones the key has. The operator's have no plan. */
export const isInPlan = (type: AlertType, place: number, tier: Tier | null): boolean =>
  tier === null || (place < getPlan(tier).alerts && (tierFor(type) === "any" || tier !== "free"));

const percent = (price: number | null): string => (price === null ? "–" : `${Math.round(price * 1000) / 10}%`);
const hours = (count = 24): string => (count === 1 ? "1 hour" : `${count} hours`);

type ToldFigures = Pick<Sighting, "observed" | "baseline">;

const TEXTS: Readonly<Record<AlertType, (rule: AlertRule, told: ToldFigures, outcome: string) => string>> = {
  "market.price_crossed": ({ above, below }, { observed }) =>
    `Yes is at ${percent(observed)}, ${above === undefined ? `at or below ${percent(below ?? null)}` : `at or above ${percent(above)}`}.`,
  "market.price_moved": ({ windowHours }, { observed, baseline }) =>
    `Yes moved from ${percent(baseline)} to ${percent(observed)} within ${hours(windowHours)}.`,
  "market.resolved": (_rule, _told, outcome) => `Resolved: ${outcome}.`,
  "market.listed": (_rule, { observed }) => `New market; yes is at ${percent(observed)}.`,
  "spread.opened": ({ minNetCents = 0 }, { observed }) =>
    `A spread of ${observed}¢ a contract after fees is open; you asked for ${minNetCents}¢.`,
  "source.stale": (_rule, { observed }) => `Its data is ${observed} minutes old.`,
};

/** What happened, in a sentence; `outcome` is how a resolved market ended. */
export const tellFiring = (rule: AlertRule, told: ToldFigures, outcome: string | null = null): string =>
  TEXTS[rule.type](rule, told, outcome ?? "unknown");
