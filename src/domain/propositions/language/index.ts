// Words: plain text, stems, names and the facets that the vocabulary gives them.
export { capitalizedWords } from "./capitals.ts";
export {
  alwaysTraded,
  citiesOf,
  complements,
  countries,
  givenNames,
  isKnownName,
  isNameLike,
  isProperName,
  isRival,
  isSameGivenName,
  isSynonym,
  isTeamCity,
  isTeamOf,
  negations,
  offices,
  opposites,
  parties,
  rewrites,
  stateCodes,
  stateNames,
  stopWords,
  transitives,
  usFigures,
  weakWords,
} from "./lexicon.ts";
export { findName, findNamesakes, initialsOf, isSpeltAlike } from "./names.ts";
export { toPlainText, toStem, toWords } from "./text.ts";
export { facetsOf } from "./word-facets.ts";
