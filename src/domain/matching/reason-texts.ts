import { getPlatform } from "../platforms.ts";
import { toStem } from "../propositions/text.ts";
import { toSpokenDates } from "./compare-dates.ts";

/** A market of a pair, by platform and title. */
export interface ReasonSide {
  readonly platform: string;
  readonly title: string;
}

/**
 * The reasons of a pair as people read them: with names of platforms in place of "the first" and "the second", and with
 * words as the titles have them. The matcher also reads the titles of events and its own words: what is not in the titles
 * that a reason names is left out.
 */
export const toReadable = (reasons: readonly string[], first: ReasonSide, second: ReasonSide): string[] =>
  reasons.flatMap((reason) => {
    const [, side, words] = /^(?:both|only the (first|second)): (.*)$/.exec(reason) ?? [];
    if (words === undefined) return [nameSides(reason, first, second)];
    const [own, other] = side === "second" ? [second, first] : [first, second];
    const [spelt, there] = [spellingsOf(own.title), spellingsOf(other.title)];
    const told = words
      .split(", ")
      .map(toStem)
      .filter((stem) => there.has(stem) === (side === undefined));
    const found = new Set(told.flatMap((stem) => spelt.get(stem) ?? []));
    const lead = side === undefined ? "in both titles" : `only in the title on ${nameOf(own)}`;
    return found.size === 0 ? [] : [`${lead}: ${[...found].join(", ")}`];
  });

const nameOf = ({ platform }: ReasonSide): string => getPlatform(platform).name;

const nameSides = (reason: string, first: ReasonSide, second: ReasonSide): string =>
  /^(?:(?:only|yes on|exactly one of) the |if \w+: |there are no rules |the rules were not read )/.test(reason)
    ? reason.replace(/\bthe (first|second)\b/g, (_, side) => nameOf(side === "first" ? first : second))
    : reason;

/** The words of a title as it spells them, by stem. */
const spellingsOf = (title: string): ReadonlyMap<string, string> =>
  new Map(
    (title.match(WORD) ?? []).map((word) => [toStem(word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")), word]),
  );

const WORD = /[\p{L}\p{N}\p{M}&]+(?:\.\d+)?/gu;

/** What a veto compares, where its name is no plain word for that. */
const COMPARED: Readonly<Record<string, string>> = {
  number: "figure",
  mode: "way to settle",
  entity: "outcome",
  opposite: "meaning",
  rival: "name",
  act: "action",
  bet: "kind of bet",
  binding: "condition",
  extreme: "end of a range",
  judge: "question, as the judge says",
  predicate: "act",
  joint: "combination",
  junior: "age group",
  rest: "competitors",
  women: "competition of men or women",
};

/** A veto as people read it: "different figure". */
export const toVetoText = (veto: string): string => `different ${COMPARED[veto] ?? veto}`;

interface DifferenceTerms {
  /** What the first and the second side of a difference are called; by default "there" and "here". */
  readonly names?: readonly string[];
  /** Whether the second market of the pair is there. */
  readonly isTurned?: boolean;
}

/** The reasons of a forbidden pair as differences: "different deadline: there 31 May 2027, here the end of 2026". */
export const toDifferences = (reasons: readonly string[], terms: DifferenceTerms = {}): string[] =>
  reasons.map((reason) => {
    const [, veto = "", sides] = /^refused: (\w+): (.*)$/.exec(reason) ?? [];
    return sides === undefined ? reason : toDifference(veto, sides.split(" against "), terms);
  });

/** Of a pair's differences those that say what differs; all where none does. */
export function listDifferences(differences: readonly string[]): readonly string[] {
  const telling = differences.filter((text) => /^different\b/.test(text));
  return telling.length > 0 ? telling : differences;
}

function toDifference(veto: string, sides: readonly string[], { names = HERE, isTurned = false }: DifferenceTerms) {
  const { label, texts } = veto === "date" ? toDates(sides) : toTexts(veto, sides);
  const ordered = isTurned ? texts.toReversed() : texts;
  const isSided = ordered.length === names.length;
  return `${label}: ${ordered.map((text, index) => (isSided ? `${names[index]} ${text}` : text)).join(", ")}`;
}

const HERE = ["there", "here"] as const;

const toTexts = (veto: string, sides: readonly string[]) => ({
  label: toVetoText(veto),
  texts: veto === "mode" ? sides.map((side) => MODES[side] ?? side) : sides,
});

/** How people read the two modes: when a price counts. */
const MODES: Readonly<Record<string, string>> = { touch: "at any moment", settle: "at the end" };

function toDates(sides: readonly string[]) {
  const isDeadline = sides.every((side) => /^by [\d?]/.test(side));
  const hasYearEnds = isDeadline || sides.some((side) => /^\d{4}$/.test(side));
  const texts = sides
    .map((side) => (hasYearEnds ? side.replace(YEAR_END, "$1end of $2") : side))
    .map((side) => toSpokenDates(isDeadline ? side.slice("by ".length) : side));
  return { label: isDeadline ? "different deadline" : toVetoText("date"), texts };
}

/** A year's last day as a deadline. On that day itself an event may happen. */
const YEAR_END = /^(by )?(\d{4})-12-31$/;
