import { estimateWidth } from "../embeds/text-width.ts";
import { toXmlText } from "../embeds/xml-text.ts";
import { type Html, html } from "../page/html.ts";
import { type FontFamily, familyOf } from "./fonts.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const words = new Intl.Segmenter("en", { granularity: "word" });

const ELLIPSIS = "…";
/** Longer titles are cut before they are measured: no picture shows as much. */
const MAX_LENGTH = 240;

/** Text as a picture can show it: letters that no font has become an ellipsis. */
export function toShown(text: string): string {
  let shown = "";
  const plain = toXmlText(text.slice(0, MAX_LENGTH)).replaceAll(FLAG_LETTER, toLetter).replaceAll(EMOJI_JOINTS, "");
  for (const { segment } of graphemes.segment(plain)) {
    const next = familyOf(segment) === undefined ? ELLIPSIS : segment;
    if (next !== ELLIPSIS || !shown.endsWith(ELLIPSIS)) shown += next;
  }
  return shown;
}

/** Flags are letters of countries, and only some fonts draw them together. */
const FLAG_LETTER = /\p{Regional_Indicator}/gu;
const toLetter = (letter: string): string => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 0x41);

/** What makes one emoji of several, and colours its skin: a line with one is not drawn at all. */
const EMOJI_JOINTS = /[\u200d\ufe0e\ufe0f\u20e3]|\p{Emoji_Modifier}/gu;

interface Room {
  readonly width: number;
  readonly fontSize: number;
  readonly maxLines: number;
}

/** Breaks text that `toShown` gave into lines; what finds no room ends in an ellipsis. */
export function wrap(text: string, { width, fontSize, maxLines }: Room): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const part of breakable(text, width, fontSize)) {
    if (line !== "" && estimateWidth((line + part).trimEnd(), fontSize) > width) {
      if (lines.length === maxLines - 1) return [...lines, clamp(line + part, { width, fontSize })];
      lines.push(line.trimEnd());
      line = part.trimStart();
    } else line += part;
  }
  return line.trim() === "" ? lines : [...lines, line.trimEnd()];
}

/** Text in one line, with an ellipsis where it was cut. */
export function clamp(text: string, { width, fontSize }: Omit<Room, "maxLines">): string {
  if (estimateWidth(text, fontSize) <= width) return text;
  let line = "";
  for (const { segment } of graphemes.segment(text)) {
    if (estimateWidth(line + segment + ELLIPSIS, fontSize) > width) break;
    line += segment;
  }
  return line.trimEnd() + ELLIPSIS;
}

/** Parts that a line may end after; a word longer than a line is cut. */
function* breakable(text: string, width: number, fontSize: number): Iterable<string> {
  for (const word of joinMarks(text)) {
    if (estimateWidth(word, fontSize) <= width) yield word;
    else for (const { segment } of graphemes.segment(word)) yield segment;
  }
}

/** Words with the marks and the space after them: "2028?", "U.S. ". Scripts without spaces break between their words. */
function* joinMarks(text: string): Iterable<string> {
  let held = "";
  for (const { segment, isWordLike } of words.segment(text)) {
    const isBreak =
      /\s$/.test(held) ||
      (isWordLike === true && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(held));
    if (isBreak && held !== "" && !/^\s/.test(segment)) {
      yield held;
      held = "";
    }
    held += segment;
  }
  if (held !== "") yield held;
}

/** The spans of a line, each in a font that has its letters. */
export function toSpans(line: string, families: Set<FontFamily>): readonly Html[] {
  const runs: { family: FontFamily; text: string }[] = [];
  for (const { segment } of graphemes.segment(line)) {
    const last = runs.at(-1);
    // What reads from right to left stays together with its spaces.
    const isSpace = segment === " " && last?.family === "DejaVu Sans";
    const family = isSpace ? last.family : (familyOf(segment) ?? "Inter");
    if (last?.family === family) last.text += segment;
    else runs.push({ family, text: segment });
  }
  for (const { family } of runs) families.add(family);
  return runs.map(({ family, text }) => html`<tspan font-family="${family}">${text}</tspan>`);
}
