import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LOADER } from "../support/service/process.ts";
import type { Command } from "./load/cores.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BUILT = join(ROOT, "dist", process.platform === "win32" ? "toteboard.exe" : "toteboard");

/** The executable, copied away from where a build may replace it; built first where it is missing or older than the sources. */
export function copyExecutable(folder: string, given: string | undefined): Command {
  if (given === undefined && isStale()) build();
  const copy = join(folder, "toteboard");
  copyFileSync(given ?? BUILT, copy);
  return [copy];
}

function isStale(): boolean {
  const builtAt = statSync(BUILT, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = globSync(["src/**/*", "sql/**/*", "bin/*", "package-lock.json", "build.config.ts"], { cwd: ROOT });
  return sources.some((path) => statSync(join(ROOT, path)).mtimeMs > builtAt);
}

function build(): void {
  process.stderr.write("Building the executable…\n");
  const args = ["--import", LOADER, join(ROOT, "build.config.ts")];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`the build ended with ${status}`);
}
