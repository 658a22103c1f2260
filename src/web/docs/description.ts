import { type DocumentSettings, toDocument } from "../../http/openapi/document.ts";
import type { FieldSchema } from "./fields.ts";
import type { Operation } from "./operation.ts";

/** The parts of the OpenAPI document that pages show. */
export interface EndpointDescription {
  readonly version: string;
  readonly description: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, FieldSchema>>;
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
