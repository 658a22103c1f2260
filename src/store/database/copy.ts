// How far the copy that Litestream keeps elsewhere is behind. Litestream 0.3 copies the WAL twice: into files beside the database,
// its shadow, each second, and from there to the replica. Its metrics say how far the replica has come.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Clock } from "../../clock.ts";
import { messageOf } from "../../errors.ts";
import { sizeOf } from "./files.ts";

/** `no_answer`: Litestream does not run; `no_replica`: it has not copied this database yet; `failing`: it cannot read it. */
export type CopyTrouble = "no_answer" | "no_replica" | "failing";

export interface CopyStatus {
  /** The copy has all that was written this many seconds ago, or before; undefined while that is not known. */
  readonly behindSeconds: number | undefined;
  /** Bytes of the WAL that the copy lacks; undefined while that is not known. */
  readonly missingBytes: number | undefined;
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

interface Shadow {
  readonly generation: string;
  /** The sizes of the WALs, oldest first. */
  readonly files: readonly WalPosition[];
}

/** What the metrics say of one database. */
interface LitestreamFigures {
  readonly syncs: number;
  readonly errors: number;
  /** The replica that is furthest behind; undefined before its first copy. */
  readonly replica: WalPosition | undefined;
}

const TIMEOUT_MS = 2000;
const WELL = { trouble: undefined, reason: undefined };

/** Litestream looks at the WAL this often, so its shadow is at most this old. */
const SHADOW_AGE_MS = 1000;

/** A look at a busy machine may find that Litestream has done nothing since the one before. */
const FAILING_AFTER_MS = 10_000;

/** Places to be reached that are remembered. Later ones are left out, and the copy counts as older than it is. */
const MAX_MARKS = 1000;

/** The copy of a database by Litestream. */
export type CopyWatch = ReturnType<typeof watchCopy>;

export function watchCopy({ file, metricsUrl, clock }: CopyDeps) {
  /** The copy has all that was written up to then. */
  let currentAsOf: number | undefined;
  let last: Omit<CopyStatus, "behindSeconds"> = { missingBytes: undefined, ...WELL };
  let before: LitestreamFigures | undefined;
  let wellAt = clock.elapsed();
  let generation: string | undefined;
  /** Where the replica was as a generation ended: until it moves, that says nothing about the next one. */
  let former: WalPosition | undefined;
  /** Places that the WAL had come to, and when; the replica has not reached them. */
  let marks: (WalPosition & { readonly at: number })[] = [];

  const fail = (trouble: CopyTrouble, reason: string): void => {
    last = { missingBytes: undefined, trouble, reason };
  };

  const compare = (figures: LitestreamFigures, { files, ...shadow }: Shadow): void => {
    const at = clock.elapsed() - SHADOW_AGE_MS;
    if (generation !== shadow.generation) {
      marks = [];
      former = generation === undefined ? undefined : figures.replica;
      generation = shadow.generation;
    }
    const isWell = before === undefined || (figures.syncs !== before.syncs && figures.errors <= before.errors);
    before = figures;
    if (isWell) wellAt = clock.elapsed();
    const end = files.at(-1);
    if (isWell && end !== undefined && marks.length < MAX_MARKS) marks.push({ ...end, at });
    const { replica } = figures;
    if (replica === undefined || isSame(replica, former))
      return void fail("no_replica", "the first copy is not complete");
    former = undefined;
    currentAsOf = marks.filter((mark) => !isAfter(mark, replica)).at(-1)?.at ?? currentAsOf;
    marks = marks.filter((mark) => isAfter(mark, replica));
    const bytes = files.filter(({ index }) => index >= replica.index).reduce((sum, { offset }) => sum + offset, 0);
    const missingBytes = Math.max(0, bytes - replica.offset);
    const isFailing = clock.elapsed() - wellAt >= FAILING_AFTER_MS;
    const failing = { trouble: "failing", reason: "it cannot read what was written" } as const;
    last = { missingBytes, ...(isFailing ? failing : WELL) };
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
        if (figures === undefined) return fail("no_replica", `its metrics do not name ${resolve(file)}`);
        const shadow = readShadow(file);
        if (shadow === undefined) fail("no_replica", "it keeps no files beside the database, as Litestream 0.3 does");
        else compare(figures, shadow);
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
  // Both metrics list the replicas in the same order.
  const offsets = listValues("replica_wal_offset");
  const replicas = listValues("replica_wal_index").map((index, at) => ({ index, offset: offsets[at] ?? 0 }));
  const replica = replicas.toSorted((a, b) => a.index - b.index || a.offset - b.offset)[0];
  return { syncs, errors: listValues("sync_error_count")[0] ?? 0, replica };
}

/** Undefined where there is none. Opens no file of the database itself, which would drop SQLite's locks. */
function readShadow(file: string): Shadow | undefined {
  const folder = join(dirname(resolve(file)), `.${basename(file)}-litestream`);
  const named = join(folder, "generation");
  if (!existsSync(named)) return undefined;
  const generation = readFileSync(named, "utf8").trim();
  const wals = join(folder, "generations", generation, "wal");
  const files = (existsSync(wals) ? readdirSync(wals) : [])
    .filter((name) => /^[0-9a-f]{8}\.wal$/.test(name))
    // Litestream may delete one meanwhile.
    .map((name) => ({ index: Number.parseInt(name, 16), offset: sizeOf(join(wals, name)) }))
    .toSorted((a, b) => a.index - b.index);
  return { generation, files };
}
