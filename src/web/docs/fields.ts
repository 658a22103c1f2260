import { AppError } from "../../errors.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { inPath, text } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo, toDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { dataTable } from "../page/table.ts";
import { contentOf, describeEndpoints, exampleAnswerOf, type FieldSchema, type Operation } from "./description.ts";
import { inline } from "./parameters.ts";

const operation = inPath(
  text({ description: "The id of an operation of /openapi.json.", min: 1, max: 100, example: "listMarkets" }),
);

/** The fields of an operation's answer. */
export const fieldPages = (
  { page }: PublicPages,
  endpoints: readonly Endpoint[],
  platforms: readonly string[],
): readonly Route[] => [
  page({
    path: fieldsPath(":operation"),
    summary: "The fields of an operation's answer",
    cache: "data",
    parameters: { operation },
    render(context, { operation: id }) {
      const { operations, schemas } = describeEndpoints({ endpoints, platforms, origin: context.site.origin() });
      const found = operations.find(({ operationId }) => operationId === id);
      if (found === undefined) throw new AppError("not_found", "no operation has this id; /docs lists all of them");
      const main = html`<h1>Fields of the answer</h1>
<p class="lead"><span class="method">${found.method}</span> <code>${found.path}</code>. \
<a href="${pathTo(context, "/docs")}#${id}">Back to the reference</a></p>
${fieldTable(listFields(schemaOf(found), schemas))}${exampleOf(found)}`;
      return toDocument(context, { title: `Fields of ${found.path}`, main, assets: ["docs.css"] }, "/docs");
    },
  }),
];

function exampleOf(found: Operation): Html {
  const answer = exampleAnswerOf(found);
  const text = typeof answer === "string" ? answer : JSON.stringify(answer, null, 2);
  return html`<p>An example:</p><pre tabindex="0" aria-label="An example of the answer"><code>${text}</code></pre>`;
}

/** Of the JSON; of a stream or export, that of a line. */
function schemaOf(found: Operation): FieldSchema {
  const contents = contentOf(found);
  return (contents["application/json"] ?? contents["application/x-ndjson"])?.schema ?? {};
}

/** The page with the fields of an operation's answer. */
export const fieldsPath = (operationId: string): string => `/docs/fields/${operationId}`;

type FieldSchemas = Readonly<Record<string, FieldSchema>>;

/** One field of an answer: `data.markets[].yes_price`. */
interface AnswerField {
  readonly path: string;
  readonly type: string;
  readonly unit: string;
  readonly description: string;
}

/** All fields of an answer, outermost first; of one without fields, itself. `schemas` are those that references name. */
export function listFields(schema: FieldSchema, schemas: FieldSchemas): AnswerField[] {
  const place = { isOptional: false, schemas, trail: [] };
  const fields = fieldsBelow(schema, { ...place, path: "" });
  return fields.length > 0 ? fields : fieldsBelow(schema, { ...place, path: "(the answer)" });
}

interface FieldPlace {
  readonly path: string;
  readonly isOptional: boolean;
  readonly schemas: FieldSchemas;
  /** Names of the schemas around it, so that one inside itself ends. */
  readonly trail: readonly string[];
}

