import { distance } from "fastest-levenshtein";

/** A name of the code as the API spells it: `minNetCents` is `min_net_cents`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The known name that was most likely meant; undefined when none is close. Prefixes count as closer. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const name = given.slice(0, 40).toLowerCase();
  const alike = ALIKE.find((names) => names.includes(name))?.find((one) => known.includes(one));
  if (alike !== undefined) return alike;
  let nearest: string | undefined;
  let least = Math.min(name.length, Math.ceil(name.length / 2) + 1);
  for (const candidate of known) {
    const edits = distance(name, candidate) / (beginsOther(name, candidate) ? 3 : 1);
    if (edits >= least || areOpposite(name, candidate)) continue;
    least = edits;
    nearest = candidate;
  }
  return nearest;
}

const beginsOther = (a: string, b: string): boolean => a !== "" && (a.startsWith(b) || b.startsWith(a));

/** Names that other services have for one thing, some in another unit. */
const ALIKE: readonly (readonly string[])[] = [
  ["limit", "page_size", "per_page", "size", "count"],
  ["sort", "sort_by", "order_by"],
  ["hours", "days", "minutes"],
];

/** Words that are no typing errors of each other: they mean the opposite. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ["min", "max"],
  ["after", "before"],
  ["since", "before"],
  ["since", "until"],
  ["from", "to"],
  ["open", "closed"],
];

/** Whether two names differ by a word and its opposite. */
const areOpposite = (a: string, b: string): boolean => {
  const [words, others] = [a.split("_"), b.split("_")];
  return OPPOSITES.some(
    ([one, other]) =>
      (words.includes(one) && others.includes(other)) || (words.includes(other) && others.includes(one)),
  );
};
