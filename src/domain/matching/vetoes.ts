import { compareDates } from "./compare-dates.ts";
import { agreeOnNumbers, toNumberText } from "./compare-numbers.ts";
import { citiesOf, findName, impliesUs, transitives, usFigures, weakWords } from "./language/index.ts";
import { refuseMoment } from "./moments.ts";
import type { Proposition } from "./reading/index.ts";

/** A rule that forbids a pair. */
interface Veto {
  readonly name: string;
  /** What differs; undefined when the pair passes. */
  refuse(a: Proposition, b: Proposition): string | undefined;
}

/** Facets that two markets must have with equal values or both not have. */
export const EQUAL_FACETS = [
  "stage",
  "part",
  "bet",
  "race",
  "act",
  "direction",
  "extreme",
  "voice",
  "chamber",
  "joint",
  "condition",
  "scope",
  "women",
  "junior",
  "comparison",
  "rank",
  "after",
  "binding",
  "district",
  "party",
  "hour",
  "order",
  "measure",
  "variant",
  "rest",
];

/** All vetoes, the cheapest and most frequent first. */
export const VETOES: readonly Veto[] = [
  ...EQUAL_FACETS.map((name): Veto => ({ name, refuse: (a, b) => (VETOED_WHEN_SILENT.includes(name) ? differ : contradict)(name, a, b) })),
  ...["edition", "bank", "rhythm"].map((name): Veto => ({ name, refuse: (a, b) => contradict(name, a, b) })),
  { name: "office", refuse: (a, b) => contradict("office", a, b) },
  { name: "state", refuse: refuseState },
  { name: "country", refuse: refuseCountry },
  { name: "mode", refuse: refuseMode },
  { name: "moment", refuse: refuseMoment },
  { name: "number", refuse: refuseNumbers },
  { name: "date", refuse: (a, b) => compareDates(a, b).refusal },
  { name: "club", refuse: (a, b) => refuseClub(a, b) ?? refuseClub(b, a) },
  { name: "roles", refuse: (a, b) => refuseRoles(a, b) ?? refuseOrder(a, b) },
  { name: "entity", refuse: refuseEntity },
];

export const VETOED_WHEN_SILENT = ["stage","part","bet","act","scope","rank","district","party","hour","chamber","binding","order","joint","direction","after"];
export function silencesOf(a: Proposition, b: Proposition): readonly string[] {
  const found = ["race","extreme","country","state","office","measure","variant","women","junior","comparison","condition","voice","rest"].filter((name) => (valuesOf(a,name).length===0) !== (valuesOf(b,name).length===0) && (valuesOf(a,name).length===0 ? !isEqual(valuesOf({facets:a.hints},name), valuesOf(b,name)) : !isEqual(valuesOf({facets:b.hints},name), valuesOf(a,name))));
  if ((a.numbers.length===0)!==(b.numbers.length===0)) found.push("number");
  return found;
}
/** The values of a facet in the question itself. */
export function valuesOf({ facets }: Pick<Proposition, "facets">, name: string): string[] {
  const prefix = `${name}:`;
  return facets.filter((facet) => facet.startsWith(prefix)).map((facet) => facet.slice(prefix.length));
}

/** Refuses unless both have equal values; a side without any may take them from its event's title. */
function differ(name: string, a: Proposition, b: Proposition): string | undefined {
  if (a.facets.length === 0 && b.facets.length === 0) return undefined;
  const [ours, theirs] = [valuesOf(a, name), valuesOf(b, name)];
  if (isEqual(ours, theirs)) return undefined;
  const isHinted =
    (ours.length === 0 && isEqual(valuesOf({ facets: a.hints }, name), theirs)) ||
    (theirs.length === 0 && isEqual(ours, valuesOf({ facets: b.hints }, name)));
  return isHinted ? undefined : `${name}: ${list(ours)} against ${list(theirs)}`;
}

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

/** Refuses if both have values and they differ. */
const contradict = (name: string, a: Proposition, b: Proposition): string | undefined =>
  valuesOf(a, name).length > 0 && valuesOf(b, name).length > 0 ? differ(name, a, b) : undefined;

const list = (values: readonly string[]): string => (values.length === 0 ? "none" : values.join(", "));

/** A state matters for votes; elsewhere it may be part of a team's name. */
function refuseState(a: Proposition, b: Proposition): string | undefined {
  const isVote = [a, b].some((one) =>
    one.facets.some((facet) => /^(?:office|party|stage:(?:nominee|runoff|ballot))/.test(facet)),
  );
  return isVote && valuesOf(a, "district").length === 0 ? differ("state", a, b) : contradict("state", a, b);
}

