const HOUR_SECONDS = 3600;

/** How long a platform that had nothing to tell is not asked again. */
export const UNAVAILABLE_FOR_MS = 3_600_000;

/** What is known of a market's archive. */
export interface Coverage {
  /** Epoch seconds: when it begins; undefined when it is empty. */
  readonly firstAt: number | undefined;
  /** Epoch milliseconds; null where the platform does not say. */
  readonly createdAt: number | null;
  readonly backfill: { readonly status: "complete" | "unavailable"; readonly triedAt: number } | undefined;
}

/**
 * Whether an archive covers a window (epoch seconds): it does, the platform cannot help, or it should be asked. A gap
 * of an hour or a hundredth of the window is not worth a request.
 */
export function judgeCoverage(
  { firstAt, createdAt, backfill }: Coverage,
  window: { from: number; to: number },
): "complete" | "unavailable" | "missing" {
  const from = Math.max(window.from, (createdAt ?? 0) / 1000);
  const slack = Math.max(HOUR_SECONDS, (window.to - window.from) / 100);
  if (backfill?.status === "complete" || (firstAt !== undefined && firstAt <= from + slack)) return "complete";
  const isRecent = backfill !== undefined && window.to * 1000 - backfill.triedAt < UNAVAILABLE_FOR_MS;
  return isRecent ? "unavailable" : "missing";
}
