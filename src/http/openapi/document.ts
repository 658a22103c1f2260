import { VERSION } from "../../version.ts";
import { type Endpoint, TAGS } from "../endpoint.ts";
import { toExamplePlatforms } from "../value-schemas.ts";
import { createComponents, shareParameters } from "./components.ts";
import { HEADERS } from "./headers.ts";
import { HEADER_PARAMETERS, KEYED, SECURITY_SCHEMES, toOperation } from "./operation.ts";

const DESCRIPTION = `Prediction markets from several platforms in one shape.

**Answers** are \`{"data", "meta", "timestamp"}\`. Times are ISO 8601 in UTC. Prices are in 0..1. \`yes_price\` and
\`no_price\` add up to exactly 1. Volumes are in USD. Where \`play_money\` is true, they are play money, counted in USD at the
price it is sold at.

**Keys.** Create a free key with \`POST /api/v1/keys\`. Send it in the header \`X-API-Key\`, as a bearer token, or, discouraged,
in the query as \`api_key\`. \`x-tier\` is the lowest plan that may call an operation. \`open\` needs no key. \`any\` needs a
key on any plan.

**Limits** are per key: for the last 60 seconds, the UTC day and the UTC month. The header \`RateLimit-Policy\` names them.
\`RateLimit\` says what is left. Above a limit, the answer is 429 with \`Retry-After\`. Account actions (keys, usage, checkout,
billing portal) never count. They have a limit by address. All free keys made from one address share its minute and its day.

**Errors** are \`{"detail": {"error", "message"}}\`. A 429 has \`error\` and \`message\` at its top level. Each operation lists its
errors. Invalid or too large requests get 400, 408, 413, 414 or 431. A wrong method gets 405 with \`Allow\`. An unknown path
gets 404.

**Parameters** with a wrong value get 422, which names all of them at once. Unknown parameters are ignored and listed in
\`meta.warnings\`.

**Formats.** Lists also come as CSV and NDJSON; \`x-formats\` of their answers describes a line. Choose with \`format\` or
\`Accept\`. Errors are always JSON. NDJSON has one item of \`data\` a line. CSV (RFC 4180, UTF-8) has a header row and a column
for each field. Fields of an inner object follow its name (\`lowest_platform\`). Other lists and maps are JSON in their cell. Null is an empty cell. Questions and comparisons have a row
for each of their markets. Text that a spreadsheet would run gets a \`'\` in front. \`X-Total-Count\` counts the items. \`Link\`
leads to the next page. \`X-Warnings\` is \`meta.warnings\` as a JSON list. \`Content-Disposition\` names a file.

**Headers** of every answer: \`X-Request-Id\` names it for reports (send one of 8 to 64 letters, digits, \`-\` and \`_\` to
choose it), \`Cache-Control\` and \`Vary\` say how it may be kept, and \`Access-Control-Allow-Origin: *\` lets pages of any
origin read it.

**Caching.** Answers about markets have an \`ETag\`. A 304 does not count towards the day. \`HEAD\` works wherever \`GET\` does.`;

export interface DocumentSettings {
  readonly endpoints: readonly Endpoint[];
  /** Those that are on. */
  readonly platforms: readonly string[];
  /** Where the service is reached, without a slash at the end. */
  readonly origin: string;
}

/** The OpenAPI 3.1 description of the endpoints. Throws when one of them lacks an example. */
export function toDocument({ endpoints, platforms, origin }: DocumentSettings) {
  const components = createComponents({ Platform: { enum: platforms } });
  const known = toExamplePlatforms(platforms);
  const operations = endpoints.map((endpoint) => ({ endpoint, operation: toOperation(endpoint, components, known) }));
  const shared = shareParameters(operations.map(({ operation }) => operation.parameters));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { endpoint, operation } of operations) {
    const path = endpoint.path.replaceAll(/:([a-z_]+)/g, "{$1}");
    const parameters = operation.parameters.map(shared.refer);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: { ...operation, parameters } };
  }
  const used = new Set<string>(endpoints.map(({ tag }) => tag));
  return {
    openapi: "3.1.0",
    info: {
      title: "Toteboard",
      version: VERSION,
      summary: "Prediction markets from many platforms in one API.",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin, description: "This service" }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    security: KEYED,
    paths,
    components: {
      ...components.collected(),
      headers: HEADERS,
      parameters: { ...HEADER_PARAMETERS, ...shared.parameters },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
