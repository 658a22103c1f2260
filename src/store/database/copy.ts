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

/** A place in the WAL as Litestream counts it: the WALs since its generation began, and bytes of the last one. */
interface WalPosition {
  readonly index: number;
  readonly offset: number;
}

/** What the metrics say of one database. */
interface LitestreamFigures {
  readonly syncs: number;
  readonly errors: number;
  readonly shadow: WalPosition;
  /** The replica that is furthest behind; undefined before its first copy. */
  readonly replica: WalPosition | undefined;
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
  let former: WalPosition | undefined;
  /** A place that the WAL had come to, and when; the replica has not reached it. */
  let mark: (WalPosition & { readonly at: number }) | undefined;

  const fail = (trouble: CopyTrouble, reason: string): void => {
    last = { trouble, reason };
  };

  const compare = (figures: LitestreamFigures): void => {
    const { shadow, replica } = figures;
    if (before !== undefined && isAfter(before.shadow, shadow)) [mark, former] = [undefined, before.replica];
    const isWell = before === undefined || (figures.syncs !== before.syncs && figures.errors <= before.errors);
    before = figures;
    if (isWell) wellAt = clock.elapsed();
    if (replica === undefined || isSame(replica, former))
      return void fail("no_replica", "the first copy is not complete");
    former = undefined;
    const now = { ...shadow, at: clock.elapsed() - SHADOW_AGE_MS };
    if (mark !== undefined && !isAfter(mark, replica)) {
      currentAsOf = mark.at;
      mark = undefined;
    }
    if (isWell && !isAfter(shadow, replica)) currentAsOf = now.at;
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

const isSame = (a: WalPosition, b: WalPosition | undefined): boolean => a.index === b?.index && a.offset === b.offset;

const isAfter = (a: WalPosition, b: WalPosition): boolean =>
  a.index > b.index || (a.index === b.index && a.offset > b.offset);

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
  const shadow = { index: listValues("shadow_wal_index")[0] ?? 0, offset: listValues("shadow_wal_size")[0] ?? 0 };
  // Both metrics list the replicas in the same order.
  const offsets = listValues("replica_wal_offset");
  const replicas = listValues("replica_wal_index").map((index, at) => ({ index, offset: offsets[at] ?? 0 }));
  const replica = replicas.toSorted((a, b) => a.index - b.index || a.offset - b.offset)[0];
  return { syncs, errors: listValues("sync_error_count")[0] ?? 0, shadow, replica };
}
