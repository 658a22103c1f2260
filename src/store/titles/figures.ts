import { MONTH_CODES, MONTHS } from "../../clock.ts";

/** What one figure is written like in titles, as words: "100k", "100 000", "100000"; none for what is no large figure. */
export function figuresOf(text: string): string[] {
  const rate = BASIS_POINTS.exec(text)?.[1];
  if (rate !== undefined) return [`${rate}bps`, `${rate} bps`, `${rate}bp`, `${rate} bp`, `${rate} basis points`];
  const day = ORDINAL.exec(text)?.[1];
  if (day !== undefined) return [day];
  const date = ISO_DATE.exec(text)?.groups ?? MONTH_OF_YEAR.exec(text)?.groups;
  return date === undefined ? amountsOf(text) : datesOf(date);
}

/** Months as words, with their short names. */
export const MONTH_WORDS = MONTHS.map((name, index) => [
  ...new Set([name.toLowerCase(), MONTH_CODES[index] ?? "", ...(name === "September" ? ["sept"] : [])]),
]);

const BASIS_POINTS = /^(\d+) ?(?:bps?|basis points?)$/;
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th)$/;
const ISO_DATE = /^(?<year>20\d\d)-(?<month>0?[1-9]|1[0-2])(?:-(?<day>0?[1-9]|[12]\d|3[01]))?$/;
const MONTH_OF_YEAR = /^(?<month>0?[1-9]|1[0-2])\/(?<year>20\d\d)$/;

function datesOf({ year, month, day }: Readonly<Record<string, string | undefined>>): string[] {
  const names = MONTH_WORDS[Number(month) - 1] ?? [];
  const at = day === undefined ? "" : ` ${Number(day)}`;
  return names.flatMap((name) =>
    day === undefined ? [`${name} ${year}`] : [`${name}${at}`, `${Number(day)} ${name}`],
  );
}

/** "6" for "vi", as in names of games; not for single letters, which mostly mean something else. */
export function numeralOf(word: string): string | undefined {
  const at = NUMERALS.indexOf(word);
  if (at >= 0) return word.length > 1 ? String(at + 1) : undefined;
  const numeral = /^\d{1,2}$/.test(word) ? NUMERALS[Number(word) - 1] : undefined;
  return numeral !== undefined && numeral.length > 1 ? numeral : undefined;
}

/** Roman numerals from 1 to 69. */
const NUMERALS = ["", "x", "xx", "xxx", "xl", "l", "lx"]
  .flatMap((tens) => ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"].map((ones) => tens + ones))
  .slice(1);

const AMOUNT =
  /^[$€£]?(?<digits>\d{1,3}(?:,\d{3})+|\d{1,15})(?<part>\.\d{1,3})? ?(?<scale>k|m|mn|b|bn|t|tn|thousand|million|billion|trillion)?$/;

/** Scales with how titles write them, after a space or not. */
const SCALES = [
  [1e3, ["k", " thousand"]],
  [1e6, ["m", " million"]],
  [1e9, ["b", "bn", " billion"]],
  [1e12, ["t", " trillion"]],
] as const;
const FIRST_LETTERS = "kmbt";

function amountsOf(text: string): string[] {
  const { digits = "", part = "", scale } = AMOUNT.exec(text)?.groups ?? {};
  // A year is written in one way only.
  if (digits === "" || (scale === undefined && /^(?:19|20)\d\d$/.test(digits))) return [];
  const unit =
    scale === undefined ? 1 : 1000 ** (FIRST_LETTERS.indexOf(scale === "thousand" ? "k" : (scale[0] ?? "")) + 1);
  const value = Math.round(Number(`${digits.replaceAll(",", "")}${part}`) * unit * 1000) / 1000;
  if (value < 1000 || !Number.isSafeInteger(value)) return [];
  return [
    String(value),
    value.toLocaleString("en-US").replaceAll(",", " "),
    ...SCALES.flatMap(([size, signs]) => (isShort(value / size) ? signs.map((sign) => `${value / size}${sign}`) : [])),
  ].map((form) => form.replace(".", " "));
}

/** Whether people write a figure with this count of thousands, millions … */
const isShort = (count: number): boolean => count >= 1 && count < 1000 && Number.isInteger(count * 100);
