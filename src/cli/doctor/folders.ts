import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { messageOf } from "../../errors.ts";
import { HOW_TO_RAISE, MIN_OPEN_FILES, readOpenFilesLimit } from "../open-files.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** With less free space, some hours of ingest may fill the disk. */
const WARN_BELOW_BYTES = 1_000_000_000;
const MIN_FREE_BYTES = 100_000_000;

/** Checks that the service may write its files, that others may not read them, and that the disk has space. */
export function checkFolders({ db, backup }: Config): Finding[] {
  const folder = dirname(resolve(db));
  const paths: [check: string, path: string][] = [["data folder", folder]];
  for (const suffix of ["", "-wal", "-shm", ".lock"]) {
    if (existsSync(db + suffix)) paths.push(["data file", resolve(db + suffix)]);
  }
  if (backup.cron !== undefined) paths.push(["backups", nearestFolder(resolve(backup.folder))]);
  paths.push(["temporary", tmpdir()]);
  return [
    ...paths.map(([check, path]) => checkWritable(check, path)),
    ...[db, `${db}-wal`, `${db}-shm`].flatMap(checkPrivate),
    checkSpace(folder),
  ];
}

/** Early versions created files that every user of the machine could read. */
function checkPrivate(file: string): Finding[] {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if (process.platform === "win32" || (mode & OTHERS) === 0) return [];
  return [warning("data file", `${resolve(file)} is open to all users of this machine: run chmod 600 on it`)];
}

const OTHERS = 0o007;

function checkWritable(check: string, path: string): Finding {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return ok(check, `${path} can be written`);
  } catch (error) {
    return problem(check, `${path} cannot be written: ${messageOf(error)}`);
  }
}

function checkSpace(folder: string): Finding {
  try {
    const { bavail, bsize, ffree, files } = statfsSync(folder);
    if (files > 0 && ffree < 100) return problem("disk", `no more files fit on ${folder}`);
    const bytes = bavail * bsize;
    const judge = bytes < MIN_FREE_BYTES ? problem : bytes < WARN_BELOW_BYTES ? warning : ok;
    return judge("disk", `${(bytes / 1e9).toFixed(1)} GB are free at ${folder}`);
  } catch (error) {
    return problem("disk", messageOf(error));
  }
}

/** Checks that the process may open a file for each connection the settings allow. */
export function checkOpenFiles({ maxConnections, maxStreams }: Config): Finding {
  const check = "open files";
  const limit = readOpenFilesLimit();
  const needed = maxConnections + maxStreams + MIN_OPEN_FILES;
  if (limit < MIN_OPEN_FILES) {
    return problem(check, `${limit} may be open and ${MIN_OPEN_FILES} are needed: ${HOW_TO_RAISE}`);
  }
  if (limit < needed) {
    const advice = `${HOW_TO_RAISE}, or lower --max-connections or --max-streams`;
    return warning(
      check,
      `${limit} may be open, and ${maxConnections} connections and ${maxStreams} streams need ${needed}: ${advice}`,
    );
  }
  return ok(check, `${limit === Number.POSITIVE_INFINITY ? "any number" : limit} may be open`);
}

/** The folder itself, or the nearest one above it: the first backup creates the rest. */
function nearestFolder(folder: string): string {
  const parent = dirname(folder);
  return existsSync(folder) || parent === folder ? folder : nearestFolder(parent);
}
