import type { AppError } from "../../errors.ts";
import type { Headers } from "../../http/headers.ts";
import type { Document } from "../../http/route.ts";
import { percent, span } from "../page/figures.ts";
import { html } from "../page/html.ts";
import type { Subject } from "./subject.ts";

const HEIGHT = 20;
const FONT_SIZE = 11;
const PADDING = 6;
/** Colours with white text on them, of a contrast above 4.5. */
const COLOURS = { label: "#4b5258", open: "#1b5e8c", ended: "#5f676d", problem: "#a3261c" } as const;

interface Badge {
  readonly label: string;
  readonly message: string;
  readonly colour: keyof typeof COLOURS;
  /** What a reader who does not see it is told. */
  readonly title: string;
}

/** A badge: "Will the Fed cut rates? | 61%", grey with its age where that is no present price. `label` replaces the question. */
export function toBadge(subject: Subject, label: string | undefined, headers: Headers): Document {
  const message = messageOf(subject);
  const shown = toXmlText(label ?? "") || shorten(toXmlText(subject.title));
  const title = `${subject.title} – ${message}`;
  return drawBadge(
    { label: shown, message, colour: subject.isOpen && !subject.age.isStale ? "open" : "ended", title },
    200,
    headers,
  );
}

/** What stands in the place of a badge, for how long `headers` say. */
export function toBadgeError({ status, headers }: AppError, caching: Headers): Document {
  if (status === 429) return toProblem("too many requests", status, headers);
  // A wrong address names nothing.
  return status >= 500 ? toProblem("not available", status, headers) : toProblem("not found", 404, caching);
}

const toProblem = (message: string, status: number, headers: Headers): Document =>
  drawBadge({ label: "Toteboard", message, colour: "problem", title: message }, status, headers);

/** A badge stands in a line of text. */
const MAX_LABEL_LENGTH = 48;

function shorten(title: string): string {
  const characters = [...title];
  if (characters.length <= MAX_LABEL_LENGTH) return title;
  return `${characters
    .slice(0, MAX_LABEL_LENGTH - 1)
    .join("")
    .replace(/\s+\S*$/, "")}…`;
}

function messageOf({ price, age, ending }: Subject): string {
  if (ending !== undefined) return ending;
  if (price === null) return "no price";
  if (!age.isStale) return percent(price);
  return `${percent(price)} · ${age.ageMs === undefined ? "" : `${span(age.ageMs)} `}old`;
}

function drawBadge({ label, message, colour, title }: Badge, status: number, headers: Headers): Document {
  const [left, right] = [label, message].map((text) => Math.ceil(estimateWidth(text, FONT_SIZE)));
  const [labelWidth, messageWidth] = [(left ?? 0) + 2 * PADDING, (right ?? 0) + 2 * PADDING];
  const width = labelWidth + messageWidth;
  const name = toXmlText(title);
  const { text } =
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" \
aria-label="${name}"><title>${name}</title>
<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${labelWidth}" height="${HEIGHT}" fill="${COLOURS.label}"/>\
<rect x="${labelWidth}" width="${messageWidth}" height="${HEIGHT}" fill="${COLOURS[colour]}"/></g>
<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="${FONT_SIZE}" text-anchor="middle">\
<text x="${labelWidth / 2}" y="14">${label}</text><text x="${labelWidth + messageWidth / 2}" y="14">${message}</text></g>
</svg>
`;
  return { text, type: "image/svg+xml", status, headers };
}

// Control characters, noncharacters, and marks that turn the direction of what follows.
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them.
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]+/g;

/** Text without what XML forbids or a reader cannot see: https://www.w3.org/TR/xml/#charsets. It still needs escaping. */
const toXmlText = (text: string): string =>
  text.toWellFormed().replaceAll(UNWANTED, " ").replaceAll(/\s+/g, " ").trim();

/** Widths in ems by character, wider than those of DejaVu Sans and Verdana in bold; of others, `OTHER`. */
const WIDTHS: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[ijl|!.,:;'’‘·I]/, 0.36],
  [/[frt()[\]{}/\\" “”*-]/, 0.46],
  [/[mwMW@%—…]/, 1],
  [/[A-Z&0-9$¢€£+=<>~#?]/, 0.75],
  [/[a-z_]/, 0.66],
];
const OTHER = 0.8;
/** Of scripts whose characters are square, and of emoji. */
const SQUARE =
  /[\u1100-\u11ff\u2600-\u27bf\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|[\u{1f000}-\u{3ffff}]/u;
const WIDE = 1.3;

/** An estimate that is rarely less than the width, in pixels. */
function estimateWidth(text: string, fontSize: number): number {
  let ems = 0;
  for (const character of text) ems += widthOf(character);
  return ems * fontSize;
}

function widthOf(character: string): number {
  if (SQUARE.test(character)) return character.codePointAt(0) === undefined || character > "\u{1f000}" ? WIDE : 1;
  if (/\p{M}|\u200d|\ufe0f/u.test(character)) return 0;
  return WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? OTHER;
}
