/**
 * The vocabulary of titles and tags of one category: words and phrases, comma apart, by the weight of their vote. They are
 * written without accents and apostrophes, and without a plural or possessive s; "&" between letters is dropped and other
 * signs are spaces: "S&P's" is "sp".
 */
export interface CategoryWords {
  /** Decides the category, whatever else the title names. */
  readonly certain?: string;
  /** Names the subject. */
  readonly strong?: string;
  readonly usual?: string;
  /** Counts only where the category has no other vote. */
  readonly weak?: string;
  /** An everyday word: it takes two. */
  readonly faint?: string;
}
