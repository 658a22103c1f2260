import { citiesOf, facetsOf, toStem, toWords, weakWords } from "../language/index.ts";
import { FIRST_SIDE, type MarketText, type Proposition } from "./proposition.ts";
import { read, readContext, readLabel, type TextReading } from "./reading.ts";

/** Reads a market as a proposition; undefined when it is an open question, combines several, or says too little. */
export function toProposition(market: MarketText): Proposition | undefined {
  const { title, eventTitle } = market;
  if (COMBINED.test(title)) return undefined;
  const label = findLabel(market);
  if (label === undefined && isOpenQuestion(title)) return undefined;
  const aside = label === undefined ? "" : asideOf(label);
  const core = read(aside === "" ? title : title.replace(aside, " "), market);
  if (saysTooLittle(core)) return undefined;
  const isOwn = title.startsWith(eventTitle);
  const context = isOwn && aside === "" ? undefined : readContext(isOwn ? aside : `${eventTitle} ; ${aside}`, market);
  const entity = label !== undefined ? toEntity(label) : firstNamed(title, core);
  return {
    words: core.words,
    spoken: core.spoken,
    context: context === undefined ? [] : wordsBeside(core, context),
    entity,
    dates: core.dates.length > 0 ? core.dates : (context?.dates ?? []),
    numbers: core.numbers,
    facets: [...core.facets, ...facetsOfOutcome(title, label, entity)].toSorted(),
    hints: hintsOf(core, context?.facets ?? []),
    isNegated: core.isNegated,
    closesAt: market.closesAt,
  };
}

/** The words that only the context has, each once. */
function wordsBeside({ words }: TextReading, context: TextReading): string[] {
  const own = new Set(words);
  return [...new Set(context.words.filter((word) => !own.has(word)))];
}

/** Several conditions that must all come true: "yes Ann: 2+,yes Bo: 1+". */
const COMBINED = /^(?:yes|no) .*,\s?(?:yes|no) /;

/** Whether the text is only a name, such as a team's, and asks nothing. */
function saysTooLittle({ words, dates, numbers, facets }: TextReading): boolean {
  const telling = words.filter((word) => !weakWords.has(word)).length;
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
const asideOf = (label: string): string => /(?<=\w)(?:: | ?\/| ?\().*$/.exec(label)?.[0] ?? "";

/** Whether the title asks who, which or when, or leaves its date open ("by...?"). */
const isOpenQuestion = (title: string): boolean =>
  /^\W*(?:who|whom|which|what|when|where|how many|how much|how long)\b/i.test(title) ||
  /\bby\s*(?:\.\.\.|…|_+)?\s*\??\s*$/i.test(title);

/** Facets that the event's title may add. */
const FROM_CONTEXT = /^(?:office|party|state|district|country|stage|part|bet|rank):/;

/** Facets that the question lacks, from its context and from the people it names. */
function hintsOf({ facets, implied }: TextReading, context: readonly string[]): string[] {
  const added = context.filter((facet) => isMissing(facet, facets));
  const known = implied.filter((facet) => isMissing(facet, [...facets, ...added]));
  return added.length + known.length === 0 ? [] : [...new Set([...added, ...known])].toSorted();
}

function isMissing(facet: string, own: readonly string[]): boolean {
  if (!FROM_CONTEXT.test(facet)) return false;
  const name = facet.slice(0, facet.indexOf(":") + 1);
  return !own.some((one) => one.startsWith(name));
}

/** The outcome's words, without dates, figures, parties and the like. */
function toEntity(label: string): string[] {
  const words = readLabel(label.replace(asideOf(label), "")).map(toStem);
  const telling = words.filter((word) =>
    facetsOf(word).every((facet) => /^(?:country|state|mode|junior|bank)/.test(facet)),
  );
  return telling.every((word) => weakWords.has(word) && citiesOf(word).length === 0) ? [] : telling;
}

/** The first side of "A vs B", which yes stands for. */
function firstNamed(title: string, { facets }: TextReading): string[] {
  const [first, second] = title.split(/\bvs?\b\.?/i);
  if (first === undefined || second === undefined || facets.some((facet) => /^bet:/.test(facet))) return [];
  return toEntity(first.split(":").at(-1) ?? first);
}
