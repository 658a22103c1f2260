// Words: plain text, stems, names and the facets that the vocabulary gives them.
export {
  alwaysTraded,
  citiesOf,
  countries,
  discriminators,
  givenNames,
  hasNickname,
  impliesUs,
  isCity,
  isSameGivenName,
  isSynonym,
  isTeamOf,
  negations,
  offices,
  parties,
  rewrites,
  stateCodes,
  stateNames,
  stopWords,
  transitives,
  usFigures,
  weakWords,
} from "./lexicon.ts";
export { findName, initialsOf, isSpeltAlike } from "./names.ts";
export { toPlainText, toStem, toWords } from "./text.ts";
export { facetsOf } from "./word-facets.ts";
