import { toIso, toMinute } from "../clock.ts";

declare const VALUE: unique symbol;
const PUBLISH = Symbol("publish");
const READ = Symbol("read");
const SHORT = Symbol("short");
const SHOWN = Symbol("shown");
const NAME = Symbol("name");
const IS_RARE = Symbol("isRare");
const EXAMPLE_NAME = Symbol("exampleName");
const EXAMPLE_ITEMS = Symbol("exampleItems");

/**
 * JSON Schema (2020-12) of published values of type T, which are made of stored values of type S. The compiler checks
 * both.
 */
export type Schema<T = unknown, S = never> = Readonly<Record<string, unknown>> & {
  /** Makes a published value of a stored one; without it they are the same. */
  readonly [PUBLISH]?: (stored: S) => T;
  /** Reads the field's stored value from its row. Without it, the row's member of the same name, in camelCase, is read. */
  readonly [READ]?: (row: never) => unknown;
  /** Makes of a stored value the one that assistants are shown; without it, they are shown the published one. */
  readonly [SHORT]?: (stored: never) => unknown;
  readonly [SHOWN]?: ShownFields;
  readonly [NAME]?: string | undefined;
  readonly [IS_RARE]?: boolean;
  readonly [EXAMPLE_NAME]?: string;
  readonly [EXAMPLE_ITEMS]?: readonly Schema[];
  readonly [VALUE]?: T;
};

/** The type of the values a schema describes. */
export type ValueOf<X> = X extends Schema<infer T> ? T : never;

/** Members of an object by name. */
export type Fields = Readonly<Record<string, Schema>>;

type ValuesOf<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** A schema that the API description lists among its components, under this name. */
export const named = <X extends Schema>(name: string, schema: X): X => ({ ...schema, [NAME]: name });

/** A member that is usually missing, and left out of examples. */
export const rare = <X extends Schema>(schema: X): X => ({ ...schema, [IS_RARE]: true });

/** The same schema, whose example is the one that depends on the service under this name. */
export const exampleNamed = <X extends Schema>(schema: X, name: string): X => ({ ...schema, [EXAMPLE_NAME]: name });

/** The same schema with another example. */
export const withExample = <X extends Schema>(schema: X, example: ValueOf<X>): X => ({
  ...schema,
  examples: [example],
});

/** The same array with one more item in its example. Of an item that is an object, `second` has the fields that differ. */
export const withSecond = <X extends Schema<readonly unknown[]>>(array: X, second: Schema | Fields): X => ({
  ...array,
  [EXAMPLE_ITEMS]: [array.items as Schema, toVariant(array, second)],
});

/** The same array of objects with another item in its example; `fields` are those that differ. */
export const withOther = <X extends Schema<readonly unknown[]>>(array: X, fields: Fields): X => ({
  ...array,
  [EXAMPLE_ITEMS]: [toVariant(array, fields)],
});

function toVariant({ items }: Schema, variant: Schema | Fields): Schema {
  const { properties } = items as { readonly properties?: Fields };
  return properties === undefined ? (variant as Schema) : object({ ...properties, ...(variant as Fields) });
}

/** The name given by `named`. */
export const nameOf = (schema: Schema): string | undefined => schema[NAME];

export const string = (
  description?: string,
  example?: string,
  more?: { readonly format?: string; readonly pattern?: string },
): Schema<string, string> => ({ type: "string", ...describe(description, example, more) });

interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

export const number = (description?: string, example?: number, bounds?: NumberBounds): Schema<number, number> => ({
  type: "number",
  ...describe(description, example, bounds),
});

/** A whole number that is not negative unless `minimum` says otherwise. */
export const integer = (description?: string, example?: number, bounds?: NumberBounds): Schema<number, number> => ({
  type: "integer",
  minimum: 0,
  ...describe(description, example, bounds),
});

export const boolean = (description?: string, example?: boolean): Schema<boolean, boolean> => ({
  type: "boolean",
  ...describe(description, example),
});

/** A moment, as ISO 8601 in UTC; stored as epoch milliseconds. */
export const dateTime = (description: string, example = "2026-11-20T04:09:00.000Z"): Schema<string, number> =>
  inShort(publishedBy(string(description, example, { format: "date-time" }), toIso), toMinute);

/** One of a fixed set of words; the first is the example. */
export const oneOf = <const T extends string>(values: readonly T[], description: string): Schema<T, T> => ({
  type: "string",
  enum: values,
  description,
});

