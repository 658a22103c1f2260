import type { Access, OperatorToken, PagesPlan } from "./access/access.ts";
import type { Billing } from "./billing/billing.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { MatchingUnderWay } from "./domain/matching/under-way.ts";
import type { Exports } from "./export/exports.ts";
import type { Log } from "./log.ts";
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

export interface PassUnderWay {
  readonly platform: string;
  readonly kind: "full" | "active" | "resolved";
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Market records read so far. */
  readonly markets: number;
}

/** The passes and the matching under way, as the writer tells of them. */
type PassesUnderWay = ReturnType<typeof createPassesUnderWay>;

export function createPassesUnderWay(clock: Pick<Clock, "now">) {
  const passes = new Map<string, PassUnderWay>();
  let matching: MatchingUnderWay | null = null;
  return {
    /** Null while none is under way, but for the few markets that follow each pass. */
    matching: (): MatchingUnderWay | null => matching,
    noteMatching(progress: MatchingUnderWay | null): void {
      matching = progress;
    },
    find: (platform: string): PassUnderWay | undefined => passes.get(platform),
    note({ platform, kind, markets }: Omit<PassUnderWay, "startedAt">): void {
      const known = passes.get(platform);
      const startedAt = known?.kind === kind && known.markets <= markets ? known.startedAt : clock.now();
      passes.set(platform, { platform, kind, startedAt, markets });
    },
    end({ platform }: Pick<PassUnderWay, "platform">): void {
      passes.delete(platform);
    },
  };
}

/** The address at which callers reach this service. */
export type Site = ReturnType<typeof createSite>;

/** The public address if there is one, else the listener's. Never one that a request claims. */
export function createSite(publicUrl: string | undefined) {
  let listener = "";
  return {
    /** Without a slash at its end. */
    origin: (): string => publicUrl ?? listener,
    /** Called once by the server when it listens. */
    listensAt(url: string): void {
      listener = url;
    },
  };
}

/** The path prefix that a proxy strips; empty without one. */
export const basePathOf = (site: Site): string => new URL(site.origin()).pathname.replace(/\/$/, "");

/** The page that explains and sells plans. */
export const upgradeUrlOf = (site: Site): string => `${site.origin()}/pricing`;
