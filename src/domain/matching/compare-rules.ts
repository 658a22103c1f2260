import { facetsOf, isPlace, isProperName, isSynonym } from "../propositions/lexicon.ts";
import { hasFacet, valuesOf } from "../propositions/proposition.ts";
import type { RulesReading } from "../propositions/rules.ts";
import { toOrdinal } from "../propositions/structures.ts";
import { toPlainText, toStem } from "../propositions/text.ts";
import { type Agreement, compareActs, idle, isAnnounced, isSameStep, isStep, SIGNS } from "./acts.ts";
import { areOtherDays, compareDeadlines, isDay, isYearOnly, listDates } from "./compare-deadlines.ts";
import { isThreshold, listOrNone } from "./compare-numbers.ts";
import { differingRoles } from "./compare-roles.ts";
import { compareThresholds, isTouched } from "./compare-thresholds.ts";
import { compareGameRules } from "./games.ts";
import { closesApartOf, type LeftWords, overlapWithEvents, ruleProbabilityOf, sumOdds } from "./model.ts";
import { listShared, overlapOf, rivalsIn } from "./overlap.ts";
import { areToldAlike } from "./proof.ts";
import { quote } from "./reasons.ts";
import { findRiskDifferences, toRiskText } from "./risks.ts";
import { VETOED_WHEN_SILENT } from "./vetoes.ts";
import { type RuledSide, sum, type WeighedProposition } from "./weighing.ts";

// Compares what the rules of two markets say must happen: by when, how much, which act, and what does not count.

/** What two rules say about each other. */
export type RulesVerdict = NonNullable<ReturnType<typeof compareRules>>;

interface RuleRefusal {
  readonly veto: string;
  readonly reason: string;
  /** Whether it rests on the vocabulary of acts. */
  readonly isLexical: boolean;
}

