import type { describeWhole, JsonSchema } from "../../http/openapi/json-schema.ts";
import { schemaOfAnswer } from "../../http/openapi/responses.ts";
import type { Endpoint } from "../../http/route.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable, words } from "../page/table.ts";

/** The fields of an operation's answer, folded. */
export function fieldsOf(endpoint: Endpoint, platforms: readonly string[], describe: typeof describeWhole): Html {
  const fields = listFields(describe(schemaOfAnswer(endpoint), { Platform: { enum: platforms } }));
  return html`<details><summary>Fields of the answer</summary>${fieldTable(fields)}</details>`;
}

/** Renders `code` and **bold** of a description. */
export const inline = (text: string): Html[] =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith("`") && part.length > 1) return html`<code>${part.slice(1, -1)}</code>`;
    return part.startsWith("**") ? html`<strong>${part.slice(2, -2)}</strong>` : html`${part}`;
  });

interface FieldSchema extends JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: FieldSchema | boolean;
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
}

/** One field of an answer: `data.markets[].yes_price`. */
interface AnswerField {
  readonly path: string;
  readonly type: string;
  readonly description: string;
}

/** All fields of an answer, outermost first. An answer without fields is listed itself. */
export function listFields(schema: JsonSchema): AnswerField[] {
  const fields = fieldsBelow(schema, "");
  return joinAlike(fields.length > 0 ? fields : fieldsBelow(schema, "(the answer)"));
}

/** Fields that alternatives of an answer share, as one each. */
function joinAlike(fields: readonly AnswerField[]): AnswerField[] {
  return [...Map.groupBy(fields, ({ path }) => path)].map(([path, same]) => {
    const join = (read: (field: AnswerField) => string, between: string): string =>
      [...new Set(same.map(read))].join(between);
    const isConstant = same.length > 1 && same.every(({ type }) => type.startsWith(ALWAYS));
    return {
      path,
      type: isConstant ? join(({ type }) => type.slice(ALWAYS.length), " | ") : join(({ type }) => type, " or "),
      description: join(({ description }) => description, " "),
    };
  });
}

/** Begins the type of a field with one value. */
const ALWAYS = "always ";

function fieldsBelow(schema: FieldSchema, path: string, isOptional = false): AnswerField[] {
  const { known, isNullable } = withoutNull(schema);
  const type = typeOf(known) + (isNullable ? " or null" : "") + (isOptional ? ", may be missing" : "");
  const description = schema.description ?? known.description ?? "";
  const own = path === "" ? [] : [{ path, type, description }];
  const alternatives = known.anyOf ?? known.oneOf ?? [known];
  return [...own, ...alternatives.flatMap((one) => membersOf(one, path))];
}

function membersOf(schema: FieldSchema, path: string): AnswerField[] {
  const { items, properties = {}, required = [], additionalProperties } = withoutNull(schema).known;
  if (items !== undefined) return itemFields(items, `${path}[]`);
  const below = path === "" ? "" : `${path}.`;
  if (typeof additionalProperties === "object") return itemFields(additionalProperties, `${below}*`);
  return Object.entries(properties).flatMap(([name, member]) =>
    fieldsBelow(member, below + name, !required.includes(name)),
  );
}

/** The fields of the items of a list or map; the item itself where it has none. */
function itemFields(schema: FieldSchema, path: string): AnswerField[] {
  const own = fieldsBelow(schema, path);
  return own.length > 1 ? own.slice(1) : own;
}

/** Takes null out of alternatives. */
function withoutNull(schema: FieldSchema): { readonly known: FieldSchema; readonly isNullable: boolean } {
  const others = schema.anyOf?.filter(({ type }) => type !== "null");
  const [first, second] = others ?? [];
  if (others === undefined || first === undefined) return { known: schema, isNullable: false };
  const isNullable = others.length < (schema.anyOf?.length ?? 0);
  return { known: second === undefined ? first : { ...schema, anyOf: others }, isNullable };
}

function typeOf(schema: FieldSchema): string {
  const { type, const: constant, items, format, anyOf, oneOf, additionalProperties, minimum, maximum } = schema;
  if (constant !== undefined) return `${ALWAYS}${String(constant)}`;
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined)
    return [...new Set(alternatives.map((one) => typeOf(withoutNull(one).known)))].join(" or ");
  const types = Array.isArray(type) ? type : [type ?? "any value"];
  const words = schema.enum?.filter((one) => one !== null).join(" | ");
  const ending = types.includes("null") ? " or null" : "";
  if (words !== undefined) return words + ending;
  if (items !== undefined) {
    const item = typeOf(withoutNull(items).known);
    return `list of ${item}${/^\w+$/.test(item) ? "s" : ""}${ending}`;
  }
  if (typeof additionalProperties === "object") return `map${ending}`;
  const [main = ""] = types.filter((one) => one !== "null");
  const bounds = minimum === undefined || maximum === undefined ? "" : ` from ${minimum} to ${maximum}`;
  return `${format === undefined || format === "int64" ? main : format}${bounds}${ending}`;
}

const fieldTable = (fields: readonly AnswerField[]): Html =>
  dataTable({ label: "Fields of the answer", classes: "prose fields" }, fields, [
    words("Field", ({ path }) => html`<code>${path}</code>`, "name"),
    words("Type", ({ type }) => type),
    words("Meaning", ({ description }) => html`${inline(description)}`),
  ]);
