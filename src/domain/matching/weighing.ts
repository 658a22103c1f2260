import type { NamedDate } from "../propositions/dates.ts";
import { offices, weakWords } from "../propositions/lexicon.ts";
import type { Proposition } from "../propositions/proposition.ts";
import { type RulesReading, readRules } from "../propositions/rules.ts";
import { type Acts, stepsIn, stepsOfRules } from "./acts.ts";
import { figureOf, isThreshold } from "./compare-numbers.ts";

// A market is read and weighed once for all its pairs: its titles, and its rules when first asked for.

/** How often each word occurs among the propositions that are matched. */
export interface Corpus {
  readonly size: number;
  frequencyOf(word: string): number;
}

/** The words of one side with their weights. */
export interface WeighedWords {
  readonly proposition: Proposition;
  /** Its words as one text, by which the sides of a pair are put in order. */
  readonly text: string;
  readonly weights: ReadonlyMap<string, number>;
  readonly total: number;
  /** Its figures and dates as words, with their weights. */
  readonly figures: ReadonlyMap<string, number>;
  readonly names: ReadonlySet<string>;
  /** Words of its event's title, with their weights. */
  readonly context: ReadonlyMap<string, number>;
  readonly largest: number;
}

/** A market's titles. */
export interface WeighedProposition extends WeighedWords {
  /** Its rules; undefined where they do not say what yes takes. */
  readonly ruled: () => RuledSide | undefined;
  /** The rules as the platform writes them; null where there are none. */
  readonly description: () => string | null;
  /** Whether its platform publishes no rules. */
  readonly hasNoRules: boolean;
}

/** A market's rules: the words of the condition are weighed as if they were a proposition, with its titles as context. */
export interface RuledSide extends WeighedWords {
  readonly rules: RulesReading;
  readonly titles: Proposition;
  /** The dates it is limited by: those of its condition, else those of its titles, else its close. */
  readonly dates: readonly NamedDate[];
  readonly datedIn: "rules" | "titles" | "close";
  readonly acts: Acts;
}

export function weigh(
  proposition: Proposition,
  corpus: Corpus,
  {
    description = () => null,
    hasNoRules = false,
  }: Partial<Pick<WeighedProposition, "description" | "hasNoRules">> = {},
): WeighedProposition {
  let ruled: RuledSide | undefined;
  let isRead = proposition.ruleWords.length === 0;
  return {
    ...weighWords(proposition, corpus),
    description,
    hasNoRules,
    ruled() {
      if (!isRead) ruled = weighRules(proposition, corpus, description() ?? "");
      isRead = true;
      return ruled;
    },
  };
}

function weighRules(titles: Proposition, corpus: Corpus, description: string): RuledSide | undefined {
  // A date without a year is one around the close.
  const found = readRules(description, { closesAt: titles.closesAt, createdAt: null });
  if (found === undefined) return undefined;
  const rules = found.form === "outcome" ? withOutcome(found, titles) : withFigures(found, titles);
  const { words, names, isNegated } = rules;
  const own = new Set(words);
  const context = [...titles.words, ...titles.context, ...rules.others].filter((word) => !own.has(word));
  const asked = { ...titles, words, spoken: words, names, isNegated, context: [...new Set(context)] };
  const [inRules, inTitles] = [stepsOfRules(rules), stepsIn(titles.words)];
  // A word is as rare as in titles or in rules, where it is less rare. Few rules say little about how rare it is.
  const share = corpus.size / (corpus.frequencyOf(asRule("")) + MIN_COUNTED_RULES);
  const frequencyOf = (word: string): number =>
    Math.max(corpus.frequencyOf(word), share * corpus.frequencyOf(asRule(word)));
  return {
    ...weighWords(asked, { size: corpus.size, frequencyOf }),
    rules,
    titles,
    ...limitsOf(rules, titles),
    acts: rules.form === "bare" ? [inTitles, inRules] : [inRules, inTitles],
  };
}

