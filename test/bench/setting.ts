import { copyFileSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../src/store/database/db.ts";
import {
  type Command,
  type Contender,
  type ContenderOptions,
  makeKey,
  startContender,
} from "./contenders/contender.ts";
import { freshen, settle } from "./data/filling.ts";

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
  /** What is started as us: this project, then what it is compared with. */
  readonly programs: readonly [Program, ...Program[]];
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

/** Starts us and what we are compared with. */
export async function startAllOurs(setting: Setting): Promise<[Contender, ...Contender[]]> {
  const [own, ...others] = setting.programs;
  const started: [Contender, ...Contender[]] = [await startOne(setting, own)];
  for (const other of others) started.push(await startOne(setting, other));
  return started;
}

interface OwnOptions extends Pick<ContenderOptions, "environment" | "isPinned"> {
  /** Without flags it gathers nothing. */
  readonly flags?: readonly string[];
}

/** Starts us on a copy of the database, asked with a key that no limit stops. */
export async function startOne(
  setting: Setting,
  one: Program,
  options: OwnOptions = {},
): Promise<Contender & { readonly file: string }> {
  const { folder } = setting;
  const { name, program } = one;
  const { flags = ["--no-ingest"], ...more } = options;
  const file = copyDatabase(setting, one);
  const headers = { "X-API-Key": await makeKey(program, folder, file) };
  const command: Command = [...program, "serve", "--port", "0", "--db", file, ...flags];
  return { ...(await startContender({ ...more, name, command, folder, headers })), file };
}
