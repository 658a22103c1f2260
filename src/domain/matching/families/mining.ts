import type { NamedDate } from "../../propositions/reading/calendar.ts";
import type { Proposition } from "../../propositions/reading/proposition.ts";
import { eachTemplateKey, keyOfTemplate, MIN_PARTS, type QuestionParts } from "./template-keys.ts";

/** A market as mining reads it. */
export interface MinedMarket extends QuestionParts {
  readonly key: number;
  /** Stemmed words of the outcome. */
  readonly name: readonly string[];
}

/** A family as mining finds it, with the keys of its markets. */
export interface MinedFamily extends Outline {
  readonly members: readonly number[];
}

/** What families find each other by. */
export interface Outline {
  readonly familyKey: number;
  readonly platform: string;
  /** As in `QuestionParts`. */
  readonly kind: string;
  /** Stemmed words of the template. */
  readonly words: readonly string[];
  /** Values of its dates. */
  readonly dates: readonly string[];
}

/** What mining reads of a proposition; dates and numbers as JSON arrays. */
type MinedParts = Pick<Proposition, "words" | "entity" | "facets" | "isNegated"> & Record<"dates" | "numbers", string>;

export const toMinedMarket = (key: number, platform: string, parts: MinedParts): MinedMarket => ({
  key,
  platform,
  kind: kindOf(parts),
  words: [...new Set(parts.words)],
  name: parts.entity,
  dates: parts.dates === "[]" ? "" : parts.dates,
  numbers: parts.numbers === "[]" ? "" : parts.numbers,
});

/** What all members of a family have besides words, dates and figures. */
export function kindOf({ facets, isNegated }: Pick<Proposition, "facets" | "isNegated">): string {
  const splitting = facets.length === 0 ? facets : facets.filter((facet) => SPLITTING.test(facet));
  return isNegated || splitting.length > 0 ? `${isNegated ? "not" : ""} ${splitting.join(" ")}` : "";
}

/** Facets that split the markets of an event into families; others, such as a party or a state, may fill the slot. */
const SPLITTING = /^(?:stage|part|bet|act|rank):/;

/** Groups the markets of one event by what they share. Those that share too little with another are left over. */
export function mineEvent(markets: readonly MinedMarket[]): { families: MinedFamily[]; rest: MinedMarket[] } {
  const families: MinedFamily[] = [];
  const rest: MinedMarket[] = [];
  for (const group of Map.groupBy(markets, ({ kind }) => kind).values()) {
    const [first, second] = group;
    const template = first === undefined || second === undefined ? undefined : templateOf(group, first);
    if (template === undefined || saysTooLittle(template)) rest.push(...group);
    else families.push(toMinedFamily(template, group));
  }
  return { families, rest };
}

function toMinedFamily(template: QuestionParts, markets: readonly MinedMarket[]): MinedFamily {
  const { platform, kind, words } = template;
  const members = markets.map(({ key }) => key);
  return { familyKey: keyOfTemplate(template), platform, kind, words, dates: valuesOfDates(template), members };
}

export const valuesOfDates = ({ dates }: Pick<QuestionParts, "dates">): string[] =>
  dates === "" ? [] : (JSON.parse(dates) as NamedDate[]).map(({ value }) => value);

/** What all the questions have. */
const templateOf = (markets: readonly MinedMarket[], first: MinedMarket): QuestionParts => ({
  platform: first.platform,
  kind: first.kind,
  words: first.words.filter((word) => markets.every(({ words }) => words.includes(word))),
  dates: markets.every(({ dates }) => dates === first.dates) ? first.dates : "",
  numbers: markets.every(({ numbers }) => numbers === first.numbers) ? first.numbers : "",
});

const saysTooLittle = ({ words, dates, numbers }: QuestionParts): boolean =>
  words.length === 0 || words.length + Number(dates !== "") + Number(numbers !== "") < MIN_PARTS;

/** The template keys of a market that others have too, the best first: those that keep most parts for most markets. */
export function rankTemplateKeys(market: MinedMarket, countOf: (key: number) => number): number[] {
  const worths = new Map<number, number>();
  eachTemplateKey(market, market.name, (key, left) => {
    const count = countOf(key);
    if (count > 1) worths.set(key, Math.log(count) * left);
  });
  return [...worths].sort(([, a], [, b]) => b - a).map(([key]) => key);
}
