import { setImmediate } from "node:timers/promises";
import { LONGEST_LIST } from "../domain/matching/index.ts";
import type { Writing } from "./writing.ts";

/** Lists of the index kept in memory while markets are compared, most of them of a few markets. */
const MOST_LISTS = 100_000;
const STEP_LISTS = 300;
const STEP_ROWS = 5000;

/** The index as of the last `clear`, each list read once. */
export function createLists({ matching: { propositions } }: Writing) {
  const lists = new Map<number, readonly number[]>();
  /** What is known once all has been read. */
  let all: { platforms: ReadonlyMap<number, string>; partnered: Set<number>; isKept: boolean } | undefined;

  const keep = (gram: number, list: readonly number[]): void => {
    if (lists.size >= MOST_LISTS) lists.clear();
    lists.set(gram, list);
  };
  return {
    /** Markets filed under a gram; none for one so common that it says little, or that is of one platform alone. */
    find(gram: number): readonly number[] {
      const known = lists.get(gram);
      if (known !== undefined) return known;
      if (all?.isKept === true) return [];
      const filed = propositions.listFiled(gram, LONGEST_LIST + 1);
      const list = filed.length > LONGEST_LIST ? [] : filed;
      keep(gram, list);
      return list;
    },

    /** Whether a market may share a list with one of another platform; false only when that is sure. */
    hasPartners: (marketKey: number): boolean => all?.partnered.has(marketKey) ?? true,

    /** Whether both are known to be of one platform. */
    isSamePlatform(one: number, other: number): boolean {
      const platform = all?.platforms.get(one);
      return platform !== undefined && platform === all?.platforms.get(other);
    },

    /** Reads the whole index, of which only lists with markets of several platforms are of use. */
    async readAll(): Promise<void> {
      const platforms = await readPlatforms(propositions);
      const partnered = new Set<number>();
      let useful = 0;
      for (let after = -1; ; await setImmediate()) {
        const rows = propositions.listShared(after, LONGEST_LIST, STEP_LISTS);
        for (const { gram, marketKeys } of rows) {
          const platform = platforms.get(marketKeys[0] ?? 0);
          if (marketKeys.every((key) => platforms.get(key) === platform)) continue;
          for (const key of marketKeys) partnered.add(key);
          useful++;
          if (useful <= MOST_LISTS) lists.set(gram, marketKeys);
        }
        after = rows.at(-1)?.gram ?? after;
        if (rows.length < STEP_LISTS) break;
      }
      all = { platforms, partnered, isKept: useful <= MOST_LISTS };
    },

    clear(): void {
      lists.clear();
      all = undefined;
    },
  };
}

async function readPlatforms({ listPlatforms }: Writing["matching"]["propositions"]): Promise<Map<number, string>> {
  const platforms = new Map<number, string>();
  /** One string for all markets of a platform. */
  const names = new Map<string, string>();
  for (let after = 0; ; await setImmediate()) {
    const rows = listPlatforms(after, STEP_ROWS);
    for (const { marketKey, platform } of rows) {
      if (!names.has(platform)) names.set(platform, platform);
      platforms.set(marketKey, names.get(platform) ?? platform);
    }
    after = rows.at(-1)?.marketKey ?? after;
    if (rows.length < STEP_ROWS) return platforms;
  }
}
