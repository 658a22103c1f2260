import { getPlatform } from "../../platforms.ts";
import { toStem } from "../../propositions/language/text.ts";

/** A market of a pair, as people know it. */
export interface ReasonSide {
  readonly platform: string;
  readonly title: string;
}

/**
 * The reasons of a pair as people read them: with names of platforms in place of "the first" and "the second", and with
 * words as the titles have them. Words that are in no title are the matcher's own and are left out.
 */
export const toReadable = (reasons: readonly string[], first: ReasonSide, second: ReasonSide): string[] =>
  reasons.flatMap((reason) => {
    const [, shared] = /^both: (.*)$/.exec(reason) ?? [];
    if (shared !== undefined) return sayWords("in both titles", shared, [first, second]);
    const [, side, left] = /^only the (first|second): (.*)$/.exec(reason) ?? [];
    if (side === undefined || left === undefined) return [nameSides(reason, first, second)];
    const [own, other] = side === "first" ? [first, second] : [second, first];
    return sayWords(`only in the title on ${nameOf(own)}`, withoutWordsOf(other, left), [own]);
  });

const nameOf = ({ platform }: ReasonSide): string => getPlatform(platform).name;

const nameSides = (reason: string, first: ReasonSide, second: ReasonSide): string =>
  /^(?:only|yes on|exactly one of) the /.test(reason)
    ? reason.replace(/\bthe (first|second)\b/g, (_, side) => nameOf(side === "first" ? first : second))
    : reason;

function sayWords(lead: string, words: string, sides: readonly ReasonSide[]): string[] {
  const spelt = new Map(sides.toReversed().flatMap(({ title }) => [...spellingsOf(title)]));
  const found = splitWords(words).flatMap((word) => spelt.get(toStem(word)) ?? []);
  return found.length === 0 ? [] : [`${lead}: ${[...new Set(found)].join(", ")}`];
}

const withoutWordsOf = ({ title }: ReasonSide, words: string): string => {
  const spelt = spellingsOf(title);
  return splitWords(words)
    .filter((word) => !spelt.has(toStem(word)))
    .join(", ");
};

const splitWords = (words: string): string[] => words.split(", ");

/** The words of a title as it spells them, by stem. */
const spellingsOf = (title: string): ReadonlyMap<string, string> =>
  new Map(
    (title.match(WORD) ?? []).map((word) => [toStem(word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")), word]),
  );

const WORD = /[\p{L}\p{N}\p{M}&]+(?:\.\d+)?/gu;
