import { DAY_MS } from "../../clock.ts";
import type { NamedDate } from "../propositions/dates.ts";
import { facetsOf, isPlace, isProperName, isRival, isSynonym, isTeamCity, isTeamOf } from "../propositions/lexicon.ts";
import { hasFacet, type Proposition, valuesOf } from "../propositions/proposition.ts";
import type { RulesReading } from "../propositions/rules.ts";
import { toPlainText, toStem, toWords } from "../propositions/text.ts";
import { type Acts, type Agreement, compareActs, idle, isStep, stepsIn } from "./acts.ts";
import { areOneSeason, compareDates, endOf, isSameSeason, MAX_FITTING_MS, toSpokenDate } from "./compare-dates.ts";
import { listOrNone } from "./compare-numbers.ts";
import { compareThresholds, isThreshold, isTouched } from "./compare-thresholds.ts";
import { type RuleFeatures, ruleProbabilityOf } from "./model.ts";
import { listShared, overlapOf, sum, type WeighedProposition, type WeighedRules } from "./overlap.ts";
import { findRiskDifferences, toRiskText } from "./risks.ts";
import { type Refusal, VETOED_WHEN_SILENT } from "./vetoes.ts";

// Compares what the rules of two markets say must happen: by when, how much, which act, and what does not count.

export interface RulesVerdict {
  /** The probability that both ask the same question; a veto does not lower it. */
  readonly score: number;
  readonly isInverted: boolean;
  /** All that contradicts, the first by a rule that knows no words for acts. */
  readonly refusals: readonly RuleRefusal[];
  /** Whether deadline and act were read on both sides and are equal. */
  readonly isProven: boolean;
  /** Whether both ask for the same step of a process or the same figure by the same day, and neither names or counts more. */
  readonly isNear: boolean;
  /** Whether rules that are accepted clear up what a veto of the titles found. */
  readonly clears: (veto: string) => boolean;
  readonly features: RuleFeatures;
  /** What both sides say, as sentences for people. */
  readonly facts: readonly string[];
}

interface RuleRefusal extends Refusal {
  /** Whether it rests on the vocabulary of acts. */
  readonly isLexical: boolean;
}

