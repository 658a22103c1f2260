import type { Proposition } from "../propositions/proposition.ts";
import { toStem } from "../propositions/text.ts";
import { readRows, readWords, toWordsOfRow } from "../word-lists.ts";

// Which step of a process a proposition or its rules ask for, by the vocabulary of acts.txt.

/** What two sides say of one fact; silence of either is no contradiction. */
export type Agreement = "equal" | "silent" | "different";

/** The steps that words name: by process, each step with the word that names it. */
type NamedSteps = ReadonlyMap<number, ReadonlyMap<number, string>>;

/** Steps that the rules name, and those of the titles, which count where the rules name none of a process. */
export type Acts = readonly [rules: NamedSteps, titles: NamedSteps];

const readSteps = (heading: string): string[][] => readRows("acts", heading).map((row) => row.split("|"));

const opposites = readSteps("opposite acts");
/** Opposites come first: of these, exactly one happens. */
const processes = [...opposites, ...readSteps("steps"), ...readSteps("regions")];

/** By word: the processes it stands in, with the step. */
const places: ReadonlyMap<string, readonly (readonly [process: number, step: number])[]> = toPlaces();

function toPlaces(): Map<string, (readonly [number, number])[]> {
  const table = new Map<string, (readonly [number, number])[]>();
  for (const [process, steps] of processes.entries()) {
    for (const [step, row] of steps.entries()) {
      for (const word of new Set(toWordsOfRow(row).flatMap((one) => [one, toStem(one)])))
        table.set(word, [...(table.get(word) ?? []), [process, step]]);
    }
  }
  return table;
}

/** Whether two words name one step of a process: "completes" and "closes" a sale. */
export const isSameStep = (a: string, b: string): boolean => {
  const others = places.get(b);
  return (
    others !== undefined &&
    places.get(a)?.some(([process, step]) => others.some(([other, at]) => other === process && at === step)) === true
  );
};

export const isStep = (word: string): boolean => places.has(word);

/** Words that say nothing of what yes takes where one side has them and the other has not. */
export const idle: ReadonlySet<string> = new Set(readWords("acts", "idle").map(toStem));

export function stepsIn(words: readonly string[]): NamedSteps {
  let named: Map<number, Map<number, string>> | undefined;
  for (const word of words) {
    for (const [process, step] of places.get(word) ?? NONE) {
      named ??= new Map();
      const steps = named.get(process) ?? new Map<number, string>();
      // "Announces that she will resign" asks for the announcement.
      if (!ANNOUNCED.has(steps.values().next().value ?? "")) named.set(process, steps.set(step, word));
    }
  }
  return named ?? NO_STEPS;
}

const ANNOUNCED: ReadonlySet<string> = new Set(["announce", "unveil", "reveal"].map(toStem));
const NONE: readonly never[] = [];
const NO_STEPS: NamedSteps = new Map();

/** Compares the steps that two sides name of one process. A step that only one of them names beside others is silence. */
export function compareActs(a: Acts, b: Acts) {
  let [isSome, isAll] = [false, true];
  for (const process of new Set([...a[0].keys(), ...a[1].keys()].toSorted((one, other) => one - other))) {
    const [ours, theirs] = [a, b].map(([rules, titles]) => rules.get(process) ?? titles.get(process));
    if (ours === undefined || theirs === undefined) continue;
    const isEqual = ours.size === theirs.size && [...ours.keys()].every((step) => theirs.has(step));
    if (isEqual || [...ours.keys()].some((step) => theirs.has(step))) {
      isSome = true;
      isAll &&= isEqual;
    } else if (ours.size + theirs.size === opposites[process]?.length) {
      return { agreement: "equal" as Agreement, isOpposite: true, differing: undefined };
    } else {
      const differing = [ours, theirs].map((steps) => [...steps.values()][0] ?? "");
      return { agreement: "different" as Agreement, isOpposite: false, differing };
    }
  }
  const agreement: Agreement = isSome && isAll ? "equal" : "silent";
  return { agreement, isOpposite: false, differing: undefined };
}

export const compareTitleActs = (a: Proposition, b: Proposition) =>
  compareActs([NO_STEPS, stepsIn(a.words)], [NO_STEPS, stepsIn(b.words)]);