/** Compares the rules of two propositions; undefined where one has none. */
export function compareRules(one: WeighedProposition, other: WeighedProposition) {
  const [a, b] = [one.ruled(), other.ruled()];
  if (a === undefined || b === undefined) return undefined;
  const deadline = compareDeadlines(a, b);
  const threshold = compareThresholds(a, b);
  const act = compareActs(a.acts, b.acts);
  const examined = examineRules(a, b, deadline, threshold);
  const { overlap, left, rarestLeft, haveFiguresLeft } = examined;
  const isInverted =
    [a.rules.isNegated !== b.rules.isNegated, threshold.isComplement, act.isOpposite].filter(Boolean).length % 2 === 1;
  const excluded = isInverted ? undefined : compareExcluded(a, b);
  const isNarrowedAlike = (a.rules.narrowing === "") === (b.rules.narrowing === "");
  const telling: LeftWords = [tellingOf(left[0], a, b), tellingOf(left[1], a, b)];
  // What the score is made of.
  const features = {
    ...examined.features,
    ...sumOdds(telling),
    bothExclude: Math.min(a.rules.exclusions.length, b.rules.exclusions.length),
    sameAct: Number(act.agreement === "equal"),
    overlapWithEvents: overlapWithEvents(one, other),
    closesApart: closesApartOf(one.proposition, other.proposition),
  };
  let refusals: RuleRefusal[] | undefined;
  const listRefusals = (): RuleRefusal[] =>
    [
      refuse("deadline", deadline === "different" ? [listDates(a), listDates(b)] : undefined, a, b),
      refuse("threshold", threshold.differing, a, b),
      refuse("predicate", compareModes(a, b, threshold.agreement), a, b),
      refuse(
        "hour",
        hours.includes("") || hours[0] === hours[1] ? undefined : hours.map((hour) => hour.replace(/\bh(?=\d)/g, "")),
        a,
        b,
      ),
      refuse("predicate", differingQualifiers(left, a, b), a, b),
      refuse("predicate", differingWays(left, a, b), a, b),
      refuse("predicate", differingSites(a, b), a, b),
      refuse("predicate", differingFacets("phase", left, a, b), a, b),
      refuse("measure", differingFacets("measure", left, a, b), a, b),
      refuse("predicate", differingSpans(a, b), a, b),
      refuse("roles", differingRoles(a, b), a, b),
      playedApart === undefined ? undefined : { veto: "part", reason: playedApart, isLexical: false },
      excluded?.refusal,
      refuse("predicate", act.differing && [spelt([act.differing[0]], a), spelt([act.differing[1]], b)], a, b, true),
    ].filter((one) => one !== undefined);
  const hours = [hoursOf(a, b), hoursOf(b, a)] as const;
  const { refusal: playedApart } = compareGameRules(one.description(), other.description(), true);
  const findRisks = () => findRiskDifferences([one.description(), other.description()]);
  const isEqual = (facet: string): boolean => valuesOf(a.rules, facet).join() === valuesOf(b.rules, facet).join();
  const isEqualCondition =
    [a, b].every(({ rules }) => rules.form !== "bare") &&
    isNarrowedAlike &&
    deadline === "equal" &&
    !isYearOnly(a, b) &&
    !isYearOnly(b, a) &&
    excluded?.isNear !== true &&
    (act.agreement === "equal" || rarestLeft < SMALL_WEIGHT) &&
    left.flat().every((word) => isIdle(word, act.agreement) || (act.isOpposite && isStep(word))) &&
    VETOED_WHEN_SILENT.every(isEqual) &&
    a.rules.numbers.some(isThreshold) === b.rules.numbers.some(isThreshold) &&
    (!haveFiguresLeft || threshold.isComplement || !a.rules.numbers.some(isThreshold)) &&
    overlap >= MIN_PROVEN_OVERLAP &&
    areToldAlike(a, b) &&
    listRefusals().length === 0;
  return {
    /** The probability that both ask the same question; a veto does not lower it. */
    score: Math.max(ruleProbabilityOf(features), isEqualCondition ? PROVEN_SCORE : 0),
    /** Whether neither says what yes takes. */
    areBare: [a, b].every(({ rules }) => rules.form === "bare"),
    isInverted,
    /** Whether their bounds exclude each other, so that exactly one is true. */
    isComplement: threshold.isComplement,
    /** All that contradicts, the first by a rule that knows no words for acts. Most pairs are no match by their score alone. */
    get refusals(): readonly RuleRefusal[] {
      refusals ??= listRefusals();
      return refusals;
    },
    /**
     * Whether deadline and act were read on both sides and are equal. What happens in a case that is a risk makes no other
     * question, but no sure one either. Nor does "someone else", since the names beside it may differ.
     */
    isProven: isEqualCondition && ![a, b].some(({ titles }) => hasFacet(titles, "rest")) && findRisks().length === 0,
    /** Whether rules that are accepted clear up what a veto of the titles found. */
    clears: (veto: string): boolean => {
      if (veto === "date") return deadline === "equal" && !areOtherDays(a, b);
      // An hour of a title may be when a market closes, which the rules of both say.
      if (veto === "hour") return hours[0] === hours[1] && (hours[0] !== "" || [a, b].every(isOfClose));
      // Rules with equal words may differ in who does what to whom, and in whose yes it is: that of one name, or of all others.
      if (veto === "roles" || veto === "entity" || veto === "rest") return false;
      if (veto === "act" && act.agreement === "equal") return true;
      return isEqualCondition || (isEqual(veto) && (hasFacet(a.rules, veto) || !STATED.includes(veto)));
    },
    features,
    /** The words left over on each side but for names and figures. */
    left: telling,
    /** What both sides say, as sentences for people. */
    tell: (): string[] => [
      ...(deadline === "equal" ? [`the rules of both say ${listDates(a)}`] : []),
      ...(threshold.shared !== "" ? [`the rules of both say ${threshold.shared}`] : []),
      ...findRisks().map((risk) => toRiskText(risk)),
      ...(isSameSource(a.rules, b.rules) ? [`the rules of both name ${a.rules.source}`] : []),
    ],
  };
}

