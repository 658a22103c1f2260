import { STATUS_CODES } from "node:http";
import { ERROR_STATUS, type ErrorCode } from "../../errors.ts";
import { ERROR_TEXTS, errorExample, errorSchema } from "../error-schema.ts";
import { type Endpoint, errorsOf, isStorable, pascal, takesKey } from "../route.ts";
import { dateTime, exampleOf, named, object, type Schema } from "../schema.ts";
import { plainMeta, toExamplePlatforms } from "../value-schemas.ts";
import type { Components } from "./json-schema.ts";

/** Every response an endpoint can give, by status. */
export function toResponses(
  endpoint: Endpoint,
  components: Components,
  known: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const status = endpoint.status ?? 200;
  const success = {
    description: "As asked.",
    ...headersOf(endpoint, status),
    content: contentOf(endpoint, components, known),
    ...formatsOf(endpoint, components),
  };
  const unchanged = { description: "The caller has it already.", ...headersOf(endpoint, 304) };
  const suffix = pascal(endpoint.operationId);
  const prefix = takesKey(endpoint) ? "" : "Open";
  const errors = [...byStatus(errorsOf(endpoint))].map(([code, codes]) => {
    const name = `${prefix}${STATUS_CODES[code]?.replaceAll(" ", "")}`;
    return [code, components.response(name, suffix, toError(endpoint, code, codes, components))];
  });
  return Object.fromEntries([
    [status, success],
    ...(isStorable(endpoint) ? [[304, components.response(`${prefix}NotModified`, suffix, unchanged)]] : []),
    ...errors,
  ]);
}

/** The bodies of a successful answer. A line of a stream is one event; a text of events has no schema of its own. */
function contentOf(endpoint: Endpoint, components: Components, known: Readonly<Record<string, unknown>>) {
  const { streams } = endpoint;
  const schema = components.schema(schemaOfAnswer(endpoint));
  if (streams === undefined) return { "application/json": { schema, example: exampleOf(bodyOf(endpoint), known) } };
  const schemas = { "application/x-ndjson": schema };
  return Object.fromEntries(
    Object.entries(streams).map(([type, example]) => [
      type,
      { schema: type in schemas ? schemas["application/x-ndjson"] : { type: "string" }, example },
    ]),
  );
}

/**
 * The same rows as CSV and as NDJSON, which is described by one of its lines. They are no media types of the response:
 * generated clients would make the answer JSON or text or a row, and nobody could read `data` from it.
 */
function formatsOf({ table }: Endpoint, components: Components) {
  if (table === undefined) return {};
  const schemas = table.kinds.map(({ schema }) => components.schema(schema));
  const line = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  return { "x-formats": { "text/csv": { type: "string" }, "application/x-ndjson": line } };
}

/** The schema of a successful answer; of a stream, that of one line. */
export const schemaOfAnswer = (endpoint: Endpoint): Schema =>
  endpoint.streams === undefined ? bodyOf(endpoint) : endpoint.response;

/** The example of a successful answer: JSON, or the text of a stream. */
export const exampleAnswerOf = (endpoint: Endpoint, platforms: readonly string[]): unknown =>
  endpoint.streams === undefined
    ? exampleOf(bodyOf(endpoint), toExamplePlatforms(platforms))
    : Object.values(endpoint.streams)[0];

/** The status codes of all answers. */
export const statusesOf = (endpoint: Endpoint): readonly number[] =>
  [
    ...new Set([
      endpoint.status ?? 200,
      ...(isStorable(endpoint) ? [304] : []),
      ...errorsOf(endpoint).map((code) => ERROR_STATUS[code]),
    ]),
  ].toSorted((a, b) => a - b);

/** The body of a successful answer. */
function bodyOf({ operationId, isBare, response, meta = plainMeta }: Endpoint): Schema {
  if (isBare) return response;
  const timestamp = named("Timestamp", dateTime("When this answer was made."));
  return named(`${pascal(operationId)}Envelope`, object({ data: response, meta, timestamp }));
}

