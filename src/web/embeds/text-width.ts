/** Widths in ems by character, wider than those of Inter, DejaVu Sans and Verdana in bold; of others, `OTHER`. */
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
export function estimateWidth(text: string, fontSize: number): number {
  let ems = 0;
  for (const character of text) ems += widthOf(character);
  return ems * fontSize;
}

function widthOf(character: string): number {
  if (SQUARE.test(character)) return character.codePointAt(0) === undefined || character > "\u{1f000}" ? WIDE : 1;
  if (/\p{M}|\u200d|\ufe0f/u.test(character)) return 0;
  return WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? OTHER;
}
