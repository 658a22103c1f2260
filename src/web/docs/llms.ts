import type { Context } from "../../context.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { toTemplate } from "../../http/openapi/texts.ts";
import type { Endpoint, Route } from "../../http/route.ts";
import type { PublicPages } from "../page/public-page.ts";
import { conventionText } from "./conventions.ts";

/** The API in one page of Markdown, for language models. */
export const llmsPages = (
  { page }: PublicPages,
  endpoints: readonly Endpoint[],
  platforms: readonly string[],
): readonly Route[] => [
  page({
    path: "/llms.txt",
    summary: "The API in short, for language models",
    parameters: {},
    render: (context) => ({ text: describe(context, endpoints, platforms), type: "text/plain; charset=utf-8" }),
  }),
];

const describe = ({ site }: Context, endpoints: readonly Endpoint[], platforms: readonly string[]): string =>
  `# Toteboard

> Prediction markets of ${platforms.map((id) => getPlatform(id).name).join(", ")} in one HTTP/JSON API.

- Base address: ${site.origin()}
- Full description (OpenAPI 3.1): ${site.origin()}/openapi.json
- For people: ${site.origin()}/docs
- Tools for assistants (MCP): ${site.origin()}/mcp, set up as on ${site.origin()}/docs/mcp
- Make a free key: \`POST ${site.origin()}/api/v1/keys?name=NAME&email=EMAIL\`; it is shown once
- Send it in the header \`X-API-Key\`; other ways are below
- Answers are \`{"data", "timestamp", "meta"}\`, errors \`{"detail": {"error", "message"}}\`, those with status 429 \
\`{"error", "message"}\`
- Changes as they happen: \`GET ${site.origin()}/api/v1/stream\` with \`Accept: application/x-ndjson\` or \`text/event-stream\`; \
resume with \`since=SEQ\`; \`poll=1\` sends the changes so far and ends
- Feeds without a key: \`GET ${site.origin()}/feeds/{movers,resolved,spreads}.atom\`, and \`/feeds/search.atom?q=WORDS\`
- Prices are in 0..1, volumes in US dollars, times in ISO 8601 UTC

## Endpoints

In brackets is the lowest plan that may call it; \`any\` needs a key of any plan, \`open\` needs none.

${endpoints.map(toLine).join("\n")}

${conventionText()}

## Sources

${platforms.map((id) => `- ${getPlatform(id).name}: ${getPlatform(id).attribution}`).join("\n")}
`;

const toLine = ({ method, path, tier, summary }: Endpoint): string =>
  `- \`${method} ${toTemplate(path)}\` [${tier}]: ${summary}`;