/** Whether a word asks for nothing. "Announces" does, unless both sides ask for the same step. */
const isIdle = (word: string, acts: Agreement): boolean => idle.has(word) && (acts === "equal" || !isStep(word));

/** The hours that rules state, as words. A close in New York is at four, where the other side says so. */
const hoursOf = ({ rules }: RuledSide, other: RuledSide): string =>
  rules.words.filter(isHour).join() ||
  (/\bclos(?:e|es|ing)\b/i.test(rules.condition) && other.rules.words.includes("h4pm") ? "h4pm" : "");

const isOfClose = ({ rules }: RuledSide): boolean =>
  /\bclos(?:e|es|ing)\b|\btrading (?:day|session)\b/i.test(rules.condition);

const isHour = (word: string): boolean => /^h\d/.test(word);

/** Facets that rules which do not state them leave in doubt. */
const STATED: readonly string[] = ["city", "measure", "office", "state"];

/** Of the largest weight of a word. Rules that name no act must say the same words but for such. */
const SMALL_WEIGHT = 0.45;
const [MIN_PROVEN_OVERLAP, PROVEN_SCORE] = [0.5, 0.93];

/** What may happen at any time, or on any day, is not what is so at the end. */
function compareModes(a: RuledSide, b: RuledSide, threshold: Agreement): string[] | undefined {
  const modes = [modeOf(a), modeOf(b)];
  // Beside an average or any day of many, a figure of a single day is one at the end.
  const [ours, theirs] = modes.map((mode, at) =>
    mode === undefined && [ON_AVERAGE, ANY_DAY].some((one) => modes.includes(one)) && isOfDay(at === 0 ? a : b)
      ? AT_END
      : mode,
  );
  if (threshold === "different" || ours === undefined || theirs === undefined || ours === theirs) return undefined;
  return threshold === "equal" || ours === AT_END || theirs === AT_END ? [ours, theirs] : undefined;
}

const isOfDay = ({ dates }: RuledSide): boolean => dates.length > 0 && dates.every(isDay);

const [AT_END, ON_AVERAGE, ANY_DAY, TOUCHED] = ["at the end", "on average", "on any day", "at any time"];

function modeOf({ rules, dates }: RuledSide): string | undefined {
  if (isTouched(rules)) return TOUCHED;
  if (
    /\b(?:any (?:\w+ ){0,2}(?:day|date|week|month|quarter)|(?:one|a single) (?:day|date|month) (?:is enough|suffices)|one or more (?:\w+ )?days)\b/i.test(
      rules.condition,
    )
  )
    return ANY_DAY;
  if (AVERAGED.test(rules.condition) && dates.some(({ kind }) => kind === "within" || kind === "year"))
    return ON_AVERAGE;
  return SETTLED.test(rules.condition) ? AT_END : undefined;
}

const AVERAGED = /\b(?:average[ds]?|mean)\b/i;

