import { findName } from "../../propositions/language/names.ts";
import type { NamedDate } from "../../propositions/reading/calendar.ts";
import { compareDates } from "../compare-dates.ts";
import { agreeOnNumbers } from "../vetoes/numbers.ts";
import type { Slot } from "./family.ts";

/** Whether two slots are filled alike: by a name, by a figure or date alone, or not. */
export function compareSlots(a: Slot, b: Slot): "equal" | "value" | "no" {
  const relation = relationOf(a, b);
  return relation === "no" || isSameSlotButName(a, b) ? relation : "no";
}

/** How two slots are filled alike if figures and dates agree. */
function relationOf(a: Slot, b: Slot): "equal" | "value" | "no" {
  if (a.naming !== "" && a.naming === b.naming) return "equal";
  if (a.name.length > 0 && b.name.length > 0) return isSameName(a.name, b.name) ? "equal" : "no";
  const hasValues = a.numbers.length + a.dates.length > 0;
  return hasValues && a.name.length === b.name.length && a.naming === b.naming ? "value" : "no";
}

/** Whether two slots agree on all but the name. */
export const isSameSlotButName = (a: Slot, b: Slot): boolean =>
  a.facets === b.facets && agreeOnNumbers(a.numbers, b.numbers) && agreeOnDates(a.dates, b.dates);

function agreeOnDates(a: readonly NamedDate[], b: readonly NamedDate[]): boolean {
  if (a.length !== b.length) return false;
  return a.length === 0 || compareDates({ ...NOTHING, dates: a }, { ...NOTHING, dates: b }).evidence === "equal";
}

const NOTHING = {
  words: [],
  spoken: [],
  context: [],
  entity: [],
  numbers: [],
  facets: [],
  hints: [],
  isNegated: false,
  hasLateClose: false,
  names: [],
  years: [],
  closesAt: null,
};

const isSameName = (a: readonly string[], b: readonly string[]): boolean =>
  a.join(" ") === b.join(" ") || findName(a, b, true) === "yes" || findName(b, a, true) === "yes";
