import { statSync } from "node:fs";
import Database from "better-sqlite3";
import type { Queries, Value } from "../../../sql/rows.ts";
import { CONFIDENCES, confidenceIn, dealOf, feeOf, type OpportunityType, percentOf } from "../../domain/arbitrage.ts";
import { type BookLevel, depthAt } from "../../domain/books.ts";
import type { Side } from "../../domain/cost.ts";
import type { FeeKind } from "../../domain/platforms.ts";
import type { Micros } from "../../domain/prices.ts";
import { messageOf, OperatorError } from "../../errors.ts";
import { createLru, type Lru } from "../../lru.ts";
import { loadAddon } from "./addon.ts";
import { getQuery } from "./queries.ts";

export type Db = Database.Database;

/** What the compiler knows of a statement; sql/rows.ts has that of all named ones. */
interface StatementTypes {
  readonly parameters: unknown[];
  /** The name and the type of each column, in order. */
  readonly columns: readonly TypedColumn[];
  /** Undefined where there may be no row. */
  readonly missing: undefined;
}

type TypedColumn = readonly [name: string, type: unknown];
type NamedColumns<Types extends StatementTypes> = { readonly [One in Types["columns"][number] as One[0]]: One[1] };
type ColumnArray<Columns extends readonly TypedColumn[]> = { readonly [Index in keyof Columns]: Columns[Index][1] };

/** A prepared statement, compiled at its first use. It must not run again while its rows are being iterated. */
export interface Statement<Types extends StatementTypes, Result = NamedColumns<Types>> {
  run(...parameters: Types["parameters"]): Database.RunResult;
  get(...parameters: Types["parameters"]): Result | Types["missing"];
  all(...parameters: Types["parameters"]): Result[];
  iterate(...parameters: Types["parameters"]): IterableIterator<Result>;
  /** The same, giving the first column alone. */
  pluck(): Statement<Types, Types["columns"][0][1]>;
  /** The same, giving rows as arrays, in the order of the columns. */
  raw(): Statement<Types, ColumnArray<Types["columns"]>>;
  columns(): Database.ColumnDefinition[];
}

/** The names of the statements in sql/queries/<noun>.sql. */
type QueryOf<Noun extends keyof Queries> = keyof Queries[Noun] & string;

type TypesOf<Noun extends keyof Queries, Name extends QueryOf<Noun>> = Extract<Queries[Noun][Name], StatementTypes>;

/** A row that a named statement gives as an array. */
export type SqlArray<Noun extends keyof Queries, Name extends QueryOf<Noun>> = ColumnArray<
  TypesOf<Noun, Name>["columns"]
>;

/** A row that a named statement gives. */
export type SqlRow<Noun extends keyof Queries, Name extends QueryOf<Noun>> = NamedColumns<TypesOf<Noun, Name>>;

/** Of a statement that is assembled: what it gives is for the caller to check. */
export interface AnyTypes extends StatementTypes {
  readonly parameters: (Value | NamedValues)[];
  readonly columns: readonly (readonly [string, Value])[];
}

/** Of a statement that is assembled from the fields of `Row`. */
export interface TypesOfRow<Row> extends StatementTypes {
  readonly parameters: (Value | NamedValues)[];
  readonly columns: { [Name in keyof Row & string]: readonly [Name, Row[Name]] }[keyof Row & string][];
}

export type { Value };

type NamedValues = Readonly<Record<string, Value | undefined>>;

/** How long a connection waits for another one's write before it gives up. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens the file. The read-write connection makes it when it is missing; the read-only one needs it to exist.
 * Throws OperatorError when the file cannot be opened or is no database.
 */
export function openDatabase(file: string, mode: "read-write" | "read-only", addonPath: string | undefined): Db {
  const options = { readonly: mode === "read-only", timeout: BUSY_TIMEOUT_MS };
  const db = openConnection(file, options, addonPath);
  try {
    // The first read: it fails here when the file is no database.
    db.pragma("schema_version");
    if (mode === "read-write") prepareForWriting(db);
    db.pragma("foreign_keys = ON");
    db.pragma("temp_store = MEMORY");
    db.pragma("trusted_schema = OFF");
    addFunctions(db);
    return db;
  } catch (error) {
    db.close();
    throw cannotOpen(file, error);
  }
}

