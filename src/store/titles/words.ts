/** Scripts written without spaces between words, and Hangul, whose words take endings: any run of characters is found. */
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";

const SYMBOLS = "\\p{Extended_Pictographic}\\p{Regional_Indicator}";

/** A word, or one character of an unspaced script, or one symbol. */
const WORD = new RegExp(`[${UNSPACED}${SYMBOLS}]|[[\\p{L}\\p{N}]--[${UNSPACED}]]+`, "gv");
/** One character that is a word by itself. */
export const SINGLE = new RegExp(`^[${UNSPACED}${SYMBOLS}]$`, "v");

/** Marks on letters, and characters that nobody sees in a word; the Japanese marks make another letter, so they stay. */
const MARKS = /[[\p{M}\p{Cf}]--[\u3099\u309A]]/gv;

/**
 * The words of a text as they are indexed and compared: without case, marks on letters and the English genitive. The
 * full-text index gets nothing else, so that both always agree on what a word is.
 */
export function toWords(text: string): string[] {
  return fold(text).match(WORD) ?? [];
}

function fold(text: string): string {
  const lower = text.toLowerCase();
  const isPlain = /^[\x20-\x7E]*$/.test(lower);
  const folded = isPlain ? lower : lower.normalize("NFKD").replace(MARKS, "").normalize("NFC").toLowerCase();
  const cut = folded.replace(/['’]s(?![\p{L}\p{N}])/gu, "");
  return isPlain ? cut : cut.replaceAll("ß", "ss").replaceAll("ς", "σ");
}

/** The other form of an English word in singular or plural; undefined for what is neither. */
export function otherNumberOf(word: string): string | undefined {
  if (!/^[a-z]{3,}$/.test(word)) return undefined;
  if (!word.endsWith("s")) return `${word}s`;
  return word.endsWith("ss") ? undefined : word.slice(0, -1);
}
