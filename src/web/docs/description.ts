import { type DocumentSettings, toDocument } from "../../http/openapi/document.ts";
import type { DescribedParameter } from "./parameters.ts";

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
  readonly parameters: readonly (DescribedParameter | { readonly $ref: string })[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly example?: unknown; readonly schema?: FieldSchema }>>;
}

/** A schema of the OpenAPI document, as far as fields are described by it. */
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
}

/** The OpenAPI document as it is read here. */
interface OpenapiParts {
  readonly info: { readonly description: string; readonly version: string };
  readonly tags: EndpointDescription["tags"];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, "path" | "method">>>>>;
  readonly components: { readonly schemas: EndpointDescription["schemas"] };
}

export function describeEndpoints(settings: DocumentSettings): EndpointDescription {
  const { info, tags, paths, components } = toDocument(settings) as unknown as OpenapiParts;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
  return { ...info, tags, operations, schemas: components.schemas };
}

/** Those of the operation's own; headers that any request may carry are references. */
export const isDescribed = (one: Operation["parameters"][number]): one is DescribedParameter => "name" in one;

/** The contents of a successful answer, by media type. */
export const contentOf = ({ responses }: Pick<Operation, "responses">): NonNullable<Response["content"]> =>
  Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1].content ?? {};

/** What a call that succeeds answers: JSON, or the text of a stream. */
export function exampleAnswerOf(operation: Pick<Operation, "responses">): unknown {
  const [first] = Object.values(contentOf(operation));
  return first?.example;
}