function openConnection(file: string, options: Database.Options, addonPath: string | undefined): Db {
  const addon = loadAddon(addonPath);
  try {
    // `nativeBinding` takes the addon object too, which the type declarations do not know yet.
    return new Database(file, {
      ...options,
      ...(addon === undefined ? {} : { nativeBinding: addon as unknown as string }),
    });
  } catch (error) {
    throw cannotOpen(file, error);
  }
}

/** Runs `work` on a file, then closes it. Throws OperatorError when the file cannot be opened or is damaged. */
export function withDatabase<T>(
  file: string,
  mode: "read-write" | "read-only",
  addonPath: string | undefined,
  work: (db: Db) => T,
): T {
  const db = openDatabase(file, mode, addonPath);
  try {
    return work(db);
  } catch (error) {
    throw sqliteCodeOf(error) === undefined ? error : cannotOpen(file, error);
  } finally {
    db.close();
  }
}

const cannotOpen = (file: string, error: unknown): OperatorError =>
  new OperatorError(`cannot open the database ${file}: ${messageOf(error)}`, { cause: error });

/** Changes nothing in the file, which may belong to another program. */
function prepareForWriting(db: Db): void {
  db.pragma("synchronous = NORMAL");
  db.pragma("cache_size = -16000");
  // Of the WAL, when it starts again.
  db.pragma("journal_size_limit = 8388608");
  // A limit only: normally the writer copies the WAL between its transactions.
  db.pragma("wal_autocheckpoint = 48000");
}

/** Gives our file its page size, vacuum and journal modes. The first two can only be set on an empty file. */
export function prepareFile(db: Db): void {
  if (Number(db.pragma("page_count", { simple: true })) === 0) {
    // Changed rows are far apart, and a change writes its whole page: half the default size writes a third less.
    db.pragma("page_size = 2048");
    db.pragma("auto_vacuum = INCREMENTAL");
  }
  db.pragma("journal_mode = WAL");
}

/** The named statement of sql/queries/<noun>.sql, prepared once for each connection. */
export const prepare = <Noun extends keyof Queries, Name extends QueryOf<Noun>>(
  db: Db,
  noun: Noun,
  name: Name,
): Statement<TypesOf<Noun, Name>> => prepareText(db, getQuery(noun, name));

/** A statement assembled from fixed fragments, prepared once for each connection and text. */
export function prepareText<Types extends StatementTypes = AnyTypes>(db: Db, text: string): Statement<Types> {
  // Here alone SQL meets its types: those of named statements are made from their text, and a test says when they are old.
  const statement: unknown = findPrepared(db, text);
  return statement as Statement<Types>;
}

/** By connection and text. Filters that may be left out give a text for each choice, so the number is bounded. */
const prepared = new WeakMap<Db, Lru<string, LazyStatement>>();
const MAX_PREPARED = 2000;

function findPrepared(db: Db, text: string): LazyStatement {
  let statements = prepared.get(db);
  if (statements === undefined) {
    statements = createLru(MAX_PREPARED);
    prepared.set(db, statements);
  }
  let statement = statements.get(text);
  if (statement === undefined) {
    statement = createStatement(db, text);
    statements.set(text, statement);
  }
  return statement;
}

type LazyStatement = ReturnType<typeof createStatement>;

/** Its shapes are statements of their own, since a shape is for good. */
function createStatement(db: Db, text: string) {
  const compile = () => db.prepare<unknown[]>(text);
  const [plucked, raw] = [lazily(() => compile().pluck()), lazily(() => compile().raw())];
  return { ...lazily(compile), pluck: () => plucked, raw: () => raw };
}

/** Compiled at its first use: of the hundreds that a connection prepares, most threads and commands use few. */
function lazily(compile: () => Database.Statement<unknown[]>) {
  let compiled: Database.Statement<unknown[]> | undefined;
  const get = () => {
    compiled ??= compile();
    return compiled;
  };
  return {
    run: (...parameters: unknown[]) => get().run(...parameters),
    get: (...parameters: unknown[]) => get().get(...parameters),
    all: (...parameters: unknown[]) => get().all(...parameters),
    iterate: (...parameters: unknown[]) => get().iterate(...parameters),
    columns: () => get().columns(),
  };
}

/** Runs `work` in a write transaction that is on the disk when this returns: for what is promised to a caller. */
export function durably<T>(db: Db, work: () => T): T {
  db.pragma("synchronous = FULL");
  try {
    return immediately(db, work);
  } finally {
    db.pragma("synchronous = NORMAL");
  }
}

