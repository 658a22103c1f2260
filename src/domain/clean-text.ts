/**
 * Text as people see it: composed (NFC), without characters that control a terminal or the direction of writing, and
 * without those that nobody sees. A joiner stays where its script or an emoji needs it; line feeds and tabs stay.
 */
export const cleanText = (text: string): string =>
  IS_PLAIN.test(text) ? text : text.replace(UNSEEN, "").normalize("NFC");

const IS_PLAIN = /^[\n\t\x20-\x7e]*$/;

/** Zero-width joiner and non-joiner. */
const JOINERS = "\\u200c\\u200d";

/** Variation selectors choose a form of the character before them, as of an emoji. */
const INVISIBLE = `[[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}]--[\\n\\t${JOINERS}\\p{Variation_Selector}]]`;

/** Letters that are never joined by hand, and accents on them. */
const UNJOINED = "\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}\\u0300-\\u036f";

/** What a joiner may follow: letters and marks of scripts that join, and parts of an emoji. */
const JOINED = `[[\\p{L}\\p{M}]--[${UNJOINED}]]|[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]`;

const UNSEEN = new RegExp(`${INVISIBLE}|(?<!${JOINED})[${JOINERS}]`, "gv");
