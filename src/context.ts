import type { Access } from "./access/access.ts";
import type { Billing } from "./billing/index.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
import type { Site } from "./site.ts";
import type { Commands } from "./store/commands.ts";
import type { Store } from "./store/store.ts";

/** All that a request handler may reach. */
export interface Context {
  readonly store: Store;
  /** Writes, carried out by the writer thread. */
  readonly commands: Commands;
  /** Keys and their counters, in memory. */
  readonly access: Access;
  readonly site: Site;
  /** Where keys are paid for; undefined where payments are not set up. */
  readonly billing: Billing | undefined;
  readonly readiness: Readiness;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: Log;
}

/** Whether the service can answer questions about markets. */
export interface Readiness {
  check(): ReadinessReport;
  /** Takes note of an error that a request met; one that is not about the database changes nothing. */
  noteFailure(error: unknown): void;
}

export interface ReadinessReport {
  /** The database is open, current and answers reads; with demo data, all of it is in. */
  readonly isReady: boolean;
  readonly writer: "starting" | "running" | "restarting" | "unresponsive";
  /** Why the database cannot be written or read, where it cannot. */
  readonly trouble?: string | undefined;
  /** The last large step of this machine's clock, within a day: the time after it, and by how much. */
  readonly clockStep?: { readonly at: number; readonly ms: number } | undefined;
  /** What is waited for while not ready. */
  readonly reason?: string | undefined;
}
