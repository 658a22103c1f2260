import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

export type Command = readonly [string, ...string[]];

/** The core the servers share, one at a time, and the one the load comes from. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/** The command kept to one core, where the machine has `taskset` and more than one core; else as it is. */
export function pin(core: number, command: Command): Command {
  return canPin() ? ["taskset", "-c", String(core), ...command] : command;
}

let known: boolean | undefined;

export function canPin(): boolean {
  known ??= availableParallelism() > 1 && spawnSync("taskset", ["--version"]).status === 0;
  return known;
}
