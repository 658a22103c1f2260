const LABELS: Readonly<Record<string, string>> = {
  date: "different date",
  moment: "different moment",
  number: "different figure",
  mode: "different way to settle",
};

/**
 * The reasons of a forbidden pair as differences for people: "different deadline: 31 May 2027 against end of 2026". With
 * `isTurned`, the second market's side comes first.
 */
export const toDifferences = (reasons: readonly string[], isTurned: boolean): string[] =>
  reasons.map((reason) => {
    const [, veto = "", sides] = /^refused: (\w+): (.*)$/.exec(reason) ?? [];
    return sides === undefined ? reason : toDifference(veto, sides.split(" against "), isTurned);
  });

/** Of a pair's differences those that say what differs; all where none does. */
export function listDifferences(differences: readonly string[]): readonly string[] {
  const telling = differences.filter((text) => /^different\b/.test(text));
  return telling.length > 0 ? telling : differences;
}

function toDifference(veto: string, sides: readonly string[], isTurned: boolean): string {
  const ordered = isTurned ? sides.toReversed() : sides;
  if (veto !== "date") return `${LABELS[veto] ?? "different"}: ${ordered.join(" against ")}`;
  const isDeadline = sides.every((side) => /^by [\d?]/.test(side));
  const hasYearEnds = isDeadline || sides.some((side) => /^\d{4}$/.test(side));
  const texts = ordered
    .map((side) => (hasYearEnds ? side.replace(YEAR_END, "$1end of $2") : side))
    .map((side) => toSpokenDates(isDeadline ? side.slice("by ".length) : side));
  return `${isDeadline ? "different deadline" : LABELS.date}: ${texts.join(" against ")}`;
}

/** A year's last day as a deadline. On that day itself an event may happen. */
const YEAR_END = /^(by )?(\d{4})-12-31$/;

/** "2027-05-31" as "31 May 2027", "2027-05" as "May 2027", "????-05-31" as "31 May", "2027-q3" as "Q3 2027". */
export const toSpokenDates = (text: string): string =>
  text.replace(/(\d{4}|\?{4})-(\d\d|[qh]\d)(?:-(\d\d))?\b/g, (_, year: string, part: string, day?: string) =>
    [...(day === undefined ? [] : [Number(day)]), nameOf(part), ...(year === "????" ? [] : [year])].join(" "),
  );

const nameOf = (part: string): string => MONTHS[Number(part) - 1] ?? part.toUpperCase();

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
