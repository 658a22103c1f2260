import { mkdtempSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os, { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import NODE from "../../../bin/node-options.json" with { type: "json" };
import { main } from "../../../src/cli.ts";
import { type Ended, type Started, start } from "./executable.ts";

export const PROGRAM = fileURLToPath(new URL("../../../bin/toteboard.ts", import.meta.url));

/** What starts the program from its sources, as `npm start` does. */
export const FROM_SOURCE = [process.execPath, ...NODE.options, PROGRAM] as const;

/** A new empty folder, removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toteboard-test-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Surroundings {
  /** The working folder; without one, a new empty one. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The user it runs as, where another than this one. */
  readonly uid?: number;
}

/** Starts a TypeScript file as a program of its own. */
export function startScript(
  file: string,
  args: readonly string[],
  { folder, environment, uid }: Surroundings = {},
): Started {
  const own = [process.execPath, file, ...args] as const;
  const command = uid === undefined ? own : (["setpriv", `--reuid=${uid}`, "--clear-groups", ...own] as const);
  return start(command, folder ?? temporaryFolder(), { ...environment });
}

/** Starts `toteboard` from its sources, as a process of its own with nothing else in its environment. */
export const startProgram = (args: readonly string[], surroundings?: Surroundings): Started =>
  startScript(PROGRAM, args, surroundings);

/** Runs `toteboard` as a process of its own, to its end. */
export const runProgram = (args: readonly string[], surroundings?: Surroundings): Promise<Ended> =>
  startProgram(args, surroundings).ended;

/** For commands run within this process: until the end of the file it is in an empty folder, without settings. */
export function leaveSettings(): void {
  const before = { folder: process.cwd(), environment: { ...process.env } };
  process.chdir(temporaryFolder());
  removeSettings();
  after(() => {
    process.chdir(before.folder);
    removeSettings();
    Object.assign(process.env, before.environment);
  });
}

function removeSettings(): void {
  for (const name of Object.keys(process.env)) if (/^(TOTEBOARD|STRIPE)_/.test(name)) delete process.env[name];
}

/** A command that goes behind others would leave this process there, with all tests that follow and what they start. */
function keepPriority(): () => void {
  const { setPriority } = os;
  const set = (value: typeof setPriority): void => {
    os.setPriority = value;
    syncBuiltinESMExports();
  };
  set(() => undefined);
  return () => set(setPriority);
}

/** Runs a command that writes text and ends at once, within this process; see `leaveSettings`. */
export async function runMain(...argv: readonly string[]): Promise<Omit<Ended, "signal">> {
  const written = { stdout: "", stderr: "" };
  const restore = [capture("stdout"), capture("stderr"), keepPriority()];
  try {
    return { exitCode: await main(argv), ...written };
  } finally {
    for (const undo of restore) undo();
  }

  function capture(name: "stdout" | "stderr"): () => void {
    const stream = process[name];
    const write = stream.write;
    // The test runner reports through the same stream, in bytes.
    stream.write = ((chunk: unknown, ...rest: never[]) => {
      if (typeof chunk !== "string") return write.call(stream, chunk as Uint8Array, ...rest);
      written[name] += chunk;
      return true;
    }) as typeof write;
    return () => {
      stream.write = write;
    };
  }
}
