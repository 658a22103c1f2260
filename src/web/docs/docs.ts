import type { Context } from "../../context.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { toDocument as describeApi } from "../../http/openapi/index.ts";
import type { Route } from "../../http/route.ts";
import { type FeedLink, feedPath, type Html, html, type PublicPages, pathTo, toDocument } from "../page/index.ts";
import { exampleSection } from "./examples.ts";
import { inline, type Operation, operationSection, type Samples } from "./operation.ts";

/** The parts of the OpenAPI document that are read here. */
interface Description {
  readonly info: { readonly description: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, "path" | "method">>>>>;
}

/** The reference, made from the document of /openapi.json. */
export const docsPages = (
  { page }: PublicPages,
  endpoints: readonly Endpoint[],
  platforms: readonly string[],
): readonly Route[] => [
  page({
    path: "/docs",
    summary: "The reference of the API",
    parameters: {},
    async render(context) {
      const origin = context.site.origin();
      const { info, tags, paths } = describeApi({ endpoints, platforms, origin }) as unknown as Description;
      const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
      );
      const groups = tags.map((tag) => ({ ...tag, operations: operations.filter((one) => one.tags[0] === tag.name) }));
      const samples = await findSamples(context);
      const main = html`<div class="docs">
<div class="intro"><h1>API reference</h1>
<p class="lead">Version ${info.version}, made from <a href="${pathTo(context, "/openapi.json")}">openapi.json</a>. In short: <a href="${pathTo(context, "/llms.txt")}">llms.txt</a>. For assistants: <a href="${pathTo(context, "/docs/mcp")}">tools by MCP</a>.</p>
${info.description.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`)}
<p>Feeds for feed readers need no key: ${FEEDS.map((feed) => html`<a href="${pathTo(context, feedPath(feed, "atom"))}">${feed.title}</a>, `)}and <code>/feeds/search.atom?q=WORDS</code> for new markets. With <code>.json</code> they are JSON Feed.</p>
<p class="hint" data-run-hint hidden>Run uses the key of this browser tab. Paste one on the page <a href="${pathTo(context, "/keys")}">Keys</a> first.</p></div>
<nav class="toc" aria-label="Endpoints"><p><a href="#examples">Examples</a></p>${groups.map(
        (group) => html`<h2>${group.name}</h2><ul>${group.operations.map(tocLine)}</ul>`,
      )}</nav>
<div class="reference">
${groups.map(
  (
    group,
  ) => html`<section aria-labelledby="tag-${group.name}"><h2 id="tag-${group.name}">${group.name}</h2><p>${group.description}</p>
${group.operations.map((operation) => operationSection(operation, origin, pathTo(context, ""), samples))}</section>`,
)}
${exampleSection()}</div></div>`;
      return toDocument(context, { title: "API reference", main, assets: ["key.js", "docs.js"] }, "/docs");
    },
  }),
];

const FEEDS = [
  { name: "movers", title: "biggest movers" },
  { name: "resolved", title: "results" },
  { name: "spreads", title: "best spreads" },
] as const satisfies readonly FeedLink[];

const tocLine = ({ operationId, method, path }: Operation): Html =>
  html`<li><a href="#${operationId}"><span class="method">${method}</span> ${path.replace("/api/v1", "")}</a></li>`;

/** An existing market and an existing question, so that examples can be run. */
export async function findSamples({ store, clock }: Context): Promise<Samples> {
  const query = { status: "open", minVolume: 0, sort: "volume", order: "desc" } as const;
  const first = { page: 1, size: 1 };
  const { markets } = await store.markets.list(query, first);
  const { questions } = await store.questions.list(
    { ...query, minGap: 0, realMoneyOnly: false, now: clock.now() },
    first,
  );
  const [market, question] = [markets[0], questions[0]];
  return {
    ...(market && { platform: market.platform, market_id: market.id, event_id: market.eventId }),
    ...(question && { question_id: question.id }),
  };
}
