import type { NamedDate, Proposition } from "../propositions/index.ts";
import { compareDates, toDateText } from "./compare-dates.ts";
import { explainEvidence, type FamilyEvidence } from "./families/index.ts";
import type { FeatureName, Features } from "./features.ts";
import { topFeatures } from "./model.ts";
import { agreeOnNumbers, type Refusal, toNumberText, valuesOf } from "./vetoes/index.ts";

interface Findings {
  readonly shared: readonly string[];
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  readonly isInverted: boolean;
  readonly doubt: string | undefined;
  readonly refusal: Refusal | undefined;
  readonly features: Features;
  readonly family: FamilyEvidence | undefined;
}

/** Why two markets ask the same question, or why not, in short sentences for people. */
export function explain(a: Proposition, b: Proposition, found: Findings): string[] {
  const reasons: string[] = [];
  const unstemmed = new Map([...spokenOf(b), ...spokenOf(a)]);
  const show = (words: readonly string[]): string =>
    words
      .slice(0, MAX_SHOWN_WORDS)
      .map((word) => unstemmed.get(word) ?? word)
      .join(", ");
  if (found.refusal !== undefined) reasons.push(`refused: ${found.refusal.reason}`);
  if (found.isInverted) reasons.push("inverted: yes on one is no on the other");
  if (found.doubt !== undefined) reasons.push(found.doubt);
  if (found.shared.length > 0) reasons.push(`both: ${show(found.shared)}`);
  if (isOneDated(a, b)) reasons.push(onlyDates(a, b));
  else if (agreeOnDates(a, b, found.refusal)) reasons.push(...a.dates.map(sameDate));
  if (a.numbers.length > 0 && a.numbers.length === b.numbers.length && !found.isInverted) {
    if (found.refusal === undefined || agreeOnNumbers(a.numbers, b.numbers)) {
      reasons.push(`same number ${a.numbers.map(toNumberText).join(", ")}`);
    }
  }
  for (const [name, text] of SHOWN) {
    const [ours, theirs] = [valuesOf(a, name), valuesOf(b, name)];
    if (ours.length > 0 && ours.join() === theirs.join()) reasons.push(`same ${text} ${ours.join(", ").toUpperCase()}`);
  }
  if (found.onlyA.length > 0) reasons.push(`only the first: ${show(found.onlyA)}`);
  if (found.onlyB.length > 0) reasons.push(`only the second: ${show(found.onlyB)}`);
  const siblings = found.family === undefined ? undefined : explainEvidence(found.family);
  if (siblings !== undefined) reasons.push(siblings);
  const counted = explainScore(found.features);
  if (counted !== undefined) reasons.push(counted);
  return reasons;
}

const MAX_SHOWN_WORDS = 8;
const SHOWN_FEATURES = 3;

/** The features that moved the score most, in words. */
function explainScore(features: Features): string | undefined {
  const top = topFeatures(features, SHOWN_FEATURES);
  const list = (isFor: boolean): string =>
    top
      .filter(({ logOdds }) => logOdds > 0 === isFor)
      .map(({ name, isMore }) => PHRASES[name][Number(isMore)])
      .join(", ");
  const parts = [`for it: ${list(true)}`, `against it: ${list(false)}`].filter((part) => !part.endsWith(": "));
  return parts.length === 0 ? undefined : `counted ${parts.join("; ")}`;
}

/** Each feature as people read it: where it is less than in a typical wrong pair, and where it is more. */
const PHRASES: Readonly<Record<FeatureName, readonly [less: string, more: string]>> = {
  overlap: ["few words in common", "many words in common"],
  containment: ["little of the shorter question in common", "much of the shorter question in common"],
  overlapWithEvents: ["few words in common even with the events", "many words in common with the events"],
  sharedWeight: ["few telling words in common", "many telling words in common"],
  rarestShared: ["no rare word in common", "a rare word in common"],
  sharedNames: ["few names in common", "names in common"],
  sharedOthers: ["few words beside names in common", "words beside names in common"],
  leftLess: ["one side has few words left over", "both sides have words left over"],
  leftMore: ["few words left over", "many words left over"],
  rarestLeftLess: ["one side has no rare word left over", "both sides have rare words left over"],
  rarestLeftMore: ["no rare word left over", "a rare word left over"],
  namesLeftLess: ["one side has no name left over", "both sides have names left over"],
  namesLeftMore: ["no rare name left over", "a rare name left over"],
  otherLeftLess: ["one side has only names left over", "both sides have words beside names left over"],
  otherLeftMore: ["no rare word beside names left over", "a rare word beside names left over"],
  entities: ["no outcome named", "an outcome named"],
  dates: ["no date in common", "the same dates"],
  closesApart: ["close times are near", "close times are far apart"],
  sharedFigures: ["few figures or dates in common", "figures or dates in common"],
  silences: ["no detail on one side only", "details on one side only"],
  silentRace: ["no race on one side only", "next or first or most on one side only"],
  sameFacets: ["no kind of question in common", "the same kind of question"],
  fewestWords: ["a short question", "no short question"],
  mostWords: ["no long question", "a long question"],
  slugs: ["names in both titles", "names in neither title"],
  familySlot: ["other partners in their two lists", "the same place in their two lists"],
};

const spokenOf = ({ words, spoken }: Proposition) => words.map((word, index) => [word, spoken[index] ?? word] as const);

const SHOWN = [
  ["district", "district"],
  ["state", "state"],
] as const;

const isOneDated = (a: Proposition, b: Proposition): boolean => (a.dates.length === 0) !== (b.dates.length === 0);

function onlyDates(a: Proposition, b: Proposition): string {
  const [side, { dates }] = a.dates.length > 0 ? ["first", a] : ["second", b];
  return `only the ${side} says ${dates.map(toDateText).join(", ")}`;
}

/** Whether to name the dates as equal; not where the hour of a price differs on the same day. */
const agreeOnDates = (a: Proposition, b: Proposition, refusal: Refusal | undefined): boolean =>
  refusal === undefined || (refusal.veto !== "moment" && compareDates(a, b).refusal === undefined);

const sameDate = (date: NamedDate): string => `same ${nameOf(date)} ${date.value.replace("????-", "")}`;

const nameOf = ({ kind, isLimit }: NamedDate): string =>
  ({ until: "deadline", at: "day", within: "month", year: isLimit ? "deadline, end of" : "year", since: "start" })[
    kind
  ];
