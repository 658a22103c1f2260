import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdtempSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "./contenders/contender.ts";
import type { Program } from "./setting.ts";

const OWN_PROJECT = fileURLToPath(new URL("../../", import.meta.url));
const BUILT = join("dist", process.platform === "win32" ? "toteboard.exe" : "toteboard");

/** The executable of this project, built first where it is missing or older than the sources. */
export function ownProgram(folder: string): Program {
  if (isStale()) build();
  return { name: "toteboard", program: copy(folder, join(OWN_PROJECT, BUILT)) };
}

/** What this project is compared with: an executable, or another project with the one that was built there. */
export function programAt(folder: string, path: string): Program {
  return { name: "before", program: copy(folder, statSync(path).isDirectory() ? join(path, BUILT) : path) };
}

/** Away from where a build may replace it. */
function copy(folder: string, executable: string): Command {
  const copied = join(mkdtempSync(join(folder, "program-")), "toteboard");
  copyFileSync(executable, copied);
  return [copied];
}

function isStale(): boolean {
  const builtAt = statSync(join(OWN_PROJECT, BUILT), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = globSync(["src/**/*", "sql/**/*", "bin/*", "package-lock.json", "build.config.ts"], {
    cwd: OWN_PROJECT,
  });
  return sources.some((path) => statSync(join(OWN_PROJECT, path)).mtimeMs > builtAt);
}

function build(): void {
  process.stderr.write("Building the executable…\n");
  const args = [join(OWN_PROJECT, "build.config.ts")];
  const { status } = spawnSync(process.execPath, args, { cwd: OWN_PROJECT, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`the build ended with ${status}`);
}
