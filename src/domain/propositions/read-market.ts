import { type NamedDate, withYear } from "./dates.ts";
import { readGame, scheduledDaysOf } from "./games.ts";
import { citiesOf, facetsOf, isTeam, weakWords } from "./lexicon.ts";
import { FIRST_SIDE, type MarketText, nameOf, type Proposition } from "./proposition.ts";
import { ALTERNATIVES, EITHER, readText, type TextReading } from "./read-text.ts";
import { ruleWordsOf } from "./rules.ts";
import { toStem, toWords } from "./text.ts";

/** Reads a market as a proposition; undefined when it is an open question, combines several, or says too little. */
export function toProposition(listed: MarketText): Proposition | undefined {
  const market = withOutcome(listed);
  const { title, eventTitle } = market;
  if (COMBINED.test(title)) return undefined;
  const game = readGame(market);
  if (game !== undefined) return game;
  const label = findLabel(market);
  if (label === undefined && isOpenQuestion(title)) return undefined;
  const aside = label === undefined ? "" : asideOf(label);
  const note = noteOf(market);
  const said = aside === "" ? title : title.replace(aside, " ");
  const alone = readText(said, market);
  // "820+" of the event "How many aircraft will Airbus deliver in 2026?"
  const core =
    saysTooLittle(alone) && !title.startsWith(eventTitle) ? readText(`${eventTitle} ; ${said}`, market) : alone;
  if (saysTooLittle(core)) return undefined;
  const context = contextOf(market, aside);
  const entity = label !== undefined ? toEntity(label) : firstNamed(title, core);
  const dates = datesOf([core, context, note]);
  const own = [...core.dates, ...context.dates];
  return {
    ...core,
    context: wordsBeside(core, [...context.words, ...note.words]),
    entity,
    dates: dates.length === 0 && core.words.includes("vs") ? scheduledDaysOf(market) : dates,
    facets: [...core.facets.filter(isAsked(label)), ...facetsOfOutcome(title, label, entity)].toSorted(),
    hints: hintsOf(core, [...context.facets, ...note.facets]),
    closesAt: market.closesAt,
    hasLateClose: market.hasLateClose ?? false,
    names: namesOf(core, label, entity),
    years: yearsOf(own.length > 0 ? own : note.dates),
    ruleWords: ruleWordsOf(market.description ?? ""),
  };
}

/** "Who will win?" beside its outcome, or a price beside its mark: "Who will win?: Ann", "Bitcoin on Friday?: $90,000 or above". */
function withOutcome(market: MarketText): MarketText {
  const { title, outcomeLabel: label } = market;
  if (label === null || title.includes(label)) return market;
  const [figure] = MARK.exec(label) ?? [];
  const isMarkLeftOut = figure !== undefined && !title.includes(figure) && !/^will\b/i.test(title);
  return isMarkLeftOut || isOpenQuestion(title) ? { ...market, title: `${title}: ${label}` } : market;
}

/** The figure of an outcome that is a mark. */
const MARK =
  /(?<=^(?:above |below |over |under |at least |[≥≤<>↑↓] ?)?[$€£]?)\d[\d,.]*\d(?=[%°]?(?: or (?:above|below|more|less|higher|lower))?$)/i;

/** Of "Up or Down", an outcome takes one; an outcome may itself be "Ann or Bo". */
const isAsked =
  (label: string | undefined) =>
  (facet: string): boolean =>
    facet !== EITHER || label === undefined || ALTERNATIVES.test(label);

/** The dates of the first text that says any; a year they lack is taken from the texts after it. */
function datesOf(texts: readonly TextReading[]): readonly NamedDate[] {
  const [dates = [], ...others] = texts.map((one) => one.dates).filter(({ length }) => length > 0);
  const [year, second] = yearsOf(others[0] ?? []);
  return year === undefined || second !== undefined ? dates : dates.map((date) => withYear(date, year));
}

/** The event's title and the aside of the outcome, but for what the proposition says itself. */
function contextOf(market: MarketText, aside: string): TextReading {
  const { title, eventTitle } = market;
  return readText(title.startsWith(eventTitle) ? aside : `${eventTitle} ; ${aside}`, market);
}

/** The event's second title. Its dates set no limit, since the other side may leave them out. */
function noteOf(market: MarketText): TextReading {
  // Kalshi notes "During Trump's term" of races too, which end long before.
  const note = (market.eventNote ?? "").replace(/^during .* term$/i, "");
  const reading = readText(note, market);
  const dates = reading.dates.map((date) => ({ ...closedYear(date, market.closesAt), isLimit: false }));
  // A long note is a description, whose words would explain too much.
  return note.length > MAX_NOTE_CHARACTERS ? { ...reading, dates, words: [], facets: [] } : { ...reading, dates };
}

const MAX_NOTE_CHARACTERS = 40;

/** "In 2027" of a market that closes as that year begins means the year before. */
function closedYear(date: NamedDate, closesAt: number | null): NamedDate {
  const year = Number(date.value);
  const isOver = date.kind === "year" && closesAt !== null && closesAt <= Date.UTC(year, 0, 2);
  return isOver ? { ...date, value: String(year - 1) } : date;
}

