import { type Fields, nameOf, type Schema } from "../schema.ts";

/** Parts that several places of a description share, by section and name. */
export interface Components {
  /** A schema with a reference in place of each named one, which becomes a component. */
  schema(schema: Schema): Schema;
  /** A reference to a shared response; `suffix` names a variant of it. */
  response(name: string, suffix: string, response: unknown): unknown;
  /** Everything referred to so far. */
  collected(): { schemas: Readonly<Record<string, unknown>>; responses: Readonly<Record<string, unknown>> };
}

/** `replaced` are members that depend on the service, by the name of the schema. */
export function createComponents(replaced: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Components {
  const schemas = new Map<string, Schema>();
  const responses = new Map<string, unknown>();

  function convert(schema: Schema): Schema {
    const name = nameOf(schema);
    if (name === undefined) return convertMembers(schema);
    const converted = { ...convertMembers(schema), ...replaced[name] };
    const known = schemas.get(name);
    if (known === undefined) schemas.set(name, converted);
    else if (!isSame(known, converted)) throw new Error(`two schemas are called ${name}`);
    return { $ref: `#/components/schemas/${name}` };
  }

  function convertMembers(schema: Schema): Schema {
    const { items, properties, anyOf, ...rest } = schema;
    return {
      ...rest,
      ...(items === undefined ? {} : { items: convert(items as Schema) }),
      ...(properties === undefined ? {} : { properties: mapValues(properties as Fields, convert) }),
      ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((one: Schema) => convert(one)) } : {}),
    };
  }

  return {
    schema: convert,
    response(name, suffix, response) {
      const same = [...responses].find(([one, known]) => one.startsWith(name) && isSame(known, response));
      const key = same?.[0] ?? (responses.has(name) ? `${name}${suffix}` : name);
      responses.set(key, response);
      return { $ref: `#/components/responses/${key}` };
    },
    collected: () => ({ schemas: sorted(schemas), responses: sorted(responses) }),
  };
}

const mapValues = <T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const sorted = <T>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> =>
  Object.fromEntries([...map].toSorted(([a], [b]) => Number(a > b) - Number(a < b)));
