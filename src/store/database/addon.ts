import { lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { getRawAsset, isSea } from "node:sea";
import { messageOf, OperatorError } from "../../errors.ts";

/** The name under which better-sqlite3's addon travels inside the executable. */
export const ADDON_ASSET = "better_sqlite3.node";

/**
 * Writes the addon to a private temporary folder and loads it. Gives the path that every thread passes to `loadAddon`;
 * undefined when run from source, where better-sqlite3 finds its own. Call it on the main thread, before any other.
 * Throws OperatorError when the temporary folder cannot be written to or executed from.
 */
export function extractAddon(): string | undefined {
  if (!isSea()) return undefined;
  if (loaded !== undefined) return loaded.path;
  const temporary = resolve(tmpdir());
  removeLeftovers(temporary);
  const path = writeAddon(temporary);
  try {
    loadAddon(path);
  } catch (error) {
    removeFolderOf(path);
    throw REFUSED_BY_FOLDER.test(messageOf(error)) ? unusable(temporary, error) : error;
  }
  // Linux finds a loaded library by its path alone: the file can go at once, so that even a killed process leaves
  // nothing behind. Other systems need the file, or lock it, until the process ends.
  if (process.platform === "linux") removeFolderOf(path);
  else process.once("exit", () => removeFolderOf(path));
  return path;
}

/**
 * The addon for better-sqlite3's `nativeBinding`; undefined for an undefined path. Two copies of the SQLite library in
 * one process do not see each other's locks, so a second path is refused.
 */
export function loadAddon(path: string | undefined): object | undefined {
  if (path === undefined) return undefined;
  if (loaded === undefined) loaded = { path, addon: openAddon(path) };
  if (loaded.path !== path) throw new Error(`the SQLite module is loaded from ${loaded.path}, not ${path}`);
  return loaded.addon;
}

/** Per thread, since each thread has its own modules. */
let loaded: { readonly path: string; readonly addon: object } | undefined;

const FOLDER_NAME = /^toteboard-(\d+)-[0-9A-Za-z]{6}$/;

/** What the dynamic loader says when the file system or a security module forbids execution. */
const REFUSED_BY_FOLDER = /failed to map segment|operation not permitted|permission denied/i;

function openAddon(path: string): object {
  const module: { exports: object } = { exports: {} };
  try {
    process.dlopen(module, path);
  } catch (error) {
    throw new OperatorError(`cannot load the SQLite module: ${messageOf(error)}`, { cause: error });
  }
  return module.exports;
}

function writeAddon(temporary: string): string {
  try {
    // A new folder with mode 0700 and an unguessable name: no other user can put a file into it.
    const path = join(mkdtempSync(join(temporary, `toteboard-${process.pid}-`)), ADDON_ASSET);
    writeFileSync(path, new Uint8Array(getRawAsset(ADDON_ASSET)), { flag: "wx", mode: 0o500 });
    return path;
  } catch (error) {
    throw unusable(temporary, error);
  }
}

function removeFolderOf(path: string): void {
  try {
    rmSync(dirname(path), { recursive: true, force: true });
  } catch {
    // Windows keeps a loaded library locked. The next start removes it.
  }
}

/** Removes the folders of this user's killed processes. */
function removeLeftovers(temporary: string): void {
  for (const name of namesIn(temporary)) {
    const pid = Number(FOLDER_NAME.exec(name)?.[1]);
    const folder = join(temporary, name);
    if (pid > 0 && !isRunning(pid) && isPrivateFolder(folder)) removeFolderOf(join(folder, ADDON_ASSET));
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Writing may work all the same; if not, that throws.
  }
}

function isRunning(pid: number): boolean {
  // A restarted container reuses process ids: before the first write, a folder of this one is a leftover.
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Other users may put a link or a folder of that name into a shared temporary folder. */
function isPrivateFolder(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isDirectory()) return false;
  return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o077) === 0);
}

const unusable = (temporary: string, error: unknown): OperatorError =>
  new OperatorError(
    `cannot run code from the temporary folder ${temporary} (${messageOf(error)}): ` +
      `set ${process.platform === "win32" ? "TEMP" : "TMPDIR"} to a folder that is writable and allows execution`,
    { cause: error },
  );