/** Names in the proposition, and the outcome where it is written like one. */
function namesOf({ names }: TextReading, label: string | undefined, entity: readonly string[]): string[] {
  const isName = label !== undefined && /^\p{Lu}/u.test(label);
  return [...new Set(isName ? [...names, ...entity] : names)];
}

/** The years that the dates say; a season is in two of them. */
function yearsOf(dates: readonly NamedDate[]): string[] {
  const years = new Set<string>();
  for (const { value, from } of dates) {
    const year = value.slice(0, 4);
    if (year.startsWith("?")) continue;
    years.add(year);
    if (from !== undefined) years.add(from);
  }
  return years.size < 2 ? [...years] : [...years].toSorted();
}

/** The words that only the other texts have, each once. */
function wordsBeside({ words }: TextReading, others: readonly string[]): string[] {
  const own = new Set(words);
  return [...new Set(others.filter((word) => !own.has(word)))];
}

/** Several conditions that must all come true: "yes Ann: 2+,yes Bo: 1+". */
const COMBINED = /^(?:yes|no):? .*,\s?(?:yes|no):? /;

/** Whether the text is only a name, such as a team's, and asks nothing. */
function saysTooLittle({ words, dates, numbers, facets }: TextReading): boolean {
  const isGame = words.includes("win") && words.includes("vs");
  const telling = words.filter((word) => !weakWords.has(word) || (isGame && citiesOf(word).length > 0)).length;
  const tellingFacets = facets.filter((facet) => !/^(?:country|state|mode|hour):/.test(facet)).length;
  return words.length === 0 || telling + dates.length + numbers.length + tellingFacets < 2;
}

/** The outcome in the title: the label, or the text after the question mark. */
function findLabel({ title, outcomeLabel }: MarketText): string | undefined {
  if (outcomeLabel !== null && title.includes(outcomeLabel)) return outcomeLabel;
  return /\?:? ?[—–-]? ?(?<label>[^?]+)$/.exec(title)?.groups?.label ?? sideAfterColon(title);
}

/** The side that a title such as "A vs B: A" ends with. */
function sideAfterColon(title: string): string | undefined {
  const { sides = "", label = "" } = /^(?<sides>.*\bvs?\b.*): (?<label>[^:?]+)$/i.exec(title)?.groups ?? {};
  const named = new Set(toWords(sides.toLowerCase()));
  return toWords(label.toLowerCase()).some((word) => word.length > 2 && named.has(word)) ? label : undefined;
}

function facetsOfOutcome(title: string, label: string | undefined, entity: readonly string[]): string[] {
  if (label === undefined) return entity.length > 0 && !/\bwill\b/i.test(title) ? [FIRST_SIDE] : [];
  return CATCH_ALL.test(label) ? ["rest:others"] : [];
}

/** An outcome for all that is not listed. */
const CATCH_ALL = /^(?:no(?:ne|body)?(?! (?:change|cut|hike))|neither|(?:any ?|an|some ?)?(?:other|one else)|field)\b/i;

/** The part of an outcome's name after a colon, a slash or in brackets, which other platforms may leave out. */
const asideOf = (label: string): string => /(?<=\w)(?:: (?!.*\d)|(?<=\D) ?\/| ?\().*$/.exec(label)?.[0] ?? "";

/** Whether the title asks who, which or when, or leaves its date open ("by...?"). */
const isOpenQuestion = (title: string): boolean =>
  /^\W*(?:who|whom|which|what|when|where|how many|how much|how long)\b/i.test(title) ||
  /\bby\s*(?:\.\.\.|…|_+)?\s*\??\s*$/i.test(title);

/** Facets that the event's title may add. */
const FROM_CONTEXT = /^(?:office|party|state|district|country|stage|part|bet|rank):/;

/** Facets that the proposition lacks, from its context. */
function hintsOf({ facets }: TextReading, context: readonly string[]): string[] {
  const own = new Set(facets.map(nameOf));
  return [...new Set(context.filter((facet) => FROM_CONTEXT.test(facet) && !own.has(nameOf(facet))))].toSorted();
}

/** The outcome's words, without dates, figures, parties and the like. */
function toEntity(label: string): string[] {
  const { spoken } = readText(label.replace(asideOf(label), ""), { closesAt: null, createdAt: null });
  const telling = spoken
    .filter(
      (word) =>
        isTeam(word) || facetsOf(toStem(word)).every((facet) => /^(?:country|state|mode|junior|bank)/.test(facet)),
    )
    .map(toStem);
  return telling.every((word) => weakWords.has(word) && citiesOf(word).length === 0) ? [] : telling;
}

/** The side that yes stands for: the first of "A vs B". */
function firstNamed(title: string, { facets }: TextReading): string[] {
  const [first, second] = title.split(/\bvs?\b\.?/i);
  if (first === undefined || second === undefined || facets.some((facet) => /^bet:/.test(facet))) return [];
  return toEntity(first.split(":").at(-1) ?? first);
}
