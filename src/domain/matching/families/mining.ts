import type { Proposition } from "../reading/index.ts";
import type { FamilyMarket } from "./family.ts";
import { keyOfTemplate, listTemplateKeys, MIN_PARTS, type QuestionParts, type TemplateKey } from "./template-keys.ts";

/** A market as mining reads it. */
export interface MinedMarket extends QuestionParts {
  readonly key: number;
  readonly platform: string;
  /** Stemmed words of the outcome. */
  readonly name: readonly string[];
}

/** A template with markets that share it. */
export interface MinedGroup {
  readonly familyKey: number;
  readonly template: QuestionParts;
  readonly markets: readonly MinedMarket[];
}

/** Facets that split the markets of an event into families; others, such as a party or a state, may fill the slot. */
const SPLITTING = /^(?:stage|part|bet|act|rank):/;

export function toMinedMarket({ key, platform, proposition }: FamilyMarket): MinedMarket {
  const { words, entity, dates, numbers } = proposition;
  return {
    key,
    platform,
    kind: `${platform} ${kindOf(proposition)}`,
    words: [...new Set(words)],
    name: entity,
    dates: dates.length === 0 ? "" : JSON.stringify(dates),
    numbers: numbers.length === 0 ? "" : JSON.stringify(numbers),
  };
}

const kindOf = ({ facets, isNegated }: Proposition): string =>
  [isNegated ? "not" : "", ...facets.filter((facet) => SPLITTING.test(facet))].join(" ");

/** Groups the markets of one event by what they share. Those that share nothing with another are left over. */
export function mineEvent(markets: readonly MinedMarket[]): { groups: MinedGroup[]; rest: MinedMarket[] } {
  const groups: MinedGroup[] = [];
  const rest: MinedMarket[] = [];
  for (const group of Map.groupBy(markets, ({ kind }) => kind).values()) {
    const template = templateOf(group);
    if (group.length < 2 || saysTooLittle(template)) rest.push(...group);
    else groups.push({ familyKey: keyOfTemplate(template), template, markets: group });
  }
  return { groups, rest };
}

const saysTooLittle = ({ words, dates, numbers }: QuestionParts): boolean =>
  words.length === 0 || words.length + Number(dates !== "") + Number(numbers !== "") < MIN_PARTS;

/** What all the questions have. Names that differ belong to the slot, even where every title has their words. */
function templateOf(markets: readonly MinedMarket[]): QuestionParts {
  const [first, ...others] = markets;
  if (first === undefined) throw new Error("families: a template of no markets");
  const names = new Set(
    others.some(({ name }) => name.join() !== first.name.join()) ? markets.flatMap(({ name }) => name) : [],
  );
  return {
    kind: first.kind,
    words: first.words.filter((word) => !names.has(word) && others.every(({ words }) => words.includes(word))),
    dates: others.every(({ dates }) => dates === first.dates) ? first.dates : "",
    numbers: others.every(({ numbers }) => numbers === first.numbers) ? first.numbers : "",
  };
}

/**
 * Finds families among markets that share no template with their event: counts all ways to leave one part out, then
 * chooses the one that keeps most for most. Call `count` for all, then `propose` for all, then `choose`.
 */
export function createTemplateChoice() {
  const counts = new Uint16Array(SLOTS);
  const proposed = new Map<number, number>();
  const countOf = (key: number): number => counts[key % SLOTS] ?? 0;
  const increase = (key: number, markets: number): void => {
    counts[key % SLOTS] = Math.min(MAX_COUNT, countOf(key) + markets);
  };
  return {
    /** Counts markets that have a template already, which others may join. */
    countGroup({ familyKey, markets }: MinedGroup): void {
      increase(familyKey, markets.length);
      proposed.set(familyKey, (proposed.get(familyKey) ?? 0) + markets.length);
    },

    count(market: MinedMarket): void {
      for (const { key } of listTemplateKeys(market, market.name)) increase(key, 1);
    },

    /** Counts the best keys exactly, since different keys may share a slot. */
    propose(market: MinedMarket): void {
      for (const { key } of bestOf(market, countOf).slice(0, MAX_PROPOSED))
        proposed.set(key, (proposed.get(key) ?? 0) + 1);
    },

    choose: (market: MinedMarket): number | undefined => bestOf(market, (key) => proposed.get(key) ?? 0)[0]?.key,
  };
}

/** A prime, so that keys spread evenly. */
const SLOTS = 4_194_301;
const MAX_COUNT = 65_535;
const MAX_PROPOSED = 3;

/** The template keys of a market that others have too, the best first. */
export function bestOf(market: MinedMarket, countOf: (key: number) => number): TemplateKey[] {
  return listTemplateKeys(market, market.name)
    .map((template) => ({ ...template, worth: Math.log(countOf(template.key)) * template.parts }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth);
}
