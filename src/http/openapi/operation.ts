import type { Endpoint } from "../endpoint.ts";
import type { Parameter } from "../parameters.ts";
import { isStorable, takesKey } from "../route.ts";
import { exampleOf, type Schema } from "../schema.ts";
import type { Components } from "./components.ts";
import { toResponses } from "./responses.ts";

/** How a key may be presented. */
export const SECURITY_SCHEMES = {
  ApiKeyHeader: { type: "apiKey", in: "header", name: "X-API-Key", description: "The preferred way." },
  Bearer: { type: "http", scheme: "bearer", description: "The key as a bearer token." },
  ApiKeyQuery: {
    type: "apiKey",
    in: "query",
    name: "api_key",
    description: "Discouraged: addresses are kept in logs and histories. A header goes before it.",
  },
} as const;

/** A header that requests for answers with an ETag may carry. */
export const HEADER_PARAMETERS = {
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "ETag of an earlier answer; 304 when nothing has changed since.",
    schema: { type: "string" },
    example: 'W/"kX2qT7Qh1sYw0cVbN4mRz5LpA9e"',
  },
} as const;

const REQUEST_BODY = { required: true, content: { "application/json": { schema: { type: "object" } } } } as const;

/** An endpoint as the description lists it. */
export function toOperation(endpoint: Endpoint, components: Components, known: Readonly<Record<string, unknown>>) {
  const { operationId, summary, tag, tier, parameters } = endpoint;
  return {
    operationId,
    summary,
    description: [endpoint.description, tierSentence(endpoint)].filter((part) => part !== undefined).join(" "),
    tags: [tag],
    "x-tier": tier,
    ...securityOf(endpoint),
    parameters: [
      ...Object.entries(parameters).map(([name, parameter]) => toParameter(name, parameter)),
      ...(isStorable(endpoint) ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
    ],
    ...(endpoint.body === undefined ? {} : { requestBody: REQUEST_BODY }),
    responses: toResponses(endpoint, components, known),
  };
}

function tierSentence({ tier, isKeyOptional }: Endpoint): string {
  if (tier === "open") return isKeyOptional ? "A key is optional." : "Needs no key.";
  if (tier === "any" || tier === "free") return "Needs a key of any plan.";
  return tier === "pro" ? "Needs a key on the pro or enterprise plan." : "Needs a key on the enterprise plan.";
}

/** What operations ask for that do not say otherwise: a key, in one of the ways. */
export const KEYED: readonly Readonly<Record<string, readonly never[]>>[] = Object.keys(SECURITY_SCHEMES).map(
  (name) => ({ [name]: [] }),
);

function securityOf(endpoint: Endpoint): { security?: typeof KEYED } {
  if (!takesKey(endpoint)) return { security: [] };
  return endpoint.tier === "open" ? { security: [{}, ...KEYED] } : {};
}

function toParameter(name: string, { in: place, isRequired, isRepeatable, description, json }: Parameter<unknown>) {
  const { examples, ...schema } = json;
  return {
    name,
    in: place,
    required: isRequired,
    description,
    ...(isRepeatable ? { style: "form", explode: true } : {}),
    schema: isRepeatable ? { type: "array", items: schema } : schema,
    ...toExample(json, isRequired, isRepeatable),
  };
}

/** A parameter that must be given has an example in any case. */
function toExample(json: Schema, isRequired: boolean, isRepeatable: boolean): { example?: unknown } {
  const isShown = isRequired || json.examples !== undefined;
  if (!isShown) return {};
  const example = exampleOf(json);
  return { example: isRepeatable ? [example] : example };
}
