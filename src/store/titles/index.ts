// Full-text search over titles.
export { type BestTitles, MAX_COUNTED, openTitleSearch, type TitleSearch } from "./search.ts";
export { openTitleIndex, type PlacedTitle, type TitleIndex } from "./title-index.ts";
