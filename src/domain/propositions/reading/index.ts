// Takes titles apart into propositions: words, dates, figures, facets.
export type { NamedDate } from "./calendar.ts";
export {
  listCountryWords,
  listNameGroups,
  listTeamNames,
  listTickers,
  type NameGroup,
} from "./names-in-search.ts";
export type { NamedNumber } from "./numbers.ts";
export { FIRST_SIDE, type Proposition } from "./proposition.ts";
export { toProposition } from "./read-market.ts";
export { POST } from "./reading.ts";
export { findLeague } from "./teams.ts";
