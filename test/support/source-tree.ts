import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Paths from the root of the project, with slashes on every system. */
export const pathsOf = (...patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: ROOT })
    .map((path) => path.replaceAll("\\", "/"))
    .sort();

export const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Names a file imports, those of types and those imported late included. */
export const importsOf = (path: string): string[] =>
  [...textOf(path).matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm)].map(
    ([, from, bare, late]) => from ?? bare ?? late ?? "",
  );

/** Files of the project that a file imports. */
export const targetsOf = (path: string): string[] =>
  importsOf(path)
    .filter((name) => name.startsWith("."))
    .map((name) => relative(ROOT, join(ROOT, dirname(path), name)).replaceAll("\\", "/"));
