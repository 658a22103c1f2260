export interface BoardQuery {
  /** Those whose markets are shown, with the questions they take part in. */
  readonly platforms: readonly string[];
  readonly category?: string | undefined;
  /** How many of each list. */
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now: number;
}
