// Rules that forbid a pair: contradictions, and facts that change a question too much to be left out.
import { compareDates } from "../compare-dates.ts";
import { refuseMoment } from "../moments.ts";
import type { Proposition } from "../reading/index.ts";
import { CONTRADICTED, refuseContradiction, refuseUnequal, VETOED_WHEN_SILENT } from "./facets.ts";
import { refuseMode } from "./modes.ts";
import { refuseEntity, refuseNamesake } from "./names.ts";
import { refuseNumbers } from "./numbers.ts";
import { refuseOpposite, refuseRival } from "./opposites.ts";
import { refuseOrder, refuseRoles } from "./order.ts";
import { refuseClub, refuseCountry, refuseState } from "./places.ts";
import { refuseRace } from "./races.ts";

export { VETOED_WHEN_SILENT, valuesOf } from "./facets.ts";
export { agreeOnNumbers, figureOf, isComplement, toNumberText } from "./numbers.ts";
export { inversionsOf } from "./opposites.ts";
export { silencesOf } from "./silences.ts";

/** A rule that forbids a pair. */
interface Veto {
  readonly name: string;
  /** What differs; undefined when the pair passes. */
  refuse(a: Proposition, b: Proposition): string | undefined;
}

/** All vetoes, the cheapest and most frequent first. */
export const VETOES: readonly Veto[] = [
  { name: "number", refuse: refuseNumbers },
  { name: "date", refuse: (a, b) => compareDates(a, b).refusal },
  ...VETOED_WHEN_SILENT.map((name): Veto => ({ name, refuse: (a, b) => refuseUnequal(name, a, b) })),
  ...CONTRADICTED.map((name): Veto => ({ name, refuse: (a, b) => refuseContradiction(name, a, b) })),
  { name: "race", refuse: refuseRace },
  { name: "state", refuse: refuseState },
  { name: "country", refuse: refuseCountry },
  { name: "mode", refuse: refuseMode },
  { name: "moment", refuse: refuseMoment },
  { name: "club", refuse: (a, b) => refuseClub(a, b) ?? refuseClub(b, a) },
  { name: "roles", refuse: (a, b) => refuseRoles(a, b) ?? refuseOrder(a, b) },
  { name: "opposite", refuse: refuseOpposite },
  { name: "rival", refuse: refuseRival },
  { name: "namesake", refuse: refuseNamesake },
  { name: "entity", refuse: refuseEntity },
];
