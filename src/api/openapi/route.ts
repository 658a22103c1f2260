import type { Config } from "../../config.ts";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { toDocument } from "../../http/openapi/document.ts";
import type { Schema } from "../../http/schema.ts";

const documentSchema: Schema<object> = {
  type: "object",
  description: "OpenAPI 3.1.",
  examples: [{ openapi: "3.1.0", info: { title: "Toteboard", version: "1.0.0" }, paths: {} }],
};

/** Describes `endpoints` and itself. Built at the first request. */
export function openapiRoutes({ platforms }: Pick<Config, "platforms">, endpoints: readonly Endpoint[]): Endpoint[] {
  let document: object | undefined;
  const own: Endpoint = endpoint({
    method: "GET",
    path: "/openapi.json",
    summary: "This API as an OpenAPI 3.1 document",
    operationId: "getOpenapi",
    tag: "service",
    tier: "open",
    cache: "data",
    parameters: {},
    response: documentSchema,
    isBare: true,
    handler({ site }) {
      document ??= toDocument({ endpoints: [...endpoints, own], platforms, origin: site.origin() });
      return { body: document };
    },
  });
  return [own];
}
