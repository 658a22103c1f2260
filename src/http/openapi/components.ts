import { type Fields, named, nameOf, type Schema } from "../schema.ts";

/** Parts that several places of a description share, by section and name. */
export type Components = ReturnType<typeof createComponents>;

/** `replaced` are members that depend on the service, by the name of the schema. */
export function createComponents(replaced: Readonly<Record<string, Readonly<Record<string, unknown>>>>) {
  const schemas = new Map<string, Schema>();
  const responses = new Map<string, unknown>();

  function convert(schema: Schema): Schema {
    const name = nameOf(schema);
    if (name === undefined) return convertMembers(schema);
    const converted = { ...convertMembers(schema), ...replaced[name] };
    const known = schemas.get(name);
    if (known === undefined) schemas.set(name, converted);
    else if (!isSame(known, converted)) throw new Error(`two schemas are called ${name}`);
    return { $ref: refTo(name) };
  }

  function convertMembers(schema: Schema): Schema {
    const { items, properties, anyOf, oneOf, discriminator, examples: _, ...rest } = schema;
    return {
      ...rest,
      ...(items === undefined ? {} : { items: convert(items as Schema) }),
      ...(properties === undefined ? {} : { properties: mapValues(properties as Fields, convert) }),
      ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((one: Schema) => convert(one)) } : {}),
      ...(Array.isArray(oneOf) ? toUnion(oneOf, discriminator as Discriminator) : {}),
    };
  }

  function toUnion(schemas: readonly Schema[], { propertyName }: Discriminator): Schema {
    const mapping = schemas.flatMap((schema) => {
      const tag = (schema.properties as Fields)[propertyName];
      const values = (tag?.enum ?? [tag?.const]) as readonly string[];
      return values.map((value) => [value, refTo(nameOf(schema) ?? "")]);
    });
    return { oneOf: schemas.map(convert), discriminator: { propertyName, mapping: Object.fromEntries(mapping) } };
  }

  return {
    /**
     * A schema with a reference in place of each named one, which becomes a component. Its examples are left out: each
     * response has a whole one.
     */
    schema: convert,
    /** A reference to the schema of a body, called so unless the same has another name already. */
    body(name: string, schema: Schema): Schema {
      const same = [...schemas].find(([, known]) => isSame(known, convertMembers(schema)));
      return same === undefined ? convert(named(name, schema)) : { $ref: refTo(same[0]) };
    },
    /** A reference to a shared response; `suffix` names a variant of it. */
    response(name: string, suffix: string, response: unknown): unknown {
      const same = [...responses].find(([one, known]) => one.startsWith(name) && isSame(known, response));
      const key = same?.[0] ?? (responses.has(name) ? `${name}${suffix}` : name);
      responses.set(key, response);
      return { $ref: `#/components/responses/${key}` };
    },
    /** Everything referred to so far. */
    collected: (): { schemas: Readonly<Record<string, unknown>>; responses: Readonly<Record<string, unknown>> } => ({
      schemas: mapValues(sorted(schemas), (schema) => extend(schema, schemas)),
      responses: sorted(responses),
    }),
  };
}

interface Discriminator {
  readonly propertyName: string;
}

const refTo = (name: string): string => `#/components/schemas/${name}`;

/** A schema that says nothing but its members. */
interface ObjectSchema extends Schema {
  readonly properties: Fields;
  readonly required: readonly string[];
}

const isPlainObject = (schema: Schema): schema is ObjectSchema =>
  Object.keys(schema).every((key) => ["type", "properties", "required"].includes(key)) && schema.required !== undefined;

/** Describes an object that has all members of another as that one and more; of several others, it extends the largest. */
function extend(schema: Schema, schemas: ReadonlyMap<string, Schema>): Schema {
  if (!isPlainObject(schema)) return schema;
  const [found] = [...schemas]
    .flatMap(([name, base]) => (isPlainObject(base) && isPartOf(base, schema) ? [{ name, base }] : []))
    .toSorted((a, b) => sizeOf(b.base) - sizeOf(a.base));
  if (found === undefined) return schema;
  const isOwn = (name: string): boolean => !(name in found.base.properties);
  const own = Object.entries(schema.properties).filter(([name]) => isOwn(name));
  const required = schema.required.filter(isOwn);
  const more = { type: "object", properties: Object.fromEntries(own), ...(required.length > 0 ? { required } : {}) };
  return { allOf: [{ $ref: refTo(found.name) }, more] };
}

/** Objects that share fewer members are alike by chance. */
const MIN_SHARED_MEMBERS = 3;

function isPartOf(base: ObjectSchema, whole: ObjectSchema): boolean {
  if (sizeOf(base) < MIN_SHARED_MEMBERS || sizeOf(base) >= sizeOf(whole)) return false;
  return Object.entries(base.properties).every(
    ([name, member]) =>
      isSame(member, whole.properties[name]) && base.required.includes(name) === whole.required.includes(name),
  );
}

const sizeOf = ({ properties }: ObjectSchema): number => Object.keys(properties).length;

const mapValues = <T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const sorted = <T>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> =>
  Object.fromEntries([...map].toSorted(([a], [b]) => Number(a > b) - Number(a < b)));

/** A parameter as the description lists it, or a reference to one. */
interface ListedParameter {
  readonly name?: string;
  readonly $ref?: string;
}

/**
 * Makes components of parameters that several operations share; of different ones with one name, of the most frequent.
 * `refer` gives the reference to a parameter that became one, and any other as it is.
 */
export function shareParameters(lists: readonly (readonly ListedParameter[])[]) {
  const same = Map.groupBy(lists.flat(), (parameter) => JSON.stringify(parameter));
  const shared = new Map<string, string>();
  const parameters: Record<string, ListedParameter> = {};
  for (const [text, [parameter, ...others]] of [...same].toSorted(([, a], [, b]) => b.length - a.length)) {
    if (parameter?.name === undefined || others.length === 0) continue;
    const key = `${pascal(parameter.name)}Parameter`;
    if (key in parameters) continue;
    parameters[key] = parameter;
    shared.set(text, `#/components/parameters/${key}`);
  }
  return {
    parameters,
    refer(parameter: ListedParameter): ListedParameter {
      const $ref = shared.get(JSON.stringify(parameter));
      return $ref === undefined ? parameter : { $ref };
    },
  };
}

/** A name of the API as a name of a type: `page_size` is PageSize. */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
