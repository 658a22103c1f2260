import type { Endpoint } from "../endpoint.ts";
import { isStorable, takesKey } from "../route.ts";

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
export function headersOf(endpoint: Endpoint, status: number): { headers?: Readonly<Record<string, unknown>> } {
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
