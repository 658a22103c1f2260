import { citiesOf, facetsOf, toStem, toWords, weakWords } from "../language/index.ts";
import { FIRST_SIDE, type MarketText, type Proposition } from "./proposition.ts";
import { type Reading, read, readAround, readLabel } from "./reading.ts";

/**
 * Reads a market as a proposition; undefined when it asks for more than yes or no, as the parent of outcomes does, or for
 * several things at once.
 */
export function toProposition(market: MarketText): Proposition | undefined {
  const { title, eventTitle } = market;
  if (COMBINED.test(title)) return undefined;
  const label = findLabel(market);
  if (label === undefined && isOpenQuestion(title)) return undefined;
  const aside = label === undefined ? "" : asideOf(label);
  const core = read(aside === "" ? title : title.replace(aside, " "), market);
  if (saysTooLittle(core)) return undefined;
  const isOwn = title.startsWith(eventTitle);
  const around = isOwn && aside === "" ? undefined : readAround(isOwn ? aside : `${eventTitle} ; ${aside}`, market);
  const entity = label !== undefined ? toEntity(label) : firstNamed(title, core);
  return {
    words: core.words,
    spoken: core.spoken,
    context: around === undefined ? [] : wordsBeside(core, around),
    entity,
    dates: core.dates.length > 0 ? core.dates : (around?.dates ?? []),
    numbers: core.numbers,
    facets: [...core.facets, ...facetsOfOutcome(title, label, entity)].toSorted(),
    hints: hintsOf(core, around?.facets ?? []),
    isNegated: core.isNegated,
    closesAt: market.closesAt,
  };
}

/** Each word once that the text around a question adds to it. */
function wordsBeside({ words }: Reading, around: Reading): string[] {
  const own = new Set(words);
  return [...new Set(around.words.filter((word) => !own.has(word)))];
}

/** Several legs that all have to come true, as "yes Ann: 2+,yes Bo: 1+". */
const COMBINED = /^(?:yes|no) .*,\s?(?:yes|no) /;

/** A name alone, as of a team or a place, asks nothing. */
function saysTooLittle({ words, dates, numbers, facets }: Reading): boolean {
  const telling = words.filter((word) => !weakWords.has(word)).length;
  const told = facets.filter((facet) => !/^(?:country|state|mode|hour):/.test(facet)).length;
  return words.length === 0 || telling + dates.length + numbers.length + told < 2;
}

/** The outcome as the title has it: its label, or what follows the question mark. */
function findLabel({ title, outcomeLabel }: MarketText): string | undefined {
  if (outcomeLabel !== null && title.includes(outcomeLabel)) return outcomeLabel;
  return /\?:? ?[—–-]? ?(?<label>[^?]+)$/.exec(title)?.groups?.label ?? sideAfterColon(title);
}

/** The side that "A vs B: A" names at its end. */
function sideAfterColon(title: string): string | undefined {
  const { sides = "", label = "" } = /^(?<sides>.*\bvs?\b.*): (?<label>[^:?]+)$/i.exec(title)?.groups ?? {};
  const named = new Set(toWords(sides.toLowerCase()));
  return toWords(label.toLowerCase()).some((word) => word.length > 2 && named.has(word)) ? label : undefined;
}

function facetsOfOutcome(title: string, label: string | undefined, entity: readonly string[]): string[] {
  if (label === undefined) return entity.length > 0 && !/\bwill\b/i.test(title) ? [FIRST_SIDE] : [];
  return CATCH_ALL.test(label) ? ["rest:others"] : [];
}

/** An outcome that stands for whatever is not listed. */
const CATCH_ALL = /^(?:no(?:ne|body)?(?! (?:change|cut|hike))|neither|(?:any ?|an|some ?)?(?:other|one else)|field)\b/i;

/** What an outcome's name has after a colon, a slash or in brackets, which others may leave out. */
const asideOf = (label: string): string => /(?<=\w)(?:: | ?\/| ?\().*$/.exec(label)?.[0] ?? "";

/** Asks who, which or when of several outcomes, or leaves its date open ("by...?"). */
const isOpenQuestion = (title: string): boolean =>
  /^\W*(?:who|whom|which|what|when|where|how many|how much|how long)\b/i.test(title) ||
  /\bby\s*(?:\.\.\.|…|_+)?\s*\??\s*$/i.test(title);

/** What the event may say in place of the question. */
const FROM_CONTEXT = /^(?:office|party|state|district|country):/;

/** What the event says in place of the question, and what goes without saying of whom it names. */
function hintsOf({ facets, implied }: Reading, around: readonly string[]): string[] {
  const said = around.filter((facet) => isMissing(facet, facets));
  const unsaid = implied.filter((facet) => isMissing(facet, [...facets, ...said]));
  return said.length + unsaid.length === 0 ? [] : [...new Set([...said, ...unsaid])].toSorted();
}

function isMissing(facet: string, own: readonly string[]): boolean {
  if (!FROM_CONTEXT.test(facet)) return false;
  const name = facet.slice(0, facet.indexOf(":") + 1);
  return !own.some((one) => one.startsWith(name));
}

/** The outcome's words that are no date, figure, party or the like. */
function toEntity(label: string): string[] {
  const words = readLabel(label.replace(asideOf(label), "")).map(toStem);
  const telling = words.filter((word) =>
    facetsOf(word).every((facet) => /^(?:country|state|mode|junior|bank)/.test(facet)),
  );
  return telling.every((word) => weakWords.has(word) && citiesOf(word).length === 0) ? [] : telling;
}

/** In "A vs B" yes stands for A. */
function firstNamed(title: string, { facets }: Reading): string[] {
  const [first, second] = title.split(/\bvs?\b\.?/i);
  if (first === undefined || second === undefined || facets.some((facet) => /^bet:/.test(facet))) return [];
  return toEntity(first.split(":").at(-1) ?? first);
}
