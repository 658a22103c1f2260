import type { Proposition } from "../propositions/proposition.ts";
import { toStem } from "../propositions/text.ts";
import { readRows, toWordsOfRow } from "../word-lists.ts";

// Which step of a process a proposition or its rules ask for, by the vocabulary of acts.txt.

/** What two sides say of one fact; silence of either is no contradiction. */
export type Agreement = "equal" | "silent" | "different";

/** Words that say what must happen, and those that count where the first name no act. */
export type Acts = readonly [first: ReadonlySet<string>, otherwise: ReadonlySet<string>];

type Steps = readonly ReadonlySet<string>[];

const readSteps = (heading: string): readonly Steps[] =>
  readRows("acts", heading).map((row) =>
    row.split("|").map((step) => new Set(toWordsOfRow(step).flatMap((word) => [word, toStem(word)]))),
  );

const processes = readSteps("steps");
const regions = readSteps("regions");
const opposites = readSteps("opposite acts");
const actWords: ReadonlySet<string> = new Set(processes.flat().flatMap((step) => [...step]));

const stepsByWord: ReadonlyMap<string, readonly ReadonlySet<string>[]> = new Map(
  [...actWords].map((word) => [word, processes.flat().filter((step) => step.has(word))]),
);

/** Whether two words name one step of a process: "completes" and "closes" a sale. */
export const isSameStep = (a: string, b: string): boolean => stepsByWord.get(a)?.some((step) => step.has(b)) === true;

/** Opposites come first: of these, exactly one happens. */
const compared: readonly (readonly [Steps, "opposite" | "step"])[] = [
  ...opposites.map((steps) => [steps, "opposite"] as const),
  ...[...processes, ...regions].map((steps) => [steps, "step"] as const),
];

/** Which of the steps a side names. */
function namedBy([rules, titles]: Acts, steps: Steps): number[] {
  const named = (acts: ReadonlySet<string>): number[] =>
    steps.flatMap((step, at) => ([...step].some((word) => acts.has(word)) ? [at] : []));
  const found = named(rules);
  return found.length > 0 ? found : named(titles);
}

/**
 * Compares the steps that two sides name of one process: those of their rules, else of their titles. They are equal where
 * both name the same; a step that only one of them names is silence.
 */
export function compareActs(a: Acts, b: Acts) {
  let [isSome, isAll] = [false, true];
  for (const [steps, kind] of compared) {
    const [ours, theirs] = [namedBy(a, steps), namedBy(b, steps)];
    if (ours.length === 0 || theirs.length === 0) continue;
    if (ours.some((step) => theirs.includes(step))) {
      isSome = true;
      isAll &&= ours.join() === theirs.join();
    } else if (kind === "opposite") {
      return { agreement: "equal" as Agreement, isOpposite: true, differing: undefined };
    } else {
      const name = ([rules, titles]: Acts, [at = 0]: readonly number[]) =>
        [...(steps[at] ?? [])].find((word) => rules.has(word) || titles.has(word)) ?? "";
      const differing = [name(a, ours), name(b, theirs)];
      return { agreement: "different" as Agreement, isOpposite: false, differing };
    }
  }
  const agreement: Agreement = isSome && isAll ? "equal" : "silent";
  return { agreement, isOpposite: false, differing: undefined };
}

/** Refuses titles that name different steps of one process: "passes the Senate" against "becomes law". */
export function refuseActs(a: Proposition, b: Proposition): string | undefined {
  const { differing } = compareActs([new Set(a.words), NONE], [new Set(b.words), NONE]);
  return differing && `predicate: ${differing.join(" against ")}`;
}

const NONE: ReadonlySet<string> = new Set();
