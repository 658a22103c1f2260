import { AppError } from "../errors.ts";

/** All values of a query string by name, in the order given. */
export type Query = ReadonlyMap<string, readonly string[]>;

export const NO_QUERY: Query = new Map();

/** The values of a member of a body that is null. */
export const NULL: readonly string[] = [];

/** Reads a query string (without its question mark). Throws AppError bad_request for what is no percent-encoded UTF-8. */
export function parseQuery(query: string | undefined): Query {
  if (query === undefined || query === "") return NO_QUERY;
  const values = new Map<string, string[]>();
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decode(pair.slice(equals + 1));
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return values;
}

/** Decodes one segment of a path. Throws AppError bad_request for what is no percent-encoded UTF-8. */
export function decodeSegment(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    const shown = segment.slice(0, 40);
    const problem = MALFORMED.test(segment)
      ? `malformed percent-encoding in '${shown}'; write a percent sign as %25`
      : `'${shown}' is not UTF-8; encode text as UTF-8, such as %C3%A9 for é`;
    throw new AppError("bad_request", problem, { cause });
  }
}

/** A percent sign without two digits. */
const MALFORMED = /%(?![0-9a-f]{2})/i;

const decode = (part: string): string => decodeSegment(part.includes("+") ? part.replaceAll("+", " ") : part);

/** A path with a query; undefined values are left out. */
export function withQuery(path: string, values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
