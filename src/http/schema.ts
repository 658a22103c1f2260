import * as v from "valibot";
import { toIso, toMinute } from "../clock.ts";

/**
 * Describes published values of type T, which are made of stored values of type S. The compiler checks both. Answers are
 * made by their schemas and described by them; tests check every answer against them.
 */
export type Schema<T = unknown, S = unknown> = v.GenericSchema<S, T>;

/** The type of the values a schema describes. */
export type ValueOf<X extends Schema> = v.InferOutput<X>;

type StoredOf<X> = X extends Schema<unknown, infer S> ? S : never;

/** Members of an object by name. */
export type Fields = Readonly<Record<string, Schema>>;

type ValuesOf<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** The metadata of a schema. */
interface About {
  /** The name that the API description lists it under, among its components. */
  readonly name?: string | undefined;
  /** Makes a published value of a stored one; without it they are the same. */
  readonly publish?: (stored: never) => unknown;
  /** Reads the field's stored value from its row. Without it, the row's member of the same name, in camelCase, is read. */
  readonly read?: (row: never) => unknown;
  /** Makes of a stored value the one that assistants are shown; without it, they are shown the published one. */
  readonly short?: (stored: never) => unknown;
  readonly shown?: ShownFields;
  readonly isRare?: boolean;
  /** The name of an example that depends on the service. */
  readonly exampleName?: string;
  readonly exampleItems?: readonly Schema[];
}

export const aboutOf = (schema: Schema): About => v.getMetadata(schema);

/** Adds checks or metadata to a schema. */
const extend = <X extends Schema>(schema: X, ...items: readonly object[]): X =>
  items.length === 0
    ? schema
    : (v.pipe(schema, ...(items as readonly v.PipeAction<unknown, unknown, never>[])) as unknown as X);

const withAbout = <X extends Schema>(schema: X, about: About): X => extend(schema, v.metadata({ ...about }));

/** The parts that a schema may have by its kind. */
interface Parts {
  readonly type: string;
  /** The schema inside one that may be null or missing. */
  readonly wrapped?: Schema;
  /** The items of an array. */
  readonly item?: Schema;
  /** The values of a map. */
  readonly value?: Schema;
  readonly entries?: Fields;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
}

/** The parts of the values that a schema ends with. */
export function partsOf(schema: Schema): Parts {
  const { pipe = [] } = schema as { readonly pipe?: readonly Schema[] };
  const last = pipe.findLastIndex(({ kind }) => kind === "schema");
  return last < 0 ? (schema as Parts) : partsOf(pipe[last] as Schema);
}

/** Describes a value that may be null or missing where it is there. */
export function presentOf(schema: Schema): Schema {
  const { wrapped } = partsOf(schema);
  return wrapped === undefined ? schema : presentOf(wrapped);
}

/** The members of an object, by name. */
export const fieldsOf = (schema: Schema): Fields => partsOf(presentOf(schema)).entries ?? {};

/** A schema that the API description lists among its components, under this name. */
export const named = <X extends Schema>(name: string, schema: X): X => withAbout(schema, { name });

/** A member that is usually missing, and left out of examples. */
export const rare = <X extends Schema>(schema: X): X => withAbout(schema, { isRare: true });

/** Takes the example that depends on the service under this name. */
export const exampleNamed = <X extends Schema>(schema: X, exampleName: string): X => withAbout(schema, { exampleName });

/** Replaces the example of a schema. */
export const withExample = <X extends Schema>(schema: X, example: ValueOf<X>): X =>
  extend(schema, v.examples([example]));

/** Adds an item to the example of an array. Where items are objects, `second` has the fields that differ. */
export const withSecond = <X extends Schema<readonly unknown[]>>(array: X, second: Schema | Fields): X =>
  withAbout(array, { exampleItems: [itemOf(array), toVariant(array, second)] });

/** Replaces the item in the example of an array of objects; `fields` are those that differ. */
export const withOther = <X extends Schema<readonly unknown[]>>(array: X, fields: Fields): X =>
  withAbout(array, { exampleItems: [toVariant(array, fields)] });

