// Reasons of a pair as sentences for people: what differs, and the words that the titles have.
export { listDifferences, toDifferences, toSpokenDates, toVetoText } from "./differences.ts";
export { type ReasonSide, toReadable } from "./readable.ts";
