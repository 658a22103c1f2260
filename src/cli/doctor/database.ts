import { existsSync, statSync } from "node:fs";
import type { Config } from "../../config.ts";
import { messageOf } from "../../errors.ts";
import { type Db, findDamage, openDatabase } from "../../store/database/db.ts";
import { hasLockFile, tryLock } from "../../store/database/lock.ts";
import { readSchemaVersion, requireOwn, schemaVersion } from "../../store/database/migrations.ts";
import { openSources } from "../../store/sources.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** Checks who uses the database, its schema and its pages, and lists the records that ingest skipped. */
export function checkDatabase({ db: file, platforms }: Config, addonPath: string | undefined): Finding[] {
  if (!existsSync(file)) return [ok("database", `${file} will be made`)];
  try {
    const db = openDatabase(file, "read-only", addonPath);
    try {
      requireOwn(db, file);
      return [checkUse(file, addonPath), checkSchema(db), checkPages(db, file), ...listSkipped(db, file, platforms)];
    } finally {
      db.close();
    }
  } catch (error) {
    return [problem("database", messageOf(error))];
  }
}

function checkUse(file: string, addonPath: string | undefined): Finding {
  const use = isInUse(file, addonPath) ? "in use by a running toteboard" : "used by nobody";
  return ok("database", `${file}, ${(statSync(file).size / 1e6).toFixed(1)} MB, ${use}`);
}

/** Without a lock file nobody uses the database, and taking the lock would create one. */
function isInUse(file: string, addonPath: string | undefined): boolean {
  if (!hasLockFile(file)) return false;
  const lock = tryLock(file, addonPath);
  lock?.release();
  return lock === undefined;
}

function checkSchema(db: Db): Finding {
  const [found, current] = [readSchemaVersion(db), schemaVersion()];
  if (found === current) return ok("schema", `version ${found}`);
  return warning("schema", `version ${found}; the next start makes it ${current} and keeps a copy`);
}

/** What the latest full pass over each platform skipped. Empty where the schema has another version. */
function listSkipped(db: Db, file: string, platforms: readonly string[]): Finding[] {
  if (readSchemaVersion(db) !== schemaVersion()) return [];
  const { sources } = openSources(db, file).list(platforms);
  return sources
    .filter(({ rejected }) => rejected > 0)
    .map(({ platform, rejectedReasons }) => {
      const reasons = rejectedReasons.map(({ reason, count }) => `${count} ${reason}`).join(", ");
      return ok("skipped", `${platform}, latest full pass: ${reasons}`);
    });
}

function checkPages(db: Db, file: string): Finding {
  const damage = findDamage(db);
  if (damage === undefined) return ok("integrity", "every page was read");
  const advice = "stop the service and put a backup in its place with 'toteboard restore'";
  return problem("integrity", `${file} is damaged (${damage}): ${advice}`);
}
