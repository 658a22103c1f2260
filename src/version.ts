import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import manifest from "../package.json" with { type: "json" };

/** What the build puts in the place of this name; it is undeclared from source. */
declare const BUILT_VERSION: string | undefined;

/** The version of package.json; within an executable made before a release, with its commit. */
export const VERSION: string = typeof BUILT_VERSION === "string" ? BUILT_VERSION : manifest.version;

/**
 * VERSION with its commit also from source: `2.0.0-dev.20261129031447+abc1234`, which sorts by the time of the commit. That
 * of a release has none, and so has source outside of a clone.
 */
export function findVersion(): string {
  if (typeof BUILT_VERSION === "string" || !VERSION.includes("-")) return VERSION;
  const root = dirname(import.meta.dirname);
  const time = ["--format=%cd+%h", "--date=format-local:%Y%m%d%H%M%S", "--abbrev=7"];
  // A clone that this folder only lies in has other commits.
  const env = { ...process.env, TZ: "UTC", GIT_CEILING_DIRECTORIES: dirname(root) };
  const { status, stdout } = spawnSync("git", ["log", "-1", ...time], { cwd: root, env, encoding: "utf8" });
  return status === 0 ? `${VERSION}.${stdout.trim()}` : VERSION;
}
