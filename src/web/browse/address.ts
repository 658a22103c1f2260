import { toIso } from "../../clock.ts";
import type { KindName, Parameters } from "../../http/parameters.ts";

/** The parameters that differ from their defaults, as texts by name. */
export type Chosen = Readonly<Record<string, string>>;

/** An address with changes to what is chosen; undefined drops a parameter. */
export type AddressWith = (changes?: Readonly<Record<string, string | undefined>>) => string;

export function chosenOf(parameters: Parameters, input: Readonly<Record<string, unknown>>): Chosen {
  const chosen = Object.entries(parameters).filter(
    ([name, { fallback }]) => input[name] !== undefined && input[name] !== fallback,
  );
  return Object.fromEntries(chosen.map(([name, { kind }]) => [name, toText(kind, input[name])]));
}

/** A date alone is its midnight. */
const toText = (kind: KindName, value: unknown): string =>
  kind === "date-time" ? toIso(Number(value)).replace("T00:00:00.000Z", "") : String(value);

/** Makes the addresses of a path that keep what is chosen; defaults are left out. */
export const createAddresses =
  (path: string, parameters: Parameters, chosen: Chosen): AddressWith =>
  (changes = {}) => {
    const query = new URLSearchParams();
    for (const [name, text] of Object.entries({ ...chosen, ...changes })) {
      const fallback = parameters[name]?.fallback;
      if (text !== undefined && (fallback === undefined || text !== String(fallback))) query.set(name, text);
    }
    return query.size === 0 ? path : `${path}?${query}`;
  };
