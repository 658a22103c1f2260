import { copyFileSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { type Contender, makeKey, SOURCE, startOurs } from "./contender.ts";
import type { Command } from "./cores.ts";

/** What the scenarios share. */
export interface Setting {
  /** The database they work on copies of. */
  readonly file: string;
  readonly markets: number;
  /** Everything the run writes is in here. */
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Undefined where only the sources are measured. */
  readonly executable: Command | undefined;
}

/** What is started as us: from source, and as the executable where there is one. */
export const programsOf = ({ executable }: Setting): readonly { name: string; program: Command }[] => [
  { name: "toteboard (source)", program: SOURCE },
  ...(executable === undefined ? [] : [{ name: "toteboard (executable)", program: executable }]),
];

/** A copy of the database that a scenario may write to. */
export function copyDatabase({ file, folder }: Setting): string {
  const copy = join(mkdtempSync(join(folder, "copy-")), "toteboard.db");
  copyFileSync(file, copy);
  return copy;
}

/** Starts us in every form there is, each on a copy of its own and with a key no limit stops. */
export async function startAllOurs(setting: Setting): Promise<Contender[]> {
  const started: Contender[] = [];
  for (const { name, program } of programsOf(setting)) {
    const { folder } = setting;
    const file = copyDatabase(setting);
    const secret = await makeKey(program, folder, file);
    started.push(await startOurs({ name, program, folder, file, secret }));
  }
  return started;
}
