/** Scripts written without spaces between words; unicode61 would take a whole run of them for one word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** A title as it is indexed: characters of unspaced scripts stand alone, so that any run of them can be found. */
export const toSearchText = (title: string): string => title.replace(UNSPACED, " $& ");

/**
 * What a person typed as an FTS5 expression that matches titles with all its words, the last one also as the
 * beginning of a word. Undefined when there is nothing to look for. Every word is quoted, so nothing that is typed can
 * be read as syntax.
 */
export function toMatchExpression(text: string): string | undefined {
  const words = text.normalize("NFC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length === 0) return undefined;
  return words
    .map((word) => `"${toSearchText(word).trim().replace(/\s+/g, " ")}"`)
    .join(" ")
    .concat("*");
}
