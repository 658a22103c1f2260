// The search page and the suggestions of the search box.
export { searchPages } from "./search.ts";