/** Compares the rules of two propositions; undefined where one has none. */
export function compareRules(one: WeighedProposition, other: WeighedProposition): RulesVerdict | undefined {
  const [ours, theirs] = [one.rules(), other.rules()];
  if (ours === undefined || theirs === undefined) return undefined;
  const [a, b] = [sideOf(one, ours), sideOf(other, theirs)];
  const deadline = compareDeadlines(a, b);
  const threshold = compareThresholds(a, b);
  const act = compareActs(a.acts, b.acts);
  const {
    features: shared,
    overlap,
    left,
    rarestLeft,
    haveOwnFigures,
  } = examineRules(ours, theirs, deadline, threshold.agreement);
  const isInverted =
    [a.rules.isNegated !== b.rules.isNegated, threshold.isComplement, act.isOpposite].filter(Boolean).length % 2 === 1;
  const excluded = isInverted ? undefined : compareExcluded(a, b);
  // Most pairs are no match by their score alone, whatever else their rules say.
  const refusals = once(() =>
    [
      refuse("deadline", deadline === "different" ? [listDates(a), listDates(b)] : undefined, a, b),
      refuse("threshold", threshold.differing, a, b),
      refuse("predicate", compareModes(a, b, threshold.agreement), a, b),
      refuse("predicate", differingQualifiers(left, a, b), a, b),
      refuse("predicate", differingSites(a, b), a, b),
      refuse("predicate", differingPhases(a, b), a, b),
      refuse("predicate", differingSpans(a, b), a, b),
      refuse("predicate", differingOutcomes(one.proposition, other.proposition, a, b), a, b),
      excluded?.refusal,
      refuse(
        "predicate",
        act.differing?.map((word, at) => spelt([word], at === 0 ? a : b)),
        a,
        b,
        true,
      ),
    ].filter((one) => one !== undefined),
  );
  const features = { ...shared, nearlyExcluded: Number(excluded?.isNear === true) };
  const isEqual = (facet: string): boolean => valuesOf(a.rules, facet).join() === valuesOf(b.rules, facet).join();
  const score = ruleProbabilityOf(features);
  const risks = once(() => findRiskDifferences([one.description(), other.description()]));
  const isEqualCondition = once(
    () =>
      [a, b].every(({ rules }) => rules.form !== "bare") &&
      (a.rules.narrowing === "") === (b.rules.narrowing === "") &&
      deadline === "equal" &&
      !isYearOnly(a, b) &&
      !isYearOnly(b, a) &&
      features.nearlyExcluded === 0 &&
      (act.agreement === "equal" || rarestLeft < SMALL_WEIGHT) &&
      left.flat().every((word) => isIdle(word, act.agreement) || (act.isOpposite && isStep(word))) &&
      VETOED_WHEN_SILENT.every(isEqual) &&
      a.rules.numbers.some(isThreshold) === b.rules.numbers.some(isThreshold) &&
      (features.figuresLeft === 0 || threshold.isComplement || !a.rules.numbers.some(isThreshold)) &&
      overlap >= MIN_PROVEN_OVERLAP &&
      refusals().length === 0,
  );
  return {
    get score() {
      return isEqualCondition() ? Math.max(score, PROVEN_SCORE) : score;
    },
    isInverted,
    get refusals() {
      return refusals();
    },
    get isNear() {
      return (
        deadline === "equal" &&
        (threshold.agreement === "equal" ? !haveOwnFigures : act.agreement === "equal" && features.figuresLeft === 0) &&
        (modeOf(a) === ANY_DAY) === (modeOf(b) === ANY_DAY) &&
        features.nearlyExcluded === 0 &&
        [qualifiersOf(left[0], a, b), qualifiersOf(left[1], b, a)].every(
          (all) => Object.values({ ...all, any: [] }).flat().length === 0,
        )
      );
    },
    // What happens in such a case makes no other question, but no sure one either. Nor does "someone else", since the names
    // beside it may differ.
    get isProven() {
      return (
        isEqualCondition() && risks().length === 0 && ![one, other].some((side) => hasFacet(side.proposition, "rest"))
      );
    },
    clears: (veto) => {
      if (veto === "date") return deadline === "equal";
      if (veto === "hour") return hoursOf(a, b) !== "" && hoursOf(a, b) === hoursOf(b, a);
      // Rules with equal words may differ in who does what to whom, and in which of two names yes stands for.
      if (veto === "roles" || veto === "entity") return false;
      return isEqualCondition() || (isEqual(veto) && (hasFacet(a.rules, veto) || !STATED.includes(veto)));
    },
    features,
    get facts() {
      return [
        ...(deadline === "equal" ? [`the rules of both say ${listDates(a)}`] : []),
        ...(threshold.shared !== "" ? [`the rules of both say ${threshold.shared}`] : []),
        ...risks().map((risk) => toRiskText(risk, ["the first", "the second"])),
        ...(isSameSource(a.rules, b.rules) ? [`the rules of both name ${a.rules.source}`] : []),
      ];
    },
  };
}

/** Makes a value when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Whether a word asks for nothing. "Announces" does, unless both sides ask for the same step. */
const isIdle = (word: string, acts: Agreement): boolean => idle.has(word) && (acts === "equal" || !isStep(word));

/** The hours that rules state, as words. A close in New York is at four, where the other side says so. */
const hoursOf = ({ rules }: RuledSide, other: RuledSide): string =>
  rules.words.filter(isHour).join() ||
  (/\bclos(?:e|es|ing)\b/i.test(rules.condition) && other.rules.words.includes("h4pm") ? "h4pm" : "");

const isHour = (word: string): boolean => /^h\d/.test(word);

/** Facets that rules which do not state them leave in doubt. */
const STATED: readonly string[] = ["city", "measure", "office", "rank", "state"];

/** Of the largest weight of a word. Rules that name no act must say the same words but for such. */
const SMALL_WEIGHT = 0.45;
const [MIN_PROVEN_OVERLAP, PROVEN_SCORE] = [0.5, 0.93];

