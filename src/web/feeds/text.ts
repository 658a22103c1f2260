/**
 * Text of platforms for feed readers, on one line. Left out is what XML 1.0 forbids (section 2.2), other control
 * characters, and marks that turn the direction of the text after them: they would reach beyond the title.
 */
export const toPlainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/g, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();

/** A title and what is said of it: "Rain: profit 2¢", but "Will it rain? Profit 2¢". */
export const withFigure = (title: string, figure: string): string =>
  /[?!.…]$/.test(title) ? `${title} ${figure.replace(/^./, (first) => first.toUpperCase())}` : `${title}: ${figure}`;

/** The address of a platform's page; undefined for one that is no address of the web. */
export function toWebUrl(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url).href;
}
