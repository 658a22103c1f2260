import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findPort, type Started, start } from "./executable.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const LITESTREAM = join(process.env.TEST_TOOLS ?? "", "node_modules/@flydotio/litestream-linux-x64/litestream");
const CONFIG = join(ROOT, ".deploy/litestream.yml");

/** Why tests with the real Litestream are skipped; false where it runs. */
export const WITHOUT_LITESTREAM = existsSync(LITESTREAM)
  ? false
  : "TEST_TOOLS names no folder with @flydotio/litestream-linux-x64";

const STORE = process.env.TEST_LITESTREAM_STORE;
const STORE_SETTINGS = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => STORE !== undefined && name.startsWith("LITESTREAM_")),
);

export const HAPROXY = "/usr/sbin/haproxy";
export const WITHOUT_HAPROXY = existsSync(HAPROXY) ? false : "needs HAProxy: apt install haproxy";

export interface Litestream {
  /** The settings with which a service asks it how far the copy is behind. */
  readonly settings: Readonly<Record<string, string>>;
  /** Runs it beside a database. */
  replicate(file: string): Started;
  /** Restores the newest copy of a database into a file, by default its own. */
  restore(file: string, into?: string): Promise<void>;
}

/**
 * Litestream with the settings of .deploy and a folder for the copy; or a store, such as TEST_LITESTREAM_STORE=s3://bucket, with
 * the variables of litestream.yml for it.
 */
export async function openLitestream(folder: string): Promise<Litestream> {
  const metrics = `127.0.0.1:${await findPort()}`;
  const run = (command: string, file: string, ...args: string[]): Started =>
    start([LITESTREAM, command, "-config", CONFIG, ...args], folder, {
      ...STORE_SETTINGS,
      TOTEBOARD_DB: file,
      LITESTREAM_REPLICA_URL: STORE === undefined ? `file://${join(folder, "copy")}` : `${STORE}/${basename(folder)}`,
      LITESTREAM_METRICS: metrics,
    });
  return {
    settings: { checkpoints: "external", "litestream-metrics": `http://${metrics}/metrics` },
    replicate: (file) => run("replicate", file),
    async restore(file, into = file) {
      const { exitCode, stdout, stderr } = await run("restore", file, "-o", into, file).ended;
      assert.equal(exitCode, 0, stdout + stderr);
    },
  };
}