/** One side of a pair, with the dates it is limited by: those of its rules, else those of its titles, else its close. */
interface RuledSide {
  readonly rules: RulesReading;
  readonly dates: readonly NamedDate[];
  readonly datedIn: "rules" | "titles" | "close";
  readonly acts: Acts;
  /** Its titles. */
  readonly proposition: Proposition;
}

/** One side is read once for all its pairs. */
const sides = new WeakMap<WeighedRules, RuledSide>();

function sideOf(weighed: WeighedProposition, rules: WeighedRules): RuledSide {
  const side = sides.get(rules) ?? toSide(weighed, rules);
  sides.set(rules, side);
  return side;
}

function toSide({ proposition }: WeighedProposition, { reading }: WeighedRules): RuledSide {
  const [inRules, inTitles] = [reading.dates.filter(isKnown), proposition.dates.filter(isKnown)];
  const isDated = inRules.length + inTitles.length > 0;
  return {
    rules: reading,
    ...(inRules.length > 0 ? ({ dates: inRules, datedIn: "rules" } as const) : { dates: inTitles, datedIn: "titles" }),
    ...(isDated ? {} : { dates: closeOf(proposition), datedIn: "close" }),
    proposition,
    acts: [stepsIn([...reading.words, ...bracketWordsIn(reading), ...signsIn(reading)]), stepsIn(proposition.words)],
  };
}

/** The day of the close, until when all time counts; none where it is only the latest possible one. */
const closeOf = ({ closesAt, hasLateClose }: Proposition): NamedDate[] =>
  closesAt === null || hasLateClose
    ? []
    : [{ kind: "until", value: new Date(closesAt).toISOString().slice(0, 10), isLimit: true, isOpenStart: true }];

/** Words that brackets add: "Popcornmeter (audience score)". */
const bracketWordsIn = ({ brackets }: RulesReading): string[] => toWords(brackets).map(toStem);

const isKnown = ({ value, kind }: NamedDate): boolean => !value.startsWith("????") && kind !== "since";

const listDates = ({ dates }: RuledSide): string =>
  dates.length === 0 ? "no date" : [...new Set(dates.map(toSpokenDate))].slice(0, 2).join(", ");

/** The same deadline may be written as the day, the next day, or the day of the announcement. */
const SAME_DEADLINE_DAYS = 7;

const daysApart = (one: NamedDate, other: NamedDate): number => Math.abs(endOf(one) - endOf(other)) / DAY_MS;

const isDeadline = ({ isOpenStart }: NamedDate): boolean => isOpenStart === true;

const isDay = ({ kind }: NamedDate): boolean => kind === "at";

function compareDeadlines(a: RuledSide, b: RuledSide): Agreement {
  const [ours, theirs] = [lastOf(a.dates), lastOf(b.dates)];
  if (ours === undefined || theirs === undefined) return "silent";
  if (
    areOneSeason(a.proposition, b.proposition) &&
    a.dates.some((one) => b.dates.some((other) => isSameSeason(one, other)))
  )
    return "equal";
  const [limit, otherLimit] = [lastOf(a.dates.filter(isDeadline)), lastOf(b.dates.filter(isDeadline))];
  // A year that both name besides, as that of an election, makes no deadlines equal.
  const isClose = a.datedIn === "close" || b.datedIn === "close";
  if (
    limit !== undefined &&
    otherLimit !== undefined &&
    daysApart(limit, otherLimit) > (isClose ? MAX_FITTING_MS / DAY_MS : SAME_DEADLINE_DAYS)
  )
    return a.datedIn === b.datedIn && isClose ? "silent" : "different";
  // A close is about the time of what is asked for, and no more.
  if (isClose) return "silent";
  if (isPartOfSpan(ours, theirs, a) || isPartOfSpan(theirs, ours, b)) return "different";
  if (beginsBefore(a, b) || beginsBefore(b, a)) return "different";
  if (a.dates.some((one) => b.dates.some((other) => daysApart(one, other) <= 1))) return "equal";
  // Two days are two events, where nothing says that they are deadlines.
  if (a.dates.every(isDay) && b.dates.every(isDay)) return "different";
  if (daysApart(ours, theirs) <= SAME_DEADLINE_DAYS) return "silent";
  if (!isWithin(ours, theirs) && !isWithin(theirs, ours)) return "different";
  // Its day is that of the event whose year both titles name.
  return compareDates(a.proposition, b.proposition).evidence === "equal" ? "equal" : "silent";
}

