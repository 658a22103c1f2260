const LIVE_MS = 10 * 60_000;
const STALE_MS = 60 * 60_000;

export type Freshness = "live" | "stale" | "delayed" | "unknown";
export type ServiceStatus = "ok" | "degraded" | "starting";

/** How the passes over one platform went. Times are epoch milliseconds. */
export interface Passes {
  readonly lastSuccessAt: number | null;
  readonly lastAttemptAt: number | null;
  /** True while the latest reading of what the platform lists failed, or was not believed. */
  readonly isFailing: boolean;
}

/** How far a platform's data can be trusted to be current at `now`. */
export function freshnessOf(passes: Passes, now: number): Freshness {
  if (passes.lastSuccessAt === null) return "unknown";
  const ageMs = now - passes.lastSuccessAt;
  if (ageMs >= STALE_MS) return "delayed";
  if (ageMs >= LIVE_MS || passes.isFailing) return "stale";
  return "live";
}

/** The state of the whole: `starting` until every platform was tried, `ok` only while all of them are live. */
export function serviceStatusOf(sources: readonly Passes[], now: number): ServiceStatus {
  if (sources.some((passes) => passes.lastAttemptAt === null)) return "starting";
  return sources.every((passes) => freshnessOf(passes, now) === "live") ? "ok" : "degraded";
}
