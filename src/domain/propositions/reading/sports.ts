import { citiesOf } from "../language/lexicon.ts";
import { toStem } from "../language/text.ts";
import { facetsOf } from "../language/word-facets.ts";

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
