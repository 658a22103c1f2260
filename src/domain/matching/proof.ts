import { valuesOf } from "../propositions/proposition.ts";
import { toStem } from "../propositions/text.ts";
import { idle } from "./acts.ts";
import { isDay, isDeadline, isOnDay, shareDate } from "./compare-deadlines.ts";
import { figureOf, isThreshold, unitOf, without } from "./compare-numbers.ts";
import { isBound } from "./compare-thresholds.ts";
import type { RuledSide } from "./weighing.ts";

// What two conditions may differ in though their words are the same and nothing contradicts: a match is proven only where all
// of this is alike.

/** Whether two conditions tell the day, how many, and in which way alike, and neither lets more count. */
export const areToldAlike = (a: RuledSide, b: RuledSide): boolean =>
  [isDayAlone, isOtherDay, hasFigureAlone, isExactAlone, isSaidAlone, widensAlone].every(
    (isSo) => !isSo(a, b) && !isSo(b, a),
  ) &&
  LITTLE_WORDS.every((pattern) => sayAlike(pattern, a, b)) &&
  leavesAlike(a, b) &&
  !isEdited(a, b);

/** A day is not all time until it. */
const isDayAlone = (side: RuledSide, other: RuledSide): boolean => isOnDay(side) && other.dates.some(isDeadline);

/** Whether both name a day, as one of their own or as the last of a span, and each another one. */
const isOtherDay = (side: RuledSide, other: RuledSide): boolean => {
  const [ours, theirs] = [side.dates.filter(isDay), other.dates.filter(isDay)];
  return ours.length > 0 && theirs.length > 0 && !shareDate(ours, theirs);
};

/** Whether a choice or a promise is enough for one side, where the other asks who takes the post or what is done. */
const isSaidAlone = ({ rules }: RuledSide, { rules: other }: RuledSide): boolean =>
  (CHOSEN.test(rules.condition) && !CHOSEN.test(other.condition) && IN_POST.test(other.condition)) ||
  (PROMISED.test(rules.condition) && !PROMISED.test(other.condition));

const CHOSEN = /\b(?:named|appointed|chosen|selected|announced)\b/i;
const PROMISED = /\b(?:he|she|it|they) (?:will|would)\b/i;
const IN_POST = /\b(?:becomes?|serv(?:es?|ing)|takes? (?:office|over)|sworn in|assumes?)\b/i;

/** Whether one side alone states a figure that is no bound: "for 30 days", "among the three best". */
const hasFigureAlone = ({ rules }: RuledSide, { rules: other, titles }: RuledSide): boolean => {
  const said = [...other.words, ...titles.words, ...titles.context, ...valuesOf(titles, "edition")];
  const known = new Set([...said.map(Number), ...[...other.numbers, ...titles.numbers].map(({ value }) => value)]);
  return rules.numbers.some((one) => !isThreshold(one) && !known.has(one.value));
};

/** Whether one side states a share that the other has as a bound: "by 25 bps" against "by at least 25 bps". */
const isExactAlone = ({ rules }: RuledSide, { rules: other }: RuledSide): boolean =>
  rules.numbers.some(
    (one) =>
      one.comparison === "eq" &&
      unitOf(one) === "%" &&
      other.numbers.some((bound) => isBound(bound) && figureOf(bound) === figureOf(one)),
  );

/** By a word that both may say, what makes another thing of it: "traded to the Owls" or "by", "and meet" or "or", "U-3" or "U-6". */
const LITTLE_WORDS: readonly RegExp[] = [
  /\b(?<said>to|from|by|and|or) (?:the )?(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))(?<word>\p{L}+)/gu,
  /\b(?<word>\p{Lu}{1,4})-?(?<said>\d{1,3})\b/gu,
];

/** Whether nothing is said of one word in two ways. */
function sayAlike(pattern: RegExp, a: RuledSide, b: RuledSide): boolean {
  const [ours, theirs] = [a, b].map(
    ({ rules }) => new Map([...rules.condition.matchAll(pattern)].map(({ groups }) => [groups?.word, groups?.said])),
  );
  return [...(ours ?? [])].every(([word, said]) => (theirs?.get(word) ?? said) === said);
}

