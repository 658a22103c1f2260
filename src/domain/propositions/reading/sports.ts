import { citiesOf, facetsOf, toStem } from "../language/index.ts";

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
  return own.some((facet) => VOTE.test(facet)) ? own : own.filter((facet) => !facet.startsWith("state:"));
}

const VOTE = /^(?:office|party|district|stage:(?:nominee|runoff|ballot)):?/;
