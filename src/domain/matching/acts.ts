import type { Proposition } from "../propositions/proposition.ts";
import type { RulesReading } from "../propositions/rules.ts";
import { toStem } from "../propositions/text.ts";
import { readRows, readWords, toTable, toWordsOfRow } from "../word-lists.ts";

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
const places = toTable(
  processes.flatMap((steps, process) =>
    steps.flatMap((row, step) => {
      const words = new Set(toWordsOfRow(row).flatMap((one) => [one, toStem(one)]));
      return [...words].map((word) => [word, [process, step] as const] as const);
    }),
  ),
);

/** Whether two words name one step of a process: "completes" and "closes" a sale. */
export const isSameStep = (a: string, b: string): boolean => {
  const others = places.get(b) ?? NONE;
  return (places.get(a) ?? NONE).some(([process, step]) =>
    others.some(([other, at]) => other === process && at === step),
  );
};

export const isAnnounced = (word: string): boolean => ANNOUNCED.has(word);

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

/** The steps that rules name: by words of the condition, and by signs. */
export function stepsOfRules(rules: RulesReading): NamedSteps {
  const said = `${rules.condition} ${rules.measured}`;
  const words = [
    ...rules.words,
    ...rules.bracketWords,
    ...SIGNS.filter(([pattern]) => pattern.test(said)).map(([, sign]) => sign),
    ...(rules.facets.includes("stage:advance") ? ["reach"] : []),
  ];
  // Who wins without a runoff wins the first round.
  return stepsIn(
    rules.exclusions.some(isOfRunoff) ? ["firstround", ...words.filter((one) => !isSameStep(one, "win"))] : words,
  );
}

/** "The result of a runoff has no bearing", but not "reaching the runoff is not enough". */
const isOfRunoff = ({ words }: RulesReading["exclusions"][number]): boolean =>
  words.includes("runoff") && !words.some((one) => isSameStep(one, "reach"));

/** Words that a sentence of rules stands for, besides its own. */
export const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\bpopcornmeter\b/i, "audienc"],
  [/\bsecond (?:round|ballot)\b/i, "secondround"],
  [/\btakes? office\b/i, "inaugur"],
  [/\bputs? \p{Lu}[^,.;]{0,40}? forward\b/u, "nomine"],
  [/\b(?:plays?|appears?|competes?|takes? part|is|are) in the\b[^,.;]{0,40}\bfinals?\b/i, "reach"],
  [/\b(?:finish\w*|classified|placed?|comes?) (?:first|1st)\b/i, "win"],
  [/\btop (?:\d+|two|three|four|five|six|eight|ten)\b|\bfirst or second\b|\b(?:second|third) place\b/i, "topn"],
  [/\bfirst (?:round|ballot)\b/i, "firstround"],
  [/\b(?:is|are|be|been|gets?) elected\b/i, "iselected"],
  [/\bpolling day\b|\bvoting\b[^,.;]{0,60}\btakes place\b|\bvotes? in (?:an?|the)\b[^,.;]{0,40}\belection\b/i, "held"],
  [
    /\b(?:advance|first|initial) (?:estimates?|release|print)\b|\b(?:initially|first) (?:reported|published)\b/i,
    "preliminari",
  ],
  [/\b(?:second|third|final|revised) (?:estimate|release|print)\b|\bas revised\b/i, "revis"],
  [/\btomatometer\b/i, "critic"],
];

/** Compares the steps that two sides name of one process. A step that only one of them names beside others is silence. */
export function compareActs(a: Acts, b: Acts) {
  const silent = { agreement: "silent" as Agreement, isOpposite: false, differing: undefined };
  let [isSome, isAll] = [false, true];
  for (const process of new Set([...a[0].keys(), ...a[1].keys()].toSorted((one, other) => one - other))) {
    const [ours, theirs] = [a, b].map(([rules, titles]) => rules.get(process) ?? titles.get(process));
    if (ours === undefined || theirs === undefined) continue;
    const isEqual = ours.size === theirs.size && [...ours.keys()].every((step) => theirs.has(step));
    if (isEqual || [...ours.keys()].some((step) => theirs.has(step))) {
      isSome = true;
      isAll &&= isEqual;
    } else if (ours.size + theirs.size === opposites[process]?.length) {
      return { ...silent, agreement: "equal" as const, isOpposite: true };
    } else {
      const [one = "", other = ""] = [ours, theirs].map((steps) => steps.values().next().value);
      const differing = [one, other] as const;
      return { ...silent, agreement: "different" as const, differing };
    }
  }
  return isSome && isAll ? { ...silent, agreement: "equal" as const } : silent;
}

/** The steps that a title names. */
export const actsOfTitle = ({ words }: Proposition): Acts => [NO_STEPS, stepsIn(words)];
