import type { Endpoint } from "../endpoint.ts";

export const API_DESCRIPTION = `Prediction markets from several platforms in one shape.

**Answers** are \`{"data", "meta", "timestamp"}\`. Times are ISO 8601 in UTC. Prices are in 0..1. \`yes_price\` and
\`no_price\` add up to exactly 1. Volumes are in USD. Where \`play_money\` is true, they are play money, counted in USD at the
price it is sold at.

**Keys.** Create a free key with \`POST /api/v1/keys\`. Send it in the header \`X-API-Key\`, as a bearer token, or, discouraged,
in the query as \`api_key\`. \`x-tier\` is the lowest plan that may call an operation. \`open\` needs no key. \`any\` needs a
key on any plan.

**Limits** are per key: for the last 60 seconds, the UTC day and the UTC month. The header \`RateLimit-Policy\` names them.
\`RateLimit\` says what is left. Above a limit, the answer is 429 with \`Retry-After\`. Account actions (keys, usage, checkout,
billing portal) never count. They have a limit by address. Enterprise keys have no limit of the day and month: \`null\` in answers.

**Errors** are \`{"detail": {"error", "message"}}\`. A 429 has \`error\` and \`message\` at its top level. Each operation lists its
errors. Invalid or too large requests get 400, 408, 413, 414 or 431. A wrong method gets 405 with \`Allow\`. An unknown path
gets 404.

**Parameters** with a wrong value get 422, which names all of them at once. Unknown parameters are ignored and listed in
\`meta.warnings\`. A list may be written \`a,b\` or given one by one (\`platform=a&platform=b\`). Numbers may have an exponent
(\`1e5\`, \`1e+05\`), whole numbers have digits alone. \`true\` and \`false\` may be in any case. A least value above its greatest is
refused. A category that does not exist is no error: it finds nothing, and \`meta.warnings\` says so.

**Formats.** Lists also come as CSV and NDJSON; \`x-formats\` of their answers describes a line. Choose with \`format\` or
\`Accept\`. Errors are always JSON. NDJSON has one item of \`data\` a line. CSV (RFC 4180, UTF-8) has a header row and a column
for each field. Fields of an inner object follow its name (\`lowest_platform\`). Other lists and maps are JSON in their cell. Null is an empty cell. Questions and comparisons have a row
for each of their markets. Text that a spreadsheet would run gets a \`'\` in front. \`X-Total-Count\` counts the items. \`Link\`
leads to the next page. \`X-Warnings\` is \`meta.warnings\` as a JSON list. \`Content-Disposition\` names a file.
\`fields\` names the fields of rows that an answer shall have (\`fields=id,title,yes_price\`), with csv also columns
(\`market_price\`). Rows then have these alone, though the description of answers asks for all.

**Headers** of every answer: \`X-Request-Id\` names it for reports (send one of 8 to 64 letters, digits, \`-\` and \`_\` to
choose it), \`Cache-Control\` and \`Vary\` say how it may be kept, and \`Access-Control-Allow-Origin: *\` lets pages of any
origin read it.

**Caching.** Answers about markets have an \`ETag\`. A 304 does not count towards the day. \`HEAD\` works wherever \`GET\` does.`;

/** The version of the interface, which the program's own does not follow. */
export const API_VERSION = "1.0.0";

/** A path with its parameters as OpenAPI writes them. */
export const toTemplate = (path: string): string => path.replaceAll(/:([a-z_]+)/g, "{$1}");

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

/** More than the summary says, and the plan it needs. */
export const describeEndpoint = (endpoint: Endpoint): string =>
  [endpoint.description, tierSentence(endpoint)].filter((part) => part !== undefined).join(" ");

function tierSentence({ tier, isKeyOptional }: Endpoint): string {
  if (tier === "open") return isKeyOptional ? "A key is optional." : "Needs no key.";
  if (tier === "any" || tier === "free") return "Needs a key of any plan.";
  return tier === "pro" ? "Needs a key on the pro or enterprise plan." : "Needs a key on the enterprise plan.";
}