/** Whether one begins before the month or quarter that is all of the other: "from Q4 2026 to Q4 2027" against "in Q4 2027". */
function beginsBefore({ rules, dates }: RuledSide, other: RuledSide): boolean {
  const [whole, ...others] = other.dates;
  const since = rules.dates.find(({ kind }) => kind === "since");
  const last = lastOf(dates);
  if (since === undefined || last === undefined || whole?.kind !== "within" || others.length > 0) return false;
  if (daysApart(last, whole) > SAME_DEADLINE_DAYS || /\bbetween\b/i.test(other.rules.condition)) return false;
  const part = whole.value.slice(5);
  const months = part.startsWith("q") ? 3 : part.startsWith("h") ? 6 : 1;
  return daysApart(since, whole) > months * 31 + 1;
}

/** Whether one asks about the last part of the other's span alone: a quarter against its year. */
const isPartOfSpan = (part: NamedDate, whole: NamedDate, { rules, dates }: RuledSide): boolean =>
  part.kind === "within" &&
  whole.kind === "year" &&
  dates.length === 1 &&
  !rules.dates.some(({ kind }) => kind === "since") &&
  daysApart(part, whole) <= 1 &&
  [part, whole].every(({ isLimit, isOpenStart, isThroughout }) => isLimit && !isOpenStart && !isThroughout);

/** Whether only what happens within a year counts, and on the other side what happens before it too. */
const isYearOnly = (side: RuledSide, other: RuledSide): boolean =>
  !side.dates.some(isDeadline) &&
  (side.dates.some(({ kind, isLimit }) => kind === "year" && isLimit) || side.rules.dates.some(isYearStart)) &&
  other.dates.some(isDeadline);

const isYearStart = ({ kind, value }: NamedDate): boolean => kind === "since" && value.endsWith("-01-01");

const lastOf = (dates: readonly NamedDate[]): NamedDate | undefined =>
  dates.length === 0 ? undefined : dates.reduce((last, one) => (endOf(one) > endOf(last) ? one : last));

/** Whether one is in the year that names the other's event, or in its month or quarter. */
const isWithin = (one: NamedDate, { kind, value, isLimit }: NamedDate): boolean =>
  kind === "within" ? one.value.startsWith(value) : kind === "year" && !isLimit && one.value.startsWith(value);

/** What may happen at any time, or on any day, is not what is so at the end. */
function compareModes(a: RuledSide, b: RuledSide, threshold: Agreement): string[] | undefined {
  const modes = [modeOf(a), modeOf(b)];
  // Beside an average, a figure of a single day is one at the end.
  const [ours, theirs] = modes.map((mode, at) =>
    mode === undefined && modes.includes(ON_AVERAGE) && isOfDay(at === 0 ? a : b) ? AT_END : mode,
  );
  if (threshold === "different" || ours === undefined || theirs === undefined || ours === theirs) return undefined;
  // A price that trades at a mark on any day touches it.
  if (modes.includes(TOUCHED) && [a, b].every((side) => modeOf(side) === TOUCHED || isUnsettledDay(side)))
    return undefined;
  return threshold === "equal" || ours === AT_END || theirs === AT_END ? [ours, theirs] : undefined;
}

const isUnsettledDay = (side: RuledSide): boolean =>
  modeOf(side) === ANY_DAY && !SETTLED.test(side.rules.condition) && !AVERAGED.test(side.rules.condition);

const isOfDay = ({ dates }: RuledSide): boolean => dates.length > 0 && dates.every(isDay);

const [AT_END, ON_AVERAGE, ANY_DAY, TOUCHED] = ["at the end", "on average", "on any day", "at any time"];

function modeOf({ rules, dates }: RuledSide): string | undefined {
  if (isTouched(rules)) return TOUCHED;
  if (/\bany (?:single )?(?:calendar |trading )?day\b/i.test(rules.condition)) return ANY_DAY;
  if (AVERAGED.test(rules.condition) && dates.some(isSpan)) return ON_AVERAGE;
  return SETTLED.test(rules.condition) ? AT_END : undefined;
}