/** Rules of a whole event name no outcome: what yes takes is the outcome of the title. */
function withOutcome(rules: RulesReading, { words, names, numbers, facets, isNegated }: Proposition): RulesReading {
  return {
    ...rules,
    words: [...new Set([...words, ...rules.words])],
    names: [...new Set([...names, ...rules.names])],
    numbers: [...numbers, ...rules.numbers],
    facets: [...new Set([...facets, ...rules.facets])].toSorted(),
    isNegated,
  };
}

/** "Higher than the price in the title": rules that state no bound have that of the title. */
const withFigures = (rules: RulesReading, { numbers }: Proposition): RulesReading =>
  rules.numbers.some(isThreshold) ? rules : { ...rules, numbers: [...rules.numbers, ...numbers.filter(isThreshold)] };

const MIN_COUNTED_RULES = 20;

/** The dates that limit a side. The day of the close, until when all time counts, is none where it is only the latest possible one. */
function limitsOf(
  rules: RulesReading,
  { dates, closesAt, hasLateClose }: Proposition,
): Pick<RuledSide, "dates" | "datedIn"> {
  const [inRules, inTitles] = [rules.dates.filter(isKnown), dates.filter(isKnown)];
  // A text that only says what counts may name the day of a publication.
  const wider =
    rules.form === "bare" ? inTitles.filter((one) => !inRules.some(({ value }) => value.startsWith(one.value))) : [];
  if (inRules.length > 0) return { dates: [...wider, ...inRules], datedIn: "rules" };
  if (inTitles.length > 0) return { dates: inTitles, datedIn: "titles" };
  if (closesAt === null || hasLateClose) return { dates: [], datedIn: "close" };
  const value = new Date(closesAt).toISOString().slice(0, 10);
  return { dates: [{ kind: "until", value, isLimit: true, isOpenStart: true }], datedIn: "close" };
}

const isKnown = ({ value, kind }: NamedDate): boolean => !value.startsWith("????") && kind !== "since";

function weighWords(proposition: Proposition, corpus: Corpus): WeighedWords {
  const { words, spoken, context } = proposition;
  const weighAll = (some: readonly string[]) => new Map(some.map((word) => [word, weightOf(word, corpus)]));
  const weights = weighAll(words);
  return {
    proposition,
    text: spoken.join(" "),
    weights,
    total: sum(weights.values()),
    figures: weighAll(figuresOf(proposition)),
    names: namesOf(proposition, corpus),
    context: weighAll(context),
    largest: largestOf(corpus),
  };
}

/** What the corpus counts of a proposition: its words, figures, dates and names, and the words of its rules, if any. */
export const countedOf = (proposition: Proposition): string[] => [
  ...proposition.words,
  ...figuresOf(proposition),
  ...proposition.names.map(asName),
  ...proposition.ruleWords.map(asRule),
  ...(proposition.ruleWords.length > 0 ? [asRule("")] : []),
];

const asRule = (word: string): string => `~${word}`;

const asName = (word: string): string => `^${word}`;

/** A word of a title without capitals is taken for a name if this share of all propositions with it write it as one. */
const MIN_NAME_SHARE = 0.2;

/** The words of a proposition that are proper names, by its own capitals or by those of other propositions. */
const namesOf = ({ names, words }: Proposition, { frequencyOf }: Corpus): ReadonlySet<string> =>
  new Set(
    names.length > 0 ? names : words.filter((word) => frequencyOf(asName(word)) > frequencyOf(word) * MIN_NAME_SHARE),
  );

/** Figures and dates as words: a rare one that both sides name says as much as a rare word. */
const figuresOf = ({ numbers, dates }: Pick<Proposition, "numbers" | "dates">): string[] => [
  ...numbers.map((one) => `#${figureOf(one)}`),
  ...dates.map(({ value }) => `@${value}`),
];

/** The weight of a stemmed word: its rarity, or a quarter of it for a weak word. */
function weightOf(word: string, corpus: Corpus): number {
  const rarity = Math.max(0.2, largestOf(corpus) - Math.log(corpus.frequencyOf(word) + 0.5));
  return weakWords.has(word) && !offices.has(word) ? rarity / 4 : rarity;
}

const largestOf = ({ size }: Corpus): number => Math.log(size + 1);

export function sum(weights: Iterable<number>): number {
  let total = 0;
  for (const weight of weights) total += weight;
  return total;
}
