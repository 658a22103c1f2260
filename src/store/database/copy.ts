// How far the copy that Litestream keeps elsewhere is behind, by its metrics. Litestream 0.3 copies the WAL twice: each second
// into files beside the database, its shadow, and from there to the replica. Its metrics say how far both have come.

import { resolve } from "node:path";
import type { Clock } from "../../clock.ts";
import { messageOf } from "../../errors.ts";

/** `no_answer`: Litestream does not run; `no_replica`: it has not copied this database yet; `failing`: it cannot read it. */
export type CopyTrouble = "no_answer" | "no_replica" | "failing";

export interface CopyStatus {
  /** The copy has all that was written this many seconds ago, or before; undefined while that is not known. */
  readonly behindSeconds: number | undefined;
  readonly trouble: CopyTrouble | undefined;
  /** More about the trouble, for the operator. */
  readonly reason: string | undefined;
}

interface CopyDeps {
  readonly file: string;
  readonly metricsUrl: string;
  readonly clock: Pick<Clock, "elapsed">;
}

/** What the metrics say of one database. */
interface LitestreamFigures {
  readonly syncs: number;
  readonly errors: number;
  /** Places in the WAL: the WALs since its generation began, and then the bytes of the last one. */
  readonly shadow: bigint;
  /** The replica that is furthest behind; undefined before its first copy. */
  readonly replica: bigint | undefined;
}

const TIMEOUT_MS = 2000;
const WELL = { trouble: undefined, reason: undefined };
const FAILING = { trouble: "failing", reason: "it cannot read what was written" } as const;

/** Litestream looks at the WAL this often, so its shadow is at most this old. */
const SHADOW_AGE_MS = 1000;

/** A look at a busy machine may find that Litestream has done nothing since the one before. */
const FAILING_AFTER_MS = 10_000;

/** The copy of a database by Litestream. */
export type CopyWatch = ReturnType<typeof watchCopy>;

export function watchCopy({ file, metricsUrl, clock }: CopyDeps) {
  /** The copy has all that was written up to then. */
  let currentAsOf: number | undefined;
  let last: Omit<CopyStatus, "behindSeconds"> = WELL;
  let before: LitestreamFigures | undefined;
  let wellAt = clock.elapsed();
  /** Where the replica was as a generation ended: until it moves, that says nothing about the next one. */
  let former: bigint | undefined;
  /** A place that the WAL had come to, and when; the replica has not reached it. */
  let mark: { readonly place: bigint; readonly at: number } | undefined;

  const fail = (trouble: CopyTrouble, reason: string): void => {
    last = { trouble, reason };
  };

  const compare = (figures: LitestreamFigures): void => {
    const { shadow, replica } = figures;
    if (before !== undefined && before.shadow > shadow) [mark, former] = [undefined, before.replica];
    const isWell = before === undefined || (figures.syncs !== before.syncs && figures.errors <= before.errors);
    before = figures;
    if (isWell) wellAt = clock.elapsed();
    if (replica === undefined || replica === former) return void fail("no_replica", "the first copy is not complete");
    former = undefined;
    const now = { place: shadow, at: clock.elapsed() - SHADOW_AGE_MS };
    if (mark !== undefined && mark.place <= replica) {
      currentAsOf = mark.at;
      mark = undefined;
    }
    if (isWell && shadow <= replica) currentAsOf = now.at;
    else if (isWell) mark ??= now;
    last = clock.elapsed() - wellAt >= FAILING_AFTER_MS ? FAILING : WELL;
  };

  return {
    status: (): CopyStatus => ({
      ...last,
      behindSeconds:
        currentAsOf === undefined ? undefined : Math.max(0, Math.ceil((clock.elapsed() - currentAsOf) / 1000)),
    }),

    /** Looks where the copy is now; never rejects. */
    async look(): Promise<void> {
      try {
        const figures = readFigures(await readMetrics(metricsUrl), resolve(file));
        if (figures === undefined) fail("no_replica", `its metrics do not name ${resolve(file)}`);
        else compare(figures);
      } catch (error) {
        const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
        fail("no_answer", messageOf(cause));
      }
    },
  };
}

async function readMetrics(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`it answers with status ${response.status}`);
  return response.text();
}

/** Reads the text that Prometheus reads. Undefined where it does not name the database. */
function readFigures(text: string, path: string): LitestreamFigures | undefined {
  const label = `db="${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  const listValues = (metric: string): number[] =>
    text
      .split("\n")
      .filter((line) => line.startsWith(`litestream_${metric}{`) && line.includes(label))
      .map((line) => Number(line.slice(line.lastIndexOf(" ") + 1)));
  const [syncs] = listValues("sync_count");
  if (syncs === undefined) return undefined;
  const placesOf = (indexes: string, offsets: string): bigint[] => {
    // Both metrics list the replicas in the same order.
    const bytes = listValues(offsets);
    return listValues(indexes).map((index, at) => (BigInt(index) << 64n) + BigInt(bytes[at] ?? 0));
  };
  const [shadow = 0n] = placesOf("shadow_wal_index", "shadow_wal_size");
  const [replica] = placesOf("replica_wal_index", "replica_wal_offset").sort((a, b) => (a < b ? -1 : 1));
  return { syncs, errors: listValues("sync_error_count")[0] ?? 0, shadow, replica };
}
