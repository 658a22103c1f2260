import { existsSync, statSync } from "node:fs";
import type { Config } from "../../config.ts";
import { messageOf } from "../../errors.ts";
import {
  type Db,
  findDamage,
  hasLockFile,
  openDatabase,
  readSchemaVersion,
  requireOwn,
  schemaVersion,
  tryLock,
} from "../../store/database/index.ts";
import { openSources } from "../../store/sources.ts";
import type { Finding } from "./finding.ts";

/** Checks the lock, owner and integrity of the database, and lists skipped records. */
export function checkDatabase({ db: file, platforms }: Config, addonPath: string | undefined): Finding[] {
  if (!existsSync(file)) return [{ check: "database", status: "ok", message: `${file} will be made` }];
  try {
    const db = openDatabase(file, "read-only", addonPath);
    try {
      requireOwn(db, file);
      return [checkUse(file, addonPath), checkSchema(db), checkWhole(db, file), ...listSkipped(db, file, platforms)];
    } finally {
      db.close();
    }
  } catch (error) {
    return [{ check: "database", status: "problem", message: messageOf(error) }];
  }
}

function checkUse(file: string, addonPath: string | undefined): Finding {
  const size = `${file}, ${(statSync(file).size / 1e6).toFixed(1)} MB`;
  const use = isUsed(file, addonPath) ? "in use by a running toteboard" : "used by nobody";
  return { check: "database", status: "ok", message: `${size}, ${use}` };
}

/** Without a lock file nobody holds the lock. Trying would create the file. */
function isUsed(file: string, addonPath: string | undefined): boolean {
  if (!hasLockFile(file)) return false;
  const lock = tryLock(file, addonPath);
  lock?.release();
  return lock === undefined;
}

function checkSchema(db: Db): Finding {
  const [found, known] = [readSchemaVersion(db), schemaVersion()];
  if (found === known) return { check: "schema", status: "ok", message: `version ${found}` };
  return {
    check: "schema",
    status: "warning",
    message: `version ${found}; the next start makes it ${known} and keeps a copy`,
  };
}

/** Records skipped by the latest full pass over each platform; none if the schema differs. */
function listSkipped(db: Db, file: string, platforms: readonly string[]): Finding[] {
  if (readSchemaVersion(db) !== schemaVersion()) return [];
  const { sources } = openSources(db, file).list(platforms);
  return sources
    .filter(({ rejected }) => rejected > 0)
    .map(({ platform, rejectedReasons }) => {
      const reasons = rejectedReasons.map(({ reason, count }) => `${count} ${reason}`).join(", ");
      return { check: "skipped", status: "ok", message: `${platform}, latest full pass: ${reasons}` };
    });
}

function checkWhole(db: Db, file: string): Finding {
  const damage = findDamage(db);
  if (damage === undefined) return { check: "integrity", status: "ok", message: "every page was read" };
  const advice = "stop the service and put a backup in its place with 'toteboard restore'";
  return { check: "integrity", status: "problem", message: `${file} is damaged (${damage}): ${advice}` };
}
