import type { Proposition } from "../reading/index.ts";
import { type Family, type FamilyMarket, templateOf, toFamily } from "./family.ts";
import { createTemplateCounts, keyOfTemplate, listTemplateKeys, type TemplateKey } from "./template-keys.ts";

/** Facets that split the markets of an event into families; others, such as a party or a state, may fill the slot. */
const SPLITTING = /^(?:stage|part|bet|act|rank):/;

/**
 * Mines families: the markets of an event share a template; the rest of a platform is grouped by what is left of a
 * question without one span, date or number. Groups with one template become one family.
 */
export function mineFamilies(markets: readonly FamilyMarket[]): Family[] {
  const groups = new Map<number, FamilyMarket[]>();
  const rest: FamilyMarket[] = [];
  const counts = createTemplateCounts();
  for (const event of Map.groupBy(markets, ({ eventKey }) => eventKey).values()) {
    for (const group of Map.groupBy(event, kindOf).values()) {
      const key = keyOfGroup(group);
      if (key === undefined) {
        rest.push(...group);
        continue;
      }
      addTo(groups, key, group);
      counts.add(key, group.length);
    }
  }
  const keysOf = ({ platform, proposition }: FamilyMarket): TemplateKey[] =>
    listTemplateKeys(platform, kindOf({ proposition }), proposition);
  for (const market of rest) for (const { key } of keysOf(market)) counts.add(key, 1);
  for (const market of rest) {
    const key = counts.best(keysOf(market));
    if (key !== undefined) addTo(groups, key, [market]);
  }
  return [...groups.values()].flatMap((group) => toFamily(group) ?? []);
}

/** The key of the template that the markets of an event share; undefined when they share none. */
function keyOfGroup(group: readonly FamilyMarket[]): number | undefined {
  const [first] = group;
  if (first === undefined || group.length < 2) return undefined;
  const template = templateOf(group.map(({ proposition }) => proposition));
  return saysTooLittle(template) ? undefined : keyOfTemplate(first.platform, kindOf(first), template);
}

/** A template needs a word, and two parts in all. */
const saysTooLittle = ({ words, dates, numbers, facets }: Proposition): boolean =>
  words.length === 0 || words.length + dates.length + numbers.length + facets.length < 2;

/** What all members of a family have besides words. */
const kindOf = ({ proposition: { facets, isNegated } }: Pick<FamilyMarket, "proposition">): string =>
  `${isNegated} ${facets.filter((facet) => SPLITTING.test(facet)).join()}`;

function addTo<K, V>(lists: Map<K, V[]>, key: K, items: readonly V[]): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [...items]);
  else list.push(...items);
}
