import { stemmer } from "stemmer";
import { CAPITALS, UNSTEMMED } from "../vocabulary/index.ts";

/** A title in plain lower-case ASCII: no accents, initials joined, one kind of dash and quote. */
export function toPlainText(title: string): string {
  const cut = spellOut(title.slice(0, MAX_TITLE_CHARACTERS));
  let plain = IS_ASCII.test(cut) ? cut.toLowerCase() : foldLetters(cut);
  if (plain.includes(".")) plain = plain.replace(INITIALS, (letters) => `${letters.replace(/[.\s]/g, "")} `);
  for (const [sign, pattern, meaning] of SPELLINGS) {
    if (plain.includes(sign)) plain = plain.replace(pattern, meaning);
  }
  plain = plain.replace(SPELT, (word) => DIGITS.get(word) ?? word);
  if (plain.includes("quarter of")) {
    plain = plain.replace(QUARTER_OF, (_, nth: string) => `q${QUARTERS.indexOf(nth) + 1} `);
  }
  return plain.trim();
}

/** A sign that must be there, the pattern to replace, and its replacement. */
const SPELLINGS: readonly (readonly [string, RegExp, string])[] = [
  ["`", /`/g, "'"],
  [",", /(?<=\d),(?=\d{3}(?!\d))/g, ""],
  ["'", /'s\b/g, ""],
  ["'", /n't\b/g, "nt"],
  [".", /\bm(?=\d\.\d)/g, "magnitude "],
  ["noon", /\bnoon\b/g, "12pm"],
  ["midnight", /\bmidnight\b/g, "12am"],
  ["\n", /\s+/g, " "],
  ["\t", /\s+/g, " "],
  ["\u00a0", /\s+/g, " "],
  ["  ", /\s{2,}/g, " "],
];
const INITIALS = /\b[a-z]\.(?:\s?[a-z]\.)+/g;
const QUARTER_OF = /\b(?:the )?(first|second|third|fourth) quarter of (?=20\d\d)/g;

/** Replaces short forms in capitals by words, unless the whole text is in capitals. */
const spellOut = (title: string): string =>
  HAS_CAPITALS.test(title) && /[a-z]/.test(title)
    ? title.replace(SHORT_FORMS, (form) => capitals.get(form) ?? form)
    : title;

const capitals: ReadonlyMap<string, string> = new Map(
  CAPITALS.split(";").map((row) => {
    const [form = "", ...words] = row.trim().split(/\s+/);
    return [form, words.join(" ")] as const;
  }),
);
const HAS_CAPITALS = /[A-Z]{2}/;
/** A state's code before a district or a seat is no city. */
const SHORT_FORMS = new RegExp(`\\b(?:${[...capitals.keys()].join("|")})\\b(?!-\\d| \\d| (?:Senate|House|Gov))`, "g");

/** Replaces letters and signs by the nearest ones in ASCII. */
const foldLetters = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[‐-―−]/g, "-")
    .replace(/ß/g, "ss")
    .replace(/ø/g, "o")
    .replace(/ł/g, "l")
    .replace(/ı/g, "i")
    .replace(/æ/g, "ae")
    .replace(/↑|⬆/g, " above ")
    .replace(/↓|⬇/g, " below ")
    .replace(/≥/g, ">=")
    .replace(/≤/g, "<=");

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const IS_ASCII = /^[\x00-\x7f]*$/;

const QUARTERS = ["first", "second", "third", "fourth"];

/** Figures in letters or Roman numerals, without those that are also names ("XI", "IV"). */
const DIGITS: ReadonlyMap<string, string> = new Map(
  "two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, index) => [word, String(index + 2)] as const)
    .concat([
      ["vi", "6"],
      ["vii", "7"],
      ["viii", "8"],
      ["ix", "9"],
      ["lviii", "58"],
      ["lix", "59"],
      ["lx", "60"],
      ["lxi", "61"],
      ["lxii", "62"],
      ["lxiii", "63"],
    ]),
);
const SPELT = new RegExp(`\\b(?:${[...DIGITS.keys()].join("|")})\\b(?!-)`, "g");

/** The words of a plain text. */
export const toWords = (plain: string): string[] => plain.match(/[a-z0-9&]+/g) ?? [];

/** The stem of a word: equal for all its forms that questions use. */
export function toStem(word: string): string {
  const cached = stems.get(word);
  if (cached !== undefined) return cached;
  const stem = cutEnding(word);
  if (stems.size >= MAX_STEMS) stems.clear();
  stems.set(word, stem);
  return stem;
}

const unstemmed: ReadonlySet<string> = new Set(UNSTEMMED.split(/\s+/));
const stems = new Map<string, string>();
const MAX_STEMS = 50_000;

/** Longer than any title; the rest is not read. */
const MAX_TITLE_CHARACTERS = 400;

function cutEnding(word: string): string {
  return word.length < 4 || /\d/.test(word) || unstemmed.has(word) ? word : stemmer(word);
}
