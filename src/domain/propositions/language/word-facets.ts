import { citiesOf, countries, discriminators, offices, parties, settles, stateCodes, touches } from "./lexicon.ts";
import { toStem } from "./text.ts";

/** The facets of a stemmed word. */
export function facetsOf(word: string): readonly string[] {
  const cached = cache.get(word);
  if (cached !== undefined) return cached;
  const found = findFacets(word);
  const facets = found.length === 0 ? NONE : found;
  if (cache.size >= MAX_WORDS) cache.clear();
  cache.set(word, facets);
  return facets;
}

const cache = new Map<string, readonly string[]>();
const MAX_WORDS = 50_000;
const NONE: readonly string[] = [];

function findFacets(word: string): string[] {
  const facets: string[] = [];
  const facet = discriminators.get(word);
  if (facet !== undefined) facets.push(facet);
  const office = offices.get(word);
  if (office !== undefined) facets.push(`office:${office}`);
  const party = parties.get(word);
  if (party !== undefined) facets.push(`party:${party}`);
  const country = countries.get(word);
  if (country !== undefined) facets.push(`country:${country}`);
  const state = stateCodes.get(word) ?? stateByStem.get(word);
  if (state !== undefined) facets.push(`state:${state}`);
  if (touches.has(word)) facets.push("mode:touch");
  if (settles.has(word)) facets.push("mode:settle");
  if (word === PRICE) facets.push("mode:price");
  return facets;
}

const PRICE = toStem("price");

const stateByStem: ReadonlyMap<string, string> = new Map([...stateCodes].map(([name, code]) => [toStem(name), code]));

/** Words that only games and competitions use. */
const SPORTS: ReadonlySet<string> = new Set(
  `vs game match playoff cfp marchmadness superbowl worldseries stanleycup nbafinals championship football basketball baseball
  hockey soccer nba nfl mlb nhl mls wnba ncaa`
    .split(/\s+/)
    .map(toStem),
);

const isSports = (words: readonly string[]): boolean => words.some((word) => SPORTS.has(word));

/** Whether an unstemmed word is the name of a team, which is a plural: "kings". */
export const isTeam = (spoken: string): boolean => spoken.endsWith("s") && citiesOf(toStem(spoken)).length > 0;

/** The facets of words, given stemmed and unstemmed. In sports, a state is a side, and so is an office such as "kings". */
export function facetsInText(words: readonly string[], spoken: readonly string[]): string[] {
  const found = words.map((word, index) => ({ facets: facetsOf(word), isTeam: isTeam(spoken[index] ?? "") }));
  const facets = found.flatMap((one) => one.facets);
  if (!isSports(words)) return facets;
  const own = found.flatMap((one) =>
    one.isTeam ? one.facets.filter((facet) => !facet.startsWith("office:")) : one.facets,
  );
  if (own.some((facet) => VOTE.test(facet))) return own;
  return [...own.filter((facet) => !facet.startsWith("state:")), ...schoolsIn(words)];
}

const VOTE = /^(?:office|party|district|stage:(?:nominee|runoff|ballot)):?/;

/** Schools named after a state and a second word, such as "Texas Tech", which are not the school named after the state alone. */
const schoolsIn = (words: readonly string[]): string[] =>
  words.flatMap((word, index) => {
    const kind = SCHOOLS.get(words[index + 1] ?? "");
    return kind !== undefined && facetsOf(word).some((facet) => facet.startsWith("state:"))
      ? [`school:${word} ${kind}`]
      : [];
  });

/** The second word by its stem. */
const SCHOOLS: ReadonlyMap<string, string> = new Map(
  ["state", "tech", "a&m", "southern", "international", "christian"]
    .map((kind) => [toStem(kind), kind] as const)
    .concat([["st", "state"]]),
);