const SETTLED =
  /\bat (?:the )?(?:market )?(?:close|end)\b|\bsettle(?:s|ment)?\b|\bclos(?:es|ing)\b|\bclose["”]? (?:price|at|above|below)\b|\bdaily close\b|\b(?:last|final) (?:\w+ )?day\b|\bin effect on\b|\bat (?:noon|1?\d(?::\d\d)? ?[ap]\.?m\b)|\bas of\b|\baverage of\b|\b(?:is|are|be|stands?)\b(?:[^.;,]|[.,]\d){0,60}\bon (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d/i;

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
      const said = words.filter((word) => word.length > 2);
      // What other sentences say, such as the opponent's name, is not left out.
      const telling = said.filter((word) => !side.rules.others.includes(word));
      const condition = { text: other.rules.condition, words: [...other.rules.words, ...other.rules.bracketWords] };
      const source = { text: other.rules.condition, words: other.rules.sourceWords };
      const asked = [condition, source, ...other.rules.inclusions].find((clause) => {
        const open = clause.words.filter((word) => !side.rules.words.some((own) => isSynonym(own, word)));
        const isAllLeftOut = open.length > 0 && open.every((word) => telling.includes(word));
        if (isAllLeftOut && COUNTING.test(clause.text)) return true;
        const isAsked = (word: string): boolean =>
          open.some((one) => one === word || (clause === condition && isSameStep(one, word)));
        const [first = "", ...rest] = telling;
        if (isAnnounced(first) && isAsked(first)) return true;
        if (telling.filter(isAsked).length < MIN_EXCLUDED_SHARE * said.length) return false;
        if (isAsked(first) || rest.filter(isAsked).length > 1) return true;
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

/** The share of what a sentence leaves out that the other side must ask for. */
const MIN_EXCLUDED_SHARE = 0.3;

/**
 * What narrows the condition of each side alone, where both state it: names, the hour, the number of an edition, or any
 * member of a kind against a named one. What one side alone narrows proves nothing, and contradicts nothing.
 */
function differingQualifiers(left: LeftWords, a: RuledSide, b: RuledSide): string[] | undefined {
  const [ours, theirs] = [qualifiersOf(left[0], a, b), qualifiersOf(left[1], b, a)];
  const compared = [
    [ours.editions, theirs.editions],
    areOthers(ours.places, theirs.places) ? [ours.places, theirs.places] : [[], []],
    [ours.outcome, theirs.names],
    [ours.examples, theirs.any],
    [ours.any, theirs.examples],
  ] as const;
  const [one, other] = compared.find((sides) => sides.every((words) => words.length > 0)) ?? [];
  if (one !== undefined && other !== undefined) return [spelt(one, a), spelt(other, b)];
  const rivals = rivalsIn(left[0], left[1]);
  return differingModifiers(left, a, b) ?? (rivals && [spelt(rivals.slice(0, 1), a), spelt(rivals.slice(1), b)]);
}

/**
 * Named words before one noun: "the State Senate" against "the U.S. Senate", but no titles of persons.
 */
function differingModifiers([ours, theirs]: LeftWords, a: RuledSide, b: RuledSide): string[] | undefined {
  const isNamed = (word: string, left: readonly string[], { rules: { names } }: RuledSide): boolean =>
    left.includes(word) && names.includes(word) && !facetsOf(word).some((facet) => facet.startsWith("office:"));
  for (const [at, head] of a.rules.words.entries()) {
    // An hour has no words before it.
    if (isHour(head)) continue;
    const there = b.rules.words.indexOf(head);
    if (there < 0) continue;
    const [one = "", other = ""] = [a.rules.words[at - 1], b.rules.words[there - 1]];
    if (isNamed(one, ours, a) && isNamed(other, theirs, b) && areOthers([one], [other]))
      return [spelt([one, head], a), spelt([other, head], b)];
  }
  return undefined;
}

/** Whether names of both sides contradict each other: the US is another place than California, but not than an exchange. */
const areOthers = (ours: readonly string[], theirs: readonly string[]): boolean =>
  (!ours.every(isHome) || theirs.some(isPlace)) && (!theirs.every(isHome) || ours.some(isPlace));

const isHome = (word: string): boolean => word === "us";

function qualifiersOf(left: readonly string[], { rules, titles }: RuledSide, other: RuledSide) {
  const own = withoutSources(left, [rules, other.rules]);
  const named = own.filter((word) => rules.names.includes(word) && (isProperName(word) || isPlace(word)));
  const names = named.every(isHome) ? [] : named;
  // "Japan" of "any G7 member (Germany, Italy, Japan)" is only an example there.
  const examples = other.rules.bracketWords.filter(
    (word) => rules.names.includes(word) && !other.rules.words.includes(word),
  );
  const any = ANY.exec(rules.condition)?.[0];
  return {
    editions: own.filter((word) => /^\d+$/.test(word)),
    places: own.filter((word) => rules.names.includes(word) && isPlace(word)),
    names,
    examples: [...names, ...examples],
    outcome: own.filter((word) => titles.entity.includes(word)),
    any: any === undefined || ANY.test(other.rules.condition) ? [] : [any],
  };
}

/** Who settles it may be named in the condition too. */
const withoutSources = (left: readonly string[], sides: readonly RulesReading[]): string[] =>
  left.filter((word) => !sides.some(({ sourceWords }) => sourceWords.includes(word)));

const ANY =
  /\b(?<!\bof )(?:any|at least one|one or more)(?:one|body)?\b(?:(?! of\b)(?: (?:of|other|US|G7|NATO|EU|[A-Z][\p{L}-]+))* (?:person|player|member|country|countries|nation|state|company|companies|team|club|party|candidate|driver|artist|buyer|model|city|bank)\b|(?<=one|body)| of\b)|\b(?:all|every|each)(?: \p{L}+){0,3} \p{L}+s\b/u;

/**
 * A phase or a fiscal year that one side alone names, and what is measured: "first in the league phase" against "wins the
 * Champions League", core prices against all.
 */
function differingFacets(name: "phase" | "measure", left: LeftWords, a: RuledSide, b: RuledSide): string[] | undefined {
  const [ours = "", theirs = ""] = [a, b].map(({ rules, titles }) => {
    const isFiscal =
      name === "phase" && (/\bfiscal\b|FY ?\d/i.test(rules.condition) || titles.words.includes("fiscal"));
    const named = [...valuesOf(titles, name), ...valuesOf(rules, name), ...(isFiscal ? ["fiscal"] : [])];
    return listOrNone([...new Set(named)].toSorted());
  });
  // Titles say it in short where rules say it at length.
  const isSaid = hasFacet(a.rules, name) || left.flat().length === 0;
  const areSaidAlike =
    name === "measure" && isSaid && valuesOf(a.rules, name).join() === valuesOf(b.rules, name).join();
  return ours === theirs || areSaidAlike ? undefined : [ours, theirs];
}

/** Spans of one unit, or ordinals of one noun, that both state: "3-day" against "four days", "first reading" against "third". */
function differingSpans(a: RuledSide, b: RuledSide): string[] | undefined {
  const [ours, theirs] = [a, b].map(
    ({ rules }) => new Map([...`${rules.condition} ${rules.measured}`.matchAll(SPAN)].map((one) => spanOf(one))),
  );
  for (const [unit, span] of ours ?? []) {
    const other = theirs?.get(unit);
    if (other !== undefined && numberOf(other) !== numberOf(span)) return [span, other];
  }
  return undefined;
}

const SPAN =
  /\b(?:\d{1,2}|two|three|four|five|six|seven|ten)[- ](?<unit>day|week|month|year)s?\b|\b(?<nth>first|second|third|fourth|\d{1,3}(?:st|nd|rd|th))(?: and final| fiscal)? (?!round|ballot|two|three|four|five|six|seven)(?<noun>[a-z]{4,}\b)/gi;
const spanOf = ({ 0: text, groups }: RegExpExecArray): [string, string] => [
  (groups?.unit ?? `nth ${groups?.noun}`).toLowerCase(),
  text,
];
const numberOf = (span: string): number => {
  const ordinal = toOrdinal(/^[a-z\d]+/i.exec(span)?.[0].toLowerCase());
  return Number.isNaN(ordinal) ? Number.parseInt(toPlainText(span.replace("-", " ")), 10) : ordinal;
};

/** What one side asks for where the other says that it is one of several ways: "in person", "in person or by video". */
function differingWays([ours, theirs]: LeftWords, a: RuledSide, b: RuledSide): string[] | undefined {
  const waysOf = (left: readonly string[], { rules }: RuledSide, other: RuledSide): string[] | undefined => {
    for (const { text, words } of other.rules.inclusions) {
      if (!/\bor\b/i.test(text)) continue;
      const way = left.find((word) => words.includes(word) && !idle.has(word));
      if (way !== undefined && words.some((word) => !rules.words.includes(word) && !idle.has(word))) return [way, text];
    }
    return undefined;
  };
  const [one, other] = [waysOf(ours, a, b), waysOf(theirs, b, a)];
  if (one !== undefined) return [spelt(one.slice(0, 1), a), quote(one[1] ?? "")];
  return other && [quote(other[1] ?? ""), spelt(other.slice(0, 1), b)];
}

/** Places where something is measured: "Central Park" against "LaGuardia Airport". */
function differingSites(a: RuledSide, b: RuledSide): string[] | undefined {
  const [ours, theirs] = [a, b].map(({ rules }) => SITE.exec(rules.condition)?.[0]);
  if (ours === undefined || theirs === undefined) return undefined;
  const said = new Set(theirs.split(" "));
  return ours.split(" ").some((word) => said.has(word)) ? undefined : [ours, theirs];
}

const SITE = /(?:\p{Lu}[\p{L}'’-]+ )+(?:Airport|Park|Station|Observatory|Harbou?r|Field|Stadium|Beach)\b/u;

/** Stems as the condition spells them, else what signs for them there, else as the titles do. */
function spelt(stems: readonly string[], { rules: { condition }, titles }: RuledSide): string {
  const words = condition.match(/[\p{L}\p{N}]+/gu) ?? [];
  const spell = (stem: string): string =>
    words.find((word) => toStem(word.toLowerCase()) === stem) ??
    words
      .map((word, at) => [word, words[at + 1] ?? ""])
      .find((two) => toStem(two.join("").toLowerCase()) === stem)
      ?.join(" ") ??
    SIGNS.find(([, sign]) => sign === stem)?.[0].exec(condition)?.[0] ??
    titles.spoken[titles.words.indexOf(stem)] ??
    // "Nominated" is read as "nominee", "launches" as "release".
    words.find((word) => isSameStep(toStem(word.toLowerCase()), stem)) ??
    stem.replace("firstround", "first round");
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

const isSameSource = (a: RulesReading, b: RulesReading): boolean =>
  a.source !== "" && a.sourceWords.some((word) => b.sourceWords.includes(word));

/** What is left over on a side but for names and figures, which other pairs do not have. */
const tellingOf = (left: readonly string[], { rules }: RuledSide, other: RuledSide): string[] =>
  left.filter((word) => !/^\d/.test(word) && !rules.names.includes(word) && !other.rules.names.includes(word));

function examineRules(
  a: RuledSide,
  b: RuledSide,
  deadline: Agreement,
  { agreement }: ReturnType<typeof compareThresholds>,
) {
  const overlap = overlapOf(a, b, listShared(a, b));
  const largest = Math.max(a.largest, b.largest);
  const rarest = (words: readonly string[], { weights }: RuledSide): number =>
    Math.max(0, ...words.map((word) => weights.get(word) ?? 0)) / largest;
  const left: LeftWords = [overlap.onlyA, overlap.onlyB];
  const rarestLeft = [rarest(left[0], a), rarest(left[1], b)];
  const weightLeft = [a, b].map(({ weights }, at) =>
    sum((left[at] ?? []).map((word) => (weights.get(word) ?? 0) / largest)),
  );
  const features = {
    shared: sum(overlap.shared.map((word) => Math.max(a.weights.get(word) ?? 0, b.weights.get(word) ?? 0))) / largest,
    rarestLeftLess: Math.min(...rarestLeft),
    leftLess: Math.min(...weightLeft),
    leftMore: Math.max(...weightLeft),
    sameDeadline: Number(deadline === "equal"),
    sameThreshold: Number(agreement === "equal"),
    namesLeft: Math.min(rarest(namesIn(left[0], a, b), a), rarest(namesIn(left[1], b, a), b)),
  };
  return {
    features,
    overlap: overlap.score,
    shared: overlap.shared,
    left,
    rarestLeft: Math.max(...rarestLeft),
    haveFiguresLeft: hasFiguresLeft(a.rules, b.rules) || hasFiguresLeft(b.rules, a.rules),
  };
}

const namesIn = (left: readonly string[], { rules }: RuledSide, other: RuledSide): string[] =>
  withoutSources(left, [rules, other.rules]).filter((word) => rules.names.includes(word));

const hasFiguresLeft = ({ numbers }: RulesReading, other: RulesReading): boolean =>
  numbers.some(({ value }) => !other.numbers.some((one) => one.value === value));
