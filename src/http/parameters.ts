import * as v from "valibot";
import { cleanText } from "../domain/clean-text.ts";

/** The parameters of a route by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** What a handler is given for its parameters. */
export type Input<P extends Parameters> = { readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

/** One bad parameter; the message says what was expected and what was given. */
export interface ParameterError {
  readonly parameter: string;
  readonly message: string;
}

/** How a value is written; a `token` is text from an earlier answer. */
export type KindName = "integer" | "decimal" | "choice" | "flag" | "text" | "token" | "date-time" | "list";

/** A kind of value: how its text is read and how it is described. */
export interface Kind<T> {
  readonly kind: KindName;
  readonly description: string;
  /** What a value must be, to follow the word "expected". */
  readonly expected: string;
  /** JSON Schema of the value. */
  readonly json: Readonly<Record<string, unknown>>;
  /** In lower case: the values of free text that can find something. Another value is only a warning. */
  readonly knownValues?: readonly string[];
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
  json: { ...kind.json, default: value },
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

/** The same parameter as a field of a form: empty counts as missing. */
export const inForm = <T>(parameter: Parameter<T>): Parameter<T> => ({ ...parameter, isEmptyMissing: true });

/** The same parameters where an object is changed: one that is left out is undefined, null takes it back. */
export const toChanges = <P extends Parameters>(parameters: P) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, one]) => [name, { ...one, isNullable: true, fallback: undefined }]),
  ) as { readonly [K in keyof P]: Parameter<Input<P>[K] | null | undefined> };

const MAX_INTEGER = 999_999_999;

/** A whole number of at least 0 in digits alone: no sign, point or exponent. At most 999,999,999 unless `max` says otherwise. */
export function wholeNumber(about: Described<{ min: number; max?: number }>): Kind<number> {
  const { min, max = MAX_INTEGER, description, example } = about;
  const digits = new RegExp(`^[0-9]{1,${max > MAX_INTEGER ? 15 : 9}}$`);
  return {
    kind: "integer",
    description,
    expected: toExpected(min, about.max),
    json: { type: "integer", minimum: min, maximum: max, ...exampleOf(example) },
    schema: v.pipe(v.string(), v.regex(digits), v.transform(Number), v.minValue(min), v.maxValue(max)),
  };
}

function toExpected(min: number, max: number | undefined): string {
  if (max === undefined) return `an integer of at least ${min}`;
  return min === max ? String(min) : `an integer from ${min} to ${max}`;
}

/** A decimal, also with an exponent, at most `max` if given. */
export function decimal(about: Described<{ min: number; max?: number }>): Kind<number> {
  const { min, max = Number.MAX_VALUE, description, example } = about;
  const maximum = about.max === undefined ? {} : { maximum: about.max };
  return {
    kind: "decimal",
    description,
    expected: about.max === undefined ? `a number of at least ${min}` : `a number from ${min} to ${max}`,
    json: { type: "number", minimum: min, ...maximum, ...exampleOf(example) },
    schema: v.pipe(v.string(), v.regex(DECIMAL), v.transform(toNumber), v.minValue(min), v.maxValue(max)),
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
    description: about.description,
    expected: about.values.length === 1 ? `'${about.values[0]}'` : `one of ${about.values.join(", ")}`,
    json: { type: "string", enum: about.values, ...exampleOf(about.example) },
    schema: about.isAnyCase === true ? v.pipe(v.string(), v.toLowerCase(), picked) : v.pipe(v.string(), picked),
  };
}

/** True or false, in words of any case: Python writes `True`, R `TRUE`. */
export function flag(about: Described): Kind<boolean> {
  return {
    kind: "flag",
    description: about.description,
    expected: "true or false",
    json: { type: "boolean" },
    schema: v.pipe(
      v.string(),
      v.toLowerCase(),
      v.picklist(["true", "false"]),
      v.transform((value) => value === "true"),
    ),
  };
}

/** A kind of text that also takes what passes a test, as it is. */
export const orAlso = (kind: Kind<string>, passes: (value: string) => boolean): Kind<string> => ({
  ...kind,
  schema: v.union([kind.schema, v.pipe(v.string(), v.check(passes))]),
});

/** Free text; its length is counted in code points. With `isCleaned` it is read as texts of platforms are. */
export function text(
  about: Described<{ min: number; max: number; format?: TextFormat; isCleaned?: boolean }>,
): Kind<string> {
  const { min, max, format, isCleaned = false, description, example } = about;
  return {
    kind: "text",
    description,
    expected: `${format?.expected ?? "text"} of ${min} to ${max} characters`,
    json: { type: "string", minLength: min, maxLength: max, ...format?.json, ...exampleOf(example) },
    schema: v.pipe(
      v.string(),
      v.transform((value) => (isCleaned ? cleanText(value) : value)),
      v.check((value) => hasLength(value, min, max)),
      v.check((value) => format === undefined || format.pattern.test(value)),
    ),
  };
}

/** Text that an earlier answer gave, to be sent back as it is. */
export const token = (about: Described<{ min: number; max: number }>): Kind<string> => ({
  ...text(about),
  kind: "token",
});

/** What text must look like beyond its length. */
interface TextFormat {
  readonly expected: string;
  readonly pattern: RegExp;
  readonly json: Readonly<Record<string, unknown>>;
}

/** A moment, as epoch milliseconds. A date alone is its midnight UTC; a time needs its zone. */
export function timestamp(about: Described): Kind<number> {
  return {
    kind: "date-time",
    description: about.description,
    expected: "an ISO 8601 date or date-time with a zone, such as 2026-11-20 or 2026-11-20T04:09:00Z",
    json: {
      type: "string",
      anyOf: [{ format: "date-time" }, { format: "date" }],
      examples: [about.example ?? "2026-11-20T04:09:00Z"],
    },
    schema: v.pipe(v.string(), v.transform(parseDateTime), v.number()),
  };
}

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
  const { max, values, example } = about;
  return {
    kind: "list",
    description: about.description,
    expected: `1 to ${max} of ${about.items}, separated by commas`,
    json: {
      type: "array",
      items: { type: "string", ...(values === undefined ? { minLength: 1 } : { enum: values }) },
      minItems: 1,
      maxItems: max,
      ...(example === undefined ? {} : { examples: [[example]] }),
    },
    schema: v.pipe(
      v.string(),
      v.transform((value) => value.split(",", max + 1)),
      v.maxLength(max),
      v.transform((items) => items.map(about.parse)),
      v.check((items) => !items.includes(undefined)),
      v.transform((items) => items.filter((item) => item !== undefined)),
    ),
  };
}

/** Reads a value of the parameter from its text; undefined when it is not one. */
export function readValue(parameter: Kind<unknown>, value: string): { value: unknown } | undefined {
  const result = v.safeParse(parameter.schema, value, { abortEarly: true });
  return result.success ? { value: result.output } : undefined;
}

const exampleOf = (example: string | number | undefined) => (example === undefined ? {} : { examples: [example] });

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
