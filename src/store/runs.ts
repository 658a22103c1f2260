import { dayOf } from "../clock.ts";
import { type PlatformReads, type PriceAge, priceAgeOf } from "../domain/freshness.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import { addChanges, type LoggedDb } from "./change-log.ts";
import { cacheUntilCommit } from "./database/data-version.ts";
import { type Db, prepare } from "./database/db.ts";

interface PricedMarket {
  readonly platform: string;
  readonly marketKey: number;
}

/** A market's row with how old its price is. That of a closed market does not grow old. */
export type Aged<Row> = Row & Pick<PriceAge, "ageMs" | "isStale">;

/** How old prices are at one moment. */
export interface PriceAges {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Of the price of an open market: that of a closed one does not grow old. */
  of(market: PricedMarket): PriceAge;
  /** Of the prices that were read with the platform. */
  ofPlatform(platform: string): PriceAge;
  /** Which prices are stale. */
  listStale(): OldPrices;
  /** Which prices are older than this. */
  listOlder(thanMs: number): OldPrices;
}

export const withAges = <Row extends PricedMarket & { readonly status: string }>(
  rows: readonly Row[],
  ages: Pick<PriceAges, "of">,
): readonly Aged<Row>[] => rows.map((row) => ({ ...row, ...(row.status === "open" ? ages.of(row) : SETTLED) }));

/** Of a closed market. */
export const SETTLED = { ageMs: undefined, isStale: false };

/** How old prices are at `now`, in epoch milliseconds. The caller holds the transaction. */
export function readPriceAges(db: Db, now: number): PriceAges {
  const known = findKnownReads(db);
  const readsOf = (platform: string): PlatformReads => {
    const reads = known.get(platform) ?? readPlatformReads(db, platform);
    known.set(platform, reads);
    return reads;
  };
  const listOld = (isOld: (age: PriceAge) => boolean): OldPrices => {
    const platforms = PLATFORMS.map(({ id }) => id).filter((id) => isOld(priceAgeOf(readsOf(id), now)));
    const listFresher = (platform: string): number[] =>
      prepare(db, "lane", "listReads")
        .all({ platform, since: readsOf(platform).lastSuccessAt ?? 0 })
        .filter(({ readAt }) => !isOld(priceAgeOf(readsOf(platform), now, readAt)))
        .map(({ marketKey }) => marketKey);
    return { platforms: new Set(platforms), fresher: new Set(platforms.flatMap(listFresher)) };
  };
  let stale: OldPrices | undefined;
  return {
    now,
    of: ({ platform, marketKey }) =>
      priceAgeOf(readsOf(platform), now, prepare(db, "lane", "findReadAt").pluck().get({ marketKey }) ?? 0),
    ofPlatform: (platform) => priceAgeOf(readsOf(platform), now),
    listStale() {
      stale ??= listOld(({ isStale }) => isStale);
      return stale;
    },
    listOlder: (thanMs) => listOld(({ ageMs = Number.POSITIVE_INFINITY }) => ageMs > thanMs),
  };
}

/** What is known of platforms: most answers ask several times how old prices are. */
const findKnownReads = cacheUntilCommit(() => new Map<string, PlatformReads>());

/** Which prices of open markets are old: those of the platforms, but for the markets that the fast lane has read since. */
export interface OldPrices {
  readonly platforms: ReadonlySet<string>;
  readonly fresher: ReadonlySet<number>;
}

/** A full pass reads the whole open listing, an active one what changed lately, a resolved one recent resolutions. */
export const RUN_KINDS = ["full", "active", "resolved"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** Passes that show what a platform lists now; what an active one does not list has not changed. */
export const LISTING_KINDS = ["full", "active"] as const;

/** What one pass did. Times are epoch milliseconds. */
export interface Run {
  readonly platform: string;
  readonly kind: RunKind;
  readonly startedAt: number;
  readonly finishedAt: number;
  /** `held`: what the platform sent was not believed. */
  readonly status: "ok" | "failed" | "held";
  readonly pages: number;
  /** Market records read. */
  readonly markets: number;
  readonly inserted: number;
  readonly changed: number;
  /** Closed because the platform's listing lacks them. */
  readonly missing: number;
  readonly rejected: number;
  /** By reason: how many, and the first few ids. */
  readonly rejections: Readonly<Record<string, { count: number; ids: string[] }>>;
  /** Why it failed, never an address; of a success, what had to be asked for again, else null. */
  readonly error: string | null;
  /** Which host failed, for the log alone. */
  readonly host?: string;
  /** When the next pass of this kind is due. */
  readonly nextAt: number;
}

// The log of passes, from which all of ingest's state is read. The caller holds the transaction.

export function insertRun(logged: LoggedDb, { host: _, ...run }: Run): void {
  const { db } = logged;
  const { platform, finishedAt, status } = run;
  prepare(db, "runs", "insert").run({ ...run, rejections: JSON.stringify(run.rejections) });
  const succeeded = status === "ok" ? 1 : 0;
  prepare(db, "runs", "countDay").run({ platform, day: dayOf(finishedAt), succeeded });
  addChanges(logged, "source", [platform]);
}

export const findLatestRun = (db: Db, platform: string, kind: RunKind) =>
  prepare(db, "runs", "latest").get({ platform, kind });

export const findLatestOkRun = (db: Db, platform: string, kind: RunKind) =>
  prepare(db, "runs", "latestOk").get({ platform, kind });

/** When a platform was read, and how often it is. */
export function readPlatformReads(db: Db, platform: string): PlatformReads {
  const { rhythmMs, ...times } = prepare(db, "runs", "reads").get({ platform, kinds: JSON_LISTING_KINDS });
  return { ...times, rhythmMs: rhythmMs ?? Number.POSITIVE_INFINITY };
}

const JSON_LISTING_KINDS = JSON.stringify(LISTING_KINDS);
