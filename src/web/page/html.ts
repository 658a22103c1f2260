import { htmlEscape } from "escape-goat";

/** Markup that may stand in a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Html | string | number | false | null | undefined | readonly Part[];

/** Markup with parts put in: text is escaped (also for a quoted attribute), markup and lists of it are not; what is absent is left out. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, index) => text + (index < parts.length ? toText(parts[index]) : "")).join(""));

function toText(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === false || part === null || part === undefined) return "";
  if (typeof part === "string" || typeof part === "number") return htmlEscape(String(part));
  return part.map(toText).join("");
}
