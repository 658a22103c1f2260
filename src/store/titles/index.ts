// Full-text search over titles.
export { openCompletions } from "./completions.ts";
export { openTextReader, type TextFilter, toTextFilter } from "./list-text.ts";
export { parseTerms, type SearchTerms, toExpression, toWords } from "./search-text.ts";
export { exactTag, openTitleIndex, type PlacedTitle, rowidsOf, type TitleIndex } from "./title-index.ts";
export { type Candidate, rankCandidates } from "./title-match.ts";
export { openTitleSearch } from "./title-search.ts";
