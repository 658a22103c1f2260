import { EMBEDDED_FOLDERS, listEmbedded, readEmbedded } from "../../src/embedded.ts";

/** Every embedded text by its path. */
export function readTexts(): Record<string, string> {
  const paths = EMBEDDED_FOLDERS.flatMap(listEmbedded);
  return Object.fromEntries(paths.map((path) => [path, readEmbedded(path)]));
}
