import { setImmediate } from "node:timers/promises";
import { DAY_MS, dayOf } from "../clock.ts";
import type { Context } from "../context.ts";
import {
  ALERT_UNITS,
  type AlertRule,
  type AlertType,
  invertPoint,
  replay,
  shownThresholdOf,
  toFigures,
  UNITS,
} from "../domain/alerts.ts";
import type { Point } from "../domain/history.ts";
import * as s from "../http/schema.ts";
import { date, platformSchema } from "../http/value-schemas.ts";
import { findWatchedQuestion } from "../store/alerts/prices.ts";
import { type AlertSubject, isTurned, readScope } from "../store/alerts/scope.ts";

export const PREVIEW_DAYS = 30;
/** The most traded ones of a scope. */
export const MAX_PREVIEWED = 100;
const MAX_FIRINGS = 200;

interface PreviewFiring {
  readonly type: AlertType;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly observed: number | null;
  readonly threshold: number | null;
  readonly baseline: number | null;
  readonly windowHours: number | null;
  readonly platform: string;
  readonly marketId: string;
  readonly title: string;
}

interface PreviewDay {
  readonly day: number;
  readonly count: number;
}

export interface Preview {
  /** Null where the archive cannot tell. */
  readonly count: number | null;
  readonly from: number;
  readonly to: number;
  /** Markets that were looked at, and whether those are all of the scope. */
  readonly markets: number;
  readonly isWhole: boolean;
  /** UTC days on which it would have fired, oldest first. */
  readonly days: readonly PreviewDay[];
  /** The newest, oldest first; none for those who may not read the archive. */
  readonly firings: readonly PreviewFiring[];
  readonly note: string | null;
}

export const alertUnit = s.nullable(
  s.oneOf(ALERT_UNITS, "The unit of observed and threshold: a price is from 0 to 1, a point a hundredth of it."),
);

const firingSchema = s.noun<PreviewFiring>("PreviewFiring")(
  {
    at: s.dateTime("When it would have fired.", "2026-11-12T09:30:00.000Z"),
    observed: s.nullable(
      s.number("What it would have seen, in `unit`; of a move the points, negative for a fall.", 0.61),
    ),
    threshold: s.nullable(s.number("What it was asked for, in `unit`.", 0.6)),
    unit: alertUnit,
    baseline: s.withExample(s.nullable(s.number("What observed is measured from: the price before a move.")), null),
    baseline_unit: s.withExample(s.nullable(s.oneOf(["price"], "The unit of baseline.")), null),
    window_hours: s.withExample(s.nullable(s.integer("")), null),
    platform: platformSchema,
    market_id: s.string("", "KXFED-27JAN-CUT"),
    title: s.string("", "Will the Fed cut rates in January?"),
  },
  {
    observed: (firing) => toFigures(firing.type, firing).observed,
    unit: ({ type }) => UNITS[type],
    baseline: (firing) => toFigures(firing.type, firing).baseline,
    baseline_unit: (firing) => toFigures(firing.type, firing).baselineUnit,
  },
);

const daySchema = s.noun<PreviewDay>("PreviewDay")(
  { date: date("The day, UTC.", "2026-11-12"), count: s.integer("How often it would have fired that day.", 1) },
  { date: "day" },
);

export const previewSchema = s.noun<Preview>("AlertPreview")(
  {
    count: s.nullable(s.integer("How often it would have fired; null where the archive cannot tell.", 1)),
    from: s.dateTime("Where the replay begins.", "2026-10-21T04:09:00.000Z"),
    to: s.dateTime("Where it ends."),
    markets: s.integer("Markets that were looked at.", 1),
    complete: s.boolean("Whether these are all markets of the scope.", true),
    days: s.arrayOf(daySchema, "The days on which it would have fired, oldest first."),
    firings: s.arrayOf(
      firingSchema,
      `The newest, at most ${MAX_FIRINGS}, oldest first; below pro none, because times and prices are the archive that pro reads.`,
    ),
    note: s.withExample(s.nullable(s.string("What limits the answer.")), null),
  },
  { complete: "isWhole" },
);

type PreviewContext = Pick<Context, "store" | "clock">;

interface PreviewOptions {
  /** Looks at the most traded markets of a scope. */
  readonly max?: number;
  /** Whether the caller may read times and prices of the archive; others get counts of days. */
  readonly isForPro: boolean;
}

