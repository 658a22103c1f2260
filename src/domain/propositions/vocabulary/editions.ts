/** Numbered events: a pattern of the name, and the year before the first edition. */
export const EDITIONS: readonly (readonly [string, number])[] = [
  ["super ?bowl", 1966],
  ["(?:academy awards?|oscars?)", 1928],
  ["(?:primetime )?emm(?:y|ys|ies)(?: awards?)?", 1948],
  ["(?:annual )?gramm(?:y|ys|ies)(?: awards?)?", 1958],
  ["golden globes?(?: awards?)?", 1943],
  ["tony(?:s| awards?)", 1947],
  ["(?:bafta|british academy film)s?(?: awards?)?", 1947],
  ["wrestlemania", 1984],
];