/** Whether both name the same ways to leave, or neither names any. */
function leavesAlike(a: RuledSide, b: RuledSide): boolean {
  const [ours, theirs] = [a, b].map(({ rules: { condition } }) =>
    ANY_WAY.test(condition) ? "" : [...condition.matchAll(WAY_TO_LEAVE)].map(([way]) => way.toLowerCase()).join(),
  );
  return ours === theirs;
}

const ANY_WAY = /\bfor any reason\b|\bregardless\b/i;
const WAY_TO_LEAVE = /\b(?:resign|retire|die|death|dismiss|remov|impeach)/gi;

/**
 * Whether one side alone says that something more counts: "an announcement resolves to Yes". Sources are no such thing, nor
 * is a second round, which any election may have.
 */
function widensAlone({ rules, titles }: RuledSide, { rules: other }: RuledSide): boolean {
  const said = [...[rules, titles, other].flatMap(({ words }) => words), ...other.others];
  return rules.inclusions.some(({ text, words }) => {
    const unsaid = words.filter((word) => !idle.has(word) && !said.includes(word));
    return !WIDENS_NOTHING.test(text) && unsaid.length > words.length / 2;
  });
}

const WIDENS_NOTHING = /\b(?:sources?|reporting|second round|run-?offs?)\b/i;

/**
 * Whether one condition is a copy of the other but for few words: those then make the difference, where two texts that nobody
 * copied say the same in other words.
 */
function isEdited(a: RuledSide, b: RuledSide): boolean {
  // A negation makes the opposite of a copy, and "whoever wins" has no name where the other has the outcome's.
  if (a.rules.isNegated !== b.rules.isNegated || [a, b].some(asksWhich)) return false;
  const [ours, theirs] = [wordsIn(a), wordsIn(b)];
  const [left, otherLeft] = [tellingAlone(ours, theirs), tellingAlone(theirs, ours)];
  const most = Math.max(1, Math.floor(Math.min(ours.length, theirs.length) / WORDS_AN_EDIT));
  const count = Math.max(left.length, otherLeft.length);
  return count <= most && Array.from({ length: count }).some((_, at) => !isFormOf(left[at], otherLeft[at]));
}

const asksWhich = ({ rules }: RuledSide): boolean => rules.form === "outcome" || /\(outcome\)/i.test(rules.condition);

/** A copy of that many words has one edit more on a side. */
const WORDS_AN_EDIT = 12;

/** "Is the winner of" and "wins". */
const isFormOf = (one = "", other = ""): boolean =>
  one !== "" && other !== "" && (one.startsWith(other) || other.startsWith(one));

const tellingAlone = (ours: readonly string[], theirs: readonly string[]): string[] =>
  without(ours, theirs, Object.is).filter((word) => !TELLS_NOTHING.test(word));

/** The words of a condition, stemmed, and grades with their signs: "A-". */
const wordsIn = ({ rules: { condition } }: RuledSide): string[] =>
  (
    condition
      .toLowerCase()
      .replace(RESOLVES, "")
      .match(/\p{L}+[+-]?(?![\p{L}\d])/gu) ?? []
  ).map(toStem);

const RESOLVES = /\bresolves? (?:to )?["“”'‘’]?yes\b/;

/** How a market is told to resolve, bounds and dates, which others compare, and words that any figure or prize has. */
const TELLS_NOTHING =
  /^(?:if|this|thi|then|market|resolv|accord|yes|that|it|the|an?|is|are|be|been|was|ha[sdv]e?|will|immedi|offici|formal|issuanc|price|score|award|figur|for|by|befor|on|until|prior|between|after|at|in|of|e[ds]?t|utc|[ap]m|fy|fiscal|least|most|more|less|higher|lower|abov|below|over|under|equal|greater|fewer|than|and|or|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)$/;
