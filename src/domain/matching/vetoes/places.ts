import { citiesOf, usFigures, weakWords } from "../../propositions/language/lexicon.ts";
import { toStem } from "../../propositions/language/text.ts";
import type { Proposition } from "../../propositions/reading/proposition.ts";
import { hasFacet, list, refuseContradiction, refuseUnequal, valuesOf } from "./facets.ts";

/** Refuses different states. For a vote, one side's state is not left out; nor is it where the other side says the US. */
export function refuseState(a: Proposition, b: Proposition): string | undefined {
  const isVote = [a, b].some((one) =>
    one.facets.some((facet) => /^(?:office|party|stage:(?:nominee|runoff|ballot))/.test(facet)),
  );
  if (isVote && !hasFacet(a, "district")) return refuseUnequal("state", a, b);
  return isPart(a, b) || isPart(b, a) ? "state: a state against the US" : refuseContradiction("state", a, b);
}

const isPart = (a: Proposition, b: Proposition): boolean =>
  hasFacet(a, "state") && !a.words.includes("us") && b.words.includes("us") && !hasFacet(b, "state");

/** Refuses different countries. The US is a word of its own, since many titles leave it out. */
export function refuseCountry(a: Proposition, b: Proposition): string | undefined {
  const refusal = refuseContradiction("country", a, b);
  if (refusal !== undefined) return refusal;
  const [ours, theirs] = [valuesOf(a, "country"), valuesOf(b, "country")];
  if (isForeign(a, b) || isForeign(b, a)) return `country: ${list(ours)} against ${list(theirs)}`;
  const [usHere, usThere] = [isOfUs(a), isOfUs(b)];
  if (usHere === usThere) return undefined;
  const [there, here] = usHere ? [theirs, ours] : [ours, theirs];
  const others = there.filter((country) => !here.includes(country));
  return others.length > 0 ? `country: us against ${list(others)}` : undefined;
}

/** Whether it names the US, or their central bank, which needs no country. */
const isOfUs = ({ words }: Proposition): boolean => words.includes("us") || words.includes("fed");

/** An economic figure without a country is that of the US. */
const isForeign = (a: Proposition, b: Proposition): boolean =>
  hasFacet(a, "country") &&
  !a.words.includes("us") &&
  [b.facets, b.hints].every((facets) => !facets.some((facet) => facet.startsWith("country:"))) &&
  b.words.some((word) => usFigures.has(word) && a.words.includes(word));

/** "New York M" is the club of that city whose name begins with M. */
export function refuseClub(a: Proposition, b: Proposition): string | undefined {
  const [letter] = valuesOf(a, "club");
  if (letter === undefined || valuesOf(b, "club").includes(letter)) return undefined;
  const clubs = b.words.filter(
    (word, index) =>
      citiesOf(word).some((city) => a.words.includes(city)) ||
      (index > 0 && weakWords.has(word) && a.words.includes(b.words[index - 1] ?? "")),
  );
  return clubs.some((club) => club.startsWith(letter)) ? undefined : `club: ${letter} against ${list(clubs)}`;
}

/** Refuses to take leaving a country for leaving an office. */
export function refuseDeparture(a: Proposition, b: Proposition): string | undefined {
  const country = a.words[a.words.indexOf(LEAVE) + 1] ?? "";
  const isLeft = a.words.includes(LEAVE) && ["us", ...valuesOf(a, "country").map(toStem)].includes(country);
  const isOffice = b.words.includes("out") && !b.words.includes(country);
  return isLeft && isOffice ? `departure: from ${country} against out` : undefined;
}

const LEAVE = toStem("leave");
