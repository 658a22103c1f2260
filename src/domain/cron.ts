/** Lowest and highest value of each field: minute, hour, day of the month, month, day of the week. */
const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

/** Whether a text is a cron expression of five numeric fields. */
export function isCron(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  return (
    fields.length === RANGES.length && RANGES.every(([low, high], index) => isField(fields[index] ?? "", low, high))
  );
}

const isField = (field: string, low: number, high: number): boolean =>
  field.split(",").every((part) => isPart(part, low, high));

/** Whether a part is `*`, a number or a range, each with or without a step. */
function isPart(part: string, low: number, high: number): boolean {
  const found = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
  if (found === null) return false;
  const [from, to, step] = found.slice(1).map((digits) => (digits === undefined ? undefined : Number(digits)));
  const isWithin = (value: number | undefined): boolean => value === undefined || (value >= low && value <= high);
  return isWithin(from) && isWithin(to) && (from ?? low) <= (to ?? high) && step !== 0;
}
