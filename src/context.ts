import type { Access, OperatorToken, PagesPlan } from "./access/access.ts";
import type { Billing } from "./billing/billing.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Exports } from "./export/exports.ts";
import type { Log } from "./log.ts";
import type { PassesUnderWay } from "./passes.ts";
import type { Site } from "./site.ts";
import type { Commands } from "./store/commands.ts";
import type { CopyWatch } from "./store/database/copy.ts";
import type { Store } from "./store/open.ts";
import type { Hub } from "./streams/hub.ts";

/** Everything a request handler may use. */
export interface Context {
  readonly store: Store;
  /** Writes, done by the writer thread. */
  readonly commands: Commands;
  /** Keys and their counters, in memory. */
  readonly access: Access;
  /** What pages show without a key. */
  readonly pagesPlan: PagesPlan;
  /** The key that the visitor of a page has signed in with. */
  readonly visitor?: { readonly name: string };
  /** Opens the operator's pages; undefined where nobody may open them. */
  readonly operatorToken: OperatorToken | undefined;
  /** What platforms are being read now. */
  readonly passes: PassesUnderWay;
  readonly hub: Hub;
  readonly exports: Exports;
  readonly site: Site;
  /** Payments; undefined where they are not set up. */
  readonly billing: Billing | undefined;
  readonly readiness: Readiness;
  /** Undefined where no other program copies the database's log. */
  readonly copy: Pick<CopyWatch, "status"> | undefined;
  /** Undefined where this process keeps no mirror. */
  readonly mirror: { figures(now: number): MirrorFigures } | undefined;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: Log;
}

/** Where the mirror in PostgreSQL is. */
export interface MirrorFigures {
  readonly state: "copying" | "following" | "waiting";
  /** How old what it shows is; undefined before its first copy is whole. */
  readonly lagSeconds: number | undefined;
  /** How often a copy of everything began. */
  readonly copies: number;
}

/** Whether the service can answer requests about markets. */
export interface Readiness {
  check(): ReadinessReport;
  /** Takes note of an error of a read. Only errors of the database count; true for damage, which is logged once. */
  noteFailure(error: unknown): boolean;
}

export interface ReadinessReport {
  /** True when the database answers reads without damage and, in demo, all sample data is loaded. */
  readonly isReady: boolean;
  readonly writer: "starting" | "running" | "restarting" | "unresponsive" | "none";
  /** Why the database cannot be written or read; undefined while it can. */
  readonly trouble?: string | undefined;
  /** The last large step of this machine's clock within a day: the time after it, and its size. */
  readonly clockStep?: { readonly at: number; readonly ms: number } | undefined;
  readonly reason?: string | undefined;
}