const itemOf = (array: Schema): Schema => partsOf(array).item ?? array;

function toVariant(array: Schema, variant: Schema | Fields): Schema {
  const { entries } = partsOf(itemOf(array));
  return entries === undefined ? (variant as Schema) : object({ ...entries, ...(variant as Fields) });
}

/** Replaces the description of a schema, and its example where given. */
export const about = <X extends Schema>(schema: X, description: string, example?: ValueOf<X>): X =>
  describe(schema, description, example, [v.metadata({ name: undefined })]);

const exampleItems = (example: unknown) => (example === undefined ? [] : [v.examples([example])]);

/** An empty description is left out. */
const describe = <X extends Schema>(
  schema: X,
  description = "",
  example?: unknown,
  checks: readonly (object | undefined)[] = [],
): X =>
  extend(
    schema,
    ...checks.filter((check) => check !== undefined),
    ...(description === "" ? [] : [v.description(description)]),
    ...exampleItems(example),
  );

// Many fields begin with these: each start of the program makes all of them.
const STRING = v.string();
const NUMBER = v.number();
const BOOLEAN = v.boolean();

/** `form` checks more than that it is text. */
export const string = (
  description?: string,
  example?: string,
  form?: v.PipeAction<string, string, v.BaseIssue<string>>,
): Schema<string, string> => describe(STRING, description, example, [form]);

interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

const toChecks = ({ minimum, maximum }: NumberBounds) => [
  minimum === undefined ? undefined : v.minValue(minimum),
  maximum === undefined ? undefined : v.maxValue(maximum),
];

export const number = (description?: string, example?: number, bounds: NumberBounds = {}): Schema<number, number> =>
  describe(NUMBER, description, example, toChecks(bounds));

/** A whole number that is not negative unless `minimum` says otherwise. */
export const integer = (description?: string, example?: number, bounds: NumberBounds = {}): Schema<number, number> =>
  describe(NUMBER, description, example, [v.integer(), ...toChecks({ minimum: 0, ...bounds })]);

export const boolean = (description?: string, example?: boolean): Schema<boolean, boolean> =>
  describe(BOOLEAN, description, example);

/** A moment, as ISO 8601 in UTC; stored as epoch milliseconds. */
export const dateTime = (description: string, example = "2026-11-20T04:09:00.000Z"): Schema<string, number> =>
  publishedBy(string(description, example, v.isoTimestamp()), toIso, toMinute);

/** One of a fixed set of words; the first is the example. */
export const oneOf = <const T extends string>(values: readonly T[], description: string): Schema<T, T> =>
  describe(v.picklist(values), description);

/** A value that is always the same; for the compiler it is any value of its type. */
export const always = <T extends string | boolean>(value: T, description?: string) =>
  describe(v.literal(value), description) as Schema<T extends string ? string : boolean, T>;

export const arrayOf = <T, S>(
  items: Schema<T, S>,
  description?: string,
  example?: readonly T[],
): Schema<readonly T[], readonly S[]> => describe(v.array(items), description, example);

/** The members every object has, then those that may be missing. Its values are published as they are given. */
export function object<R extends Fields, O extends Fields = Record<never, Schema>>(required: R, optional?: O) {
  type Values = ValuesOf<R> & Partial<ValuesOf<O>>;
  const others = Object.entries(optional ?? {}).map(([name, schema]) => [name, v.optional(schema)]);
  return v.object({ ...required, ...Object.fromEntries(others) }) as unknown as Schema<Values, Values>;
}

/** One of several named objects, told apart by the member `tag`: a constant, or words that no other of them has. */
export const oneBy = <const S extends readonly Schema[]>(tag: string, schemas: S) =>
  v.variant(tag, schemas as never) as unknown as Schema<ValueOf<S[number]>, ValueOf<S[number]>>;

