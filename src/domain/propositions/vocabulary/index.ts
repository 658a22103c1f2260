import { COINS, COMPANIES } from "./companies.ts";
import { CULTURE } from "./culture.ts";
import { ECONOMY } from "./economy.ts";
import { POLITICS } from "./politics.ts";
import { SPORTS } from "./sports.ts";

// The words that the rules of matching know, as plain data.
export { CAPITALS, COMPANIES } from "./companies.ts";
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
export {
  CLUB_WORDS,
  DRAWS,
  GAME_WORDS,
  LEAGUES,
  type League,
  MEETINGS,
  VICTORIES,
} from "./leagues/index.ts";
export { NAMES_WITH_NUMBERS } from "./names-with-numbers.ts";
export { COMPLEMENTS, OPPOSITES, RIVALS } from "./opposites.ts";
export { GIVEN_NAMES, PEOPLE } from "./people.ts";
export { CITIES, COUNTRIES, STATES, US_FIGURES } from "./places.ts";
export { LOOSE_NAMES, MISLEADING_NAMES, SEARCHED_NAMES, SEARCHED_STATES, SEARCHED_TERMS } from "./search.ts";
export { SYNONYMS } from "./synonyms.ts";
export { TEAMS } from "./teams.ts";
export { NICKNAMES, STOP_WORDS, UNSTEMMED, WEAK_WORDS } from "./words.ts";

/** Phrases with their meanings. Of equally long ones the first counts. */
export const TERMS: readonly string[] = [POLITICS, ECONOMY, SPORTS, CULTURE];
/** Names of companies and coins, in the same form. */
export const BRANDS: readonly string[] = [COMPANIES, COINS];
