import type { Endpoint } from "../endpoint.ts";
import { NEGOTIATED_VARY, NO_STORE_HEADERS, REVALIDATED_HEADERS } from "../headers.ts";
import { isStorable, takesKey } from "../route.ts";

/** Headers of responses, as components. */
export const HEADERS = {
  "Access-Control-Allow-Origin": header("Any origin may read it.", { type: "string", const: "*" }),
  "Cache-Control": header("Whether and how it may be kept.", {
    type: "string",
    enum: [REVALIDATED_HEADERS["Cache-Control"], NO_STORE_HEADERS["Cache-Control"]],
  }),
  "Content-Disposition": occasional("The name that CSV and NDJSON are saved under.", {
    type: "string",
    pattern: '^attachment; filename="toteboard-[a-z-]+-\\d{4}-\\d\\d-\\d\\d\\.(csv|ndjson)"$',
    examples: ['attachment; filename="toteboard-markets-2026-11-20.csv"'],
  }),
  ETag: header("For If-None-Match.", {
    type: "string",
    pattern: '^W/".+"$',
    examples: ['W/"kX2qT7Qh1sYw0cVbN4mRz5LpA9e"'],
  }),
  Link: occasional("The next page of CSV and NDJSON, where there is one.", {
    type: "string",
    pattern: '^<.+>; rel="next"$',
    examples: ['<https://toteboard.invalid/api/v1/markets?format=csv&cursor=eyJ2Ijox>; rel="next"'],
  }),
  RateLimit: header("What is left in the limit that is nearest, and seconds until it gives more.", {
    type: "string",
    pattern: '^"(minute|day|month)";r=\\d+;t=\\d+$',
    examples: ['"day";r=998;t=41233'],
  }),
  "RateLimit-Policy": header("The key's limits.", {
    type: "string",
    pattern: '^"minute";q=\\d+;w=60(, "day";q=\\d+;w=86400)?(, "month";q=\\d+)?$',
    examples: ['"minute";q=30;w=60, "day";q=1000;w=86400, "month";q=10000'],
  }),
  "Retry-After": header("Seconds to wait.", { type: "integer", minimum: 1, examples: [12] }),
  Vary: header("Request headers it depends on.", {
    type: "string",
    enum: [REVALIDATED_HEADERS.Vary, NEGOTIATED_VARY, NO_STORE_HEADERS.Vary],
  }),
  "WWW-Authenticate": header("How to present a key.", { type: "string", examples: ['Bearer realm="toteboard"'] }),
  "X-Total-Count": occasional("How many items all pages of CSV and NDJSON have.", {
    type: "integer",
    minimum: 0,
    examples: [25_310],
  }),
  "X-Warnings": occasional("What meta.warnings says in JSON, as a JSON list; of CSV and NDJSON, where there are any.", {
    type: "string",
    pattern: '^\\[".+"\\]$',
    examples: [`["unknown parameter 'lmit' ignored; did you mean 'limit'?"]`],
  }),
  "X-Request-Id": header("Names the request, for reports.", {
    type: "string",
    pattern: "^[A-Za-z0-9_-]{8,64}$",
    examples: ["5f0c1f3e-1a52-4c0e-9a43-0d3c55a5cf0e"],
  }),
} as const;

type HeaderName = keyof typeof HEADERS;

/** The headers of an endpoint's response: those always sent, and those sent in some cases. */
export function headersOf(endpoint: Endpoint, status: number): Readonly<Record<string, unknown>> {
  const always: HeaderName[] = ["X-Request-Id", "Cache-Control", "Vary", "Access-Control-Allow-Origin"];
  const sometimes: HeaderName[] = [];
  if (takesKey(endpoint) && status !== 401) {
    // A request that cannot be read is refused before its key is looked at.
    const isCounted = endpoint.tier !== "open" && ![400, 422].includes(status);
    (isCounted ? always : sometimes).push("RateLimit", "RateLimit-Policy");
  }
  if (isStorable(endpoint) && (status === 200 || status === 304)) always.push("ETag");
  if (endpoint.table !== undefined && status === 200) {
    always.push("Content-Disposition", "Link", "X-Total-Count", "X-Warnings");
  }
  if (status === 401) always.push("WWW-Authenticate");
  if (status === 429) always.push("Retry-After");
  if (status === 503) sometimes.push("Retry-After");
  return Object.fromEntries([
    ...always.map((name) => [name, reference(name)]),
    ...sometimes.map((name) => [name, { ...HEADERS[name], required: false }]),
  ]);
}

const reference = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` });

function header(description: string, schema: Readonly<Record<string, unknown>>) {
  return { description, required: true, schema };
}

/** One that only some answers have, wherever it is listed. */
function occasional(description: string, schema: Readonly<Record<string, unknown>>) {
  return { description, required: false, schema };
}
