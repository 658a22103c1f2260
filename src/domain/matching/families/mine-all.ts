import { type Family, type FamilyMarket, toFamily } from "./family.ts";
import { createTemplateChoice, type MinedMarket, mineEvent, toMinedMarket } from "./mining.ts";

/** Mines the families of all these markets at once. */
export function mineFamilies(markets: readonly FamilyMarket[]): Family[] {
  const choice = createTemplateChoice();
  const keys = new Map<number, number[]>();
  const rest: MinedMarket[] = [];
  const add = (familyKey: number, members: readonly MinedMarket[]): void => {
    const known = keys.get(familyKey) ?? [];
    for (const { key } of members) known.push(key);
    keys.set(familyKey, known);
  };
  for (const event of Map.groupBy(markets, ({ eventKey }) => eventKey).values()) {
    const mined = mineEvent(event.map(toMinedMarket));
    for (const group of mined.groups) {
      choice.countGroup(group);
      add(group.familyKey, group.markets);
    }
    rest.push(...mined.rest);
  }
  for (const market of rest) choice.count(market);
  for (const market of rest) choice.propose(market);
  for (const market of rest) {
    const familyKey = choice.choose(market);
    if (familyKey !== undefined) add(familyKey, [market]);
  }
  const byKey = new Map(markets.map((market) => [market.key, market]));
  return [...keys].flatMap(
    ([familyKey, members]) =>
      toFamily(
        familyKey,
        members.flatMap((key) => byKey.get(key) ?? []),
      ) ?? [],
  );
}
