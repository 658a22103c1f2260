import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "../errors.ts";
import type { Parameter, Parameters } from "./parameters.ts";
import { NO_QUERY, NULL, type Query } from "./query.ts";
import { exampleOf } from "./schema.ts";

/** No body of the API needs more. */
export const JSON_BODY = { maxBytes: 16 * 1024 } as const;

/** Objects within objects are read to this depth. */
const MAX_DEPTH = 2;

/** Whether a route takes a JSON body. */
export const takesJson = ({ parameters }: { readonly parameters: Parameters }): boolean =>
  Object.values(parameters).some(({ in: place }) => place === "body");

/**
 * The members of a JSON body as texts by name, those of an inner object as `object.member`; `NULL` for one that is null,
 * or an object without members. Throws AppError unsupported_media_type, bad_request.
 */
export function parseBody(body: Buffer, headers: IncomingHttpHeaders): Query {
  if (body.length === 0) return NO_QUERY;
  if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) {
    throw new AppError("unsupported_media_type", "JSON is expected; send it with Content-Type: application/json");
  }
  const members = new Map<string, readonly string[]>();
  addMembers(members, parseObject(body), "");
  return members;
}

function parseObject(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    if (isObject(value)) return value;
  } catch (cause) {
    throw new AppError("bad_request", "the body is no JSON; send one object", { cause });
  }
  throw new AppError("bad_request", "the body is no JSON object; send one, such as {}");
}

function addMembers(
  members: Map<string, readonly string[]>,
  object: Readonly<Record<string, unknown>>,
  prefix: string,
) {
  for (const [name, value] of Object.entries(object)) {
    const path = `${prefix}${name}`;
    if (value === null || (isObject(value) && Object.keys(value).length === 0)) members.set(path, NULL);
    else if (isObject(value) && path.split(".").length < MAX_DEPTH) addMembers(members, value, `${path}.`);
    else members.set(path, Array.isArray(value) ? value.map(textOf) : [textOf(value)]);
  }
}

const textOf = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The example body of an endpoint: what is required, and what its example asks with. */
export function exampleBodyOf({ parameters, exampleQuery = {} }: ExampleSource): Readonly<Record<string, unknown>> {
  const given = Object.entries(parameters).flatMap(([name, parameter]): [string, unknown][] => {
    if (parameter.in !== "body" || (!parameter.isRequired && exampleQuery[name] === undefined)) return [];
    return [[name, toJson(parameter, exampleQuery[name] ?? String(exampleOf(parameter.schema)))]];
  });
  return nest(given);
}

interface ExampleSource {
  readonly parameters: Parameters;
  readonly exampleQuery?: Readonly<Record<string, string>>;
}

/** A text as the member of a JSON body that it is written as. */
export function toJson({ kind, isRepeatable }: Parameter<unknown>, text: string): unknown {
  const value =
    (kind === "integer" || kind === "decimal") && Number.isFinite(Number(text)) && String(Number(text)) === text
      ? Number(text)
      : text;
  const flag = kind === "flag" && (text === "true" || text === "false") ? text === "true" : value;
  return isRepeatable ? [flag] : flag;
}

/** An object of members whose names may be `object.member`. */
export function nest(members: readonly (readonly [name: string, value: unknown])[]): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  for (const [name, value] of members) {
    const [first = "", second] = name.split(".");
    if (second === undefined) nested[first] = value;
    else nested[first] = { ...(nested[first] as object | undefined), [second]: value };
  }
  return nested;
}
