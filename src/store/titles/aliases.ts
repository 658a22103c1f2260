import { listSameNames, type SameNames } from "../../domain/propositions/search-names.ts";
import { MONTHS } from "./figures.ts";
import { toWords } from "./words.ts";

/** Words that a title may have in place of those typed, next to each other. */
export interface OtherWords {
  readonly words: readonly string[];
  /** They also stand for other things: what only they find is a worse hit. */
  readonly isLoose: boolean;
}

/** The longest name that a list of words begins with at a place, and what else it is called. */
interface FoundAlias {
  readonly length: number;
  readonly others: readonly OtherWords[];
}

/** A name with the groups that have it. */
interface IndexedName {
  readonly words: readonly string[];
  readonly groups: SameNames[];
  others?: readonly OtherWords[];
}

/** As many as a statement takes without getting slow; no name of the vocabulary has more that matter. */
const MAX_OTHERS = 16;

let index: ReadonlyMap<string, readonly IndexedName[]> | undefined;

/** Finds the longest name at the beginning of some words that ends where `mayEnd` allows it. */
export function findName(words: readonly string[], mayEnd: (length: number) => boolean): FoundAlias | undefined {
  index ??= indexNames();
  const found = index
    .get(words[0] ?? "")
    ?.find((name) => mayEnd(name.words.length) && name.words.every((word, at) => word === words[at]));
  if (found === undefined) return undefined;
  found.others ??= othersOf(found);
  return { length: found.words.length, others: found.others };
}

/** By first word, the longest first. */
function indexNames(): Map<string, IndexedName[]> {
  const months = MONTHS.map(([name, ...short]) =>
    // "Mar" in a title is mostly a name.
    name === "march" ? { names: [name], loose: [], typed: short } : { names: [name, ...short], loose: [], typed: [] },
  );
  const byText = new Map<string, IndexedName>();
  for (const group of [...listSameNames(), ...months]) {
    for (const text of new Set([...group.names, ...group.loose, ...group.typed])) {
      const words = toWords(text);
      const name = byText.get(words.join(" ")) ?? { words, groups: [] };
      name.groups.push(group);
      byText.set(words.join(" "), name);
    }
  }
  const byFirst = Map.groupBy(byText.values(), ({ words }) => words[0] ?? "");
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}

/** The other names, without those that hold a name which finds as much. */
function othersOf({ words, groups }: IndexedName): OtherWords[] {
  const kept: OtherWords[] = [{ words, isLoose: false }];
  const add = (texts: readonly string[], isLoose: boolean): void => {
    for (const other of texts.map(toWords).toSorted((a, b) => a.length - b.length)) {
      if (!kept.some((one) => holds(other, one.words))) kept.push({ words: other, isLoose });
    }
  };
  add(
    groups.flatMap(({ names }) => names),
    false,
  );
  add(
    groups.flatMap(({ loose }) => loose),
    true,
  );
  return kept.slice(1, MAX_OTHERS + 1);
}

const holds = (words: readonly string[], part: readonly string[]): boolean =>
  words.some((_, start) => part.every((word, at) => words[start + at] === word));
