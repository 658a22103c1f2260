import type { Writing } from "./writing.ts";

const STEP_TITLES = 200;

/** Ranks the titles that an older version of the database left unranked; nothing to do in any other. */
export async function rankTitles(writing: Writing): Promise<void> {
  const { markets, events } = writing.catalogue.titles;
  while (await writing.step(() => markets.rankSome(STEP_TITLES)));
  while (await writing.step(() => events.rankSome(STEP_TITLES)));
}
