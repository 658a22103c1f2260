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
  reasons.push(`counted most: ${topFeatures(found.features, SHOWN_FEATURES).map(toPart).join(", ")}`);
  return reasons;
}

const MAX_SHOWN_WORDS = 8;
const SHOWN_FEATURES = 3;

const toPart = ({ name, logOdds }: { name: FeatureName; logOdds: number }): string =>
  `${FEATURE_NAMES[name]} (${logOdds < 0 ? "−" : "+"})`;

/** The features as people read them. */
const FEATURE_NAMES: Readonly<Record<FeatureName, string>> = {
  overlap: "share of words in common",
  containment: "share of the shorter question in common",
  overlapWithEvents: "words in common with the events' titles",
  sharedWeight: "words in common",
  rarestShared: "a rare word in common",
  sharedNames: "names in common",
  sharedOthers: "words beside names in common",
  alike: "words that mean the same",
  leftLess: "words left over on both sides",
  leftMore: "words left over on one side",
  rarestLeftLess: "rare words left over on both sides",
  rarestLeftMore: "a rare word left over",
  namesLeftLess: "names left over on both sides",
  namesLeftMore: "a name left over",
  otherLeftLess: "words beside names left over on both sides",
  otherLeftMore: "a word beside names left over",
  order: "order of the words",
  entities: "outcomes named",
  dates: "dates",
  closesApart: "close times",
  sharedFigures: "figures and dates in common",
  silences: "details that one side leaves out",
  silentRace: "next, first or most on one side only",
  silentPlace: "a place or office on one side only",
  silentNumber: "a figure on one side only",
  sameFacets: "the same kind of question",
  fewestWords: "length of the shorter question",
  mostWords: "length of the longer question",
  slugs: "titles without capitals",
  familySlot: "places in the two families",
  familyPairs: "other pairs of the two families",
  familyShare: "share of the two families that is paired",
  familySimilarity: "likeness of the two families",
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
