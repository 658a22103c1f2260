import { randomUUID } from "node:crypto";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type Clock, toIso } from "../clock.ts";
import { listEmbedded, readEmbedded } from "../embedded.ts";
import { OperatorError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Db } from "../store/database/db.ts";
import { parseQueries } from "../store/database/queries.ts";
import {
  type AskedPrices,
  COPIED_TABLES,
  type CopiedTable,
  countChangesAfter,
  listKeysAfter,
  lookAtChanges,
  type MirroredKeys,
  type MirroredRows,
  readMirrored,
} from "../store/mirror-source.ts";

// Keeps a PostgreSQL database current. Each step is one transaction there: the changes after a seq, a piece of the copy while
// there is one to make, and how far both have come. So a kill of either side loses and doubles nothing.
//
// The copy is made in pieces, each from one consistent read of some milliseconds, and changes are followed from its first
// step on. After any step all rows up to the copied key are those of the stored seq, so the whole copy is consistent when its
// last piece is in. A single read of everything would keep the WAL from starting again for as long as the copy takes.

/** Where the mirror is. `waiting`: PostgreSQL is not reached. */
export interface MirrorStatus extends Pick<MirrorState, "currentAt" | "copies"> {
  readonly state: "copying" | "following" | "waiting";
}

interface MirrorDeps {
  readonly db: Db;
  readonly url: string;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** Ends it after the step that is under way. */
  readonly signal: AbortSignal;
  readonly onStatus?: (status: MirrorStatus) => void;
}

const POLL_MS = 200;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;

/**
 * Runs until the signal, and waits for PostgreSQL as long as that takes. With `isOnce` until nothing is left to bring over;
 * Throws OperatorError for what trying again does not mend, and then for all else too.
 */
export async function runMirror({ onStatus = () => {}, ...deps }: MirrorDeps, isOnce = false): Promise<void> {
  const { log, signal } = deps;
  const owner = randomUUID();
  let status: MirrorStatus = { state: "waiting", currentAt: 0, copies: 0 };
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  for (let failures = 0; !signal.aborted; ) {
    let target: MirrorTarget | undefined;
    try {
      target = await connect(deps.url);
      await migrateMirror(target);
      if (status.copies > 0 && ![owner, ""].includes((await findState(target))?.owner ?? "")) throw takenOver();
      await target.ask("claim", owner);
      // A crash of PostgreSQL may then undo the last steps, with the seq: they are made again.
      await target.execute("SET synchronous_commit = off");
      const follower = await openFollower({ ...deps, target });
      for (let isCurrent = false; !signal.aborted && !(isOnce && isCurrent); failures = 0) {
        isCurrent = await follower.step();
        const { copying, currentAt, copies } = follower.state();
        status = { state: copying === null ? "following" : "copying", currentAt, copies };
        onStatus(status);
        if (isCurrent && !isOnce) await pause(POLL_MS);
      }
      return;
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      if (isOnce) throw new OperatorError(`the mirror: ${reasonOf(error)}`, { cause: error });
      const waitMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures++);
      onStatus({ ...status, state: "waiting" });
      // It may be away for days: one line is enough.
      log[failures === 1 ? "warn" : "debug"]({ reason: reasonOf(error) }, "the mirror cannot go on; it tries again");
      target?.close();
      await pause(waitMs);
    } finally {
      target?.close();
    }
  }
}

const takenOver = (): OperatorError =>
  new OperatorError("another toteboard writes to this mirror now: run one only for each mirror");

/** The state of a mirror, and how many changes it lacks; undefined where some of these are lost. */
export async function inspectMirror({ db, url }: Pick<MirrorDeps, "db" | "url">) {
  const target = await connect(url);
  try {
    const state = await findState(target);
    return { state, behind: countChangesAfter(db, state?.seq ?? 0) };
  } finally {
    target.close();
  }
}

/** What went wrong, in the words of PostgreSQL or the system. */
export const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(reasonOf).join(", ") : String((error as Error).message);

/** Rows that a step brings over, about: some megabytes. */
const STEP_ROWS = 40_000;
const MAX_KEYS = 10_000;
/** Above all keys. */
const END = Number.MAX_SAFE_INTEGER;

type FollowerDeps = Pick<MirrorDeps, "db" | "clock" | "log"> & { readonly target: MirrorTarget };