/** A value that is always the same; for the compiler it is any value of its type. */
export const always = <T extends string | boolean>(value: T): Schema<T extends string ? string : boolean, T> => ({
  type: typeof value,
  const: value,
});

export function arrayOf<T, S>(
  items: Schema<T, S>,
  description?: string,
  example?: readonly T[],
): Schema<readonly T[], readonly S[]> {
  const { [PUBLISH]: publish } = items;
  return {
    type: "array",
    items,
    ...describe(description, example),
    ...(publish && { [PUBLISH]: (stored: readonly S[]) => stored.map(publish) }),
  };
}

/** The members every object has, then those that may be missing. Its values are published as they are given. */
export const object = <R extends Fields, O extends Fields = Record<never, Schema>>(
  required: R,
  optional?: O,
): Schema<ValuesOf<R> & Partial<ValuesOf<O>>> => ({
  type: "object",
  properties: { ...required, ...optional },
  required: Object.keys(required),
});

/**
 * An object that is published of a row of type R. A field is made of the stored field of its name in camelCase; `sources`
 * name another one, or read it, and the compiler asks for those that are missing. `shown` adds to what assistants are
 * shown of those fields that come from another table.
 */
export const noun =
  <R>(name?: string) =>
  <F extends Fields, X extends Sources<R, F>>(
    fields: F,
    ...[sources, shown]: GivenSources<R, F, X>
  ): Schema<ValuesOf<F>, R> => {
    const read = withSources(fields, sources);
    const schema: Schema<ValuesOf<F>> = object(read) as Schema<ValuesOf<F>>;
    const publish = createPublisher<R, ValuesOf<F>>(read);
    return { ...schema, [NAME]: name, [PUBLISH]: publish, [SHOWN]: shownWith(fields, shown) };
  };

/** Fields that several nouns have. */
export const nounFields =
  <R>() =>
  <F extends Fields, X extends Sources<R, F>>(
    fields: F,
    ...[sources, shown]: GivenSources<R, F, X>
  ): FieldsFrom<R, F, X> =>
    ({ ...withSources(fields, sources), [SHOWN]: shownWith(fields, shown) }) as unknown as FieldsFrom<R, F, X>;

/** May be left out where nothing has to be in it. */
type GivenSources<R, F, X> =
  Record<never, never> extends X
    ? [sources?: X, shown?: ShownFields<R, keyof F>]
    : [sources: X, shown?: ShownFields<R, keyof F>];

/** How much of a noun is shown: as one of many rows of another noun, in a list of its own, or alone. */
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
  /** Where it is left out unless this is so. */
  readonly when?: (row: R) => boolean;
}

/** What tools show of a noun, by name, in this order. */
type ShownFields<R = never, N = string> = Readonly<Record<string, ShownField<R, N>>>;

const shownWith = (fields: object, shown: ShownFields<never, PropertyKey> = {}): ShownFields => ({
  ...(fields as { readonly [SHOWN]?: ShownFields })[SHOWN],
  ...(shown as ShownFields),
});

/** What tools show of a noun; undefined for what is none. */
export const shownOf = (schema: Schema): ShownFields | undefined => schema[SHOWN];

/** The same schema, whose values tools show in another form. */
export const inShort = <X extends Schema<unknown, never>>(schema: X, short: (stored: StoredOf<X>) => unknown): X => ({
  ...schema,
  [SHORT]: short,
});

/** What makes the form that tools show of a value that is stored. */
export const shortOf = (schema: Schema): ((stored: unknown) => unknown) =>
  (schema[SHORT] ?? publisher(schema)) as (stored: unknown) => unknown;

type StoredOf<X> = X extends Schema<unknown, infer S> ? S : never;

interface ReadFrom<R> {
  readonly [READ]: (row: R) => unknown;
}

/** Where fields come from; those that the row does not have under their own name must be there. */
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
    return [name, { ...fields[name], [READ]: read }];
  });
  return { ...fields, ...Object.fromEntries(entries) };
}

/** The stored name of a published field. */
export const camelCase = (name: string): string =>
  name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function createPublisher<R, T>(fields: Fields): (row: R) => T {
  const names = Object.keys(fields);
  const readers = Object.entries(fields).map(([name, schema]) => createReader(name, schema));
  // Copies of parsed JSON keep V8's fast layout of objects.
  const empty: Record<string, unknown> = JSON.parse(
    JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))),
  );
  return (row) => {
    const published = { ...empty };
    for (let index = 0; index < names.length; index++) published[names[index] as string] = readers[index]?.(row);
    return published as T;
  };
}

