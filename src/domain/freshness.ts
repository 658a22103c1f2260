import { HOUR_MS } from "../clock.ts";
import { getPlatform } from "./platforms.ts";

export type Freshness = "live" | "stale" | "delayed" | "unknown";
type ServiceStatus = "ok" | "degraded" | "starting";

/** What the log of passes says about a platform. Times are epoch milliseconds. */
export interface PlatformReads {
  /** When its listing was last read to the end; null when it never was. */
  readonly lastSuccessAt: number | null;
  /** When a pass over open markets failed or was held back, if none of its kind succeeded since. */
  readonly failedAt: number | null;
  /** From one pass to the next. */
  readonly rhythmMs: number;
}

/** A price may be this many rhythms of its platform old. */
const MAX_RHYTHMS = 3;

/** How far a pass may be ahead of a clock that was just set back. */
const MAX_AHEAD_MS = 2000;

/** Milliseconds since a platform or a price was read; undefined where it never was, or when the clock is behind. */
export function ageOf(readAt: number | null, now: number): number | undefined {
  if (readAt === null || now < readAt - MAX_AHEAD_MS) return undefined;
  return Math.max(0, now - readAt);
}

/** How old the price of an open market is. */
export interface PriceAge {
  /** When it was read, with its platform or by itself; null when it never was. Epoch milliseconds. */
  readonly readAt: number | null;
  readonly ageMs: number | undefined;
  /** Whether it is too old to be a present price. */
  readonly isStale: boolean;
}

/**
 * The age of a price. It is stale when it is older than three rhythms of its platform, or a pass failed since it was read.
 * `laneReadAt`: when the fast lane read it; 0 where it never did.
 */
export function priceAgeOf(
  { lastSuccessAt, failedAt, rhythmMs }: PlatformReads,
  now: number,
  laneReadAt = 0,
): PriceAge {
  const readAt = Math.max(lastSuccessAt ?? 0, laneReadAt) || null;
  const ageMs = ageOf(readAt, now);
  const isStale = ageMs === undefined || ageMs > MAX_RHYTHMS * rhythmMs || (failedAt ?? 0) > (readAt ?? 0);
  return { readAt, ageMs, isStale };
}

/** How current a platform's data is at `now`. Nothing is live where no platform is polled (--no-ingest). */
export function freshnessOf(reads: PlatformReads, now: number, isPolled: boolean): Freshness {
  if (reads.lastSuccessAt === null) return "unknown";
  const { ageMs, isStale } = priceAgeOf(reads, now);
  if (isPolled && !isStale && reads.failedAt === null) return "live";
  return ageMs !== undefined && ageMs >= HOUR_MS ? "delayed" : "stale";
}

/** The status of the service: `starting` until every platform was tried, `ok` while all of them are live. */
export function serviceStatusOf(
  sources: readonly (PlatformReads & { readonly lastAttemptAt: number | null })[],
  now: number,
  isPolled: boolean,
): ServiceStatus {
  if (sources.some(({ lastAttemptAt }) => lastAttemptAt === null)) return "starting";
  return sources.every((source) => freshnessOf(source, now, isPolled) === "live") ? "ok" : "degraded";
}

/** What the log of passes says about a platform that fails. */
interface SourceReads extends PlatformReads {
  readonly platform: string;
  readonly lastError: string | null;
  /** When the first full pass since the last success began; null after a success. */
  readonly failingSince: number | null;
  readonly nextRunAt: number | null;
}

interface SourceTrouble {
  /** "Kalshi is down (503)" */
  readonly what: string;
  readonly forMs: number;
  /** Until the next try; undefined where it is not known. */
  readonly nextInMs: number | undefined;
}

/** What is wrong with a platform, since when, and when it is tried next; undefined while its passes succeed. */
export function troubleOf(source: SourceReads, now: number): SourceTrouble | undefined {
  const { platform, lastSuccessAt, failedAt, failingSince, lastError, nextRunAt } = source;
  if (failedAt === null) return undefined;
  const isPartly = lastSuccessAt !== null && lastSuccessAt > failedAt;
  const since = Math.min(failedAt, failingSince ?? failedAt, (isPartly ? null : lastSuccessAt) ?? failedAt);
  return {
    what: isPartly
      ? `${getPlatform(platform).name} cannot be read whole${inBrackets(lastError)}`
      : downText(platform, lastError),
    forMs: Math.max(0, now - since),
    nextInMs: nextRunAt === null ? undefined : Math.max(0, nextRunAt - now),
  };
}