const AVERAGED = /\b(?:average[ds]?|mean)\b/i;

const isSpan = ({ kind }: NamedDate): boolean => kind === "within" || kind === "year";

const SETTLED =
  /\bat (?:the )?(?:market )?(?:close|end)\b|\bsettle(?:s|ment)?\b|\bclos(?:es|ing)\b|\bclose["”]? price\b|\bin effect on\b|\bat (?:noon|1?\d(?::\d\d)? ?[ap]\.?m\b)|\bas of\b|\baverage of\b|\b(?:is|are|be|stands?)\b[^.;,]{0,60}\bon (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d/i;

/** Words that a sentence of rules stands for, besides its own. */
const signsIn = ({ condition, facets }: RulesReading): string[] => [
  ...SIGNS.filter(([pattern]) => pattern.test(condition)).map(([, sign]) => sign),
  ...(facets.includes("stage:advance") ? ["reach"] : []),
];

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\btop (?:\d+|two|three|four|five|six|eight|ten)\b|\bfirst or second\b|\b(?:second|third) place\b/i, "topn"],
  [/\bgoes to\b/i, "win"],
  [/\bdomestic and (?:international|foreign|overseas)\b/i, "global"],
  [/\btakes? office\b/i, "inaugur"],
  [/\bputs? \p{Lu}[^,.;]{0,40}? forward\b/u, "nomine"],
  [/\bdiscloses?\b/i, "announc"],
  [/\b(?:finish\w*|classified|placed?|comes?) (?:first|1st)\b/i, "win"],
  [/\bfirst (?:round|ballot)\b/i, "firstround"],
  [/\bsecond (?:round|ballot)\b/i, "secondround"],
  [/\b(?:is|are|be|been|gets?) elected\b/i, "iselected"],
  [/\b(?:plays?|appears?|competes?|takes? part|is|are) in the\b[^,.;]{0,40}\bfinals?\b/i, "reach"],
  [/\bpolling day\b|\bvoting\b[^,.;]{0,60}\btakes place\b|\bvotes? in (?:an?|the)\b[^,.;]{0,40}\belection\b/i, "held"],
  [/\bregular[- ]season\b/i, "regularseason"],
  [/\btomatometer\b/i, "critic"],
  [/\bpopcornmeter\b/i, "audienc"],
  [/\b(?:announces|sets) (?:the|a) date\b|\bwrits? (?:are|is) issued\b/i, "call"],
];

/**
 * Refuses a pair where one side leaves out what the other side asks for. It is near that where a single word is asked for,
 * and not the first: "a trace on the ground does not count" against an inch on the ground.
 */
function compareExcluded(a: RuledSide, b: RuledSide): { refusal: RuleRefusal | undefined; isNear: boolean } {
  let isNear = false;
  for (const [side, other, isTurned] of [
    [a, b, false],
    [b, a, true],
  ] as const) {
    for (const { text, words } of side.rules.exclusions) {
      const telling = words.filter((word) => word.length > 2);
      const condition = { text: other.rules.condition, words: [...other.rules.words, ...bracketWordsIn(other.rules)] };
      const asked = [condition, ...other.rules.inclusions].find((clause) => {
        // What both leave out is asked by neither.
        const open = clause.words.filter(
          (word) =>
            !side.rules.words.some((own) => isSynonym(own, word)) &&
            !other.rules.exclusions.some((one) => one.words.includes(word)),
        );
        if (open.length > 0 && COUNTING.test(clause.text) && shareOf(open, telling) === 1) return true;
        if (shareOf(telling, open) < MIN_EXCLUDED_SHARE) return false;
        const [first = "", ...rest] = telling;
        if (open.includes(first) || rest.filter((word) => open.includes(word)).length > 1) return true;
        isNear = true;
        return false;
      });
      if (asked === undefined) continue;
      const quotes = [quote(text), quote(asked.text)];
      return { refusal: toRefusal("predicate", isTurned ? quotes.toReversed() : quotes), isNear };
    }
  }
  return { refusal: undefined, isNear };
}

const COUNTING = /\b(?:counts?|enough|suffic\w+|qualif\w+)\b/i;

