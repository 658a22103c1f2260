import { type ConversionConfig, toJsonSchema } from "@valibot/to-json-schema";
import { nest, type Parameter, type Parameters } from "../parameters.ts";
import { pascal } from "../route.ts";
import { aboutOf, partsOf, type Schema } from "../schema.ts";

/** JSON Schema (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Members of an object by name. */
type JsonMembers = Readonly<Record<string, JsonSchema>>;

const refTo = (name: string): string => `#/components/schemas/${name}`;

/** JSON Schema of a value, with references to those of its parts that have names, in the order of their depth. */
interface DescribedSchema {
  readonly json: JsonSchema;
  readonly named: readonly (readonly [name: string, json: JsonSchema])[];
}

/** Examples are left out: each response has a whole one. `replaced` are members that depend on the service, by name. */
function describeSchema(schema: Schema, replaced: JsonMembers = {}): DescribedSchema {
  const definitions = Object.fromEntries(
    [...namedIn(schema, new Map())].map(([one, name], index) => [`${index}.${name}`, one]),
  );
  const ignoreActions = ["metadata", "examples"];
  const overrideRef = ({ referenceId }: { readonly referenceId: string }) => refTo(nameIn(referenceId));
  const { $defs = {}, ...json } = convert(schema, { ignoreActions, definitions, overrideRef });
  const named = Object.entries($defs as JsonMembers).map(([key, part]): [string, JsonSchema] => {
    const name = nameIn(key);
    return [name, { ...part, ...replaced[name] }];
  });
  return { json, named };
}

/** Describes a schema without references, so that the description stands alone. */
export function describeWhole(schema: Schema, replaced?: JsonMembers): JsonSchema {
  const { json, named } = describeSchema(schema, replaced);
  const parts = new Map(named.map(([name, part]) => [refTo(name), part]));
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    const { $ref } = value as JsonSchema;
    if (typeof $ref === "string") return resolve(parts.get($ref));
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]));
  };
  return resolve(json) as JsonSchema;
}

/** The part of a definition's key after its number: parts of one name may differ in what is not described. */
const nameIn = (key: string): string => key.replace(/^\d+\./, "");

function namedIn(schema: Schema, found: Map<Schema, string>): Map<Schema, string> {
  const { wrapped, item, value, entries = {}, options = [] } = partsOf(schema);
  for (const part of [wrapped, item, value, ...Object.values(entries), ...options])
    if (typeof part === "object") namedIn(part as Schema, found);
  const { name } = aboutOf(schema);
  return name === undefined ? found : found.set(schema, name);
}

function convert(schema: Schema, config: ConversionConfig): JsonSchema {
  const own = { target: "draft-2020-12", typeMode: "output", overrideSchema: adapt } as const;
  const { $schema: _, ...json } = toJsonSchema(schema, { ...own, ...config });
  return json;
}

/** Says some kinds in fewer words, and adds what the converter does not know. */
function adapt({ valibotSchema, jsonSchema }: { readonly valibotSchema: object; readonly jsonSchema: object }) {
  const { type, literal, value, options = [] } = valibotSchema as ReturnType<typeof partsOf>;
  const { propertyNames: _, anyOf = [], ...json } = jsonSchema as JsonSchema & { anyOf?: readonly JsonSchema[] };
  if (type === "nullable") return orNull(anyOf[0] ?? {});
  if (type === "literal") return { type: typeof literal, ...json };
  if (type === "record") return value?.type === "unknown" ? { type: "object" } : json;
  if (type !== "variant") return undefined;
  return { ...json, discriminator: toDiscriminator(String((valibotSchema as { key: string }).key), options) };
}

/** Null or what is described. */
function orNull(json: JsonSchema): JsonSchema {
  const { type, enum: values, ...rest } = json;
  if (typeof type !== "string" || type === "object") return { anyOf: [json, { type: "null" }] };
  return { type: [type, "null"], ...(Array.isArray(values) && { enum: [...values, null] }), ...rest };
}

function toDiscriminator(propertyName: string, options: readonly unknown[]) {
  const mapping = (options as readonly Schema[]).flatMap((option) => {
    const { literal, options: words = [literal] } = partsOf(partsOf(option).entries?.[propertyName] ?? option);
    return words.map((word) => [word, refTo(aboutOf(option).name ?? "")]);
  });
  return { propertyName, mapping: Object.fromEntries(mapping) };
}

/** Describes the values that the text of a parameter stands for, with its examples. */
export function describeParameter({ schema, isRepeatable, isRequired, fallback, standard }: Parameter<unknown>) {
  const json = convert(schema, { ignoreActions: ["check", "finite", "transform"] });
  const usual = standard ?? (isRequired || isRepeatable ? undefined : fallback);
  return usual === undefined ? json : { ...json, default: usual };
}

/** Parts that several places of a description share, by section and name. */
export type Components = ReturnType<typeof createComponents>;

/** `replaced` are members that depend on the service, by the name of the schema. */
export function createComponents(replaced: JsonMembers) {
  const schemas = new Map<string, JsonSchema>();
  const responses = new Map<string, unknown>();

  function describe(schema: Schema): JsonSchema {
    const { json, named } = describeSchema(schema, replaced);
    for (const [name, part] of named) {
      const known = schemas.get(name) ?? part;
      if (!isSame(known, part)) throw new Error(`two schemas are called ${name}`);
      schemas.set(name, known);
    }
    return json;
  }

  return {
    /**
     * A schema with a reference in place of each named one, which becomes a component. Its examples are left out: each
     * response has a whole one.
     */
    schema: describe,
    /** A reference to the schema of a body, called so unless the same has another name already. */
    body(name: string, parameters: Parameters): JsonSchema {
      const schema = bodySchemaOf(parameters);
      const same = [...schemas].find(([, known]) => isSame(known, schema));
      if (same === undefined) schemas.set(name, schema);
      return { $ref: refTo(same?.[0] ?? name) };
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

/** A schema that says nothing but its members. */
interface ObjectSchema extends JsonSchema {
  readonly properties: JsonMembers;
  readonly required: readonly string[];
}

const isPlainObject = (schema: JsonSchema): schema is ObjectSchema =>
  Object.keys(schema).every((key) => ["type", "properties", "required"].includes(key)) && schema.required !== undefined;

/** Describes an object that has all members of another as that one and more; of several others, it extends the largest. */
function extend(schema: JsonSchema, schemas: ReadonlyMap<string, JsonSchema>): JsonSchema {
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

/** JSON Schema of the body that these parameters make. */
function bodySchemaOf(parameters: Parameters): JsonSchema {
  const members = Object.entries(parameters).filter(([, { in: place }]) => place === "body");
  const properties = nest(members.map(([name, parameter]) => [name, schemaOf(parameter)]));
  const required = members.filter(([name, one]) => one.isRequired && !name.includes(".")).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [
        name,
        members.some(([member]) => member === name)
          ? value
          : { type: "object", properties: value, additionalProperties: false },
      ]),
    ),
    required,
  };
}

function schemaOf(parameter: Parameter<unknown>): JsonSchema {
  const { examples: _, description, ...json } = describeParameter(parameter);
  const schema = parameter.isRepeatable ? { type: "array", items: json, description } : { ...json, description };
  return parameter.isNullable ? orNull(schema) : schema;
}
