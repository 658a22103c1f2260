// Full-text search over titles.
export { hasTerms } from "./match.ts";
export { type BestTitles, MAX_COUNTED, openTitleSearch, type TitleSearch } from "./search.ts";
export { otherNumberOf, parseTerms, type SearchTerms, toWords } from "./terms.ts";
export { openTitleIndex, type PlacedTitle, type TitleIndex } from "./title-index.ts";
