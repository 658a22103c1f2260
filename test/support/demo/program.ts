import assert from "node:assert/strict";
import { type Started, start } from "../service/executable.ts";
import { FROM_SOURCE, temporaryFolder } from "../service/process.ts";

/** What `toteboard demo --print-json` prints. */
export interface Demo {
  readonly url: string;
  readonly port: number;
  readonly admin: string | null;
  readonly keys: Readonly<Record<"free" | "pro" | "enterprise", string>>;
  readonly version: string;
  readonly db: string;
  readonly pid: number;
}

/** Ends a demo that hangs, and none that a busy machine takes long to load. */
const MAX_LIFE_MS = 1_800_000;

/** Starts a demo and waits for the line that it prints once it is ready. */
export async function startDemo(...args: readonly string[]): Promise<{ demo: Demo; program: Started }> {
  const command = [...FROM_SOURCE, "demo", "--port", "0", "--print-json", "--log-level", "error", ...args] as const;
  const program = start(command, temporaryFolder(), {}, MAX_LIFE_MS);
  const line = new Promise<void>((resolve) => {
    program.process.stdout?.on("data", () => program.stdout().endsWith("\n") && resolve());
  });
  await Promise.race([line, program.ended]);
  assert.equal(program.process.exitCode, null, program.stderr());
  return { demo: JSON.parse(program.stdout()) as Demo, program };
}

/** Stops it; fails if it printed errors. A busy machine may keep its writer waiting, which it says. */
export async function stopDemo({ process, ended }: Started): Promise<void> {
  process.kill("SIGTERM");
  const { exitCode, stderr } = await ended;
  const errors = stderr.split("\n").filter((line) => line !== "" && !line.includes("writer thread does not answer"));
  assert.deepEqual([exitCode, errors], [0, []]);
}
