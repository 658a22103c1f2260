/** Resolutions that bars come in, with their seconds: those of the candles of a market's history. */
const SECONDS: ReadonlyMap<string, number> = new Map([
  ["5", 300],
  ["15", 900],
  ["60", 3600],
  ["360", 21_600],
  ["1D", 86_400],
]);

export const HISTORY_RESOLUTIONS: readonly string[] = [...SECONDS.keys()];

/** What a chart offers: weeks and months it makes of days. */
export const SHOWN_RESOLUTIONS: readonly string[] = [...HISTORY_RESOLUTIONS, "1W", "1M"];

/** Undefined for one that bars do not come in. "D" is another way to write "1D". */
export const secondsOf = (resolution: string): number | undefined =>
  SECONDS.get(resolution === "D" ? "1D" : resolution);
