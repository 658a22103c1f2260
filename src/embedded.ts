import { existsSync, readdirSync, readFileSync } from "node:fs";
import { getAsset, getAssetKeys, isSea } from "node:sea";
import { IS_BUILT } from "./version.ts";

/** Folders whose files, code aside, are assets of the executable. */
const EMBEDDED_FOLDERS = ["sql", "src/web", "src/domain/data", "src/demo/data", "clients/examples"] as const;

/** Files of other packages that are assets too: what patches pages in browsers. */
export const EMBEDDED_FILES = ["node_modules/idiomorph/dist/idiomorph.min.js"] as const;

export const LICENSE_FILE = "LICENSE";

/** The licences of other software in the executable. */
export const THIRD_PARTY_ASSET = "THIRD-PARTY";

/** All assets of the executable that come from files of the project as they are, as paths from its root. */
export const listAllEmbedded = (): string[] => [
  ...EMBEDDED_FOLDERS.flatMap(listEmbedded),
  ...EMBEDDED_FILES,
  LICENSE_FILE,
];

/** The licences of other software in the program as it was built; undefined where it runs from its sources. */
export const readThirdParties = (): string | undefined => (IS_BUILT ? readEmbedded(THIRD_PARTY_ASSET) : undefined);

/** The text of a file, from disk or from inside the executable. `path` is from the project root. */
export function readEmbedded(path: string): string {
  return isSea() ? getAsset(path, "utf8") : readFileSync(onDisk(path), "utf8");
}

export function readEmbeddedBytes(path: string): Buffer {
  return isSea() ? Buffer.from(getAsset(path)) : readFileSync(onDisk(path));
}

/** The sorted paths of all files in a folder and below, for `readEmbedded`; empty for an unknown folder. */
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

/** Where npm publishes a file, from the root of what was built: it leaves out folders called `node_modules`. */
export const toPublishedPath = (path: string): string => path.replace(/^node_modules\//, "vendor/");

function onDisk(path: string): URL {
  return new URL(`../${IS_BUILT ? toPublishedPath(path) : path}`, import.meta.url);
}
