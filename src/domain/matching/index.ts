// Decides whether two markets ask the same question: makes candidates, compares pairs, joins groups.

/** Increase it with every change of rules, vocabulary or reasons: all markets are then read and compared again. */
export const RULES_VERSION = 8;