function refuseCountry(a: Proposition, b: Proposition): string | undefined {
  const isOffice = valuesOf(a, "office").length > 0 && valuesOf(b, "office").length > 0;
  const refusal = isOffice ? differ("country", a, b) : contradict("country", a, b);
  if (refusal !== undefined) return refusal;
  const [usHere, usThere] = [a, b].map(({ words }) => words.includes("us"));
  const isImplied = [a, b].some(
    ({ words, facets }) => words.some((word) => impliesUs.has(word)) || facets.some((one) => one.startsWith("state:")),
  );
  const [there, here] = usHere ? [b, a] : [a, b];
  const others = valuesOf(there, "country").filter((country) => !valuesOf(here, "country").includes(country));
  if (isForeign(a, b) || isForeign(b, a))
    return `country: ${list(valuesOf(a, "country"))} against ${list(valuesOf(b, "country"))}`;
  if (usHere !== usThere && others.length > 0) return `country: us against ${list(others)}`;
  return usHere !== usThere && !isImplied ? "country: us against none" : undefined;
}

/** An economic figure without a country is that of the US. */
const isForeign = (a: Proposition, b: Proposition): boolean =>
  valuesOf(a, "country").length > 0 &&
  !a.words.includes("us") &&
  [b.facets, b.hints].every((facets) => !facets.some((facet) => facet.startsWith("country:"))) &&
  b.words.some((word) => usFigures.has(word) && a.words.includes(word));

/** A price touched at any time is not a price at the end of a day. */
function refuseMode(a: Proposition, b: Proposition): string | undefined {
  const [ours, theirs] = [modeOf(a), modeOf(b)];
  return ours !== undefined && theirs !== undefined && ours !== theirs ? `mode: ${ours} against ${theirs}` : undefined;
}

function modeOf(one: Proposition): "touch" | "settle" | undefined {
  if (one.numbers.length === 0) return undefined;
  if (one.dates.some(({ kind }) => kind === "at")) return "settle";
  if (one.facets.includes("mode:touch") || one.numbers.some(({ comparison }) => comparison === "touch")) return "touch";
  return one.facets.some((facet) => facet === "mode:settle" || facet === "mode:price") ? "settle" : undefined;
}

/** Refuses if the words before and after the verb have changed places. */
function refuseRoles(a: Proposition, b: Proposition): string | undefined {
  for (const verb of transitives) {
    const [here, there] = [a.words.indexOf(verb), b.words.indexOf(verb)];
    if (here < 0 || there < 0) continue;
    const isCrossed = (ours: readonly string[], theirs: readonly string[]): boolean =>
      ours.some((word) => !weakWords.has(word) && theirs.includes(word));
    const [doer, done] = [a.words.slice(0, here), a.words.slice(here + 1)];
    if (isCrossed(doer, b.words.slice(there + 1)) && isCrossed(done, b.words.slice(0, there))) return `roles: ${verb}`;
  }
  return undefined;
}

/** Refuses a pair about first and second place in which the names have changed places. */
function refuseOrder(a: Proposition, b: Proposition): string | undefined {
  const isRanked = [a, b].every(({ facets }) => facets.includes("race:first") && facets.includes("rank:2"));
  if (!isRanked) return undefined;
  const shared = a.words.filter((word) => !weakWords.has(word) && b.words.includes(word));
  const places = shared.map((word) => b.words.indexOf(word));
  return places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0))
    ? undefined
    : "roles: first and second";
}

/** "New York M" is the club of that city whose name begins with M. */
function refuseClub(a: Proposition, b: Proposition): string | undefined {
  const [letter] = valuesOf(a, "club");
  if (letter === undefined || valuesOf(b, "club").includes(letter)) return undefined;
  const clubs = b.words.filter(
    (word, index) =>
      citiesOf(word).some((city) => a.words.includes(city)) ||
      (index > 0 && weakWords.has(word) && a.words.includes(b.words[index - 1] ?? "")),
  );
  return clubs.some((club) => club.startsWith(letter)) ? undefined : `club: ${letter} against ${list(clubs)}`;
}

function refuseNumbers({ numbers: a }: Proposition, { numbers: b }: Proposition): string | undefined {
  if (agreeOnNumbers(a, b)) return undefined;
  return `number: ${list(a.map(toNumberText))} against ${list(b.map(toNumberText))}`;
}

/** The outcome of each side must be named on the other. */
function refuseEntity(a: Proposition, b: Proposition): string | undefined {
  const isFound =
    a.entity.length > 0 && b.entity.length > 0
      ? findName(a.entity, b.entity, true) !== "no" || findName(b.entity, a.entity, true) !== "no"
      : isNamedIn(a.entity, b) && isNamedIn(b.entity, a);
  return isFound
    ? undefined
    : `entity: ${[a, b].map(({ entity }) => (entity.length > 0 ? entity.join(" ") : "not named")).join(" against ")}`;
}

const isNamedIn = (entity: readonly string[], { words, context }: Proposition): boolean =>
  entity.length === 0 || findName(entity, words, false) !== "no" || findName(entity, context, false) === "yes";
