import { rmSync } from "node:fs";
import { listEmbedded, readEmbedded } from "../../embedded.ts";
import { messageOf, OperatorError } from "../../errors.ts";
import { copyAtOnce, type Db, immediately, prepareFile } from "./db.ts";
import { putInPlace } from "./files.ts";

/** What a database is made of: a new one from `text`, which has the effect of all migrations, an older one by those. */
export interface DatabaseSchema {
  readonly text: string;
  readonly migrations: readonly Migration[];
}

/** What brings a database of the version before to this one; the first is 2. */
interface Migration {
  readonly version: number;
  readonly text: string;
}

/** The schema version of this program. */
export const schemaVersion = (): number => versionOf(readMigrations());

/** The schema version of a database; 0 for a new one. */
export const readSchemaVersion = (db: Db): number => Number(db.pragma("user_version", { simple: true }));

/** From and to which schema a database was brought, and the file that has it as it was. */
interface Migrated {
  readonly from: number;
  readonly to: number;
  readonly copy: string;
}

/**
 * Creates the schema in a new database, or brings an older database to it, all steps in one transaction; gives the latter.
 * Throws OperatorError, and changes nothing, when the database is newer than the program or belongs to another one.
 */
export function migrate(
  db: Db,
  file: string,
  { text, migrations }: DatabaseSchema = readSchema(),
): Migrated | undefined {
  const version = versionOf(migrations);
  refuseForeign(db, file);
  refuseNewer(db, file, version);
  prepareFile(db);
  if (readSchemaVersion(db) === version) return undefined;
  const kept = keepCopy(db, file);
  immediately(db, () => {
    // Another process may have migrated the file since.
    refuseNewer(db, file, version);
    const found = readSchemaVersion(db);
    const steps = found === 0 ? [{ version, text }] : migrations.filter((migration) => migration.version > found);
    for (const step of steps) runStep(db, file, step);
    db.pragma(`user_version = ${version}`);
    db.pragma(`application_id = ${APPLICATION_ID}`);
  });
  return kept && { ...kept, to: version };
}

const versionOf = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 1;

const readSchema = (): DatabaseSchema => ({ text: readEmbedded("sql/schema.sql"), migrations: readMigrations() });

const readMigrations = (): readonly Migration[] =>
  listEmbedded("sql/migrations").map((path) => ({
    version: Number(path.slice(path.lastIndexOf("/") + 1, path.indexOf("_"))),
    text: readEmbedded(path),
  }));

function runStep(db: Db, file: string, { version, text }: Migration): void {
  try {
    db.exec(text);
  } catch (cause) {
    const message = `${file} cannot be brought to schema ${version} and stays as it was: ${messageOf(cause)}`;
    throw new OperatorError(message, { cause });
  }
}

/** Copies a database that is not new to FILE.schema-N before its migration. Throws OperatorError when that fails. */
function keepCopy(db: Db, file: string): Omit<Migrated, "to"> | undefined {
  const found = readSchemaVersion(db);
  if (found === 0) return undefined;
  const copy = `${file}.schema-${found}`;
  const unfinished = `${copy}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    copyAtOnce(db, unfinished);
    putInPlace(unfinished, copy);
    return { from: found, copy };
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new OperatorError(`${file} is not migrated, for no copy of it can be kept in ${copy}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Throws OperatorError for a database of another program or of a newer version of this one. */
export function requireKnown(db: Db, file: string): void {
  refuseForeign(db, file);
  refuseNewer(db, file);
}

/** Throws OperatorError also for an empty database. */
export function requireOwn(db: Db, file: string): void {
  requireKnown(db, file);
  if (readSchemaVersion(db) === 0) throw new OperatorError(`${file} is empty`);
}

/** Throws OperatorError unless a reader of this version can use the database. */
export function requireSchema(db: Db, file: string): void {
  requireKnown(db, file);
  const found = readSchemaVersion(db);
  if (found < schemaVersion()) {
    throw new OperatorError(
      `${file} has schema ${found} and this program needs ${schemaVersion()}: start 'toteboard serve' once to migrate it`,
    );
  }
}

/** Marks a file as this program's. Its versions count from 1; files with the mark of before the first release do not. */
export const APPLICATION_ID = 0x546f7465; // "Tote"
const UNRELEASED_ID = 0x544f5445; // "TOTE"

function refuseForeign(db: Db, file: string): void {
  const id = Number(db.pragma("application_id", { simple: true }));
  const tables = Number(db.prepare("SELECT count(*) FROM sqlite_schema").pluck().get());
  if (id === APPLICATION_ID || tables === 0) return;
  if (id === UNRELEASED_ID) {
    throw new OperatorError(
      `${file} is of a toteboard from before the first release, which this one cannot read: choose another file, ` +
        "or move this one away; the platforms are read again",
    );
  }
  throw new OperatorError(`${file} is an SQLite database of another program; choose another file`);
}

function refuseNewer(db: Db, file: string, known = schemaVersion()): void {
  const found = readSchemaVersion(db);
  if (found <= known) return;
  throw new OperatorError(
    `${file} has schema ${found}, newer than schema ${known} of this program: use a newer toteboard or another file`,
  );
}
