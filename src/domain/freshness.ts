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
