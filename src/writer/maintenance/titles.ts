import type { Writing } from "../transactions/writing.ts";

/** A step takes some milliseconds; in a million titles a few take 30. */
const STEP_PAGES = 64;

/** Merges all segments of each full-text index into one. Passes add segments, and a search reads every one of them. */
export async function mergeTitles(writing: Writing): Promise<void> {
  const { markets, events } = writing.catalogue.titles;
  for (const titles of [markets, events]) {
    for (let isFirst = true; await writing.part(() => titles.mergeSome(STEP_PAGES, isFirst)); isFirst = false);
  }
}
