import { stopWords } from "../propositions/lexicon.ts";
import { toStem } from "../propositions/text.ts";
import type { RuledSide } from "./weighing.ts";

/** A name in a condition. */
interface Role {
  readonly text: string;
  /** Where it stands among the words. */
  readonly at: number;
  /** The preposition before it; empty where there is none. */
  readonly way: string;
}

/** Two names that have changed places, as texts: "Peru sues Chile" against "Chile sues Peru". */
export function differingRoles(a: RuledSide, b: RuledSide): string[] | undefined {
  const [words, others] = [wordsIn(a), wordsIn(b)];
  const [ours, theirs] = [rolesIn(words), rolesIn(others)];
  const shared = [...ours].flatMap(([name, here]) => {
    const there = theirs.get(name);
    return there === undefined ? [] : [{ here, there }];
  });
  for (const [place, one] of shared.entries()) {
    const turned = shared
      .slice(place + 1)
      .find(
        (other) =>
          other.there.at < one.there.at &&
          one.here.way === other.there.way &&
          other.here.way === one.there.way &&
          !areMutual(words.slice(one.here.at + 1, other.here.at)) &&
          !areMutual(others.slice(other.there.at + 1, one.there.at)),
      );
    if (turned !== undefined)
      return [`${one.here.text} … ${turned.here.text}`, `${turned.there.text} … ${one.there.text}`];
  }
  return undefined;
}

const wordsIn = ({ rules: { condition } }: RuledSide): string[] => condition.match(/[\p{L}\p{N}]+|[,&/]/gu) ?? [];

/** The names among words by their stems, each where it comes first. */
function rolesIn(words: readonly string[]): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>();
  for (const [at, text] of words.entries()) {
    const name = toStem(text.toLowerCase());
    if (!isCapital(text) || stopWords.has(text.toLowerCase()) || roles.has(name)) continue;
    const before = words.slice(0, at).findLast((word) => !isCapital(word) && !ARTICLE.test(word)) ?? "";
    roles.set(name, { text, at, way: PREPOSITION.test(before) ? before : "" });
  }
  return roles;
}

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);
const ARTICLE = /^(?:the|an?|former)$/;
const PREPOSITION = /^(?:to|from|by|of|on|in|against|over|for|at|with|under|into|than|after|before|between)$/;

/** Whether the words between two names let them change places: "Peru and Chile sign", "Peru meets with Chile". */
const areMutual = (between: readonly string[]): boolean =>
  between.every((word) => isCapital(word) || JOINING.test(word)) || between.some((word) => MUTUAL.test(word));

const JOINING = /^(?:and|or|vs|versus|v|the|[,&/])$/;
const MUTUAL = /^(?:with|meets?|marry|marries|merges?|debates?|plays?|fights?|faces?|between)$/;
