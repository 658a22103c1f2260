import type { Parameter } from "../parameters.ts";
import { exampleBodyOf, takesJson } from "../parameters.ts";
import { type Endpoint, isStorable, pascal, TAGS, takesKey } from "../route.ts";
import { exampleOf } from "../schema.ts";
import { toExamplePlatforms } from "../value-schemas.ts";
import { type Components, createComponents, describeParameter, shareParameters } from "./json-schema.ts";
import { HEADERS, toResponses } from "./responses.ts";
import {
  API_DESCRIPTION,
  API_VERSION,
  describeEndpoint,
  HEADER_PARAMETERS,
  SECURITY_SCHEMES,
  SENT_MESSAGES,
  toTemplate,
} from "./texts.ts";

interface DocumentSettings {
  readonly endpoints: readonly Endpoint[];
  /** Those that are on. */
  readonly platforms: readonly string[];
  /** Where the service is reached, without a slash at the end. */
  readonly origin: string;
}

/** The OpenAPI 3.1 description of the endpoints. Throws when one of them lacks an example. */
export function toOpenapi({ endpoints, platforms, origin }: DocumentSettings) {
  const components = createComponents({ Platform: { enum: platforms } });
  const known = toExamplePlatforms(platforms);
  const operations = endpoints.map((endpoint) => ({ endpoint, operation: toOperation(endpoint, components, known) }));
  const shared = shareParameters(operations.map(({ operation }) => operation.parameters));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { endpoint, operation } of operations) {
    const path = toTemplate(endpoint.path);
    const parameters = operation.parameters.map(shared.refer);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: { ...operation, parameters } };
  }
  const used = new Set<string>(endpoints.map(({ tag }) => tag));
  return {
    openapi: "3.1.0",
    info: {
      title: "Toteboard",
      version: API_VERSION,
      summary: "Prediction markets from many platforms in one API.",
      description: API_DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin, description: "This service" }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    security: KEYED,
    paths,
    webhooks: SENT_MESSAGES,
    components: {
      ...components.collected(),
      headers: HEADERS,
      parameters: { ...HEADER_PARAMETERS, ...shared.parameters },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const REQUEST_BODY = { required: true, content: { "application/json": { schema: { type: "object" } } } } as const;

function toJsonBody(endpoint: Endpoint, components: Components) {
  const { parameters, operationId } = endpoint;
  const schema = components.body(`${pascal(operationId)}Body`, parameters);
  return {
    required: Object.values(parameters).some(({ in: place, isRequired }) => place === "body" && isRequired),
    content: { "application/json": { schema, example: exampleBodyOf(endpoint) } },
  };
}

/** An endpoint as the description lists it. */
function toOperation(endpoint: Endpoint, components: Components, known: Readonly<Record<string, unknown>>) {
  const { operationId, summary, tag, tier, parameters } = endpoint;
  return {
    operationId,
    summary,
    description: describeEndpoint(endpoint),
    tags: [tag],
    "x-tier": tier,
    ...securityOf(endpoint),
    parameters: [
      ...Object.entries(parameters)
        .filter(([, { in: place }]) => place !== "body")
        .map(([name, parameter]) => toParameter(name, parameter)),
      ...(isStorable(endpoint) ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
    ],
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: takesJson(endpoint) ? toJsonBody(endpoint, components) : REQUEST_BODY }),
    responses: toResponses(endpoint, components, known),
  };
}

/** The security of an operation that names no other: a key, presented in one of the ways. */
const KEYED: readonly Readonly<Record<string, readonly never[]>>[] = Object.keys(SECURITY_SCHEMES).map((name) => ({
  [name]: [],
}));

function securityOf(endpoint: Endpoint): { security?: typeof KEYED } {
  if (!takesKey(endpoint)) return { security: [] };
  return endpoint.tier === "open" ? { security: [{}, ...KEYED] } : {};
}

function toParameter(name: string, parameter: Parameter<unknown>) {
  const { examples, description, ...schema } = describeParameter(parameter);
  const hasExample = parameter.isRequired || examples !== undefined;
  return {
    name,
    in: parameter.in,
    required: parameter.isRequired,
    description,
    ...(schema.type === "array" ? { style: "form", explode: false } : {}),
    schema,
    // A parameter that must be given has an example in any case.
    ...(hasExample && { example: exampleOf(parameter.schema) }),
  };
}
