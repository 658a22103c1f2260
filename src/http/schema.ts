declare const VALUE: unique symbol;
const NAME = Symbol("name");
const IS_RARE = Symbol("isRare");
const EXAMPLE_NAME = Symbol("exampleName");
const EXAMPLE_ITEMS = Symbol("exampleItems");

/** JSON Schema (2020-12) of values of type T; the compiler checks published values against T. */
export type Schema<T = unknown> = Readonly<Record<string, unknown>> & {
  readonly [NAME]?: string | undefined;
  readonly [IS_RARE]?: boolean;
  readonly [EXAMPLE_NAME]?: string;
  readonly [EXAMPLE_ITEMS]?: readonly Schema[];
  readonly [VALUE]?: T;
};

/** The type of the values a schema describes. */
export type ValueOf<S> = S extends Schema<infer T> ? T : never;

/** Members of an object by name. */
export type Fields = Readonly<Record<string, Schema>>;

type ValuesOf<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** A schema that the API description lists among its components, under this name. */
export const named = <T>(name: string, schema: Schema<T>): Schema<T> => ({ ...schema, [NAME]: name });

/** A member that is usually missing, and left out of examples. */
export const rare = <T>(schema: Schema<T>): Schema<T> => ({ ...schema, [IS_RARE]: true });

/** The same schema, whose example is the one that depends on the service under this name. */
export const exampleNamed = <T>(schema: Schema<T>, name: string): Schema<T> => ({ ...schema, [EXAMPLE_NAME]: name });

/** The same schema with another example. */
export const withExample = <T>(schema: Schema<T>, example: T): Schema<T> => ({ ...schema, examples: [example] });

/** The same array with one more item in its example. Of an item that is an object, `second` has the fields that differ. */
export const withSecond = <T>(array: Schema<readonly T[]>, second: Schema<T> | Fields): Schema<readonly T[]> => ({
  ...array,
  [EXAMPLE_ITEMS]: [array.items as Schema, toVariant(array, second)],
});

/** The same array of objects with another item in its example; `fields` are those that differ. */
export const withOther = <T>(array: Schema<readonly T[]>, fields: Fields): Schema<readonly T[]> => ({
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
): Schema<string> => ({ type: "string", ...describe(description, example, more) });

interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

export const number = (description?: string, example?: number, bounds?: NumberBounds): Schema<number> => ({
  type: "number",
  ...describe(description, example, bounds),
});

/** A whole number that is not negative unless `minimum` says otherwise. */
export const integer = (description?: string, example?: number, bounds?: NumberBounds): Schema<number> => ({
  type: "integer",
  minimum: 0,
  ...describe(description, example, bounds),
});

export const boolean = (description?: string, example?: boolean): Schema<boolean> => ({
  type: "boolean",
  ...describe(description, example),
});

/** A moment, as ISO 8601 in UTC. */
export const dateTime = (description: string, example = "2026-11-20T04:09:00.000Z"): Schema<string> =>
  string(description, example, { format: "date-time" });

/** One of a fixed set of words; the first is the example. */
export const oneOf = <const T extends string>(values: readonly T[], description: string): Schema<T> => ({
  type: "string",
  enum: values,
  description,
});

/** A value that is always the same; for the compiler it is any value of its type. */
export const always = <T extends string | boolean>(value: T): Schema<T extends string ? string : boolean> => ({
  type: typeof value,
  const: value,
});

export const arrayOf = <T>(items: Schema<T>, description?: string, example?: readonly T[]): Schema<readonly T[]> => ({
  type: "array",
  items,
  ...describe(description, example),
});

/** The members every object has, then those that may be missing. */
export const object = <R extends Fields, O extends Fields = Record<never, Schema>>(
  required: R,
  optional?: O,
): Schema<ValuesOf<R> & Partial<ValuesOf<O>>> => ({
  type: "object",
  properties: { ...required, ...optional },
  required: Object.keys(required),
});

/** One of several named objects, told apart by the member `tag`: a constant, or words that no other of them has. */
export const oneBy = <const S extends readonly Schema[]>(tag: string, schemas: S): Schema<ValueOf<S[number]>> => ({
  oneOf: schemas,
  discriminator: { propertyName: tag },
});

/** An object with any members, all of one kind. */
export const mapOf = <T>(
  values: Schema<T>,
  description: string,
  example: Readonly<Record<string, T>>,
): Schema<Readonly<Record<string, T>>> => ({
  type: "object",
  additionalProperties: values,
  ...describe(description, example),
});

/** Null in place of a value that is not known or does not apply. */
export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  const { type, enum: values, ...rest } = schema;
  const isWhole = nameOf(schema) !== undefined || typeof type !== "string" || type === "object";
  if (isWhole) return { anyOf: [schema, { type: "null" }] };
  return { type: [type, "null"], ...(Array.isArray(values) ? { enum: [...values, null] } : {}), ...rest };
}

/** The same schema with another description, and another example where given. */
export const about = <T>(schema: Schema<T>, description: string, example?: T): Schema<T> => ({
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
