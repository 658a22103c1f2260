import { existsSync, readdirSync, readFileSync } from "node:fs";
import { getAsset, getAssetKeys, isSea } from "node:sea";

/** Folders whose files, other than code, travel inside the executable. */
export const EMBEDDED_FOLDERS = ["sql", "src/web", "test/examples"] as const;

/** Files of other packages that do too: the library that draws charts, built for browsers. */
export const EMBEDDED_FILES = [
  "node_modules/uplot/dist/uPlot.iife.min.js",
  "node_modules/uplot/dist/uPlot.min.css",
] as const;

/** Everything that travels inside the executable, by its path from the project root. */
export const listAllEmbedded = (): string[] => [...EMBEDDED_FOLDERS.flatMap(listEmbedded), ...EMBEDDED_FILES];

/** The text of a file, named by its path from the project root: from disk, or from inside the executable. */
export function readEmbedded(path: string): string {
  return isSea() ? getAsset(path, "utf8") : readFileSync(onDisk(path), "utf8");
}

/** The paths of all files in a folder and below, ready for `readEmbedded`, in code unit order; none for an unknown one. */
export function listEmbedded(folder: string): string[] {
  const paths = isSea() ? getAssetKeys() : filesOnDisk(folder);
  return paths.filter((path) => path.startsWith(`${folder}/`)).sort();
}

function filesOnDisk(folder: string): string[] {
  const directory = onDisk(`${folder}/`);
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesOnDisk(path);
    return path.endsWith(".ts") ? [] : [path];
  });
}

function onDisk(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}