/** Runs `work` in one write transaction; a throw undoes all of it. */
export const immediately = <T>(db: Db, work: () => T): T => db.transaction(work).immediate();

/** Runs `work` in one read transaction, so that all its statements see the same moment. */
export const consistently = <T>(db: Db, work: () => T): T => db.transaction(work).deferred();

/** In WAL mode readers and the writer do not wait for each other. */
export const usesWal = (db: Db): boolean => db.pragma("journal_mode", { simple: true }) === "wal";

export const countFreePages = (db: Db): number => Number(db.pragma("freelist_count", { simple: true }));

export const releasePages = (db: Db, pages: number): void => void db.pragma(`incremental_vacuum(${pages})`);

export const pageBytesOf = (db: Db): number => Number(db.pragma("page_size", { simple: true }));

/** The pages of the WAL, and those not yet copied into the database file. */
export function readWal(db: Db): { readonly pages: number; readonly uncopied: number } {
  const [state] = db.pragma("wal_checkpoint(NOOP)") as { log: number; checkpointed: number }[];
  return state === undefined
    ? { pages: 0, uncopied: 0 }
    : { pages: state.log, uncopied: state.log - state.checkpointed };
}

/** Copies the pages no reader needs from the WAL into the database file; never waits. */
export const copyWal = (db: Db): void => void db.pragma("wal_checkpoint(PASSIVE)");

/** Leaves copying the WAL to another program, also where the WAL is long. */
export const leaveWalToOthers = (db: Db): void => void db.pragma("wal_autocheckpoint = 0");

