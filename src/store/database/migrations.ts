import { rmSync } from "node:fs";
import { listEmbedded, readEmbedded } from "../../embedded.ts";
import { messageOf, OperatorError } from "../../errors.ts";
import { copyAtOnce, type Db, immediately, prepareFile } from "./db.ts";
import { putInPlace } from "./files.ts";

/** What a new database is created from. A database of an older version gets there by sql/migrations. */
const SCHEMA = "sql/schema.sql";

/** A text that brings a database to a schema version. */
interface SchemaStep {
  readonly version: number;
  readonly text: string;
}

/** The schema version of this program: that of its last migration. */
export const schemaVersion = (): number => listMigrations().at(-1)?.version ?? 0;

/** The schema version of a database; 0 for a new one. */
export const readSchemaVersion = (db: Db): number => Number(db.pragma("user_version", { simple: true }));

/**
 * Creates the schema in a new database, or brings an older database to it, all steps in one transaction. Throws
 * OperatorError, and changes nothing, when the database is newer than the program or belongs to another one.
 */
export function migrate(db: Db, file: string): void {
  requireKnown(db, file);
  prepareFile(db);
  if (readSchemaVersion(db) === schemaVersion()) return;
  keepCopy(db, file);
  immediately(db, () => {
    // Another process may have migrated the file since.
    refuseNewer(db, file);
    for (const step of stepsFrom(readSchemaVersion(db))) runStep(db, file, step);
    db.pragma(`user_version = ${schemaVersion()}`);
    db.pragma(`application_id = ${APPLICATION_ID}`);
  });
}

const stepsFrom = (found: number): readonly SchemaStep[] =>
  found === 0
    ? [{ version: schemaVersion(), text: readEmbedded(SCHEMA) }]
    : listMigrations().filter(({ version }) => version > found);

function runStep(db: Db, file: string, { version, text }: SchemaStep): void {
  try {
    db.exec(text);
  } catch (cause) {
    const message = `${file} cannot be brought to schema ${version} and stays as it was: ${messageOf(cause)}`;
    throw new OperatorError(message, { cause });
  }
}

/** Copies a database to FILE.schema-N before its migration. Throws OperatorError when that fails. */
function keepCopy(db: Db, file: string): void {
  const found = readSchemaVersion(db);
  if (found === 0) return;
  const copy = `${file}.schema-${found}`;
  const unfinished = `${copy}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    copyAtOnce(db, unfinished);
    putInPlace(unfinished, copy);
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

const APPLICATION_ID = 0x544f5445; // "TOTE"

function refuseForeign(db: Db, file: string): void {
  const id = Number(db.pragma("application_id", { simple: true }));
  const tables = Number(db.prepare("SELECT count(*) FROM sqlite_schema").pluck().get());
  if (id === APPLICATION_ID || tables === 0) return;
  throw new OperatorError(`${file} is an SQLite database of another program; choose another file`);
}

function refuseNewer(db: Db, file: string): void {
  const [found, known] = [readSchemaVersion(db), schemaVersion()];
  if (found <= known) return;
  throw new OperatorError(
    `${file} has schema ${found}, newer than schema ${known} of this program: use a newer toteboard or another file`,
  );
}

function listMigrations(): readonly SchemaStep[] {
  return listEmbedded("sql/migrations").map((path) => ({
    version: Number(path.slice(path.lastIndexOf("/") + 1, path.indexOf("_"))),
    text: readEmbedded(path),
  }));
}
