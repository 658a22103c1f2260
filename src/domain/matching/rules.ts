/** Increase it with every change of rules, vocabulary or reasons: all markets are then read and compared again. */
export const RULES_VERSION = 9;

/** The lowest score of a match. */
export const MIN_MATCH_SCORE = 0.6;
