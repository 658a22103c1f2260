/** The result of one check. */
export interface Finding {
  readonly check: string;
  /** A problem stops the service; a warning may do so later. */
  readonly status: "ok" | "warning" | "problem";
  readonly message: string;
}
