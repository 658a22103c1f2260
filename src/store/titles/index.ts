// Full-text search over titles.
export { hasTerms } from "./match.ts";
export { type BestTitles, MAX_COUNTED, MAX_LISTED, openTitleSearch, type TitleSearch } from "./search.ts";
export { openSpelling, type Spelling } from "./spelling.ts";
export { parseTerms, type SearchTerm, type SearchTerms } from "./terms.ts";
export { openTitleIndex, type PlacedTitle, type TitleIndex } from "./title-index.ts";
export { otherNumberOf, toWords } from "./words.ts";
