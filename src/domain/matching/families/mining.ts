import type { Proposition } from "../reading/index.ts";
import { keyOfTemplate, listTemplateKeys, MIN_PARTS, type QuestionParts, type TemplateKey } from "./template-keys.ts";

/** A market as mining reads it. */
export interface MinedMarket extends QuestionParts {
  readonly key: number;
  readonly platform: string;
  /** Stemmed words of the outcome. */
  readonly name: readonly string[];
}

/** A family as mining finds it: the parts that all its questions have, and the keys of its markets. */
export interface MinedFamily {
  readonly familyKey: number;
  readonly platform: string;
  readonly words: readonly string[];
  /** As in `QuestionParts`. */
  readonly dates: string;
  readonly members: readonly number[];
}

/** What mining reads of a proposition; dates and numbers as JSON arrays. */
type MinedParts = Pick<Proposition, "words" | "entity" | "facets" | "isNegated"> & Record<"dates" | "numbers", string>;

export const toMinedMarket = (key: number, platform: string, parts: MinedParts): MinedMarket => ({
  key,
  platform,
  kind: [platform, parts.isNegated ? "not" : "", ...parts.facets.filter((facet) => SPLITTING.test(facet))].join(" "),
  words: [...new Set(parts.words)],
  name: parts.entity,
  dates: parts.dates === "[]" ? "" : parts.dates,
  numbers: parts.numbers === "[]" ? "" : parts.numbers,
});

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
    else families.push(toMinedFamily(keyOfTemplate(template), template, group));
  }
  return { families, rest };
}

/** The family of markets that are equal but for one part, by the template key they share. */
export function toMinedFamily(
  familyKey: number,
  template: QuestionParts,
  markets: readonly MinedMarket[],
): MinedFamily {
  const platform = markets[0]?.platform ?? "";
  return { familyKey, platform, words: template.words, dates: template.dates, members: markets.map(({ key }) => key) };
}

/** What all the questions have. */
const templateOf = (markets: readonly MinedMarket[], first: MinedMarket): QuestionParts => ({
  kind: first.kind,
  words: first.words.filter((word) => markets.every(({ words }) => words.includes(word))),
  dates: markets.every(({ dates }) => dates === first.dates) ? first.dates : "",
  numbers: markets.every(({ numbers }) => numbers === first.numbers) ? first.numbers : "",
});

const saysTooLittle = ({ words, dates, numbers }: QuestionParts): boolean =>
  words.length === 0 || words.length + Number(dates !== "") + Number(numbers !== "") < MIN_PARTS;

/** The template keys of a market that others have too, the best first: those that keep most parts for most markets. */
export function rankTemplateKeys(market: MinedMarket, countOf: (key: number) => number): TemplateKey[] {
  return listTemplateKeys(market, market.name)
    .map((template) => ({ ...template, worth: Math.log(countOf(template.key)) * template.parts }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth);
}