/** An object with any members, all of one kind; stored as entries. */
export function mapOf<T, S>(
  values: Schema<T, S>,
  description: string,
  example: Readonly<Record<string, T>>,
): Schema<Readonly<Record<string, T>>, readonly (readonly [string, S])[]> {
  const publish = publisher(values);
  return publishedBy(
    describe(v.record(v.string(), values), description, example),
    (stored: readonly (readonly [string, S])[]) =>
      Object.fromEntries(stored.map(([name, value]) => [name, publish(value)])),
  );
}

/** Null in place of a value that is not known or does not apply. */
export const nullable = <T, S>(schema: Schema<T, S>): Schema<T | null, S | null> => v.nullable(schema);

/**
 * An object that is published of a row of type R. A field is made of the stored field of its name in camelCase; `sources`
 * name another one, or read it, and the compiler asks for those that are missing.
 */
export const noun =
  <R>(name?: string) =>
  <F extends Fields, X extends Sources<R, F>>(fields: F, ...[sources]: GivenSources<X>): Schema<ValuesOf<F>, R> => {
    const read = withSources(fields, sources);
    return withAbout(v.object(read) as unknown as Schema<ValuesOf<F>, R>, { name, publish: createPublisher(read) });
  };

/** Fields that several nouns have. */
export const nounFields =
  <R>() =>
  <F extends Fields, X extends Sources<R, F>>(fields: F, ...[sources]: GivenSources<X>): FieldsFrom<R, F, X> =>
    withSources(fields, sources) as FieldsFrom<R, F, X>;

/** May be left out where nothing has to be in it. */
type GivenSources<X> = Record<never, never> extends X ? [sources?: X] : [sources: X];

/** Tools show a noun as one of many rows of another noun, in a list of its own, or alone. */
export const SIZES = ["row", "list", "detail"] as const;
export type Size = (typeof SIZES)[number];

/** A field as tools show it to assistants, which pay for each word. */
interface ShownField<R, N> {
  /** The least that has it. */
  readonly in: Size;
  /** The field that it is, where its name is another. */
  readonly of?: N;
  /** Its value, in place of that of a field. */
  readonly value?: (row: R) => unknown;
  /** It is left out unless this is so. */
  readonly when?: (row: R) => boolean;
}

/** Tools show these of a noun, by name, in this order. */
export type ShownFields<R = never, N = string> = Readonly<Record<string, ShownField<R, N>>>;

/** Says what tools show of a noun. */
export const shownAs = <T, R>(schema: Schema<T, R>, shown: ShownFields<NoInfer<R>, keyof NoInfer<T>>): Schema<T, R> =>
  withAbout(schema, { shown: shown as ShownFields });

/** Makes the form that tools show of a stored value. */
export const shortOf = (schema: Schema): ((stored: unknown) => unknown) =>
  (aboutOf(schema).short as ((stored: unknown) => unknown) | undefined) ?? publisher(schema);

declare const ROW: unique symbol;

interface ReadFrom<R> {
  readonly [ROW]: (row: R) => unknown;
}

/** Sources of fields; a field that the row does not have under its own name must have one. */
type Sources<R, F> = { readonly [K in Unnamed<R, F>]: FieldSource<R, F[K]> } & {
  readonly [K in keyof F]?: FieldSource<R, F[K]>;
};

type FieldSource<R, X> = ((row: R) => StoredOf<X>) | { [K in keyof R]: R[K] extends StoredOf<X> ? K : never }[keyof R];

type Unnamed<R, F> = {
  [K in keyof F]: F[K] extends ReadFrom<infer Q>
    ? R extends Q
      ? never
      : K
    : HasNamed<R, F[K], CamelCase<K>> extends true
      ? never
      : K;
}[keyof F];

type HasNamed<R, X, N> = N extends keyof R ? (R[N] extends StoredOf<X> ? true : false) : false;

/** Fields that know what they need of a row. */
type FieldsFrom<R, F, X> = {
  readonly [K in keyof F]: K extends keyof X ? F[K] & ReadFrom<RowOf<R, X[K]>> : F[K];
};

type RowOf<R, Y> = Y extends (row: infer Q) => unknown ? Q : Y extends keyof R ? Pick<R, Y> : never;

