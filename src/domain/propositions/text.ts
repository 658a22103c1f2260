import { stemmer } from "stemmer";
import { readWords } from "../word-lists.ts";

/** A title in plain lower-case ASCII: no accents, initials joined, glued words apart, one form of each sign. */
export function toPlainText(title: string): string {
  const cut = spellOut(title.slice(0, MAX_TITLE_CHARACTERS));
  let plain = IS_ASCII.test(cut) ? cut.toLowerCase() : foldLetters(cut);
  if (plain.includes(".")) plain = plain.replace(INITIALS, (letters) => `${letters.replace(/[.\s]/g, "")} `);
  for (const [pattern, meaning] of SPELLINGS) plain = plain.replace(pattern, meaning);
  plain = plain.replace(SPELT, (word) => DIGITS.get(word) ?? word);
  if (plain.includes(" 20")) {
    plain = plain.replace(PART_OF, (_, nth: string, part: string) => `${part[0]}${ORDINALS.indexOf(nth) + 1} `);
  }
  return plain.trim();
}

const CURRENCY = "(?:usd|eur|gbp|jpy|chf|aud|cad|nzd|cny|inr|mxn|brl|krw)";
/** Two currencies: a rate is one word. */
const CURRENCY_PAIR = new RegExp(`\\b(${CURRENCY})[/-](${CURRENCY})\\b`, "g");
/** The word for what a currency costs in another. */
export const EXCHANGE_RATE = new RegExp(`\\b${CURRENCY}{2}\\b`);

export const MONTH_NAME =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])\\.?";

/** Patterns to replace, and their replacements. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d),(?=\d{3}(?!\d))/g, ""],
  [/'(?=2[3-9]\b|3\d\b)/g, " 20"],
  [/'s\b/g, ""],
  [/\bwon't\b/g, "will not"],
  [/(?<=[a-z])n't\b/g, " not"],
  // A span of time is no figure.
  [
    /\b(?:(?:in|over|for|during) the (?:past |last |previous )?)?(?:12|twelve)[- ]months?\b(?: (?:to|ending|ended|through)\b(?: in\b)?)?/g,
    "annual",
  ],
  [/\bm(?=\d\.\d)/g, "magnitude "],
  [CURRENCY_PAIR, "$1$2"],
  [/(?<=\d)"(?= of\b)/g, " inches"],
  [/(?:\bat )?\b11:59 ?pm(?: e[ds]?t)?\b/g, ""],
  [/\b(?:a|one) (?:dollar|buck)\b(?! (?:a|per)\b)/g, "$$1"],
  [/\bsaint\b/g, "st"],
  [/\bnoon\b/g, "12pm"],
  [/\bmidnight\b/g, "12am"],
  // Ranks, fiscal years, words that a figure follows, days.
  [/#(?=[2-9]|1\d)(\d{1,2})\b/g, "$1th"],
  [/\b(h[12]|q[1-4])?fy ?(?:20)?(?=[2-3]\d\b)/g, "fiscal $1 20"],
  [/\b([a-z]{3,})(?=\d{1,4}\b)/g, "$1 "],
  [new RegExp(`\\b(${MONTH_NAME} \\d{1,2})(?:st|nd|rd|th)\\b`, "g"), "$1"],
  [new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ?(?=${MONTH_NAME})`, "g"), "$1 "],
  [/\s+/g, " "],
];

const INITIALS = /\b[a-z]\.(?:\s?[a-z]\.)+/g;
const PART_OF = /\b(?:the )?(first|second|third|fourth)[- ](quarter|half) (?:of )?(?=20\d\d)/g;

/** Replaces Roman numerals in capitals, unless the whole text is in capitals. */
const spellOut = (title: string): string =>
  HAS_CAPITALS.test(title) && /[a-z]/.test(title) ? title.replace(ROMAN, (form) => String(toNumber(form))) : title;

/** Roman numerals from 2 to 89 after a word, without those that are also words ("XL", "LIV"). */
const ROMAN = /(?<=\w )(?!XL\b|LIV\b)(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})\b(?<=[IVXL]{2})/g;
const ROMAN_DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 };

const toNumber = (roman: string): number =>
  [...roman].reduce((total, letter, at) => {
    const [value, next] = [ROMAN_DIGITS[letter] ?? 0, ROMAN_DIGITS[roman[at + 1] ?? ""] ?? 0];
    return value < next ? total - value : total + value;
  }, 0);

const HAS_CAPITALS = /[A-Z]{2}/;
/** Replaces letters and signs by the nearest ones in ASCII. */
const foldLetters = (text: string): string =>
  text
    // Polymarket writes degrees with the sign of ordinals.
    .replace(/º/g, "°")
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[‐-―−]/g, "-")
    .replace(/[ßøłıæ↑⬆↓⬇≥≤]/g, (sign) => FOLDED[sign] ?? sign);

const FOLDED: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ø: "o", ł: "l", ı: "i", æ: "ae" },
  ...{ "↑": " above ", "⬆": " above ", "↓": " below ", "⬇": " below ", "≥": ">=", "≤": "<=" },
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
export const IS_ASCII = /^[\x00-\x7f]*$/;

const ORDINALS = ["first", "second", "third", "fourth"];

/** Figures in letters, and Roman numerals in lower case without those that are also names ("xi", "iv"). */
const DIGITS: ReadonlyMap<string, string> = new Map(
  "two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, index) => [word, String(index + 2)] as const)
    .concat(
      "ii iii vi vii viii ix xii xiii xiv xv xvi xvii lix lx lxi lxii lxiii"
        .split(" ")
        .map((form) => [form, String(toNumber(form.toUpperCase()))]),
    ),
);
const SPELT = new RegExp(`\\b(?:${[...DIGITS.keys()].join("|")})\\b(?!-)`, "g");

export const toWords = (plain: string): string[] => plain.match(/[a-z0-9&]+/g) ?? [];

/** The stem of a word: equal for all its forms in titles. */
export function toStem(word: string): string {
  const cached = stems.get(word);
  if (cached !== undefined) return cached;
  const stem = cutEnding(word);
  if (stems.size >= MAX_STEMS) stems.clear();
  stems.set(word, stem);
  return stem;
}

const unstemmed: ReadonlySet<string> = new Set(readWords("words", "unstemmed"));
const stems = new Map<string, string>();
const MAX_STEMS = 50_000;

/** Longer than any title; the rest is not read. */
const MAX_TITLE_CHARACTERS = 400;

function cutEnding(word: string): string {
  if (word.length < 4 || /\d/.test(word) || unstemmed.has(word)) return word;
  const stem = stemmer(word);
  // Words of three letters are their own stem, so that of "says" is "say".
  return stem.length < 3 || /^..i$/.test(stem) ? word.replace(/(?:s|ing)$/, "") : stem;
}

/** What comes before the sign of a row, and the phrases after it. */
export function splitRow(row: string): { name: string; sign: string; others: readonly string[] } {
  const [, name = "", sign = "", rest = ""] = /^([^:=]+)([:=]?)(.*)$/s.exec(row) ?? [];
  return { name: name.trim(), sign, others: rest === "" ? [] : rest.split(",").map((phrase) => phrase.trim()) };
}

/** The named groups of a match; missing ones are undefined. */
export type CaptureGroups = Readonly<Record<string, string | undefined>>;
