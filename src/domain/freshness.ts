const LIVE_MS = 10 * 60_000;
const STALE_MS = 60 * 60_000;

export type Freshness = "live" | "stale" | "delayed" | "unknown";
type ServiceStatus = "ok" | "degraded" | "starting";

/** The latest passes over one platform. Times are epoch milliseconds. */
export interface PassTimes {
  readonly lastSuccessAt: number | null;
  readonly lastAttemptAt: number | null;
  /** True while the latest pass over open markets failed or was held back. */
  readonly isFailing: boolean;
}

/** How far a pass may be ahead of a clock that was just set back. */
const MAX_AHEAD_MS = 2000;

/** Milliseconds since a platform was last read; undefined where it never was, or when the clock is behind. */
export function ageOf({ lastSuccessAt }: Pick<PassTimes, "lastSuccessAt">, now: number): number | undefined {
  if (lastSuccessAt === null || now < lastSuccessAt - MAX_AHEAD_MS) return undefined;
  return Math.max(0, now - lastSuccessAt);
}

/** How current a platform's data is at `now`. */
export function freshnessOf(passes: PassTimes, now: number): Freshness {
  if (passes.lastSuccessAt === null) return "unknown";
  const ageMs = ageOf(passes, now) ?? LIVE_MS;
  if (ageMs >= STALE_MS) return "delayed";
  if (ageMs >= LIVE_MS || passes.isFailing) return "stale";
  return "live";
}

/** The status of the service: `starting` until every platform was tried, `ok` while all of them are live. */
export function serviceStatusOf(sources: readonly PassTimes[], now: number): ServiceStatus {
  if (sources.some((passes) => passes.lastAttemptAt === null)) return "starting";
  return sources.every((passes) => freshnessOf(passes, now) === "live") ? "ok" : "degraded";
}

/** The command that believes what a platform sends. Undefined for an error of a pass that was not held for what it sent. */
export const commandToAccept = (platform: string, error: string | null): string | undefined =>
  /^(drift_|listing_shrank)/.test(error ?? "") ? `toteboard ingest --once --accept-drift ${platform}` : undefined;

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