async function openFollower({ db, target, clock, log }: FollowerDeps) {
  let state = (await findState(target)) as MirrorState;
  const sizes = { changes: createSize(), markets: createSize() };

  /** Runs `work` in a transaction that takes the mirror to a state. */
  const advance = async (changes: Partial<MirrorState>, work: () => Promise<unknown>): Promise<void> => {
    const { owner, step, ...next } = { ...state, ...changes };
    const currentAt = next.currentAt === 0 ? null : toTime(next.currentAt);
    await target.execute("BEGIN");
    const place = [next.seq, next.copying, next.copiedKey, next.copies, currentAt];
    if ((await target.ask("advance", owner, step, ...place)).rowCount === 0) {
      throw (await findState(target))?.owner === owner ? new Error("an earlier step came late") : takenOver();
    }
    await work();
    await target.execute("COMMIT");
    state = { ...next, owner, step: step + 1 };
  };

  const begin = async (seq: number): Promise<void> => {
    const { seq: before, copies } = state;
    await advance({ seq, copying: COPIED_TABLES[0], copiedKey: 0, copies: copies + 1 }, () =>
      target.clear("changes", [], { after: -1, last: END }),
    );
    if (before === 0) log.info("the copy begins");
    else
      log.warn({ seq: before }, "the mirror starts again: the log of changes no longer reaches back to where it was");
  };

  const isCopied = (table: CopiedTable, key: number): boolean => {
    const ahead = COPIED_TABLES.indexOf(table) - COPIED_TABLES.indexOf(state.copying ?? table);
    return state.copying === null || ahead < 0 || (ahead === 0 && key <= state.copiedKey);
  };

  return {
    state: () => state,

    /** Brings over what comes next; true when nothing is left. */
    async step(): Promise<boolean> {
      const now = clock.now();
      const seen = lookAtChanges(db, state.seq, sizes.changes.get());
      const { copying, copiedKey: after } = state;
      if (!seen.isKnown || state.copies === 0) await begin(seen.last);
      else if (copying === null && seen.seq === state.seq) state = { ...state, currentAt: now };
      else {
        const limit = copying === "markets" ? sizes.markets.get() : MAX_KEYS;
        const piece = copying && findPiece(db, copying, { after, limit });
        const keys = merge(seen.keys, isCopied, piece);
        const batch = await readBatch(target, db, keys);
        const isWhole = (piece === null ? copying : piece.next.copying) === null;
        const currentAt = isWhole ? (seen.seq < seen.last ? seen.at : now) : state.currentAt;
        await advance({ ...piece?.next, seq: seen.seq, currentAt }, async () => {
          await write(target, { ...batch, keys, piece });
          await target.copy(seen.changes);
          await target.clear("changes", [], { after: -1, last: seen.first - 1 });
        });
        if (copying === null) sizes.changes.learn(batch.rows.prices.rows.length);
        if (copying === "markets") sizes.markets.learn(batch.rows.prices.rows.length);
        if (piece !== null && isWhole) log.info({ seq: seen.seq }, "the copy is whole");
      }
      return state.copying === null && state.seq >= seen.last;
    },
  };
}

/** How many changes or markets to read at a time, so that a step brings over about as many rows as it may. */
function createSize() {
  let size = 500;
  return {
    get: () => size,
    learn(rows: number): void {
      size = Math.ceil(Math.min(MAX_KEYS, size * 2, Math.max(50, (size * STEP_ROWS) / (rows + 1))));
    },
  };
}

/** A part of a table: all rows with keys from above `after` to `last`. */
interface Piece {
  readonly table: CopiedTable;
  readonly found: readonly number[];
  readonly after: number;
  readonly last: number;
  readonly next: Pick<MirrorState, "copying" | "copiedKey">;
}

function findPiece(db: Db, table: CopiedTable, { after, limit }: { after: number; limit: number }): Piece {
  const found = listKeysAfter(db, table, after, limit);
  const last = found.length < limit ? END : Number(found.at(-1));
  const following = COPIED_TABLES[COPIED_TABLES.indexOf(table) + 1] ?? null;
  const next = last === END ? { copying: following, copiedKey: 0 } : { copying: table, copiedKey: last };
  return { table, found, after, last, next };
}

/** The keys of a step: changes of what is copied, since the rest is copied later, and those of the piece. */
function merge(changed: MirroredKeys, isCopied: (table: CopiedTable, key: number) => boolean, piece: Piece | null) {
  const pick = (table: keyof MirroredKeys): Set<number> => {
    const name = table === "pasts" ? "markets" : table;
    return new Set(
      [...changed[table]].filter((key) => isCopied(name, key)).concat(name === piece?.table ? piece.found : []),
    );
  };
  const pasts = pick("pasts");
  return {
    events: pick("events"),
    questions: pick("questions"),
    markets: new Set([...pick("markets"), ...pasts]),
    pasts,
  };
}

