import { type ConversionConfig, toJsonSchema } from "@valibot/to-json-schema";
import type { Parameter } from "../parameters.ts";
import { aboutOf, partsOf, type Schema } from "../schema.ts";

/** JSON Schema (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Members of an object by name. */
export type JsonMembers = Readonly<Record<string, JsonSchema>>;

export const refTo = (name: string): string => `#/components/schemas/${name}`;

/** JSON Schema of a value, with references to those of its parts that have names, in the order of their depth. */
export interface DescribedSchema {
  readonly json: JsonSchema;
  readonly named: readonly (readonly [name: string, json: JsonSchema])[];
}

/** Examples are left out: each response has a whole one. `replaced` are members that depend on the service, by name. */
export function describeSchema(schema: Schema, replaced: JsonMembers = {}): DescribedSchema {
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
export function orNull(json: JsonSchema): JsonSchema {
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
