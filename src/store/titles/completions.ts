import { createLru } from "../../lru.ts";
import { type Db, prepareText } from "../database/index.ts";
import type { SearchTerms } from "./search-text.ts";

/** Beginnings of words up to this length have lists of their own; see 004_search.sql. */
const LONGEST_LISTED = 4;
/** A beginning that more words have is left to the full-text index, which reads all their hits before it gives the first. */
const MOST_ENDINGS = 24;
/** To look for what follows a common word, the full-text index walks through all of that word's hits. */
const MOST_REMEMBERED = 2000;

/**
 * Finds which words of the titles an unfinished last word may be. Asked for by name they cost no more than any others;
 * it finds the same. The caller holds the transaction.
 */
export function openCompletions(db: Db, noun: "market" | "event"): (terms: SearchTerms) => SearchTerms {
  db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${noun}_words USING fts5vocab (main, ${noun}_titles, instance)`);
  const next = prepareText(db, `SELECT term FROM temp.${noun}_words WHERE term BETWEEN @from AND @to LIMIT 1`).pluck();
  const readState = openState(db, noun);
  const known = createLru<string, readonly string[]>(MOST_REMEMBERED);
  let since: string | undefined;

  return ({ wanted, excluded }) => {
    const last = wanted.at(-1);
    const beginning = last?.words.at(-1) ?? "";
    if (last?.isPrefix !== true || [...beginning].length <= LONGEST_LISTED) return { wanted, excluded };
    const endings = recall(beginning);
    if (endings.length > MOST_ENDINGS) return { wanted, excluded };
    return { wanted: [...wanted.slice(0, -1), { ...last, endings }], excluded };
  };

  /** Words come only with titles that are written. */
  function recall(beginning: string): readonly string[] {
    const state = readState();
    if (state !== since) known.clear();
    since = state;
    const recalled = known.get(beginning);
    if (recalled !== undefined) return recalled;
    const endings = listFrom(beginning);
    known.set(beginning, endings);
    return endings;
  }

  /**
   * Each is looked up after the one before, so that none of their hits is read. The beginning itself is among them although
   * it may be no word of any title: to ask whether it is would take as long as all else here mostly does.
   */
  function listFrom(beginning: string): string[] {
    const words = [beginning];
    const to = `${beginning}\u{10FFFF}`;
    while (words.length <= MOST_ENDINGS) {
      const word = next.get({ from: `${words.at(-1)}\u0001`, to }) as string | undefined;
      if (word === undefined) break;
      words.push(word);
    }
    return words;
  }
}

/** FTS5 keeps in this row of which parts its index consists; each title that is written makes another of it. */
const STRUCTURE_ROW = 10;

function openState(db: Db, noun: "market" | "event"): () => string {
  const structure = prepareText(db, `SELECT hex(block) FROM ${noun}_titles_data WHERE id = ${STRUCTURE_ROW}`).pluck();
  return () => String(structure.get());
}
