import { copyFileSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../src/store/database/db.ts";
import { FROM_SOURCE } from "../support/service/process.ts";
import { prepareFile } from "./contenders/catalogue.ts";
import {
  type Contender,
  makeKey,
  type OursOptions,
  rivalOf,
  startContender,
  startOurs,
} from "./contenders/contender.ts";
import { freshen, settle } from "./data/filling.ts";
import type { Command } from "./load/cores.ts";

/** What the scenarios share. */
export interface Setting {
  /** The database they work on copies of. */
  readonly file: string;
  readonly markets: number;
  /** When the database was made, in epoch milliseconds. */
  readonly madeAt: number;
  /** Everything the run writes is in here. */
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** What is started as us: this project, then what it is compared with. */
  readonly programs: readonly Program[];
}

export interface Program {
  readonly name: string;
  readonly program: Command;
  /** Its own database, where its schema is another one. */
  readonly file?: string | undefined;
}

/** So long ago that no pass made now is taken for it. */
const LAST_PASS_MS = 60_000;

/** A copy of the database that a scenario may write to, as if its platforms had been read a minute ago. */
export function copyDatabase({ file: shared, folder }: Setting, { file = shared }: Pick<Program, "file"> = {}): string {
  const copy = join(mkdtempSync(join(folder, "copy-")), "toteboard.db");
  copyFileSync(file, copy);
  const db = openDatabase(copy, "read-write", undefined);
  try {
    freshen(db, Date.now() - LAST_PASS_MS);
    // The rules of another version are its own.
    if (file === shared) settle(db);
  } finally {
    db.close();
  }
  return copy;
}

/** Starts us and what we are compared with, each on a copy of its own and with a key no limit stops. */
export async function startAllOurs(setting: Setting): Promise<Contender[]> {
  const started: Contender[] = [];
  for (const program of setting.programs) started.push(await startOne(setting, program));
  return started;
}

/** Starts us on a copy of its own and with a key no limit stops. */
export async function startOne(
  setting: Setting,
  one: Program,
  more: Pick<OursOptions, "flags" | "environment" | "isPinned"> = {},
): Promise<Contender> {
  const { folder } = setting;
  const { name, program } = one;
  const file = copyDatabase(setting, one);
  const secret = await makeKey(program, folder, file);
  return startOurs({ name, program, folder, file, secret, ...more });
}

export const FASTIFY = "Fastify";
export const FASTIFY_DUTIES = "Fastify, same duties";

/** What a user would write instead, by name: a file of `contenders` and its arguments. */
const RIVALS: Readonly<Record<string, readonly [file: string, ...args: string[]]>> = {
  [FASTIFY]: ["fastify"],
  [FASTIFY_DUTIES]: ["fastify", "duties"],
};

/** Starts rivals, all on one copy of the database. */
export async function startRivals(setting: Setting, names = Object.keys(RIVALS)): Promise<Contender[]> {
  const { folder } = setting;
  const file = copyDatabase(setting);
  const headers = { "X-API-Key": await makeKey(FROM_SOURCE, folder, file) };
  prepareFile(file);
  const started: Contender[] = [];
  for (const name of names) {
    const [rival, ...args] = RIVALS[name] ?? [];
    if (rival === undefined) throw new Error(`there is no rival ${name}`);
    started.push(await startContender({ name, command: rivalOf(rival, file, ...args), folder, headers }));
  }
  return started;
}
