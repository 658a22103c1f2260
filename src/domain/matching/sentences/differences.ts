/** What a veto compares, where its name is no plain word for that. */
const COMPARED: Readonly<Record<string, string>> = {
  number: "figure",
  mode: "way to settle",
  entity: "outcome",
  club: "level of a league",
  opposite: "meaning",
  rival: "name",
  act: "action",
  after: "order of events",
  bet: "kind of bet",
  binding: "condition",
  extreme: "end of a range",
  joint: "combination",
  junior: "age group",
  rest: "competitors",
  rhythm: "frequency",
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

/** When a price counts. */
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

/** "2027-01-31" as "31 Jan 2027", "2027-01" as "January 2027", "????-05-31" as "31 May", "2027-q3" as "Q3 2027". */
export const toSpokenDates = (text: string): string =>
  text.replace(/(\d{4}|\?{4})-(\d\d|[qh]\d)(?:-(\d\d))?\b/g, (_, year: string, part: string, day?: string) =>
    [
      ...(day === undefined ? [] : [Number(day)]),
      nameOf(part, day !== undefined),
      ...(year === "????" ? [] : [year]),
    ].join(" "),
  );

function nameOf(part: string, isShort: boolean): string {
  const month = MONTHS[Number(part) - 1];
  if (month === undefined) return part.toUpperCase();
  return isShort ? month.slice(0, 3) : month;
}

const MONTHS = "January February March April May June July August September October November December".split(" ");
