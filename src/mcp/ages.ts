import { ageOf } from "../domain/freshness.ts";
import type { ToolContext } from "./tool.ts";
import { ageText, toMoment } from "./words.ts";

/** How old the prices of an answer are. */
export interface Age {
  /** When the least recently read of its platforms was read; missing where one never was. */
  readonly fields: { readonly as_of?: string };
  readonly text: string;
}

/** Of answers that hold ages already, in milliseconds; undefined for what was never read. */
export function describeAges(ages: readonly (number | undefined)[], now: number): Age {
  const known = ages.filter((age) => age !== undefined);
  if (known.length === 0 || known.length < ages.length) return { fields: {}, text: "Prices: age unknown." };
  const [least, most] = [Math.min(...known), Math.max(...known)].map(ageText);
  const span = least === most ? least : `${least} to ${most}`;
  return { fields: { as_of: toMoment(now - Math.max(...known)) }, text: `Prices read ${span} ago.` };
}

/** Of markets on these platforms. */
export function readAges({ store, clock }: ToolContext, platforms: readonly string[]): Age {
  const now = clock.now();
  const { sources } = store.sources.list([...new Set(platforms)]);
  return describeAges(
    sources.map((source) => ageOf(source, now)),
    now,
  );
}