/** Empties the WAL as `checkpoint` does, but not while anything reads from it; never waits. */
export function tryToTruncateWal(db: Db): void {
  db.pragma("busy_timeout = 0");
  try {
    checkpoint(db);
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** Copies the whole WAL into the database file and empties it. */
export const checkpoint = (db: Db): void => void db.pragma("wal_checkpoint(TRUNCATE)");

const BACKUP_STEP_PAGES = 256;

/** Copies a database, as it is at this moment, into a new file; calls `onStep` after every 256 pages. */
export async function copyInto(db: Db, target: string, onStep: () => void): Promise<void> {
  // Without its own transaction the copy would restart at every write of another connection.
  db.exec("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1;");
  try {
    const progress = (): number => {
      onStep();
      return BACKUP_STEP_PAGES;
    };
    await db.backup(target, { progress });
  } finally {
    if (db.inTransaction) db.exec("ROLLBACK");
  }
}

/** Copies a database into a new file in one step. */
export const copyAtOnce = (db: Db, target: string): void => void db.prepare("VACUUM INTO ?").run(target);

/** Makes a database one plain file; fails while another connection has it open. */
export const leaveWal = (db: Db): void => void db.pragma("journal_mode = DELETE");

/** What is wrong with the file or its references, in words; undefined when nothing is. Reads all of it. */
export function findDamage(db: Db): string | undefined {
  try {
    const found = String(db.pragma("integrity_check(1)", { simple: true }));
    if (found !== "ok") return found.replaceAll("\n", "; ");
    const [reference] = db.pragma("foreign_key_check") as { table: string; rowid: number }[];
    return reference === undefined ? undefined : `row ${reference.rowid} of ${reference.table} refers to nothing`;
  } catch (error) {
    return messageOf(error);
  }
}

/** The version of the SQLite library in use. */
export function sqliteVersion(addonPath: string | undefined): string {
  const db = openConnection(":memory:", {}, addonPath);
  try {
    return String(db.prepare("SELECT sqlite_version()").pluck().get());
  } finally {
    db.close();
  }
}

/** Opens a lock file and holds it exclusively; undefined when another connection holds it. */
export function openLockFile(file: string, addonPath: string | undefined): Db | undefined {
  const db = openConnection(file, { timeout: 0 }, addonPath);
  try {
    // Nothing is ever written to it, so it needs no journal file.
    db.pragma("journal_mode = MEMORY");
    db.exec("BEGIN EXCLUSIVE");
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** The code of an SQLite error; undefined for other errors. */
const sqliteCodeOf = (error: unknown): string | undefined =>
  error instanceof Database.SqliteError ? error.code : undefined;

/** Whether another connection held the database longer than this one waits. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");

/** Why a database cannot be written; `missing` when its file was deleted or replaced while open. */
export type Trouble = "disk_full" | "read_only" | "damaged" | "io_error" | "no_descriptors" | "missing" | "busy";

const TROUBLES: readonly [prefix: string, trouble: Trouble][] = [
  ["SQLITE_FULL", "disk_full"],
  ["SQLITE_READONLY", "read_only"],
  // The index of the WAL could not grow: no space.
  ["SQLITE_IOERR_SHMSIZE", "disk_full"],
  ["SQLITE_CORRUPT", "damaged"],
  ["SQLITE_NOTADB", "damaged"],
  ["SQLITE_CANTOPEN", "no_descriptors"],
  ["SQLITE_IOERR", "io_error"],
  ["SQLITE_PERM", "read_only"],
  ["SQLITE_BUSY", "busy"],
];

/** The trouble behind an error; undefined for an error of another kind. */
export function troubleOf(error: unknown): Trouble | undefined {
  const code = sqliteCodeOf(error);
  if (code === undefined) return undefined;
  return TROUBLES.find(([prefix]) => code.startsWith(prefix))?.[1];
}

const SENTENCES: Readonly<Record<Trouble, string>> = {
  disk_full: "the disk of the database is full: make room on it and try again",
  read_only: "the database can only be read: make its files and folder writable for this user",
  damaged: "the database is damaged: stop what uses it and put a backup in its place with 'toteboard restore'",
  io_error: "the disk of the database fails to read or write: look into the system's log",
  no_descriptors:
    "a file of the database cannot be opened: see that its folder is there and that enough files may be open",
  missing: "the database was moved or deleted: put it back",
  busy: "the database is being written to for too long: try again",
};

/** What is wrong, and what the operator can do about it, as a sentence. */
export const describeTrouble = (trouble: Trouble): string => SENTENCES[trouble];

/** The trouble behind an error as a sentence; undefined for an error of another kind. */
export function explainTrouble(error: unknown): string | undefined {
  const trouble = troubleOf(error);
  return trouble === undefined ? undefined : SENTENCES[trouble];
}

/** Tells whether the path still leads to the same file. Never opens it, which would drop SQLite's locks. */
export function watchFile(file: string): () => boolean {
  const identify = (): string | undefined => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found === undefined ? undefined : `${found.dev} ${found.ino}`;
  };
  const first = identify();
  return () => identify() === first;
}

// Rules of the domain that statements apply to rows while they write spreads.

interface Extensible {
  function(
    name: string,
    options: { readonly deterministic: boolean; readonly directOnly: boolean },
    work: (...given: never[]) => string | number | null,
  ): unknown;
}

/** Adds them to a connection. */
function addFunctions(db: Extensible): void {
  const options = { deterministic: true, directOnly: true };
  /** What the platform takes for one contract at this price. */
  db.function("contract_fee", options, (platform: string, feeKind: FeeKind, feeRate: Micros, price: Micros) =>
    feeOf({ platform, feeKind, feeRate, price }),
  );
  /** What a stake earns at most, of legs as a JSON list of platform, kind and rate of the fee, price. */
  db.function("stake_profit", options, (stake: Micros, size: number, pays: Micros, given: string) => {
    const rows = JSON.parse(given) as [string, FeeKind, Micros, Micros][];
    const legs = rows.map(([platform, feeKind, feeRate, price]) => ({ platform, feeKind, feeRate, price }));
    return dealOf({ legs, pays }, { stake, size, closesAt: null, now: 0 }).profit;
  });
  /** Contracts that a book offers at this price or better. */
  db.function("book_depth", options, (bids: string | null, asks: string, side: Side, price: Micros) =>
    bids === null
      ? null
      : depthAt({ bids: JSON.parse(bids) as BookLevel[], asks: JSON.parse(asks) as BookLevel[] }, side, price),
  );
  /** A position in CONFIDENCES; `spread` is compared with `whole`. */
  db.function(
    "spread_confidence",
    options,
    (type: OpportunityType, side: Side, score: Micros, hasBooks: number, spread: Micros, whole: Micros) => {
      const given = { score, hasBooks: hasBooks === 1, spreadPercent: percentOf(spread, whole) };
      return CONFIDENCES.indexOf(confidenceIn({ type, side }, given));
    },
  );
}
