import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { messageOf } from "../../errors.ts";
import { HOW_TO_RAISE, MIN_OPEN_FILES, readOpenFilesLimit } from "../open-files.ts";
import type { Finding } from "./finding.ts";

/** With less space, ingest may fill the disk within hours. */
const LITTLE_BYTES = 1_000_000_000;
const TOO_LITTLE_BYTES = 100_000_000;

/** Checks that the service can write its folders, and how much space is left. */
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

/** Earlier versions created files that every user could read. */
function checkPrivate(file: string): Finding[] {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if (process.platform === "win32" || (mode & OTHERS) === 0) return [];
  const message = `${resolve(file)} is open to all users of this machine: run chmod 600 on it`;
  return [{ check: "data file", status: "warning", message }];
}

const OTHERS = 0o007;

function checkWritable(check: string, path: string): Finding {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return { check, status: "ok", message: `${path} can be written` };
  } catch (error) {
    return { check, status: "problem", message: `${path} cannot be written: ${messageOf(error)}` };
  }
}

function checkSpace(folder: string): Finding {
  const check = "disk";
  try {
    const { bavail, bsize, ffree, files } = statfsSync(folder);
    const bytes = bavail * bsize;
    const message = `${(bytes / 1e9).toFixed(1)} GB are free at ${folder}`;
    if (files > 0 && ffree < 100) return { check, status: "problem", message: `no more files fit on ${folder}` };
    if (bytes < TOO_LITTLE_BYTES) return { check, status: "problem", message };
    return { check, status: bytes < LITTLE_BYTES ? "warning" : "ok", message };
  } catch (error) {
    return { check, status: "problem", message: messageOf(error) };
  }
}

/** Checks that the process may open enough files for the configured connections. */
export function checkOpenFiles({ maxConnections }: Config): Finding {
  const check = "open files";
  const limit = readOpenFilesLimit();
  const wanted = maxConnections + MIN_OPEN_FILES;
  if (limit < MIN_OPEN_FILES) {
    const message = `${limit} may be open and ${MIN_OPEN_FILES} are needed: ${HOW_TO_RAISE}`;
    return { check, status: "problem", message };
  }
  if (limit < wanted) {
    const message = `${limit} may be open, and ${maxConnections} connections need ${wanted}: ${HOW_TO_RAISE}, or lower --max-connections`;
    return { check, status: "warning", message };
  }
  return { check, status: "ok", message: `${limit === Number.POSITIVE_INFINITY ? "any number" : limit} may be open` };
}

/** The first backup creates the folder, if its parent allows it. */
function nearestFolder(folder: string): string {
  const parent = dirname(folder);
  return existsSync(folder) || parent === folder ? folder : nearestFolder(parent);
}
