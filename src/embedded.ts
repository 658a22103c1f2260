import { existsSync, readdirSync, readFileSync } from "node:fs";
import { getAsset, getAssetKeys, getRawAsset, isSea } from "node:sea";
import { brotliDecompressSync } from "node:zlib";

/** Folders whose files, code aside, are assets of the executable. */
export const EMBEDDED_FOLDERS = ["sql", "src/web", "test/examples"] as const;

/** Files of other packages that are assets too: for browsers, what draws charts and what patches pages. */
export const EMBEDDED_FILES = [
  "node_modules/idiomorph/dist/idiomorph.min.js",
  "node_modules/uplot/dist/uPlot.iife.min.js",
  "node_modules/uplot/dist/uPlot.min.css",
] as const;

/** What draws pictures, with its fonts. They stay in the process. */
export const EMBEDDED_BINARIES = [
  "node_modules/@resvg/resvg-wasm/index_bg.wasm",
  "node_modules/inter-ui/web/Inter-Regular.woff2",
  "node_modules/inter-ui/web/Inter-Bold.woff2",
  "node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  "node_modules/@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff2",
  "node_modules/@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff2",
] as const;
export type EmbeddedBinary = (typeof EMBEDDED_BINARIES)[number];

/** Whether the executable holds it in brotli; a woff2 font is compressed as it is. */
export const isPacked = (path: EmbeddedBinary): boolean => !path.endsWith(".woff2");

/** All texts of the executable, as paths from the project root. */
export const listAllEmbedded = (): string[] => [...EMBEDDED_FOLDERS.flatMap(listEmbedded), ...EMBEDDED_FILES];

/** The text of a file, from disk or from inside the executable. `path` is from the project root. */
export function readEmbedded(path: string): string {
  return isSea() ? getAsset(path, "utf8") : readFileSync(onDisk(path), "utf8");
}

/** The bytes of a file, as `readEmbedded`. Takes 20 ms for a packed one. */
export function readEmbeddedBytes(path: EmbeddedBinary): Uint8Array {
  if (!isSea()) return readFileSync(onDisk(path));
  const bytes = new Uint8Array(getRawAsset(path));
  return isPacked(path) ? brotliDecompressSync(bytes) : bytes;
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

function onDisk(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}