/** Reads the rows of a step, of prices only those that the mirror has not. */
async function readBatch(target: MirrorTarget, db: Db, keys: MirroredKeys) {
  const newest = await readNewest(
    target,
    [...keys.markets].filter((key) => !keys.pasts.has(key)),
  );
  const rows = readMirrored(
    db,
    keys,
    [...keys.markets].map((key): AskedPrices => {
      const at = Math.floor((newest.get(key)?.at ?? 0) / 1000);
      return [key, at, at];
    }),
  );
  // The newest one may have been replaced within its second.
  const isKnown = ([key, at, price, volume]: MirroredRows["rows"][number]): boolean => {
    const known = newest.get(Number(key));
    return known !== undefined && known.at === at && known.price === price && known.volume === volume;
  };
  const prices = { ...rows.prices, rows: rows.prices.rows.filter((row) => !isKnown(row)) };
  const replaced = prices.rows.filter(([key, at]) => newest.get(Number(key))?.at === at).map(([key]) => Number(key));
  return { rows: { ...rows, prices }, replaced };
}

/** The newest price that the mirror has of each market; its time is epoch milliseconds. */
async function readNewest({ ask }: MirrorTarget, marketKeys: readonly number[]) {
  const { rows } = marketKeys.length === 0 ? { rows: [] } : await ask("newestPrices", marketKeys);
  return new Map(
    rows.map(({ market_key, at, price, volume }) => [
      Number(market_key),
      { at: Math.round(Number(at)), price: Number(price), volume: volume === null ? null : Number(volume) },
    ]),
  );
}

type MirrorBatch = Awaited<ReturnType<typeof readBatch>> & {
  readonly keys: MirroredKeys;
  readonly piece: Piece | null;
};

/** Replaces the rows of a step. Prices go first: they are kept where the mirror's market is still the same. */
async function write(target: MirrorTarget, { rows, replaced, keys, piece }: MirrorBatch): Promise<void> {
  const { prices, ...others } = rows;
  const markets = piece?.table === "markets" ? piece : { after: 0, last: 0 };
  const isNew =
    keys.pasts.size > 0 || markets.last > 0 ? await clearPrices(target, rows, [...keys.pasts], markets) : () => true;
  if (replaced.length > 0) await target.ask("deleteNewest", replaced);
  await target.copy({ ...prices, rows: prices.rows.filter(isNew) });
  for (const table of Object.values(others)) {
    const owner = OWNERS[table.table] ?? (table.table as CopiedTable);
    await target.clear(table.table, [...keys[owner]], owner === piece?.table ? piece : undefined);
    await target.copy(table);
  }
}

/** The table whose keys the rows of another go with. */
const OWNERS: Partial<Record<MirroredRows["table"], CopiedTable>> = { matches: "questions", resolutions: "markets" };

/**
 * Deletes prices of markets that are read again, but for those that are finer than what the database still has: it rolls up
 * what is old. Gives which rows are to be written.
 */
async function clearPrices(
  target: MirrorTarget,
  { prices, markets }: MirrorBatch["rows"],
  keys: readonly number[],
  { after, last }: { readonly after: number; readonly last: number },
): Promise<(row: MirroredRows["rows"][number]) => boolean> {
  const isSingle = (row: MirroredRows["rows"][number]): boolean => row[SPAN] === 0;
  const since = new Map<unknown, number>();
  for (const [key, at] of prices.rows.filter(isSingle)) since.set(key, Math.min(Number(at), since.get(key) ?? END));
  const kept = markets.rows.flatMap(([market_key, , platform, id]) => {
    const at = since.get(market_key);
    return at === undefined ? [] : [{ market_key, platform, id, since: toTime(at) }];
  });
  await target.ask("deletePrices", keys, after, last, JSON.stringify(kept));
  const newest = await readNewest(target, keys);
  return (row) => isSingle(row) || Number(row[1]) > (newest.get(Number(row[0]))?.at ?? 0);
}

/** Of the columns of prices: seconds that a row sums up. */
const SPAN = 4;

// The door to PostgreSQL: a connection, its schema and state, and rows on their way into tables.

const CONNECT_MS = 10_000;
/** A statement, or the COPY of one step, that takes longer has lost its server. */
const STATEMENT_MS = 120_000;

/** The key that changes name, in each table. */
const KEYS: Readonly<Record<MirroredRows["table"], string>> = {
  changes: "seq",
  events: "event_key",
  questions: "question_key",
  matches: "question_key",
  markets: "market_key",
  resolutions: "market_key",
  prices: "market_key",
};

type MirrorTarget = Awaited<ReturnType<typeof connect>>;

