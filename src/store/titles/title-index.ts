import { crc32 } from "node:zlib";
import { type Db, prepare, prepareText } from "../database/db.ts";
import { toWords } from "./words.ts";

/**
 * Finds titles that have just these words; rarely also one with other words. Private-use characters cannot be typed: they
 * are no part of a word.
 */
export const exactTag = (words: readonly string[]): string => `\u{E001}${crc32(words.join(" ")).toString(36)}`;

// The writer's side of the full-text index. The caller holds the transaction.

/** Indexes a title that is new or has other words than before. */
export function putTitle(db: Db, noun: "Market" | "Event", key: number, title: string): void {
  const words = toWords(title);
  prepare(db, "search", `put${noun}Title`).run(key, [...words, exactTag(words)].join(" "));
}

/**
 * Runs one FTS5 merge step of about `pages` pages; false when nothing is left to merge. `isFirst` starts a merge of all
 * segments into one, which later steps go on with.
 */
export function mergeSomeTitles(db: Db, noun: "Market" | "Event", pages: number, isFirst: boolean): boolean {
  const changes = prepareText(db, "SELECT total_changes()").pluck();
  const before = Number(changes.get());
  prepare(db, "search", `merge${noun}Titles`).run(isFirst ? -pages : pages);
  // FTS5 counts the statement itself as one change.
  return Number(changes.get()) - before > 1;
}
