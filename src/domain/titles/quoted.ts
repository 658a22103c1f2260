/** A title in quotes for text without markup. Its direction ends at POP DIRECTIONAL ISOLATE. */
export const quotedText = (title: string): string =>
  RIGHT_TO_LEFT.test(title) ? `“\u2068${title}\u2069”` : `“${title}”`;

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f\u202a-\u202e\u2066-\u2069]/u;