/** What reads the stored value of a field. */
export function readerOf(name: string, schema: Schema): (row: unknown) => unknown {
  const stored = camelCase(name);
  return (schema[READ] ?? ((row: Record<string, unknown>) => row[stored])) as (row: unknown) => unknown;
}

function createReader(name: string, schema: Schema): (row: unknown) => unknown {
  const read = readerOf(name, schema);
  const publish = schema[PUBLISH] as ((value: unknown) => unknown) | undefined;
  return publish === undefined ? read : (row) => publish(read(row));
}

/** Makes published values of stored ones in place, of those fields of a row that are stored in another form. */
export function inPlacePublisher({ properties }: Schema): (row: Record<string, unknown>) => Record<string, unknown> {
  const published = Object.entries(properties as Fields).flatMap(([name, { [PUBLISH]: publish }]) =>
    publish === undefined ? [] : [{ name, publish: publish as (stored: unknown) => unknown }],
  );
  return (row) => {
    for (const { name, publish } of published) row[name] = publish(row[name]);
    return row;
  };
}

/** What makes published values of stored ones. */
export function publisher<T, S>({ [PUBLISH]: publish }: Schema<T, S>): (stored: S) => T {
  return publish ?? ((stored) => stored as unknown as T);
}

/** The same schema, whose values are stored in another form. */
export const publishedBy = <T, S>(schema: Schema<T>, publish: (stored: S) => T): Schema<T, S> => ({
  ...schema,
  [PUBLISH]: publish,
});

/** One of several named objects, told apart by the member `tag`: a constant, or words that no other of them has. */
export const oneBy = <const S extends readonly Schema[]>(tag: string, schemas: S): Schema<ValueOf<S[number]>> => ({
  oneOf: schemas,
  discriminator: { propertyName: tag },
});

/** An object with any members, all of one kind; stored as entries. */
export function mapOf<T, S>(
  values: Schema<T, S>,
  description: string,
  example: Readonly<Record<string, T>>,
): Schema<Readonly<Record<string, T>>, readonly (readonly [string, S])[]> {
  const publish = publisher(values);
  return {
    type: "object",
    additionalProperties: values,
    ...describe(description, example),
    [PUBLISH]: (stored) => Object.fromEntries(stored.map(([name, value]) => [name, publish(value)])),
  };
}

/** Null in place of a value that is not known or does not apply. */
export function nullable<T, S>(schema: Schema<T, S>): Schema<T | null, S | null> {
  const { type, enum: values, [PUBLISH]: publish, [READ]: _, ...rest } = schema;
  const orNull = publish && { [PUBLISH]: (stored: S | null) => (stored === null ? null : publish(stored)) };
  const isWhole = nameOf(schema) !== undefined || typeof type !== "string" || type === "object";
  if (isWhole) return { anyOf: [schema, { type: "null" }], ...orNull };
  return { type: [type, "null"], ...(Array.isArray(values) ? { enum: [...values, null] } : {}), ...rest, ...orNull };
}

/** The same schema with another description, and another example where given. */
export const about = <X extends Schema>(schema: X, description: string, example?: ValueOf<X>): X => ({
  ...schema,
  [NAME]: undefined,
  description,
  ...(example === undefined ? {} : { examples: [example] }),
});

/**
 * An example value, made of the examples in a schema; `known` holds those that depend on the service, by name. Throws for
 * a part without an example.
 */
export function exampleOf(schema: Schema, known: Readonly<Record<string, unknown>> = {}, path = ""): unknown {
  const name = schema[EXAMPLE_NAME] ?? nameOf(schema);
  if (name !== undefined && name in known) return known[name];
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as readonly Schema[];
  if (first !== undefined) return exampleOf(first, known, path);
  if (schema.items !== undefined) {
    const items = schema[EXAMPLE_ITEMS] ?? [schema.items as Schema];
    return items.map((item) => exampleOf(item, known, `${path}[]`));
  }
  if (schema.properties !== undefined) {
    const members = Object.entries(schema.properties as Fields).filter(([, member]) => member[IS_RARE] !== true);
    return Object.fromEntries(members.map(([key, member]) => [key, exampleOf(member, known, `${path}.${key}`)]));
  }
  throw new Error(`no example of '${path}' in ${JSON.stringify(schema).slice(0, 100)}`);
}

/** What says more than the type; an empty description is left out. */
const describe = (description = "", example?: unknown, more?: object): Readonly<Record<string, unknown>> => ({
  ...(description === "" ? undefined : { description }),
  ...more,
  ...(example === undefined ? undefined : { examples: [example] }),
});
