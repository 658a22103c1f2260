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

/** What a step back of the clock may leave for a moment, until the log of passes follows it. */
const AHEAD_MS = 2000;

/** How long ago a platform was read; undefined where it was not, or the clock is behind that time. */
export function ageOf({ lastSuccessAt }: Pick<Passes, "lastSuccessAt">, now: number): number | undefined {
  if (lastSuccessAt === null || now < lastSuccessAt - AHEAD_MS) return undefined;
  return Math.max(0, now - lastSuccessAt);
}

/** How far a platform's data can be trusted to be current at `now`. */
export function freshnessOf(passes: Passes, now: number): Freshness {
  if (passes.lastSuccessAt === null) return "unknown";
  const ageMs = ageOf(passes, now) ?? LIVE_MS;
  if (ageMs >= STALE_MS) return "delayed";
  if (ageMs >= LIVE_MS || passes.isFailing) return "stale";
  return "live";
}

/** The state of the whole: `starting` until every platform was tried, `ok` only while all of them are live. */
export function serviceStatusOf(sources: readonly Passes[], now: number): ServiceStatus {
  if (sources.some((passes) => passes.lastAttemptAt === null)) return "starting";
  return sources.every((passes) => freshnessOf(passes, now) === "live") ? "ok" : "degraded";
}