function fieldsBelow(schema: FieldSchema, place: FieldPlace): AnswerField[] {
  const { path, isOptional, schemas, trail } = place;
  const { known, names, isNullable } = resolve(schema, schemas);
  const type = typeOf(known, schemas) + (isNullable ? " or null" : "") + (isOptional ? ", may be missing" : "");
  const name = path.split(/[.[]/).findLast((part) => part !== "" && part !== "]") ?? "";
  const description = schema.description ?? known.description ?? "";
  const own = path === "" ? [] : [{ path, type, unit: unitOf(name, { ...known, description }), description }];
  if (names.some((one) => trail.includes(one))) return own;
  const inside = { schemas, trail: [...trail, ...names], isOptional: false };
  return [...own, ...partsOf(known).flatMap((part) => membersOf(part, path, inside))];
}

/** The alternatives of a schema; usually itself. */
const partsOf = (schema: FieldSchema): readonly FieldSchema[] => schema.anyOf ?? [schema];

function membersOf(schema: FieldSchema, path: string, place: Omit<FieldPlace, "path">): AnswerField[] {
  const { known, names } = resolve(schema, place.schemas);
  if (names.some((one) => place.trail.includes(one))) return [];
  const inside = { ...place, trail: [...place.trail, ...names] };
  const { items, properties = {}, required = [], additionalProperties } = known;
  if (items !== undefined) return itemFields(items, `${path}[]`, inside);
  const below = path === "" ? "" : `${path}.`;
  if (typeof additionalProperties === "object") return itemFields(additionalProperties, `${below}*`, inside);
  return Object.entries(properties).flatMap(([name, member]) =>
    fieldsBelow(member, { ...inside, path: below + name, isOptional: !required.includes(name) }),
  );
}

/** What is in a list or map: its members, or itself where it has none. */
function itemFields(schema: FieldSchema, path: string, place: Omit<FieldPlace, "path">): AnswerField[] {
  const own = fieldsBelow(schema, { ...place, path });
  return own.length > 1 ? own.slice(1) : own;
}

interface ResolvedSchema {
  readonly known: FieldSchema;
  /** Of the references that were followed. */
  readonly names: readonly string[];
  readonly isNullable: boolean;
}

/** Follows references, and takes null out of alternatives. */
function resolve(schema: FieldSchema, schemas: FieldSchemas): ResolvedSchema {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) {
    const inner = resolve(schemas[name] ?? {}, schemas);
    return { ...inner, names: [name, ...inner.names] };
  }
  const others = schema.anyOf?.filter(({ type }) => type !== "null");
  const isNullable = others !== undefined && others.length < (schema.anyOf?.length ?? 0);
  const [first] = others ?? [];
  if (others === undefined || first === undefined) return { known: schema, names: [], isNullable: false };
  if (others.length > 1) return { known: { ...schema, anyOf: others }, names: [], isNullable };
  const inner = resolve(first, schemas);
  return { ...inner, isNullable: isNullable || inner.isNullable };
}

function typeOf(schema: FieldSchema, schemas: FieldSchemas): string {
  const { type, enum: values, const: constant, items, format, anyOf, additionalProperties } = schema;
  if (constant !== undefined) return `always ${String(constant)}`;
  if (anyOf !== undefined)
    return [...new Set(anyOf.map((one) => typeOf(resolve(one, schemas).known, schemas)))].join(" or ");
  const types = Array.isArray(type) ? type : [type ?? "any value"];
  const words = values?.filter((one) => one !== null).join(" | ");
  const ending = types.includes("null") ? " or null" : "";
  if (words !== undefined) return words + ending;
  if (items !== undefined) {
    const item = typeOf(resolve(items, schemas).known, schemas);
    return `list of ${item}${/^\w+$/.test(item) ? "s" : ""}${ending}`;
  }
  if (typeof additionalProperties === "object") return `map${ending}`;
  const [main = ""] = types.filter((one) => one !== "null");
  return `${format === undefined || format === "int64" ? main : format}${ending}`;
}

/** Endings of names that say the unit. */
const ENDINGS: readonly (readonly [ending: RegExp, unit: string])[] = [
  [/_cents$/, "cents"],
  [/(_percent|^percent)$/, "%"],
  [/_seconds$/, "seconds"],
  [/_ms$/, "milliseconds"],
  [/_bytes$/, "bytes"],
  // Of an order.
  [/^size$/, "contracts"],
];

/** The unit of a number or moment; empty where it has none. Names, bounds and descriptions of the API say it. */
function unitOf(name: string, { type, format, minimum, maximum, description = "" }: FieldSchema): string {
  if (format === "date-time") return "UTC";
  if (format === "date") return "UTC day";
  const types = Array.isArray(type) ? type : [type];
  if (!types.includes("number") && !types.includes("integer")) return "";
  const ending = ENDINGS.find(([pattern]) => pattern.test(name));
  if (ending !== undefined) return ending[1];
  if (/\bUSD\b/.test(description)) return "USD";
  if (/\bin cents\b/.test(description)) return "cents";
  if (minimum === 0 && maximum === 1) return "0 to 1";
  if (minimum === -1 && maximum === 1) return "−1 to 1";
  if (maximum === 100) return "%";
  return types.includes("integer") ? "count" : "";
}

const fieldTable = (fields: readonly AnswerField[]): Html =>
  dataTable(
    { label: "Fields of the answer", classes: "prose fields" },
    ["Field", "Type", "Unit", "Meaning"],
    fields.map(
      ({ path, type, unit, description }) =>
        html`<tr><th scope="row" class="name"><code>${path}</code></th>
<td>${type}</td><td>${unit}</td><td>${inline(description)}</td></tr>`,
    ),
  );