/** The share of some words that are among others. */
const shareOf = (words: readonly string[], others: readonly string[]): number =>
  words.filter((word) => others.includes(word)).length / Math.max(1, words.length);

/** The share of what a sentence leaves out that the other side must ask for. */
const MIN_EXCLUDED_SHARE = 0.3;

/**
 * What narrows the condition of each side alone, where both state it: names, the hour, the number of an edition, or any
 * member of a kind against a named one. What one side alone narrows proves nothing, and contradicts nothing.
 */
function differingQualifiers(left: LeftWords, a: RuledSide, b: RuledSide): string[] | undefined {
  const [ours, theirs] = [qualifiersOf(left[0], a, b), qualifiersOf(left[1], b, a)];
  const differing = COMPARED_QUALIFIERS.map(([one, other]) => [ours[one], theirs[other]] as const).find((sides) =>
    sides.every((words) => words.length > 0),
  );
  if (differing !== undefined) return differing.map((words, at) => spelt(words, at === 0 ? a : b));
  const heads = differingModifiers(left, a, b);
  if (heads !== undefined) return heads;
  for (const word of left[0]) {
    const rival = left[1].find((one) => isRival(word, one) && !isPartOf(word, b) && !isPartOf(one, a));
    if (rival !== undefined) return [spelt([word], a), spelt([rival], b)];
  }
  return undefined;
}

/**
 * Named words before one noun: "the State Senate" against "the U.S. Senate", but no titles of persons; and what is the most:
 * "most wins" against "most strikeouts".
 */
function differingModifiers([ours, theirs]: LeftWords, a: RuledSide, b: RuledSide): string[] | undefined {
  const isNamed = (word: string, left: readonly string[], { rules: { names } }: RuledSide): boolean =>
    left.includes(word) && names.includes(word) && !facetsOf(word).some((facet) => facet.startsWith("office:"));
  for (const [at, head] of a.rules.words.entries()) {
    // An hour has no words before it.
    if (isHour(head)) continue;
    const there = b.rules.words.indexOf(head);
    const [one = "", other = ""] = there < 0 ? [] : [a.rules.words[at - 1], b.rules.words[there - 1]];
    if (isNamed(one, ours, a) && isNamed(other, theirs, b)) return [spelt([one, head], a), spelt([other, head], b)];
    const [most = "", mostThere = ""] =
      there < 0 || !isMost(head) ? [] : [a.rules.words[at + 1], b.rules.words[there + 1]];
    if (ours.includes(most) && theirs.includes(mostThere)) return [spelt([head, most], a), spelt([head, mostThere], b)];
  }
  return undefined;
}

const isMost = (word: string): boolean => facetsOf(word).some((facet) => facet.startsWith("extreme:"));

type Qualifier = "editions" | "names" | "outcome" | "examples" | "any";

const COMPARED_QUALIFIERS: readonly (readonly [Qualifier, Qualifier])[] = [
  ["editions", "editions"],
  ["names", "names"],
  ["outcome", "names"],
  ["names", "outcome"],
  ["examples", "any"],
  ["any", "examples"],
];

function qualifiersOf(left: readonly string[], { rules, proposition }: RuledSide, other: RuledSide) {
  // Who settles it may be named in the condition too.
  const sources = new Set([...rules.sourceWords, ...other.rules.sourceWords]);
  const own = left.filter((word) => !sources.has(word));
  // "Japan" of "any G7 member (Germany, Italy, Japan)" is only an example there.
  const examples = bracketWordsIn(other.rules).filter(
    (word) => rules.names.includes(word) && !other.rules.words.includes(word),
  );
  const names = own.filter((word) => rules.names.includes(word) && (isProperName(word) || isPlace(word)));
  const any = ANY.exec(rules.condition)?.[0];
  return {
    editions: own.filter((word) => /^\d+$/.test(word)),
    names,
    examples: [...names, ...examples, ...narrowedIn(left, rules, ANY.exec(other.rules.condition)?.[0])],
    outcome: own.filter((word) => proposition.entity.includes(word)),
    any: any === undefined || ANY.test(other.rules.condition) ? [] : [any],
  };
}

