import { transitives } from "../language/lexicon.ts";
import { toStem } from "../language/text.ts";
import { listPhrases } from "./phrases.ts";

/** Puts the doer first: "acme be sued by lima" becomes "lima sued acme". Only for verbs whose sides must not change places. */
export function toActive(tokens: readonly string[]): readonly string[] {
  const by = tokens.findIndex((word, index) => word === "by" && isPassive(tokens, index - 1));
  if (by < 0) return tokens;
  const end = tokens.findIndex((word, index) => index > by && CLAUSE_ENDS.has(word));
  const doer = tokens.slice(by + 1, end < 0 ? tokens.length : end);
  if (doer.length === 0) return tokens;
  const verb = AUXILIARIES.has(tokens[by - 2] ?? "") ? by - 2 : by - 1;
  const start = tokens.findLastIndex((word, index) => index < verb && SUBJECT_STARTS.has(word)) + 1;
  return [
    ...tokens.slice(0, start),
    ...doer,
    tokens[by - 1] ?? "",
    ...tokens.slice(start, verb),
    ...tokens.slice(by + 1 + doer.length),
  ];
}

/** Nouns such as "a call by June" are no passives. */
const isPassive = (tokens: readonly string[], at: number): boolean =>
  isTransitive(tokens[at]) && (AUXILIARIES.has(tokens[at - 1] ?? "") || tokens[at]?.endsWith("ed") === true);

/** Whether the word is a form or a synonym of a verb with two sides. */
function isTransitive(word: string | undefined): boolean {
  if (word === undefined) return false;
  const stem = toStem(word);
  return transitives.has(stem) || listPhrases(stem, undefined).some(({ stems }) => transitives.has(stems[0] ?? ""));
}

const AUXILIARIES: ReadonlySet<string> = new Set("be been being is are was were get gets got".split(" "));
const SUBJECT_STARTS: ReadonlySet<string> = new Set(["will", "would", "does", "did", "?"]);
const CLAUSE_ENDS: ReadonlySet<string> = new Set(
  "? in on at before after during over for from to with without if as while when".split(" "),
);