/** Replays the rule of an alert over the archive. Throws AppError market_not_found, event_not_found, question_not_found. */
export async function findPreview(
  context: PreviewContext,
  asked: AlertRule,
  { max = MAX_PREVIEWED, isForPro }: PreviewOptions,
): Promise<Preview> {
  const { store, clock } = context;
  const to = clock.now();
  const window = { from: to - PREVIEW_DAYS * DAY_MS, to };
  const rule = { ...asked, scope: store.alerts.checkScope(asked.scope) };
  const about = { ...window, markets: 0, isWhole: true, days: [], firings: [], note: null };
  if (!rule.type.startsWith("market.")) {
    const note = "the archive keeps prices, not order books or passes: this type has no preview";
    return { ...about, count: null, note };
  }
  const { subjects, isWhole } = await listSubjects(context, rule, max);
  const firings: PreviewFiring[] = [];
  const scope = readScope(rule.scope);
  const watched = new Set<string>();
  for (const subject of subjects) {
    const questionId = findWatchedQuestion(rule, scope, subject);
    if (questionId === undefined) firings.push(...firingsOf(context, rule, subject, window));
    else if (!watched.has(questionId)) firings.push(...firingsOfQuestion(context, rule, questionId, window));
    if (questionId !== undefined) watched.add(questionId);
    // Requests are answered between two markets.
    await setImmediate();
  }
  const all = firings.toSorted((a, b) => a.at - b.at).slice(0, rule.once ? 1 : undefined);
  const shown = isForPro ? all.slice(-MAX_FIRINGS) : [];
  return { ...about, isWhole, markets: subjects.length, count: all.length, days: countDays(all), firings: shown };
}

function countDays(firings: readonly PreviewFiring[]): PreviewDay[] {
  const counts = new Map<number, number>();
  for (const { at } of firings) counts.set(dayOf(at), (counts.get(dayOf(at)) ?? 0) + 1);
  return Array.from(counts, ([day, count]) => ({ day, count }));
}

function firingsOf({ store }: PreviewContext, rule: AlertRule, market: AlertSubject, window: PreviewWindow) {
  const { from, to } = window;
  const once = momentOf(rule, market);
  if (once !== undefined) {
    const isIn = once !== null && once > from && once <= to && market.volume >= rule.minVolume * 100;
    return isIn ? [toFiring(rule, market, { at: once, observed: null, baseline: null })] : [];
  }
  const points = store.alerts.listPoints(market.marketKey, inSeconds(window));
  const seen = isTurned(readScope(rule.scope), market) ? points.map(invertPoint) : points;
  return replayFor(rule, market, seen, window);
}

function firingsOfQuestion({ store, clock }: PreviewContext, rule: AlertRule, id: string, window: PreviewWindow) {
  const found = store.alerts.listQuestionPoints(id, inSeconds(window), clock.now());
  return found === undefined ? [] : replayFor(rule, found.market, found.points, window);
}

type PreviewWindow = Pick<Preview, "from" | "to">;

const inSeconds = ({ from, to }: PreviewWindow) => ({ from: Math.floor(from / 1000), to: Math.floor(to / 1000) });

const replayFor = (rule: AlertRule, market: AlertSubject, points: readonly Point[], window: PreviewWindow) =>
  replay(rule, points, inSeconds(window)).map(({ at, ...seen }) => toFiring(rule, market, { at: at * 1000, ...seen }));

const toFiring = (
  rule: AlertRule,
  { platform, id, title }: AlertSubject,
  { at, observed, baseline }: Pick<PreviewFiring, "at" | "observed" | "baseline">,
): PreviewFiring => ({
  ...{ type: rule.type, platform, marketId: id, title, at, observed, baseline },
  ...{ threshold: shownThresholdOf(rule), windowHours: rule.windowHours ?? null },
});

/** When it happened, of what happens once to a market; null where it has not. Undefined for prices. */
function momentOf({ type }: AlertRule, { resolvedAt, firstSeenAt }: AlertSubject): number | null | undefined {
  if (type === "market.resolved") return resolvedAt;
  return type === "market.listed" ? firstSeenAt : undefined;
}

async function listSubjects({ store, clock }: PreviewContext, { scope }: AlertRule, max: number) {
  const named = store.alerts.listNamed(scope);
  if (named !== undefined) {
    const byVolume = named.toSorted((a, b) => b.volume - a.volume);
    return { subjects: byVolume.slice(0, max), isWhole: named.length <= max };
  }
  const query = { status: "all", minVolume: 0, sort: "volume", order: "desc", now: clock.now() } as const;
  const filter = { text: scope.query, category: scope.category?.toLowerCase(), platform: scope.platform };
  const { markets, total } = await store.markets.list({ ...query, ...filter }, { page: 1, size: max });
  return {
    subjects: store.alerts.listSubjects(markets.map(({ marketKey }) => marketKey)),
    isWhole: total <= markets.length,
  };
}