/** "An open-weights model", where the other side asks for any model. */
function narrowedIn(left: readonly string[], { condition }: RulesReading, any = ""): string[] {
  const noun = any.replace(/ of$/, "").split(" ").at(-1) ?? "";
  const [said = "", narrowing = ""] =
    new RegExp(`\\b(?:an?|the|one) ([\\p{L}-]+(?: [\\p{L}-]+)?) ${noun}\\b`, "iu").exec(condition) ?? [];
  return noun !== "" && noun !== "any" && toWords(narrowing.toLowerCase()).some((word) => left.includes(toStem(word)))
    ? [said]
    : [];
}

/** Whether a word is part of a longer one: "album" of "albumoftheyear". */
const isPartOf = (word: string, { rules }: RuledSide): boolean => rules.words.some((one) => one.includes(word));

const ANY =
  /\b(?<!\bof )(?:any|at least one|one or more)(?:one|body)?\b(?:(?! of\b)(?: (?:of|other|US|G7|NATO|EU|[A-Z][\p{L}-]+))* (?:person|player|member|country|countries|nation|state|company|companies|team|club|party|candidate|driver|artist|buyer|model|city|bank)\b|(?<=one|body)| of\b)|\b(?:all|every|each)(?: \p{L}+){0,3} \p{L}+s\b/u;

/** A phase that only one side's rules say: "first in the league phase" against "wins the Champions League". */
function differingPhases(a: RuledSide, b: RuledSide): string[] | undefined {
  const phases = [a, b].map(({ rules, proposition }) =>
    listOrNone([
      ...valuesOf(rules, "phase"),
      ...(/\bfiscal\b/i.test(rules.condition) || proposition.words.includes("fiscal") ? ["fiscal"] : []),
    ]),
  );
  return phases[0] === phases[1] ? undefined : phases;
}

/** Spans of one unit that both state: "3-day" against "four-day", "30-year" against "15-year". */
function differingSpans(a: RuledSide, b: RuledSide): string[] | undefined {
  const [ours, theirs] = [a, b].map(
    ({ rules }) => new Map([...rules.condition.matchAll(SPAN)].map((one) => spanOf(one))),
  );
  for (const [unit, span] of ours ?? []) {
    const other = theirs?.get(unit);
    if (other !== undefined && numberOf(other) !== numberOf(span)) return [span, other];
  }
  return undefined;
}

const SPAN = /\b(?<n>\d{1,2}|two|three|four|five|six|seven|ten)-(?<unit>day|week|month|year)\b/gi;
const spanOf = ({ 0: text, groups }: RegExpExecArray): [string, string] => [groups?.unit?.toLowerCase() ?? "", text];
const numberOf = (span: string): string => toPlainText(span.replace("-", " ")).replace(/\D/g, "");

/** Places where something is measured: "Central Park" against "LaGuardia Airport". */
function differingSites(a: RuledSide, b: RuledSide): string[] | undefined {
  const [ours, theirs] = [a, b].map(({ rules }) => SITE.exec(rules.condition)?.[0]);
  if (ours === undefined || theirs === undefined) return undefined;
  const said = new Set(theirs.split(" "));
  return ours.split(" ").some((word) => said.has(word)) ? undefined : [ours, theirs];
}

