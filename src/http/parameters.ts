import type { IncomingHttpHeaders } from "node:http";
import * as v from "valibot";
import { cleanText } from "../domain/titles.ts";
import { AppError } from "../errors.ts";
import { NO_QUERY, NULL, type Query } from "./query.ts";
import { exampleOf } from "./schema.ts";

/** The parameters of a route by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values of parameters, as a handler is given them. */
export type Input<P extends Parameters> = { readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

/** One bad parameter; the message says what was expected and what was given. */
export interface ParameterError {
  readonly parameter: string;
  readonly message: string;
}

/** The ways to write a value; a `token` is text from an earlier answer. */
export type KindName = "integer" | "decimal" | "choice" | "flag" | "text" | "token" | "date-time" | "list";

/** A kind of value: how its text is read and how it is described. */
export interface Kind<T> {
  readonly kind: KindName;
  /** Says what a value must be; it follows the word "expected". */
  readonly expected: string;
  /** In lower case: the values of free text that can find something. Another value is only a warning. */
  readonly knownValues?: readonly string[];
  /** Reads the text, and describes what it stands for. */
  readonly schema: v.GenericSchema<string, T>;
}

/** A parameter: a kind of value, its place in the request, and its value when it is missing. */
export interface Parameter<T> extends Kind<unknown> {
  readonly in: "query" | "path" | "body";
  readonly isRequired: boolean;
  readonly isRepeatable: boolean;
  /** True where an empty value counts as missing. */
  readonly isEmptyMissing?: boolean;
  /** True where null is a value; elsewhere null counts as missing. */
  readonly isNullable?: boolean;
  /** The value when the parameter is missing and not required. */
  readonly fallback: T;
  /** The default that is described, where the handler takes it in place of a missing value. */
  readonly standard?: string | number | boolean;
  /** The parts of its description that tools have; all without it. */
  readonly told?: readonly string[];
}

type Described<More = unknown> = { readonly description: string; readonly example?: string | number } & More;

export const required = <T>(kind: Kind<T>): Parameter<T> => ({
  ...kind,
  in: "query",
  isRequired: true,
  isRepeatable: false,
  // Never read: a required parameter that is missing is an error.
  fallback: undefined as T,
});

export const optional = <T>(kind: Kind<T>): Parameter<T | undefined> => ({ ...required(kind), isRequired: false });

export const withDefault = <T extends string | number | boolean>(kind: Kind<T>, value: T): Parameter<T> => ({
  ...required(kind),
  isRequired: false,
  fallback: value,
});

/** An optional parameter for which the handler chooses the default itself, mostly this one. */
export const withStandard = <T extends string | number | boolean>(kind: Kind<T>, standard: T) => ({
  ...optional(kind),
  standard,
});

export const inPath = <T>(kind: Kind<T>): Parameter<T> => ({ ...required(kind), in: "path" });

/** A member of the JSON body; `scope.market` is the member `market` of the object `scope`. */
export const inBody = <T>(parameter: Parameter<T>): Parameter<T> => ({ ...parameter, in: "body" });

/** May be given any number of times; the value is the list of all. */
export const repeatable = <T>(kind: Kind<T>): Parameter<readonly T[]> => ({
  ...kind,
  in: "query",
  isRequired: false,
  isRepeatable: true,
  fallback: [],
});

/** A parameter as a field of a form: empty counts as missing. */
export const inForm = <T>(parameter: Parameter<T>): Parameter<T> => ({ ...parameter, isEmptyMissing: true });

/** Parameters that change an object: one that is left out is undefined, null takes it back. */
export const toChanges = <P extends Parameters>(parameters: P) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, one]) => [name, { ...one, isNullable: true, fallback: undefined }]),
  ) as { readonly [K in keyof P]: Parameter<Input<P>[K] | null | undefined> };

/** Adds the words of a kind. An empty description is left out. */
const describe = <T>(
  schema: v.GenericSchema<string, T>,
  { description, example }: Described,
): v.GenericSchema<string, T> =>
  v.pipe(
    schema,
    ...(description === "" ? [] : [v.description<T, string>(description)]),
    ...(example === undefined ? [] : [v.examples<T, readonly T[]>([example as T])]),
  );

/** Replaces the description of a kind. */
export const describedAs = <K extends Kind<unknown>>(kind: K, description: string): K => ({
  ...kind,
  schema: v.pipe(kind.schema, v.description(description)),
});

export const descriptionOf = ({ schema }: Kind<unknown>): string => v.getDescription(schema) ?? "";

const MAX_INTEGER = 999_999_999;

/** A whole number of at least 0 in digits alone: no sign, point or exponent. At most 999,999,999 unless `max` says otherwise. */
export function wholeNumber(about: Described<{ min: number; max?: number }>): Kind<number> {
  const { min, max = MAX_INTEGER } = about;
  const digits = new RegExp(`^[0-9]{1,${max > MAX_INTEGER ? 15 : 9}}$`);
  const value = v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
  return {
    kind: "integer",
    expected: toExpected(min, about.max),
    schema: describe(v.pipe(v.string(), v.regex(digits), v.transform(Number), value), about),
  };
}

function toExpected(min: number, max: number | undefined): string {
  if (max === undefined) return `an integer of at least ${min}`;
  return min === max ? String(min) : `an integer from ${min} to ${max}`;
}

/** A decimal, also with an exponent, at most `max` if given. */
export function decimal(about: Described<{ min: number; max?: number }>): Kind<number> {
  const { min, max } = about;
  const least = v.pipe(v.number(), v.finite(), v.minValue(min));
  const value = max === undefined ? least : v.pipe(least, v.maxValue(max));
  return {
    kind: "decimal",
    expected: max === undefined ? `a number of at least ${min}` : `a number from ${min} to ${max}`,
    schema: describe(v.pipe(v.string(), v.regex(DECIMAL), v.transform(toNumber), value), about),
  };
}

