import assert from "node:assert/strict";
import type { Db } from "../../../src/store/database/db.ts";

/**
 * Fails unless a database created from sql/schema.sql and a migrated one have the same tables, indexes, triggers and
 * views. The message shows each difference, and the SQL that the migrations give.
 */
export function assertSameSchema(created: Db, migrated: Db): void {
  const [new_, old] = [readParts(created), readParts(migrated)];
  const names = [...new Set([...new_.keys(), ...old.keys()])].sort();
  const differences = names.map((name) => describeDifference(name, new_.get(name), old.get(name))).join("");
  assert.ok(differences === "", `sql/schema.sql and the migrations end differently:\n${differences}`);
}

/** Fails unless both hold the same settings and rows. The page size is that of the version that created the file. */
export function assertSameContent(created: Db, migrated: Db): void {
  assert.deepEqual(readSettings(migrated), readSettings(created), "settings of the file, after migrations and created");
  assert.deepEqual(readRows(migrated), readRows(created), "rows of the file, after migrations and created");
}

/** The statement of each part of the schema, by type and name. */
function readParts(db: Db): Map<string, string> {
  const parts = db.prepare("SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema").raw().all();
  return new Map(parts as [string, string][]);
}

function describeDifference(name: string, created: string | undefined, migrated: string | undefined): string {
  if (created === undefined) return `\n${name} is only in the migrations, as:\n${migrated};\n`;
  if (migrated === undefined) return `\n${name} is only in sql/schema.sql\n`;
  const [new_, old] = [toLines(created), toLines(migrated)];
  if (new_.join() === old.join()) return "";
  const missing = old.filter((line) => !new_.includes(line)).map((line) => `  missing  ${line}\n`);
  const extra = new_.filter((line) => !old.includes(line)).map((line) => `  extra    ${line}\n`);
  const order = missing.length + extra.length === 0 ? "  its columns are in another order\n" : "";
  return `\n${name}:\n${missing.join("")}${extra.join("")}${order}after the migrations it is:\n${migrated};\n`;
}

/** The parts between commas, without comments, quoted names or differences in spaces. */
const toLines = (sql: string): string[] =>
  sql
    .replace(/--.*/g, "")
    .replace(/"(\w+)"/g, "$1")
    .replace(/\s+/g, " ")
    .replace(/ ?([(),;]) ?/g, "$1")
    .split(",");

const readSettings = (db: Db): Record<string, unknown> =>
  Object.fromEntries(
    ["user_version", "application_id", "auto_vacuum", "encoding", "journal_mode"].map((name) => [
      name,
      db.pragma(name, { simple: true }),
    ]),
  );

/** All rows of all tables, those that SQLite makes for full text and sequences included. */
function readRows(db: Db): Record<string, unknown[]> {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();
  return Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT * FROM "${table}"`).raw().all()]));
}
