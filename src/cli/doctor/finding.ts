/** What one look at something found. */
export interface Finding {
  readonly check: string;
  /** A problem keeps the service from working; a warning may one day. */
  readonly status: "ok" | "warning" | "problem";
  readonly message: string;
}
