import { htmlEscape } from "escape-goat";

/** Markup that needs no escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[];

/** A template of markup. Escapes text, also in quoted attributes; keeps `Html` and lists of it; omits undefined, null and false. */
export const html = (strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(strings.map((text, index) => text + (index < parts.length ? toText(parts[index]) : "")).join(""));

function toText(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (part === false || part === null || part === undefined) return "";
  if (typeof part === "string" || typeof part === "number") return htmlEscape(String(part));
  return part.map(toText).join("");
}
