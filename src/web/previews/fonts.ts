import type { EmbeddedBinary } from "../../embedded.ts";

/** The families of pictures. Each has its own alphabets. */
export const FONT_FILES = {
  Inter: ["node_modules/inter-ui/web/Inter-Regular.woff2", "node_modules/inter-ui/web/Inter-Bold.woff2"],
  "DejaVu Sans": ["node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf"],
  "Noto Sans SC": ["node_modules/@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff2"],
  "Noto Emoji": ["node_modules/@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff2"],
} as const satisfies Readonly<Record<string, readonly EmbeddedBinary[]>>;

export type FontFamily = keyof typeof FONT_FILES;

/** By the first character of what a reader sees as one. The first family that fits is taken. */
const FAMILIES: readonly (readonly [characters: RegExp, family: FontFamily])[] = [
  [/^[\p{Emoji_Presentation}\u{1f000}-\u{1faff}]/u, "Noto Emoji"],
  [
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
    "Noto Sans SC",
  ],
  [/^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}\u2190-\u2bff]/u, "DejaVu Sans"],
  [/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u, "Inter"],
];

/** The family that has a character; undefined where none has. */
export const familyOf = (grapheme: string): FontFamily | undefined =>
  FAMILIES.find(([characters]) => characters.test(grapheme))?.[1];
