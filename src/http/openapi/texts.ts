import type { Endpoint } from "../route.ts";

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

/** A message as it is sent, of an alert on a price. */
export const EXAMPLE_MESSAGE = {
  type: "market.price_crossed",
  timestamp: "2026-11-20T04:09:00.000Z",
  data: {
    alert_id: "0d9f6a52-8f0e-4c56-9a6e-2f6d1c0b7e11",
    alert_name: "Fed cut",
    title: "Fed cut: Fed decision in January? Cut 25 bps",
    text: "Yes is at 61%, at or above 60%.",
    url: "https://kalshi.com/markets/kxfed",
    fired_at: "2026-11-20T04:09:00.000Z",
    observed: 0.61,
    threshold: 0.6,
    unit: "price",
    baseline: null,
    baseline_unit: null,
    window_hours: null,
    market: {
      platform: "kalshi",
      id: "KXFED-27JAN-CUT",
      title: "Fed decision in January? Cut 25 bps",
      url: "https://kalshi.com/markets/kxfed",
      yes_price: 0.61,
      question_id: "3f9c2d51e07a44b1",
    },
  },
} as const;

/** The headers of a message, with an example of each. */
export const MESSAGE_HEADERS = [
  header("webhook-id", "The message's id, the same on every try.", "msg_5f0c8a1e9b7d4c3fa2e61b8d70934c5e"),
  header("webhook-timestamp", "When this try was made, in seconds since 1970.", "1795147740"),
  header(
    "webhook-signature",
    "`v1,` and the HMAC-SHA-256, in base64, of id, timestamp and body with points between; for a day after a rotation two, with a space between.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
] as const;

/** What is sent to a webhook, as OpenAPI describes it. */
export const SENT_MESSAGES = {
  message: {
    post: {
      operationId: "receiveMessage",
      summary: "A message to a target webhook",
      description:
        "Signed by Standard Webhooks 1.0 with the webhook's secret: verify it with a library of " +
        "https://www.standardwebhooks.com. It comes at least once, so ignore an id that you have had. Any status 2xx " +
        "within 15 seconds is success; otherwise it is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h " +
        "and 24 h, later where Retry-After asks for it. 410 disables the webhook, as five days of failure do. At most 100 " +
        "messages of alerts come in an hour; `alerts.held_back` then counts the others.",
      tags: ["webhooks"],
      security: [],
      parameters: MESSAGE_HEADERS,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: {
                type: { type: "string", description: "What it is about; `webhook.test` for a test." },
                timestamp: { type: "string", format: "date-time", description: "When it happened." },
                data: { type: "object", description: "What happened, by type. `title` and `text` say it in words." },
              },
              required: ["type", "timestamp", "data"],
            },
            example: EXAMPLE_MESSAGE,
          },
        },
      },
      responses: {
        "2XX": { description: "It was taken." },
        "4XX": { description: "It was not; 410 disables the webhook." },
      },
    },
  },
} as const;

function header(name: string, description: string, example: string) {
  return { name, in: "header", required: true, description, schema: { type: "string" }, example } as const;
}
