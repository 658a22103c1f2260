import { type DocumentSettings, toOpenapi } from "../../http/openapi/document.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable } from "../page/table.ts";

/** The parts of the OpenAPI document that pages show. */
export interface EndpointDescription {
  readonly version: string;
  readonly description: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, FieldSchema>>;
}

export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly "x-tier": string;
  /** In path and query; headers are left out. */
  readonly parameters: readonly DescribedParameter[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly example?: unknown; readonly schema?: FieldSchema }>>;
}

/** The parts of a JSON schema that describe a field. */
export interface FieldSchema {
  readonly $ref?: string;
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
  readonly allOf?: readonly FieldSchema[];
}

/** The OpenAPI document as it is read here. */
interface OpenapiParts {
  readonly info: { readonly description: string; readonly version: string };
  readonly tags: EndpointDescription["tags"];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ListedOperation>>>>;
  readonly components: {
    readonly schemas: EndpointDescription["schemas"];
    readonly parameters: Readonly<Record<string, DescribedParameter>>;
  };
}

interface ListedOperation extends Omit<Operation, "path" | "method" | "parameters"> {
  readonly parameters: readonly (DescribedParameter | { readonly $ref: string })[];
}

/** Describes endpoints for the origin where they are reached. */
export type Describe = (origin: string) => EndpointDescription;

/** Describes them once for each origin: that takes longer than the rest of a page. */
export function openDescription(settings: Omit<DocumentSettings, "origin">): Describe {
  let known: { readonly origin: string; readonly description: EndpointDescription } | undefined;
  return (origin) => {
    if (known?.origin !== origin) known = { origin, description: describeEndpoints({ ...settings, origin }) };
    return known.description;
  };
}

export function describeEndpoints(settings: DocumentSettings): EndpointDescription {
  const { info, tags, paths, components } = toOpenapi(settings) as unknown as OpenapiParts;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = operation.parameters.flatMap((listed) => {
        const one = "$ref" in listed ? components.parameters[listed.$ref.split("/").at(-1) ?? ""] : listed;
        return one === undefined || one.in === "header" ? [] : [one];
      });
      return { ...operation, parameters, path, method: method.toUpperCase() };
    }),
  );
  return { ...info, tags, operations, schemas: components.schemas };
}

/** The contents of a successful answer, by media type. */
export const contentOf = ({ responses }: Pick<Operation, "responses">): NonNullable<Response["content"]> =>
  Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1].content ?? {};

/** The example of a successful answer: JSON, or the text of a stream. */
export function exampleAnswerOf(operation: Pick<Operation, "responses">): unknown {
  const [first] = Object.values(contentOf(operation));
  return first?.example;
}

/** A parameter as the OpenAPI document has it. */
interface DescribedParameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: ParameterSchema;
  readonly example?: unknown;
}

interface ParameterSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly anyOf?: readonly { readonly format?: string }[];
  readonly items?: ParameterSchema;
}

/** Example values that exist in the data, by parameter. */
export type Samples = Readonly<Record<string, string>>;

export const parameterTable = (parameters: readonly DescribedParameter[]): Html =>
  dataTable(
    { label: "Parameters", classes: "prose parameters" },
    ["Parameter", "Values", "Meaning"],
    parameters.map(
      ({ name, required, schema, description }) =>
        html`<tr><th scope="row" class="name"><code>${name}</code>${required && html` <span class="sub">required</span>`}</th>
<td>${valuesOf(schema)}</td><td>${inline(description)}</td></tr>`,
    ),
  );

/** Renders `code` and **bold** of the description. */
export const inline = (text: string): Html[] =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith("`") && part.length > 1) return html`<code>${part.slice(1, -1)}</code>`;
    return part.startsWith("**") ? html`<strong>${part.slice(2, -2)}</strong>` : html`${part}`;
  });

/** The values a parameter takes, in words: "integer 1…200, default 50". */
function valuesOf(schema: ParameterSchema): string {
  const { enum: values, minimum, maximum, minLength, maxLength, items } = schema;
  const type = schema.anyOf?.map(({ format }) => format).join(" or ") ?? schema.type ?? "string";
  const standard = schema.default === undefined || schema.default === "" ? "" : `, default ${String(schema.default)}`;
  if (items !== undefined) return `${valuesOf(items)}, repeatable`;
  if (values !== undefined) return `${values.join(" | ")}${standard}`;
  if (maximum !== undefined && maximum < 1e15) return `${type} ${rangeOf(minimum, maximum)}${standard}`;
  if (minimum !== undefined) return `${type} from ${minimum}${standard}`;
  return maxLength === undefined
    ? `${type}${standard}`
    : `${type} of ${rangeOf(minLength ?? 0, maxLength)} characters${standard}`;
}

const rangeOf = (min: number | undefined, max: number): string => (min === max ? String(max) : `${min}…${max}`);

/** Path and query of an example call that succeeds. */
export function exampleTarget(path: string, parameters: readonly DescribedParameter[], samples: Samples): string {
  const needed = parameters.filter((one) => one.in === "path" || one.required);
  const sampleOf = ({ name, example }: DescribedParameter): string => samples[name] ?? String(example ?? "");
  const filled = needed
    .filter((one) => one.in === "path")
    .reduce((text, one) => text.replace(`{${one.name}}`, () => encodeURIComponent(sampleOf(one))), path);
  const query = new URLSearchParams({
    ...Object.fromEntries(needed.filter((one) => one.in === "query").map((one) => [one.name, sampleOf(one)])),
    ...(path.endsWith("/compare") && { q: "election" }),
    // A poll ends; a stream would not.
    ...(path.endsWith("/stream") && { poll: "1" }),
  });
  return query.size === 0 ? filled : `${filled}?${query}`;
}
