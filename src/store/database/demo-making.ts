import { existsSync } from "node:fs";
import { toIso } from "../../clock.ts";
import type { DemoOptions } from "../../domain/demo.ts";
import { OperatorError, quote } from "../../errors.ts";
import { VERSION } from "../../version.ts";
import { type Db, withDatabase } from "./db.ts";
import { readSchemaVersion } from "./migrations.ts";
import { findText, saveText } from "./properties.ts";

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
