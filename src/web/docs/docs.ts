import { basename } from "node:path";
import type { Context } from "../../context.ts";
import { listEmbedded, readEmbedded } from "../../embedded.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import type { Route } from "../../http/route.ts";
import { CALL_ASSETS, command, curlOf, KEY_PLACEHOLDER, runButton } from "../page/command.ts";
import { type FeedLink, feedPath } from "../page/feed-link.ts";
import { counted } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { keyField } from "../page/key-field.ts";
import { pathTo, toDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { contentOf, describeEndpoints, type EndpointDescription, isDescribed, type Operation } from "./description.ts";
import { fieldsPath } from "./fields.ts";
import { exampleTarget, inline, parameterTable, type Samples } from "./parameters.ts";

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
      const description = describeEndpoints({ endpoints, platforms, origin });
      const groups = description.tags.map((tag) => ({
        ...tag,
        operations: description.operations.filter((one) => one.tags[0] === tag.name),
      }));
      const deps = {
        origin,
        base: pathTo(context, ""),
        samples: await findSamples(context),
      };
      const main = html`<div class="docs">
${introOf(context, description)}
${tocOf(groups)}
<div class="reference">
${groups.map(
  (
    group,
  ) => html`<section class="group" aria-labelledby="tag-${group.name}"><h2 id="tag-${group.name}">${group.name}</h2>\
<p>${group.description}</p>
${group.operations.map((operation) => operationSection(operation, deps))}</section>`,
)}
${exampleSection()}</div></div>`;
      return toDocument(context, { title: "API reference", main, assets: [...CALL_ASSETS, "docs.js"] }, "/docs");
    },
  }),
];

interface EndpointGroup {
  readonly name: string;
  readonly operations: readonly Operation[];
}

const introOf = (context: Context, { version, description }: EndpointDescription): Html =>
  html`<div class="intro"><h1>API reference</h1>
<p class="lead">Version ${version}, made from <a href="${pathTo(context, "/openapi.json")}">openapi.json</a>. A short version is \
<a href="${pathTo(context, "/llms.txt")}">llms.txt</a>. Assistants can use the <a href="${pathTo(context, "/docs/mcp")}">MCP tools</a>.</p>
<p>No key yet? <a href="${pathTo(context, "/keys")}">Create one free</a>.</p>
<section class="own-key scripted" aria-label="Your key">
${keyField("key", undefined, "The key stays in this browser tab, in the commands below and in a header.")}</section>
<details class="conventions" id="conventions"><summary>Rules of all answers: format, keys, limits, errors, caching</summary>
${description.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`)}
<p>Feeds for feed readers need no key: ${FEEDS.map((feed) => html`<a href="${pathTo(context, feedPath(feed))}">${feed.title}</a>, `)}and \
<code>/feeds/search.atom?q=WORDS</code> for new markets.</p></details></div>`;

function tocOf(groups: readonly EndpointGroup[]): Html {
  const total = counted(groups.flatMap(({ operations }) => operations).length, "endpoint");
  return html`<nav class="toc" aria-label="Endpoints"><div class="filter scripted">\
<input type="search" id="filter" aria-label="Filter endpoints" aria-describedby="left" placeholder="Filter endpoints" autocomplete="off" \
spellcheck="false"><p class="hint" id="left" role="status">${total}</p></div>
<p><a href="#conventions">Rules of all answers</a> · <a href="#examples">Examples</a></p>${groups.map(
    ({ name, operations }) => html`<section><h2>${name}</h2><ul>${operations.map(tocLine)}</ul></section>`,
  )}</nav>`;
}

const FEEDS = [
  { name: "movers", title: "biggest movers" },
  { name: "resolved", title: "results" },
  { name: "spreads", title: "best spreads" },
] as const satisfies readonly FeedLink[];

const tocLine = ({ operationId, method, path }: Operation): Html =>
  html`<li><a href="#${operationId}"><span class="method">${method}</span> <span class="path">${path
    .replace("/api/v1", "")
    .split(/(?<=.)(?=\/)/)
    .map((part) => html`<wbr>${part}`)}</span></a></li>`;

interface OperationDeps {
  /** Where callers reach the service, without a slash at the end. */
  readonly origin: string;
  /** The path prefix of the site. */
  readonly base: string;
  readonly samples: Samples;
}

/** One operation: description, parameters, the call as a command, its answer. */
function operationSection(operation: Operation, { origin, base, samples }: OperationDeps): Html {
  const { operationId, method, path, summary, description, "x-tier": tier } = operation;
  const parameters = operation.parameters.filter(isDescribed);
  const target = exampleTarget(path, parameters, samples);
  const key = tier === "open" ? undefined : KEY_PLACEHOLDER;
  return html`<section class="operation" aria-labelledby="${operationId}">
<h3 id="${operationId}" tabindex="-1"><span class="method">${method}</span> <code>${path}</code> <span class="tier">${tier}</span></h3>
<p>${summary}. ${inline(description)}</p>
${parameters.length > 0 && parameterTable(parameters)}
${command(`call-${operationId}`, curlOf({ method, url: origin + target, key }))}
${method === "GET" && "application/json" in contentOf(operation) && runButton(base + target)}
<p><a href="${base}${fieldsPath(operationId)}">Fields and an example of the answer</a></p>
<p class="hint">Status codes: ${Object.keys(operation.responses).join(", ")}.</p>
</section>`;
}

/** Programs that the tests run too. */
const EXAMPLES = "test/examples";

/** Each example with the sentences it begins with. */
const exampleSection = (): Html => html`<section aria-labelledby="examples"><h2 id="examples">Examples</h2>
<p>Programs to copy. They call the service on this machine, or the one in the variable <code>TOTEBOARD_URL</code>.</p>
${listEmbedded(EXAMPLES).map(toExample)}</section>`;

function toExample(path: string): Html {
  const name = basename(path);
  const text = readEmbedded(path).trimEnd();
  const [, summary = ""] = /^(?:\/\/|#) (.*)$/m.exec(text) ?? [];
  return html`<section class="operation" aria-labelledby="${name}"><h3 id="${name}"><code>${name}</code></h3><p>${summary}</p>
<details><summary>The program</summary>${command(`text-${name}`, text)}</details></section>`;
}

/** An existing market and an existing question, so that examples can be run. */
async function findSamples({ store, clock }: Context): Promise<Samples> {
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