// A plus sign that was not percent-encoded arrives as a space: R and Go write 100,000 as 1e+05.
const DECIMAL = /^-?([0-9]{1,30}(\.[0-9]{1,30})?|\.[0-9]{1,30})(e[-+ ]?[0-9]{1,3})?$/i;

const toNumber = (value: string): number => Number(value.replace(" ", "+"));

/** One of a fixed set of words; with `isAnyCase` the words are lower case, and the value may be in any. */
export function choice<const T extends string>(
  about: Described<{ values: readonly T[]; isAnyCase?: boolean }>,
): Kind<T> {
  const picked = v.picklist(about.values);
  return {
    kind: "choice",
    expected: about.values.length === 1 ? `'${about.values[0]}'` : `one of ${about.values.join(", ")}`,
    schema: describe(
      about.isAnyCase === true ? v.pipe(v.string(), v.toLowerCase(), picked) : v.pipe(v.string(), picked),
      about,
    ),
  };
}

/** True or false, in words of any case: Python writes `True`, R `TRUE`. */
export const flag = (about: Described): Kind<boolean> => ({
  kind: "flag",
  expected: "true or false",
  schema: describe(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.picklist(["true", "false"]),
      v.transform((value) => value === "true"),
      v.boolean(),
    ),
    about,
  ),
});

type TextLimits = { min: number; max: number; format?: TextFormat };

/**
 * Free text; its length is counted in code points. With `isCleaned` it is read as texts of platforms are. What passes
 * `isOther` may be of another length, and is taken as it is.
 */
export function text(
  about: Described<TextLimits & { isCleaned?: boolean; isOther?: (value: string) => boolean }>,
): Kind<string> {
  const { min, max, format, isCleaned = false, isOther = () => false } = about;
  const fits = (value: string): boolean => hasLength(value, min, max);
  const clean = (value: string): string => {
    const cleaned = isCleaned ? cleanText(value) : value;
    return fits(cleaned) || !isOther(value) ? cleaned : value;
  };
  return {
    kind: "text",
    expected: `${format?.expected ?? "text"} of ${min} to ${max} characters`,
    schema: describe(
      v.pipe(
        v.string(),
        v.transform(clean),
        v.check((value) => fits(value) || isOther(value)),
        v.check((value) => format === undefined || format.pattern.test(value)),
        v.metadata({ minLength: min, maxLength: max, ...format?.json }),
      ),
      about,
    ),
  };
}

/** Text that an earlier answer gave, to be sent back as it is. */
export const token = (about: Described<{ min: number; max: number }>): Kind<string> => ({
  ...text(about),
  kind: "token",
});

/** The form of a text beyond its length. */
interface TextFormat {
  readonly expected: string;
  readonly pattern: RegExp;
  /** JSON Schema of it. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** A moment, as epoch milliseconds. A date alone is its midnight UTC; a time needs its zone. */
export const timestamp = ({ description, example = "2026-11-20T04:09:00Z" }: Described): Kind<number> => ({
  kind: "date-time",
  expected: "an ISO 8601 date or date-time with a zone, such as 2026-11-20 or 2026-11-20T04:09:00Z",
  schema: describe(
    v.pipe(
      v.string(),
      v.metadata({ anyOf: [{ format: "date-time" }, { format: "date" }] }),
      v.transform(parseDateTime),
      v.check((value) => !Number.isNaN(value)),
    ),
    { description, example },
  ),
});

/**
 * A list of at most `max` items, separated by commas or given one by one. Each is read by `parse`, which gives undefined
 * for what it cannot. `values` are those an item may be.
 */
export function list<T>(
  about: Described<{
    max: number;
    items: string;
    values?: readonly string[];
    parse: (item: string) => T | undefined;
  }>,
): Kind<readonly T[]> {
  const { max, values, description, example } = about;
  return {
    kind: "list",
    expected: `1 to ${max} of ${about.items}, separated by commas`,
    schema: describe(
      v.pipe(
        v.string(),
        v.transform((value) => value.split(",", max + 1)),
        v.array(v.string()),
        v.minLength(1),
        v.maxLength(max),
        v.metadata({ items: { type: "string", ...(values === undefined ? { minLength: 1 } : { enum: values }) } }),
        v.transform((items) => items.map(about.parse)),
        v.check((items) => !items.includes(undefined)),
        v.transform((items) => items.filter((item) => item !== undefined)),
      ),
      // An example is one item.
      { description, ...(example !== undefined && { example: [example] as never }) },
    ),
  };
}

/** Reads a value of the parameter from its text; undefined when it is not one. */
export function readValue(parameter: Kind<unknown>, value: string): { value: unknown } | undefined {
  const result = v.safeParse(parameter.schema, value, { abortEarly: true });
  return result.success ? { value: result.output } : undefined;
}

function hasLength(value: string, min: number, max: number): boolean {
  // A code point is one or two UTF-16 units, so most texts need no counting.
  if (value.length < min || value.length > 2 * max) return false;
  const length = [...value].length;
  return length >= min && length <= max;
}

// A plus sign that was not percent-encoded arrives as a space.
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[-+ ][01]\d:[0-5]\d))?$/;

function parseDateTime(value: string): number {
  const date = DATE_TIME.exec(value)?.[1];
  // Date moves 30 February to 2 March instead of refusing it.
  if (date === undefined || !isCalendarDate(date)) return Number.NaN;
  return Date.parse(value.replace(" ", "+"));
}

function isCalendarDate(date: string): boolean {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
}

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
