// The search page, what it finds, and the suggestions of the search box.
export { findHits } from "./results.ts";
export { readForm, searchPages, searchParameters, words } from "./search.ts";
