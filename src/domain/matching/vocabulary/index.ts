// The words that the rules of matching know, as plain data.
export { CAPITALS, COINS, COMPANIES } from "./companies.ts";
export { CULTURE } from "./culture.ts";
export { ECONOMY } from "./economy.ts";
export { EDITIONS } from "./editions.ts";
export {
  ALWAYS_TRADED,
  DISCRIMINATORS,
  NEGATIONS,
  OFFICES,
  PARTIES,
  REWRITES,
  SETTLES,
  TOUCHES,
  TRANSITIVES,
} from "./facets.ts";
export { NAMES_WITH_NUMBERS } from "./names-with-numbers.ts";
export { COMPLEMENTS, OPPOSITES } from "./opposites.ts";
export { GIVEN_NAMES, PEOPLE } from "./people.ts";
export { CITIES, COUNTRIES, STATES, US_FIGURES } from "./places.ts";
export { POLITICS } from "./politics.ts";
export { SPORTS } from "./sports.ts";
export { TEAMS } from "./teams.ts";
export { NICKNAMES, STOP_WORDS, SYNONYMS, WEAK_WORDS } from "./words.ts";
