import { compareDates } from "../compare-dates.ts";
import { findName } from "../language/index.ts";
import { agreeOnNumbers } from "../vetoes/index.ts";
import type { Slot } from "./family.ts";

/** How two slots agree: by name, by the value of a figure, date or facet, or not at all. */
export type SlotAgreement = "equal" | "value" | "no";

/** Compares what two members say beyond the templates of their families. */
export function compareSlots(a: Slot, b: Slot): SlotAgreement {
  if (!isSameSlotButName(a, b)) return "no";
  const hasValues = a.numbers.length + a.dates.length > 0;
  const names = compareNames(a, b);
  if (names === "no") return "no";
  return names === "equal" ? "equal" : hasValues ? "value" : "no";
}

/** Whether the slot stands for all that is not listed. */
export const isCatchAll = ({ facets }: Slot): boolean => facets.includes("rest:others");

function agreeOnDates(a: Slot, b: Slot): boolean {
  if (a.dates.length !== b.dates.length) return false;
  return (
    a.dates.length === 0 ||
    compareDates({ ...EMPTY, dates: a.dates }, { ...EMPTY, dates: b.dates }).evidence === "equal"
  );
}

const EMPTY = {
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

/** Facets that name the outcome, such as the party of "Democrats". */
const NAMING = /^(?:party|state|district|country):/;

function compareNames(a: Slot, b: Slot): "equal" | "none" | "no" {
  const [ours, theirs] = [a, b].map(({ facets }) => facets.filter((facet) => NAMING.test(facet)).join());
  if (ours !== "" && ours === theirs) return "equal";
  if (a.name.length === 0 && b.name.length === 0) return ours === theirs ? "none" : "no";
  if (a.name.length === 0 || b.name.length === 0) return "no";
  return isSameName(a.name, b.name) ? "equal" : "no";
}

const isSameName = (a: readonly string[], b: readonly string[]): boolean =>
  a.join(" ") === b.join(" ") || findName(a, b, true) === "yes" || findName(b, a, true) === "yes";

/** Whether two slots agree on all but the name. */
export const isSameSlotButName = (a: Slot, b: Slot): boolean =>
  agreeOnNumbers(a.numbers, b.numbers) && agreeOnDates(a, b) && strictOf(a) === strictOf(b);

const strictOf = ({ facets }: Slot): string => facets.filter((facet) => !NAMING.test(facet)).join();