/** Connects. After any error, close it. No error shows the address, which may hold a password. */
async function connect(url: string) {
  const socket = new Socket();
  const client = new pg.Client({
    ...{ connectionString: url, stream: () => socket, keepAlive: true, application_name: "toteboard mirror" },
    ...{ connectionTimeoutMillis: CONNECT_MS, query_timeout: STATEMENT_MS },
  });
  // What is under way fails with the same error.
  client.on("error", () => socket.destroy());
  await client.connect().catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
  const statements = parseQueries(readEmbedded("sql/mirror/statements.sql"));
  return {
    /** Runs several statements as one transaction. */
    execute: async (text: string): Promise<void> => void (await client.query(text)),

    /** Runs a named statement of sql/mirror/statements.sql. */
    async ask(name: string, ...values: unknown[]) {
      const text = statements.get(name)?.text ?? "";
      const { rows, rowCount } = await client.query<Readonly<Record<string, unknown>>>(text, values);
      return { rows, rowCount: rowCount ?? 0 };
    },

    /** Deletes the rows of keys, and of all keys above `after` up to `last`. */
    async clear(table: MirroredRows["table"], keys: readonly number[], { after, last } = { after: 0, last: 0 }) {
      if (keys.length === 0 && after === last) return;
      const key = KEYS[table];
      const where = `${key} = ANY($1::bigint[]) OR (${key} > $2 AND ${key} <= $3)`;
      await client.query(`DELETE FROM toteboard.${table} WHERE ${where}`, [keys, after, last]);
    },

    async copy({ table, columns, rows }: MirroredRows): Promise<void> {
      if (rows.length === 0) return;
      const stream = client.query(copyFrom(`COPY toteboard.${table} (${columns.join(", ")}) FROM STDIN`));
      await pipeline(Readable.from([toCopyText(columns, rows)]), stream, { signal: AbortSignal.timeout(STATEMENT_MS) });
    },

    /** Ends it at once: the server undoes what is under way. */
    close: (): void => void socket.destroy(),
  };
}

/** Makes the schema or brings it to this version, each file in one transaction. Throws OperatorError when it is newer. */
async function migrateMirror(target: MirrorTarget): Promise<void> {
  const files = listEmbedded("sql/mirror/migrations");
  const found = (await findState(target))?.version ?? 0;
  if (found > files.length) {
    throw new OperatorError(
      `the mirror has schema ${found} and this program knows ${files.length}: use a newer toteboard or another database`,
    );
  }
  for (const [index, path] of files.entries()) {
    const version = index + 1;
    if (version <= found) continue;
    await target.execute(`BEGIN;\n${readEmbedded(path)}`);
    if (version === 1 && (await target.ask("hasTimescale")).rows[0]?.exists === true)
      await target.ask("makeHypertable");
    await target.execute(`UPDATE toteboard.mirror_state SET schema_version = ${version};\nCOMMIT`);
  }
}

type MirrorState = NonNullable<Awaited<ReturnType<typeof findState>>>;

/** The mirror's row of mirror_state, whose columns say what it holds; undefined where there is no mirror yet. */
async function findState({ ask }: Pick<MirrorTarget, "ask">) {
  if ((await ask("exists")).rows[0]?.exists !== true) return undefined;
  const [row] = (await ask("state")).rows;
  if (row === undefined) return undefined;
  return {
    version: Number(row.schema_version),
    owner: String(row.owner),
    step: Number(row.step),
    seq: Number(row.seq),
    copying: row.copying as CopiedTable | null,
    copiedKey: Number(row.copied_key),
    copies: Number(row.copies),
    /** Epoch milliseconds; 0 before the first copy is whole. */
    currentAt: Math.round(Number(row.current_at ?? 0)),
  };
}

/** Later years have more digits, which PostgreSQL does not read. */
const MAX_TIME = Date.UTC(9999, 11, 31);

/** Epoch milliseconds as PostgreSQL reads them. */
const toTime = (ms: number): string => (ms > MAX_TIME ? "infinity" : toIso(ms));

/** PostgreSQL refuses text with a zero byte. */
const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "" };

/** Rows in the text format of COPY: https://www.postgresql.org/docs/15/sql-copy.html */
function toCopyText(columns: readonly string[], rows: MirroredRows["rows"]): string {
  const isTime = columns.map((name) => /(^|_)at$/.test(name));
  const toField = (value: MirroredRows["rows"][number][number], index: number): string => {
    if (typeof value === "string") return value.replace(/[\\\n\r\t\0]/g, (found) => ESCAPES[found] ?? "");
    if (isTime[index] === true && typeof value === "number") return toTime(value);
    return String(value ?? "\\N");
  };
  return rows.map((row) => `${row.map(toField).join("\t")}\n`).join("");
}
