import { listAllEmbedded, readEmbedded } from "../../../src/embedded.ts";

/** Every embedded text by its path. */
export function readTexts(): Record<string, string> {
  const paths = listAllEmbedded();
  return Object.fromEntries(paths.map((path) => [path, readEmbedded(path)]));
}
