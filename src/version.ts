import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import manifest from "../package.json" with { type: "json" };

/** What the build puts in the place of this name; it is undeclared from source. */
declare const BUILT_VERSION: string | undefined;

/** False where the program runs from its sources. */
export const IS_BUILT = typeof BUILT_VERSION === "string";

/** The version of package.json; within an executable made before a release, with its commit. */
export const VERSION: string = typeof BUILT_VERSION === "string" ? BUILT_VERSION : manifest.version;

/**
 * VERSION with its commit also from source: `2.0.0-dev.20261129031447+abc1234`, which sorts by the time of the commit. That
 * of a release has none, and so has source outside of a clone.
 */
export function findVersion(): string {
  if (typeof BUILT_VERSION === "string" || !VERSION.includes("-")) return VERSION;
  const root = dirname(import.meta.dirname);
  // A clone that this folder only lies in has other commits, so none is looked for above.
  const words = [`--git-dir=${join(root, ".git")}`, "log", "-1", "--format=%ct %h", "--abbrev=7"];
  const { status, stdout } = spawnSync("git", words, { encoding: "utf8" });
  if (status !== 0) return VERSION;
  const [seconds, hash] = stdout.trim().split(" ");
  const time = new Date(Number(seconds) * 1000).toISOString().replaceAll(/\D/g, "").slice(0, 14);
  return `${VERSION}.${time}+${hash}`;
}
