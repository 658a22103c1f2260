import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { toIso } from "../../clock.ts";
import type { ProPrice } from "../../domain/accounts/billing.ts";
import type { DemoOptions } from "../../domain/demo.ts";
import type { OddityCounts } from "../../domain/oddities.ts";
import { OperatorError, quote } from "../../errors.ts";
import { VERSION } from "../../version.ts";
import { type Db, immediately, prepare, withDatabase } from "./db.ts";
import { hasLockFile, requireWritable } from "./files.ts";
import { readSchemaVersion, requireKnown, requireSchema, schemaVersion } from "./migrations.ts";

/** Whether a database holds the platforms' data or the demo's. Set at its creation, never changed. */
export type DataKind = "live" | "demo";

export const isDemo = (db: Db): boolean => readDataKind(db) === "demo";

/** Undefined for a new database. */
export const readDataKind = (db: Db): DataKind | undefined => findText(db, "feed") as DataKind | undefined;

/** Like isDemo, for a file. Throws OperatorError for a file that is no database of this program. */
export function isDemoFile(file: string, addonPath: string | undefined): boolean {
  return withDatabase(file, "read-only", addonPath, (db) => {
    requireSchema(db, file);
    return isDemo(db);
  });
}

/**
 * Throws OperatorError for a file this program cannot use, before a lock file is made beside it. A file with a lock
 * file was used before: only the writer checks it, since recovering its WAL twice would take time.
 */
export function requireUsable(file: string, kind: DataKind, addonPath: string | undefined): void {
  if (!existsSync(file) || hasLockFile(file)) return;
  requireWritable(file);
  // A read-only connection would leave an existing WAL behind.
  withDatabase(file, "read-write", addonPath, (db) => {
    requireKnown(db, file);
    if (readSchemaVersion(db) === schemaVersion()) requireDataKind(db, file, kind);
  });
}

/** Marks a new database with its kind of data. Throws OperatorError when it already holds the other kind. */
export function claimDataKind(db: Db, file: string, kind: DataKind): void {
  immediately(db, () => {
    requireDataKind(db, file, kind);
    if (readDataKind(db) === undefined) saveText(db, "feed", kind);
  });
}

function requireDataKind(db: Db, file: string, kind: DataKind): void {
  const found = readDataKind(db);
  if (found === undefined || found === kind) return;
  const [fits, other] = found === "demo" ? ["demo", "serve"] : ["serve", "demo"];
  throw new OperatorError(
    `${file} holds ${found} data: run 'toteboard ${fits}' with it, or give 'toteboard ${other}' another file with --db`,
  );
}

/** A text that the program keeps in the database. */
const findText = (db: Db, name: string): string | undefined => prepare(db, "properties", "find").pluck().get(name);

/** The caller holds a transaction. */
const saveText = (db: Db, name: string, value: string): void => void prepare(db, "properties", "save").run(name, value);

/** The price of the pro plan as it was last read from the payment provider. */
export function findProPrice(db: Db): ProPrice | undefined {
  const text = findText(db, "pro_price");
  return text === undefined ? undefined : (JSON.parse(text) as ProPrice);
}

export const saveProPrice = (db: Db, price: ProPrice): void => saveText(db, "pro_price", JSON.stringify(price));

/** What was counted in the latest full pass over a platform. */
export function findOddities(db: Db, platform: string): OddityCounts | null {
  const text = findText(db, odditiesOf(platform));
  return text === undefined ? null : (JSON.parse(text) as OddityCounts);
}

/** The caller holds a transaction. */
export const saveOddities = (db: Db, platform: string, counts: OddityCounts): void =>
  saveText(db, odditiesOf(platform), JSON.stringify(counts));

const odditiesOf = (platform: string): string => `oddities:${platform}`;

/** Makes digests of addresses those of this database. The caller holds a transaction. */
export function getOriginSalt(db: Db): string {
  const found = findText(db, "origin_salt");
  if (found !== undefined) return found;
  const made = randomBytes(16).toString("hex");
  saveText(db, "origin_salt", made);
  return made;
}

/** A number that a background job keeps, such as how far it has come; 0 at first. */
export const findPosition = (db: Db, job: string): number =>
  Number(prepare(db, "properties", "findPosition").pluck().get(job) ?? 0);

export const savePosition = (db: Db, job: string, position: number): void =>
  void prepare(db, "properties", "savePosition").run({ job, position });

const NAME = "demo-making";

/** What the data of a demo follows from. */
interface DemoMaking {
  readonly version: string;
  readonly seed: number;
  readonly now: string | null;
  readonly fail: DemoOptions["faults"];
  readonly platforms: readonly string[];
}

/** Whether a demo that can be repeated was loaded into the database to its end. */
export const isDemoKept = (db: Db): boolean => findText(db, NAME) !== undefined;

/** Says that a demo is loaded to its end. The caller holds a transaction. */
export const saveDemoMaking = (db: Db, demo: DemoOptions, platforms: readonly string[]): void =>
  saveText(db, NAME, JSON.stringify(describe(demo, platforms)));

/** Throws OperatorError for a database that another demo made, since what is in it would show. */
export function requireSameDemo(
  file: string,
  { demo, platforms }: { readonly demo: DemoOptions | undefined; readonly platforms: readonly string[] },
  addonPath: string | undefined,
): void {
  if (demo === undefined || !existsSync(file)) return;
  withDatabase(file, "read-write", addonPath, (db) => {
    if (readSchemaVersion(db) === 0) return;
    const text = findText(db, NAME);
    const refuse = (reason: string): OperatorError =>
      new OperatorError(`${quote(file)} exists and ${reason}: remove it, or name another file with --db`);
    if (text === undefined) throw refuse("is not of a demo with --seed, --now or --fail that was loaded to its end");
    const made = JSON.parse(text) as DemoMaking;
    const wanted = describe(demo, platforms);
    if (wanted.now === null) throw refuse("what it holds is older than a new demo without --now");
    for (const [name, value] of Object.entries(wanted)) {
      const before = JSON.stringify(made[name as keyof typeof made]);
      if (before !== JSON.stringify(value))
        throw refuse(`was made with ${name} ${before}, not ${JSON.stringify(value)}`);
    }
  });
}

const describe = ({ seed, heldAt, faults }: DemoOptions, platforms: readonly string[]): DemoMaking => ({
  version: VERSION,
  seed,
  now: heldAt === undefined ? null : toIso(heldAt),
  fail: faults,
  platforms,
});
