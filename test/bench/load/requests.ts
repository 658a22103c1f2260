import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mix } from "../../../src/demo/chance.ts";
import { LARGE_PLATFORMS } from "../data/catalogue.ts";
import { drawOne, drawWord, VOCABULARY } from "../data/words.ts";

const CATEGORIES = ["politics", "sports", "crypto", "economics", "climate", "science", "world", "culture"] as const;
const SORTS = ["volume", "volume", "price", "updated", "volume_24h", "closing"] as const;
const SIZES = ["20", "50", "50", "100"] as const;
const STATUSES = ["open", "open", "open", "all"] as const;

/**
 * `count` different requests for a list of markets, drawn from a fixed seed: six of eight are filters, orders and
 * pages, one has a lowest volume, one has words.
 */
export function coldPaths(count: number): string[] {
  const paths = new Set<string>();
  for (let key = 1; paths.size < count; key++) {
    const query = new URLSearchParams({ page_size: drawOne(SIZES, key, 1) });
    if (mix(key, 2) % 3 > 0) query.set("platform", drawOne(LARGE_PLATFORMS, key, 3));
    if (mix(key, 4) % 2 > 0) query.set("category", drawOne(CATEGORIES, key, 5));
    query.set("status", drawOne(STATUSES, key, 6));
    query.set("sort", drawOne(SORTS, key, 7));
    query.set("order", drawOne(["asc", "desc", "desc"], key, 8));
    // Callers look at first pages more often than at later ones.
    query.set("page", String(Math.floor(41 ** (mix(key, 9) / 2 ** 32))));
    const kind = mix(key, 10) % 8;
    if (kind === 0) query.set("min_volume", String(mix(key, 11) % 100_000));
    if (kind === 1) query.set("q", `${drawWord(key, 12)} ${drawWord(key, 13)}`);
    paths.add(`/api/v1/markets?${query}`);
  }
  return [...paths];
}

/** Names and figures that titles also write otherwise. */
const OTHERWISE = [
  "btc",
  "btc 100k",
  "fed december",
  "fomc dec",
  "usa election",
  "s&p",
  "eth 5k",
  "bitcoin dec 12",
  "gop house",
];
const TYPING_ERRORS = 40;

/** Words without one of their letters. */
function misspelt(): string[] {
  const words = VOCABULARY.filter((word) => /^[a-z]{6,}$/.test(word)).slice(0, TYPING_ERRORS);
  return words.map((word, key) => {
    const at = 1 + (mix(key, 40) % (word.length - 2));
    return word.slice(0, at) + word.slice(at + 1);
  });
}

/**
 * What people search for: the commonest words, other names, typing errors, beginnings of two letters, and words by how often
 * they are used.
 */
export function searchPaths(count: number): string[] {
  const commonest = VOCABULARY.slice(0, 20);
  const beginnings = [...new Set(VOCABULARY.filter((word) => word.length > 2).map((word) => word.slice(0, 2)))];
  const terms = new Set([
    ...commonest.filter((word) => word.length > 1),
    ...OTHERWISE,
    ...misspelt(),
    ...beginnings.slice(0, 80),
  ]);
  for (let key = 1; terms.size < count; key++) {
    const words = Array.from({ length: 1 + (mix(key, 1) % 3) }, (_, place) => drawWord(key, 20 + place));
    const text = words.join(" ");
    if (text.length > 1) terms.add(text);
  }
  return [...terms].map((term) => `/api/v1/search?q=${encodeURIComponent(term)}`);
}

/** Writes paths where the load generator reads them; gives the file. */
export function keepPaths(folder: string, name: string, paths: readonly string[]): string {
  const file = join(folder, `${name}.txt`);
  writeFileSync(file, `${paths.join("\n")}\n`);
  return file;
}