function byStatus(codes: readonly ErrorCode[]): ReadonlyMap<number, readonly ErrorCode[]> {
  return Map.groupBy(codes, (code) => ERROR_STATUS[code]);
}

function toError(endpoint: Endpoint, status: number, codes: readonly ErrorCode[], components: Components) {
  const schemas = [...new Set(codes.map(errorSchema))].map((schema) => components.schema(schema));
  const examples = codes.map((code) => [code, { value: errorExample(code) }]);
  return {
    description: `${codes.map((code) => `\`${code}\`: ${ERROR_TEXTS[code].when}`).join("; ")}.`,
    ...headersOf(endpoint, status),
    content: {
      "application/json": {
        schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

const RATE_LIMIT = {
  description: "What is left in the limit that is nearest, and seconds until it gives more.",
  schema: { type: "string", pattern: '^"(minute|day|month)";r=\\d+;t=\\d+$', examples: ['"day";r=998;t=41233'] },
};

const RATE_LIMIT_POLICY = {
  description: "The key's limits.",
  schema: {
    type: "string",
    pattern: '^"minute";q=\\d+;w=60(, "day";q=\\d+;w=86400)?(, "month";q=\\d+)?$',
    examples: ['"minute";q=30;w=60, "day";q=1000;w=86400, "month";q=10000'],
  },
};

const RETRY_AFTER = { description: "Seconds to wait.", schema: { type: "integer", minimum: 1, examples: [12] } };

/** Headers of responses, as components; those that every answer has are in the text of the description. */
export const HEADERS = {
  ETag: header("For If-None-Match.", {
    type: "string",
    pattern: '^W/".+"$',
    examples: ['W/"kX2qT7Qh1sYw0cVbN4mRz5LpA9e"'],
  }),
  OccasionalRateLimit: { ...RATE_LIMIT, required: false },
  OccasionalRateLimitPolicy: { ...RATE_LIMIT_POLICY, required: false },
  OccasionalRetryAfter: { ...RETRY_AFTER, required: false },
  RateLimit: { ...RATE_LIMIT, required: true },
  "RateLimit-Policy": { ...RATE_LIMIT_POLICY, required: true },
  "Retry-After": { ...RETRY_AFTER, required: true },
  "WWW-Authenticate": header("How to present a key.", { type: "string", examples: ['Bearer realm="toteboard"'] }),
} as const;

type HeaderName = keyof typeof HEADERS;

/** The headers of an endpoint's response beside those that every answer has, if any. */
function headersOf(endpoint: Endpoint, status: number): { headers?: Readonly<Record<string, unknown>> } {
  const always: HeaderName[] = [];
  const sometimes: [sent: HeaderName, described: HeaderName][] = [];
  if (takesKey(endpoint) && status !== 401) {
    // A request that cannot be read is refused before its key is looked at.
    if (endpoint.tier !== "open" && ![400, 422].includes(status)) always.push("RateLimit", "RateLimit-Policy");
    else sometimes.push(["RateLimit", "OccasionalRateLimit"], ["RateLimit-Policy", "OccasionalRateLimitPolicy"]);
  }
  if (isStorable(endpoint) && (status === 200 || status === 304)) always.push("ETag");
  if (status === 401) always.push("WWW-Authenticate");
  if (status === 429) always.push("Retry-After");
  if (status === 503) sometimes.push(["Retry-After", "OccasionalRetryAfter"]);
  const headers = Object.fromEntries([
    ...always.map((name) => [name, reference(name)]),
    ...sometimes.map(([name, described]) => [name, reference(described)]),
  ]);
  return Object.keys(headers).length === 0 ? {} : { headers };
}

const reference = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` });

function header(description: string, schema: Readonly<Record<string, unknown>>) {
  return { description, required: true, schema };
}
