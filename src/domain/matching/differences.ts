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

/** Of a pair's differences those that say what differs, or what follows; all where none does. */
export function listDifferences(differences: readonly string[]): readonly string[] {
  const telling = differences.filter((text) => /^(different|yes on|only one of|exactly one of)\b/.test(text));
  return telling.length > 0 ? telling : differences;
}

function toDifference(veto: string, sides: readonly string[], isTurned: boolean): string {
  const ordered = isTurned ? sides.toReversed() : sides;
  const isDeadline = veto === "date" && sides.every((side) => /^by \d/.test(side));
  const label = isDeadline ? "different deadline" : (LABELS[veto] ?? "different");
  const texts = veto === "date" ? ordered.map((side) => toSpokenDates(isDeadline ? side.slice(3) : side)) : ordered;
  return `${label}: ${texts.join(" against ")}`;
}

/** "2027-05-31" as "31 May 2027", a year's last day as its end, "2027-05" as "May 2027". */
const toSpokenDates = (text: string): string =>
  text
    .replace(/\b(\d{4})-12-31\b/g, "end of $1")
    .replace(/\b(\d{4})-(\d\d)-(\d\d)\b/g, (_, year, month, day) => `${Number(day)} ${nameOf(month)} ${year}`)
    .replace(/\b(\d{4})-(\d\d)\b/g, (_, year, month) => `${nameOf(month)} ${year}`);

const nameOf = (month: string): string => MONTHS[Number(month) - 1] ?? month;

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