/** The same as a sentence: "Kalshi is down (503) for 2 h. Next try in 4 s." */
export function troubleText(source: SourceReads, now: number): string | undefined {
  const trouble = troubleOf(source, now);
  if (trouble === undefined) return undefined;
  const { what, forMs, nextInMs } = trouble;
  const next = nextInMs === undefined ? "" : ` Next try ${nextInMs === 0 ? "now" : `in ${spanText(nextInMs)}`}.`;
  return `${what} for ${spanText(forMs)}.${next}`;
}

/** "Kalshi is down (503)"; where it sends less than before, "Kalshi's data is held back (…)". */
export function downText(platform: string, error: string | null): string {
  const { name } = getPlatform(platform);
  const isHeld = commandToAccept(platform, error) !== undefined;
  return `${isHeld ? `${name}'s data is held back` : `${name} is down`}${inBrackets(error)}`;
}

/** The error of a pass that ended because the service did; it says nothing about the platform. */
export const STOPPED = "stopped";

const inBrackets = (error: string | null): string => (error === null ? "" : ` (${errorText(error)})`);

/** An error of a pass in words. */
export const errorText = (error: string): string =>
  error
    .replace(/^http_(\d+)/, "$1")
    .replace(/^drift_(\w+) \((.*)\)$/, "the field $1 is $2")
    .replace(/^listing_shrank \((.*) gone\)$/, "the listing shrank: $1 are gone")
    .replace(/^listing_unreadable \((.*)\)$/, "$1 cannot be read");

/** A duration in the largest unit that fits: "42 s", "3 min", "2 h", "3 d". */
export function spanText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  if (Math.abs(ms) < 60_000) return `${Math.round(Math.abs(ms) / 1000)} s`;
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h`;
  return `${Math.round(minutes / 1440).toLocaleString("en-US")} d`;
}

/** The command that believes what a platform sends. Undefined for an error of a pass that was not held for what it sent. */
export const commandToAccept = (platform: string, error: string | null): string | undefined =>
  /^(drift_|listing_(shrank|unreadable))/.test(error ?? "")
    ? `toteboard ingest --once --accept-drift ${platform}`
    : undefined;

/** How many days of passes are kept and shown; the last one is today. */
export const PASS_DAYS = 90;

/** How the passes over one platform ended on one UTC day, given as days since 1970-01-01. */
export interface DayOfPasses {
  readonly day: number;
  readonly passes: number;
  readonly succeeded: number;
}

/** Every one of the last days, oldest first, also those without a pass. */
export function fillPassDays(known: readonly DayOfPasses[], today: number): readonly DayOfPasses[] {
  const byDay = new Map(known.map((one) => [one.day, one]));
  return Array.from({ length: PASS_DAYS }, (_, index) => {
    const day = today - PASS_DAYS + 1 + index;
    return byDay.get(day) ?? { day, passes: 0, succeeded: 0 };
  });
}

/** The sum of some days, with the number of days that have a pass. */
export function sumPassDays(days: readonly DayOfPasses[]) {
  const withPasses = days.filter(({ passes }) => passes > 0);
  return {
    days: withPasses.length,
    passes: withPasses.reduce((sum, { passes }) => sum + passes, 0),
    succeeded: withPasses.reduce((sum, { succeeded }) => sum + succeeded, 0),
  };
}

/** The share of passes that succeeded, in percent with one place, rounded down; null without passes. */
export const successPercent = ({ passes, succeeded }: Pick<DayOfPasses, "passes" | "succeeded">): number | null =>
  passes === 0 ? null : Math.floor((succeeded * 1000) / passes) / 10;

export type PassGrade = "none" | "good" | "fair" | "bad";

/** How good a day was: from 99% and from 90% of its passes. */
export function gradePasses(day: Pick<DayOfPasses, "passes" | "succeeded">): PassGrade {
  const percent = successPercent(day);
  if (percent === null) return "none";
  if (percent >= 99) return "good";
  return percent >= 90 ? "fair" : "bad";
}
