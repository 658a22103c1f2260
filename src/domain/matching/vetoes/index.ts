// Rules that forbid a pair: contradictions, and facts that change a question too much to be left out.

import type { Proposition } from "../../propositions/reading/proposition.ts";
import { compareDates } from "../compare-dates.ts";
import { refuseMoment } from "../moments.ts";
import { refuseFacets } from "./facets.ts";
import { refuseGame } from "./games.ts";
import { refuseMode } from "./modes.ts";
import { refuseEntity, refuseNamesake } from "./names.ts";
import { refuseNumbers } from "./numbers.ts";
import { refuseOpposite, refuseRival } from "./opposites.ts";
import { refuseOrder, refuseRoles } from "./order.ts";
import { refuseClub, refuseCountry, refuseDeparture, refuseState } from "./places.ts";
import { refuseRace } from "./races.ts";

/** A rule that forbids a pair: says what differs, its name first; undefined when the pair passes. */
type Veto = (a: Proposition, b: Proposition) => string | undefined;

/** What the rungs of a ladder differ in. They come first, since most candidates end there. */
const LADDERS: readonly Veto[] = [refuseNumbers, (a, b) => compareDates(a, b).refusal];

const OTHERS: readonly Veto[] = [
  refuseGame,
  refuseFacets,
  refuseRace,
  refuseState,
  refuseCountry,
  refuseMode,
  refuseMoment,
  (a, b) => refuseClub(a, b) ?? refuseClub(b, a),
  (a, b) => refuseDeparture(a, b) ?? refuseDeparture(b, a),
  (a, b) => refuseRoles(a, b) ?? refuseOrder(a, b),
  refuseOpposite,
  refuseRival,
  refuseNamesake,
  refuseEntity,
];

const VETOES = [...LADDERS, ...OTHERS];

/** Why a pair is forbidden. */
export interface Refusal {
  /** The name of the veto. */
  readonly veto: string;
  readonly reason: string;
}

/** The first veto that forbids a pair, if any. */
export function findRefusal(a: Proposition, b: Proposition): Refusal | undefined {
  for (const refuse of VETOES) {
    const reason = refuse(a, b);
    if (reason !== undefined) return { veto: reason.slice(0, reason.indexOf(":")), reason };
  }
  return undefined;
}

/** Whether a veto other than those of dates and figures forbids a pair. */
export const isRefusedBeyondLadders = (a: Proposition, b: Proposition): boolean =>
  OTHERS.some((refuse) => refuse(a, b) !== undefined);