const SITE = /(?:\p{Lu}[\p{L}'’-]+ )+(?:Airport|Park|Station|Observatory|Harbou?r|Field|Stadium|Beach)\b/u;

/** Outcomes that the other side never says, for both sides. The rules of an event may name none of them. */
function differingOutcomes(one: Proposition, other: Proposition, a: RuledSide, b: RuledSide): string[] | undefined {
  const [ours, theirs] = [subjectOf(one), subjectOf(other)];
  if (ours.length === 0 || theirs.length === 0 || isSaidIn(ours, other, b) || isSaidIn(theirs, one, a))
    return undefined;
  if (ours.some((word) => theirs.some((city) => isTeamOf(word, city)))) return undefined;
  return [spelt(ours, a), spelt(theirs, b)];
}

/** Without the city, which two clubs may have in common. */
const subjectOf = ({ entity, names }: Proposition): readonly string[] =>
  (entity.length > 0 ? entity : names).filter((word, _, all) => all.length === 1 || !isTeamCity(word));

const isSaidIn = (subject: readonly string[], { words, context }: Proposition, { rules }: RuledSide): boolean =>
  subject.some((word) => [words, context, rules.words, rules.others].some((said) => said.includes(word)));

/** Stems as the condition spells them, else what signs for them there, else as the titles do. */
function spelt(stems: readonly string[], { rules: { condition }, proposition }: RuledSide): string {
  const words = condition.match(/[\p{L}\p{N}]+/gu) ?? [];
  const spell = (stem: string): string =>
    words.find((word) => toStem(word.toLowerCase()) === stem) ??
    words
      .map((word, at) => [word, words[at + 1] ?? ""])
      .find((two) => toStem(two.join("").toLowerCase()) === stem)
      ?.join(" ") ??
    SIGNS.find(([pattern, sign]) => sign === stem && pattern.test(condition))?.[0].exec(condition)?.[0] ??
    proposition.spoken[proposition.words.indexOf(stem)] ??
    // "Nominated" is read as "nominee".
    words.find((word) => stem.length > 4 && word.toLowerCase().startsWith(stem.slice(0, -1))) ??
    stem;
  return stems.map(spell).join(" ");
}

/** What differs, with the sentences of both sides. */
function refuse(
  veto: string,
  differing: readonly string[] | undefined,
  a: RuledSide,
  b: RuledSide,
  isLexical = false,
): RuleRefusal | undefined {
  if (differing === undefined) return undefined;
  const sides = [a, b].map(({ rules, datedIn }, at) => {
    const place = veto === "deadline" ? DATE_PLACES[datedIn] : DATE_PLACES.rules;
    return `${differing[at]} ${place} ${quote(rules.condition)}`;
  });
  return toRefusal(veto, sides, isLexical);
}

const DATE_PLACES: Readonly<Record<RuledSide["datedIn"], string>> = {
  rules: "in its rules",
  titles: "in its titles, with the rules",
  close: "by its close, without a date in its rules",
};

const toRefusal = (veto: string, sides: readonly string[], isLexical = false): RuleRefusal => ({
  veto,
  reason: `${veto}: ${sides.join(" against ")}`,
  isLexical,
});

/** A sentence between quotation marks that it has none of itself. */
const quote = (sentence: string): string => `“${sentence.replace(/["“”]/g, "'").replace(/\s+/g, " ")}”`;

const isSameSource = (a: RulesReading, b: RulesReading): boolean =>
  a.source !== "" && a.sourceWords.some((word) => b.sourceWords.includes(word));

/** The words of each side that the other says nowhere. */
type LeftWords = readonly [readonly string[], readonly string[]];

function examineRules(
  { weighed: a, reading: ours }: WeighedRules,
  { weighed: b, reading: theirs }: WeighedRules,
  deadline: Agreement,
  threshold: Agreement,
) {
  const overlap = overlapOf(a, b, listShared(a, b));
  const largest = Math.max(a.largest, b.largest);
  const rarest = (words: readonly string[], { weights }: typeof a): number =>
    Math.max(0, ...words.map((word) => weights.get(word) ?? 0)) / largest;
  const left: LeftWords = [overlap.onlyA, overlap.onlyB];
  const rarestLeft = [rarest(left[0], a), rarest(left[1], b)];
  const figures = [figuresLeft(ours, theirs), figuresLeft(theirs, ours)] as const;
  const features = {
    shared: sum(overlap.shared.map((word) => Math.max(a.weights.get(word) ?? 0, b.weights.get(word) ?? 0))) / largest,
    rarestLeftLess: Math.min(...rarestLeft),
    figuresLeft: Math.min(2, sum(figures)),
    sameDeadline: Number(deadline === "equal"),
    sameThreshold: Number(threshold === "equal"),
  };
  // "30-year" against "15-year".
  const haveOwnFigures = Math.min(...figures) > 0;
  return { features, overlap: overlap.score, left, rarestLeft: Math.max(...rarestLeft), haveOwnFigures };
}

const figuresLeft = ({ numbers }: RulesReading, other: RulesReading): number =>
  numbers.filter(({ value }) => !other.numbers.some((one) => one.value === value)).length;
