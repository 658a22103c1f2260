const HOUR_SECONDS = 3600;

/** How long to wait before asking again for a past that the platform did not have. */
export const UNAVAILABLE_FOR_MS = 3_600_000;

/** What is stored of a market's past. */
export interface Coverage {
  /** The first stored point in epoch seconds; undefined when there is none. */
  readonly firstAt: number | undefined;
  /** Epoch milliseconds; null where the platform does not say. */
  readonly createdAt: number | null;
  readonly backfill: { readonly status: "complete" | "unavailable"; readonly triedAt: number } | undefined;
}

/**
 * Whether the stored past covers a window (epoch seconds): `complete`, `unavailable` when the platform has no more, or
 * `missing` when it should be asked. A gap of an hour or a hundredth of the window counts as covered.
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
