/** The result of one check. */
export interface Finding {
  readonly check: string;
  /** A problem stops the service; a warning may do so later. */
  readonly status: "ok" | "warning" | "problem";
  readonly message: string;
}

export const ok = (check: string, message: string): Finding => ({ check, status: "ok", message });

export const warning = (check: string, message: string): Finding => ({ check, status: "warning", message });

export const problem = (check: string, message: string): Finding => ({ check, status: "problem", message });
