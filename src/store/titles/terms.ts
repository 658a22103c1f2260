/** Scripts written without spaces between words, and Hangul, whose words take endings: any run of characters is found. */
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";

const SYMBOLS = "\\p{Extended_Pictographic}\\p{Regional_Indicator}";

/** A word, or one character of an unspaced script, or one symbol. */
const WORD = new RegExp(`[${UNSPACED}${SYMBOLS}]|[[\\p{L}\\p{N}]--[${UNSPACED}]]+`, "gv");
const SINGLE = new RegExp(`^[${UNSPACED}${SYMBOLS}]$`, "v");

/** Marks on letters; the Japanese ones make another letter, so they stay. */
const MARKS = /[\p{M}--[\u3099\u309A]]/gv;

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

/** Words that are next to each other in a title. */
export interface SearchTerm {
  readonly words: readonly [string, ...string[]];
  /** Was in quotes: these very words. */
  readonly isQuoted: boolean;
  /** The last of its words may be the beginning of one. */
  readonly isPrefix: boolean;
}

/** What a person typed, parsed. */
export interface SearchTerms {
  /** All of them must be in a title. */
  readonly wanted: readonly SearchTerm[];
  /** None of them may be. */
  readonly excluded: readonly SearchTerm[];
}

/**
 * Reads words, "phrases" and -exclusions. The last wanted word may be unfinished. Nothing is an error: a quote that does
 * not end ends with the text, a minus sign before nothing is no sign.
 */
export function parseTerms(text: string): SearchTerms {
  const wanted: SearchTerm[] = [];
  const excluded: SearchTerm[] = [];
  for (const [, minus, phrase, plain] of text.replace(/[“”„«»]/g, '"').matchAll(/(?<!\S)(-?)"([^"]*)"?|([^\s"]+)/g)) {
    const isExcluded = minus === "-" || (plain?.startsWith("-") ?? false);
    const [first, ...rest] = toWords(phrase ?? plain ?? "");
    if (first === undefined) continue;
    const list = isExcluded ? excluded : wanted;
    const isRepeated = rest.length === 0 && list.some(({ words }) => words.length === 1 && words[0] === first);
    // Each word once costs less, and is enough.
    if (!isRepeated) list.push({ words: [first, ...rest], isQuoted: phrase !== undefined, isPrefix: false });
  }
  const last = wanted.pop();
  if (last === undefined) return { wanted, excluded };
  const isPrefix = !last.isQuoted && !SINGLE.test(last.words.at(-1) ?? "");
  return { wanted: [...wanted, { ...last, isPrefix }], excluded };
}

/** All wanted words, in order. */
export const wordsOf = ({ wanted }: SearchTerms): string[] => wanted.flatMap(({ words }) => words);

/** The same words as one phrase; undefined where they are one term already. */
export function toPhrase(terms: SearchTerms): SearchTerms | undefined {
  const [first, ...rest] = wordsOf(terms);
  if (first === undefined || terms.wanted.length === 1) return undefined;
  const isPrefix = terms.wanted.at(-1)?.isPrefix ?? false;
  return { wanted: [{ words: [first, ...rest], isQuoted: true, isPrefix }], excluded: terms.excluded };
}

/**
 * An FTS5 expression for titles with all wanted terms and no excluded one; undefined without a wanted term. Words hold
 * letters, digits and symbols alone and are quoted: none can be read as syntax.
 */
export function toExpression({ wanted, excluded }: SearchTerms): string | undefined {
  if (wanted.length === 0) return undefined;
  const all = wanted.map(toTermExpression).join(" AND ");
  return excluded.length === 0 ? all : `(${all}) NOT (${excluded.map(toTermExpression).join(" OR ")})`;
}

/** The other form of an English word in singular or plural; undefined for what is neither. */
export function otherNumberOf(word: string): string | undefined {
  if (!/^[a-z]{3,}$/.test(word)) return undefined;
  if (!word.endsWith("s")) return `${word}s`;
  return word.endsWith("ss") ? undefined : word.slice(0, -1);
}

function toTermExpression({ words, isQuoted, isPrefix }: SearchTerm): string {
  const phrase = `"${words.join(" ")}"${isPrefix ? "*" : ""}`;
  const other = words.length === 1 && !isQuoted ? otherNumberOf(words[0]) : undefined;
  return other === undefined || (isPrefix && other.startsWith(words[0])) ? phrase : `(${phrase} OR "${other}")`;
}
