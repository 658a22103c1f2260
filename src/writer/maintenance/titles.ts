import type { Run } from "../../store/runs.ts";
import type { Writing } from "../transactions/index.ts";

const STEP_TITLES = 200;
/** Some milliseconds; a few times in a million titles 30. */
const STEP_PAGES = 64;

/** Ranks the titles that an older version of the database left unranked; nothing to do in any other. */
export async function rankTitles(writing: Writing): Promise<void> {
  const { markets, events } = writing.catalogue.titles;
  while (await writing.step(() => markets.rankSome(STEP_TITLES)));
  while (await writing.step(() => events.rankSome(STEP_TITLES)));
}

/**
 * Merges the segments of the full-text indexes into one each: passes leave ever more behind, and a search looks into all
 * of them. A merge that is cut short starts again with the next call.
 */
export async function mergeTitles(writing: Writing): Promise<void> {
  const { markets, events } = writing.catalogue.titles;
  for (const titles of [markets, events]) {
    for (let isFirst = true; await writing.part(() => titles.mergeSome(STEP_PAGES, isFirst)); isFirst = false);
  }
}

/** So many new titles are several large segments. */
const MANY_TITLES = 20_000;

/** Merges the indexes as soon as passes have added many titles, as the first ones do: each day's merge may be hours away. */
export function createMerging(writing: Writing, many = MANY_TITLES) {
  let added = 0;
  return {
    note({ inserted }: Pick<Run, "inserted">): void {
      added += inserted;
    },
    async mergeDue(): Promise<void> {
      if (added < many) return;
      added = 0;
      await mergeTitles(writing);
    },
  };
}
