// Control characters, noncharacters, and marks that turn the direction of what follows.
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them.
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]+/g;

/** Text without what XML forbids or a reader cannot see: https://www.w3.org/TR/xml/#charsets. It still needs escaping. */
export const toXmlText = (text: string): string =>
  text.toWellFormed().replaceAll(UNWANTED, " ").replaceAll(/\s+/g, " ").trim();