type CamelCase<K> = K extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : K;

function withSources(fields: Fields, sources: Readonly<Record<string, unknown>> = {}): Fields {
  const entries = Object.entries(sources).map(([name, source]) => {
    const read =
      typeof source === "function" ? source : (row: Readonly<Record<string, unknown>>) => row[String(source)];
    return [name, withAbout(fields[name] as Schema, { read: read as (row: never) => unknown })];
  });
  return { ...fields, ...Object.fromEntries(entries) };
}

/** The stored name of a published field. */
export const camelCase = (name: string): string =>
  name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function createPublisher(fields: Fields): (row: never) => unknown {
  const names = Object.keys(fields);
  const readers = Object.entries(fields).map(([name, schema]) => createReader(name, schema));
  // Copies of parsed JSON keep V8's fast layout of objects.
  const empty: Record<string, unknown> = JSON.parse(
    JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))),
  );
  return (row) => {
    const published = { ...empty };
    for (let index = 0; index < names.length; index++) published[names[index] as string] = readers[index]?.(row);
    return published;
  };
}

/** Reads the stored value of a field. */
export function readerOf(name: string, schema: Schema): (row: unknown) => unknown {
  const stored = camelCase(name);
  return (aboutOf(schema).read ?? ((row: Record<string, unknown>) => row[stored])) as (row: unknown) => unknown;
}

function createReader(name: string, schema: Schema): (row: unknown) => unknown {
  const read = readerOf(name, schema);
  const publish = findPublisher(schema);
  return publish === undefined ? read : (row) => publish(read(row));
}

/** Makes published values of stored ones. */
export const publisher = <T, S>(schema: Schema<T, S>): ((stored: S) => T) =>
  (findPublisher(schema) ?? ((stored) => stored)) as (stored: S) => T;

/** Undefined where both are the same. */
function findPublisher(schema: Schema): ((stored: unknown) => unknown) | undefined {
  const own = aboutOf(schema).publish as ((stored: unknown) => unknown) | undefined;
  if (own !== undefined) return own;
  const { wrapped, item } = partsOf(schema);
  const publish = wrapped ?? item;
  const inner = publish && findPublisher(publish);
  if (inner === undefined) return undefined;
  if (wrapped !== undefined) return (stored) => (stored === null ? null : inner(stored));
  return (stored) => (stored as readonly unknown[]).map(inner);
}

/** Publishes values that are stored in another form; tools show them in the form of `short`. */
export const publishedBy = <T, S>(
  schema: Schema<T>,
  publish: (stored: S) => T,
  short?: (stored: NoInfer<S>) => unknown,
): Schema<T, S> => withAbout(schema as Schema<T, S>, { publish, ...(short && { short }) });

/**
 * An example value, made of the examples in a schema; `known` holds those that depend on the service, by name. Throws for
 * a part without an example.
 */
export function exampleOf(schema: Schema, known: Readonly<Record<string, unknown>> = {}, path = ""): unknown {
  const { name, exampleName = name, exampleItems } = aboutOf(schema);
  if (exampleName !== undefined && exampleName in known) return known[exampleName];
  const examples = v.getExamples(schema);
  if (examples.length > 0) return examples.at(-1);
  const { literal, wrapped, item, entries, options: [first] = [] } = partsOf(schema);
  if (literal !== undefined) return literal;
  if (typeof first === "string") return first;
  const inner = wrapped ?? (first as Schema | undefined);
  if (inner !== undefined) return exampleOf(inner, known, path);
  if (item !== undefined) return (exampleItems ?? [item]).map((one) => exampleOf(one, known, `${path}[]`));
  if (entries === undefined) throw new Error(`no example of '${path}', which is a ${schema.type}`);
  const members = Object.entries(entries).filter(([, member]) => aboutOf(presentOf(member)).isRare !== true);
  return Object.fromEntries(members.map(([key, member]) => [key, exampleOf(member, known, `${path}.${key}`)]));
}
