import { type Endpoint, TAGS } from "../endpoint.ts";
import { toExamplePlatforms } from "../value-schemas.ts";
import { createComponents } from "./components.ts";
import { HEADERS } from "./headers.ts";
import { HEADER_PARAMETERS, SECURITY_SCHEMES, toOperation } from "./operation.ts";

/** Version of the interface, not of the program. */
const INTERFACE_VERSION = "1.0.0";

const DESCRIPTION = `Prediction markets from several platforms in one shape.

**Answers** are \`{"data", "meta", "timestamp"}\`. Times are ISO 8601 in UTC. Prices are in 0..1, \`yes_price\` and
\`no_price\` add up to exactly 1. Volumes are in USD; where \`play_money\` is true they are play money at the price it is
sold at.

**Keys.** Anyone may make a free one with \`POST /api/v1/keys\`. Send it in \`X-API-Key\`, or as a bearer token. \`x-tier\`
says which plan an operation needs at least: \`open\` needs no key, \`any\` one of whatever plan.

**Limits** are per key: the last 60 seconds, the UTC day, the UTC month. \`RateLimit-Policy\` names them, \`RateLimit\` says
what is left; past one it is 429 with \`Retry-After\`.

**Errors** are \`{"detail": {"error", "message"}}\`, and flat for 429. Beside those listed for each operation, a request that is
not proper HTTP or too large is answered with 400, 408, 413, 414 or 431, another method with 405 and \`Allow\`, another
path with 404; all of them have the same body.

**Parameters** that are not as described are 422, all of them named at once. One whose name is unknown is ignored and
mentioned in \`meta.warnings\`.

**Formats.** Lists are also CSV and NDJSON, by \`format\` or \`Accept\`; errors stay JSON. NDJSON has the items of \`data\`, one a
line. CSV (RFC 4180, UTF-8, a header row) has a column for each field: those of an object inside follow its name
(\`lowest_platform\`), any other list or map is JSON in its cell, null is empty. Questions and comparisons have a CSV row for
each of their markets. Text that a spreadsheet would run gets a \`'\` in front. \`X-Total-Count\` counts items, \`Link\` leads to
the next page.

**Caching.** Answers about markets have an \`ETag\`; a 304 does not count towards the day. \`HEAD\` works wherever \`GET\` does.`;

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
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:([a-z_]+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(endpoint, components, known) };
  }
  const used = new Set<string>(endpoints.map(({ tag }) => tag));
  return {
    openapi: "3.1.0",
    info: {
      title: "Toteboard",
      version: INTERFACE_VERSION,
      summary: "Prediction markets from many platforms in one API.",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin, description: "This service" }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...components.collected(),
      headers: HEADERS,
      parameters: HEADER_PARAMETERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
