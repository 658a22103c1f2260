import { basename } from "node:path";
import * as v from "valibot";
import { DAY_MS, SECOND_MS } from "../../clock.ts";
import type { Context } from "../../context.ts";
import { allowanceOf, PLANS } from "../../domain/accounts/plans.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { MAX_FAILING_MS, TRY_MS, WAITS_MS } from "../../domain/webhooks.ts";
import { listEmbedded, readEmbedded } from "../../embedded.ts";
import { AppError, ERROR_STATUS, type ErrorCode } from "../../errors.ts";
import { ERROR_TEXTS } from "../../http/error-schema.ts";
import type { describeWhole } from "../../http/openapi/json-schema.ts";
import { exampleAnswerOf, statusesOf } from "../../http/openapi/responses.ts";
import {
  API_DESCRIPTION,
  API_VERSION,
  describeEndpoint,
  EXAMPLE_MESSAGE,
  MESSAGE_HEADERS,
  SECURITY_SCHEMES,
  toTemplate,
} from "../../http/openapi/texts.ts";
import {
  descriptionOf,
  exampleBodyOf,
  inPath,
  type Parameter,
  type Parameters,
  takesJson,
  text,
} from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import { type Endpoint, TAGS } from "../../http/route.ts";
import { exampleOf } from "../../http/schema.ts";
import { refOf } from "../../http/shown.ts";
import { STREAM_LIMITS } from "../../streams/hub.ts";
import { CALL_ASSETS, command, curlOf, javaScriptOf, KEY_PLACEHOLDER, pythonOf, runButton } from "../page/command.ts";
import { limitText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo, toDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { dataTable, words } from "../page/table.ts";
import { fieldsOf, inline } from "./fields.ts";

/** The reference of the API, made from its endpoints: an index, and a page for each noun. */
export const docsPages = (
  { page }: PublicPages,
  endpoints: readonly Endpoint[],
  platforms: readonly string[],
): readonly Route[] => {
  const groups = Object.entries(TAGS).flatMap(([name, description]) => {
    const operations = endpoints.filter(({ tag }) => tag === name);
    return operations.length === 0 ? [] : [{ name, description, operations }];
  });
  return [
    page({
      path: "/docs",
      parameters: {},
      render: (context) => {
        const main = html`<div class="docs">${tocOf(context, groups)}
<div class="reference">${introOf(context)}
${groups.map((group) => indexOf(context, group))}
${conventionSections()}
<section aria-labelledby="examples"><h2 id="examples">Examples</h2><p><a href="${pathTo(context, "/docs/examples")}">Programs to \
copy</a></p></section></div></div>`;
        return toDocument(context, { title: "API reference", main, assets: ["docs.css"] }, "/docs");
      },
    }),
    page({
      path: "/llms.txt",
      parameters: {},
      render: (context) => ({ text: toLlmsText(context, endpoints, platforms), type: "text/plain; charset=utf-8" }),
    }),
    page({
      path: "/docs/:page",
      parameters: { page: inPath(text({ description: "What it is about.", min: 1, max: 100, example: "markets" })) },
      async render(context, { page: name }) {
        const group = groups.find((one) => one.name === name);
        if (group === undefined && name !== "examples")
          throw new AppError("not_found", "there is no such page of the reference; /docs lists all of them");
        const content = group === undefined ? exampleSection() : await groupSection(context, group, platforms);
        const main = html`<div class="docs">${tocOf(context, groups, name)}
<div class="reference">${content}</div></div>`;
        const title = group === undefined ? "Examples" : `API: ${name}`;
        return toDocument(context, { title, main, assets: ["docs.css", ...CALL_ASSETS] }, "/docs");
      },
    }),
  ];
};

interface EndpointGroup {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Endpoint[];
}

const introOf = (context: Context): Html =>
  html`<h1>API reference</h1>
<p class="lead">This is version ${API_VERSION}. It is also there as <a href="${pathTo(context, "/openapi.json")}">openapi.json</a> and, in short, as \
<a href="${pathTo(context, "/llms.txt")}">llms.txt</a>. Assistants can use the <a href="${pathTo(context, "/docs/mcp")}">MCP tools</a>.</p>
<p>Calls need a key: <a href="${pathTo(context, "/keys")}">create one free</a>. <a href="${pathTo(context, "/pricing")}">Plans and \
prices</a> say what it may call.</p>
<details class="conventions" id="conventions"><summary>Rules of all answers: format, keys, limits, errors, caching</summary>
${API_DESCRIPTION.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`)}</details>`;

/** All pages of the reference at the side, and the operations of this one. */
const tocOf = (context: Context, groups: readonly EndpointGroup[], shown = ""): Html =>
  html`<nav class="toc" aria-label="Reference"><ul>${["", ...groups.map(({ name }) => name), "examples", "mcp"].map(
    (name) =>
      html`<li><a href="${pathTo(context, `/docs/${name}`.replace(/\/$/, ""))}"${
        name === shown && html` aria-current="page"`
      }>${PAGE_NAMES[name] ?? name}</a></li>`,
  )}</ul>${groups.map(({ name, operations }) => name === shown && html`<ul>${operations.map((one) => tocLine("", one))}</ul>`)}</nav>`;

const PAGE_NAMES: Readonly<Record<string, string>> = { "": "Overview", mcp: "MCP tools" };

const indexOf = (context: Context, { name, description, operations }: EndpointGroup): Html =>
  html`<section aria-labelledby="tag-${name}"><h2 id="tag-${name}"><a href="${pathTo(context, `/docs/${name}`)}">${name}</a></h2>\
<p>${description}</p>
<ul class="index">${operations.map((one) => tocLine(pathTo(context, `/docs/${name}`), one))}</ul></section>`;

/** A line of the list beside the text (`page` is empty) or of the index, which has a summary and takes links. */
const tocLine = (page: string, { operationId, method, path, summary }: Endpoint): Html =>
  html`<li${page !== "" && html` id="${operationId}"`}><a href="${page}#${operationId}"><span class="method">${method}</span> \
<span class="path">${toTemplate(path)
    .replace("/api/v1", "")
    .split(/(?<=.)(?=\/)/)
    .map((part) => html`<wbr>${part}`)}</span></a>${page !== "" && html` <span class="sub">${summary}</span>`}</li>`;

async function groupSection(
  context: Context,
  { name, description, operations }: EndpointGroup,
  platforms: readonly string[],
): Promise<Html> {
  const { describeWhole: describe } = await import("../../http/openapi/json-schema.ts");
  const samples = await findSamples(context);
  return html`<h1>${name}</h1>
<p class="lead">${description} Calls need a key: <a href="${pathTo(context, "/keys")}">create one free</a>. "Run" sends the key \
that you are signed in with.</p>
${operations.map((operation) => operationSection(context, operation, { samples, platforms, describe }))}
${name === "webhooks" && messageSection()}`;
}

/** One operation: the call in three languages, its answer, parameters and fields. */
function operationSection(
  context: Context,
  endpoint: Endpoint,
  { samples, platforms, describe }: { samples: Samples; platforms: readonly string[]; describe: typeof describeWhole },
): Html {
  const { operationId, method, path, summary, parameters, tier, streams } = endpoint;
  const target = exampleTarget(endpoint, samples);
  const key = tier === "open" ? undefined : KEY_PLACEHOLDER;
  const body = takesJson(endpoint) ? bodyWith(endpoint, samples) : undefined;
  const call = { method, url: context.site.origin() + target, key, body, isText: streams !== undefined };
  const answer = exampleAnswerOf(endpoint, platforms);
  return html`<section class="operation" aria-labelledby="${operationId}">
<h2 id="${operationId}"><span class="method">${method}</span> <code>${toTemplate(path)}</code> <span class="tier">${tier}</span></h2>
<p>${summary}.</p>
${command(`call-${operationId}`, curlOf(call))}
<details><summary>In Python</summary>${command(`python-${operationId}`, pythonOf(call))}</details>
<details><summary>In JavaScript</summary>${command(`javascript-${operationId}`, javaScriptOf(call))}</details>
${method === "GET" && streams === undefined && runButton(pathTo(context, target))}
<p class="sub">The answer, with made-up values:</p>
<pre class="answer" tabindex="0" aria-label="The answer to ${method} ${toTemplate(path)}"><code>${
    typeof answer === "string" ? answer : JSON.stringify(answer, null, 2)
  }</code></pre>
<p>${inline(describeEndpoint(endpoint))}</p>
${Object.keys(parameters).length > 0 && parameterTable(parameters)}
${fieldsOf(endpoint, platforms, describe)}
<p class="hint">Status codes: ${statusesOf(endpoint).join(", ")}.</p>
</section>`;
}

const parameterTable = (parameters: Parameters): Html =>
  dataTable({ label: "Parameters", classes: "prose parameters" }, Object.entries(parameters), [
    words(
      "Parameter",
      ([name, { isRequired }]) => html`<code>${name}</code>${isRequired && html` <span class="sub">required</span>`}`,
      "name",
    ),
    words("Values", ([, one]) => valuesOf(one)),
    words("Meaning", ([, one]) => html`${inline(descriptionOf(one))}`),
  ]);

/** The values that a parameter takes: "an integer from 1 to 200, default 50". */
export function valuesOf(parameter: Parameter<unknown>): string {
  const { expected, isRepeatable, isRequired } = parameter;
  const standard = parameter.standard ?? parameter.fallback;
  const unset = isRequired || isRepeatable || standard === undefined || standard === "";
  return `${isRepeatable ? "any number of times: " : ""}${expected}${unset ? "" : `, default ${String(standard)}`}`;
}

/** Path and query of an example call that succeeds. */
function exampleTarget({ path, parameters }: Endpoint, samples: Samples): string {
  const sampleOf = (name: string): string => samples[name] ?? String(exampleOf(parameters[name]?.schema ?? v.string()));
  const filled = path.replaceAll(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(sampleOf(name)));
  const needed = Object.entries(parameters).filter(([, one]) => one.in === "query" && one.isRequired);
  const query = new URLSearchParams({
    ...Object.fromEntries(needed.map(([name]) => [name, sampleOf(name)])),
    ...(path.endsWith("/compare") && { q: "election" }),
    // A poll ends; a stream would not.
    ...(path.endsWith("/stream") && { poll: "1" }),
  });
  return query.size === 0 ? filled : `${filled}?${query}`;
}

/** The example body, about a market that exists. */
function bodyWith({ parameters, exampleQuery }: Endpoint, { ids }: Samples): Readonly<Record<string, unknown>> {
  const named = exampleQuery?.["scope.market"] === undefined || ids === undefined ? {} : { "scope.market": ids };
  return exampleBodyOf({ parameters, exampleQuery: { ...exampleQuery, ...named } });
}

/** Example values that exist in the data, by parameter. */
type Samples = Readonly<Record<string, string>>;

/** Programs that the tests run too. */
const EXAMPLES = "clients/examples";

const exampleSection = (): Html => html`<h1>Examples</h1>
<p class="lead">Copy these programs. They call the service on this machine, or the one in the variable <code>TOTEBOARD_URL</code>.</p>
${listEmbedded(EXAMPLES).map(toExample)}`;

function toExample(path: string): Html {
  const name = basename(path);
  const program = readEmbedded(path).trimEnd();
  const [, summary = ""] = /^(?:\/\/|#) (.*)$/m.exec(program) ?? [];
  return html`<section class="operation" aria-labelledby="${name}"><h2 id="${name}"><code>${name}</code></h2><p>${summary}</p>
<details><summary>The program</summary>${command(`text-${name}`, program)}</details></section>`;
}

/** An existing market with its topic and an existing question, so that examples can be run. */
async function findSamples({ store, clock }: Context): Promise<Samples> {
  const query = { status: "open", minVolume: 0, sort: "volume", order: "desc", now: clock.now() } as const;
  const first = { page: 1, size: 1 };
  const { markets } = await store.markets.list(query, first);
  const { questions } = await store.questions.list({ ...query, minGap: 0, realMoneyOnly: false }, first);
  const [market, question] = [markets[0], questions[0]];
  return {
    ...(market && {
      platform: market.platform,
      market_id: market.id,
      event_id: market.eventId,
      topic_id: `${market.platform}:${market.eventId}`,
      ids: refOf(market),
    }),
    ...(question && { question_id: question.id }),
  };
}

/** The API in one page of Markdown, for language models. */
const toLlmsText = ({ site }: Context, endpoints: readonly Endpoint[], platforms: readonly string[]): string =>
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

const { ApiKeyHeader, Bearer, ApiKeyQuery } = SECURITY_SCHEMES;

/** What all operations have in common, in tables of words whose first cells are code. */
const CONVENTIONS = [
  {
    id: "keys",
    title: "Sending a key",
    headings: ["How", "Note"],
    rows: [
      [`${ApiKeyHeader.name}: YOUR_KEY`, ApiKeyHeader.description],
      ["Authorization: Bearer YOUR_KEY", Bearer.description],
      [`?${ApiKeyQuery.name}=YOUR_KEY`, ApiKeyQuery.description],
    ],
  },
  {
    id: "plans",
    title: "Plans",
    headings: ["Plan", "Requests in 60 seconds", "A UTC day", "A UTC month", "Open streams", "Alerts and webhooks"],
    rows: PLANS.map(({ tier, perMinute, perDay, perMonth }) => [
      tier,
      ...[perMinute, perDay, perMonth, STREAM_LIMITS[tier].streams].map(limitText),
      `${allowanceOf(tier, "alert")}, ${allowanceOf(tier, "webhook")}`,
    ]),
  },
  {
    id: "errors",
    title: "Errors",
    headings: ["Error", "Status", "When"],
    rows: (Object.keys(ERROR_STATUS) as ErrorCode[]).map((code) => [
      code,
      String(ERROR_STATUS[code]),
      ERROR_TEXTS[code].when,
    ]),
  },
];

/** A section with an anchor for each. */
const conventionSections = (): Html =>
  html`${CONVENTIONS.map(
    ({ id, title, headings, rows }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${textTable(title, headings, rows)}</section>`,
  )}`;

/** A table of texts, whose first cells are code. */
const textTable = (label: string, headings: readonly string[], rows: readonly (readonly string[])[]): Html =>
  dataTable(
    { label, classes: "prose" },
    rows,
    headings.map((heading, at) =>
      words(
        heading,
        ({ [at]: text = "" }) => (at === 0 ? html`<code>${text}</code>` : html`${inline(text)}`),
        at === 0 ? "name" : "",
      ),
    ),
  );

/** The same as Markdown. */
const conventionText = (): string =>
  CONVENTIONS.map(({ title, headings, rows }) => {
    const lines = rows.map(([name, ...cells]) => [`\`${name}\``, ...cells]);
    const table = [headings, headings.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`);
    return `## ${title}\n\n${table.join("\n")}\n`;
  }).join("\n");

/** What a receiver of messages needs to know: their form, their signature, and when they come again. */
const messageSection = (): Html => html`<section class="operation" aria-labelledby="messages">
<h2 id="messages">What a webhook gets</h2>
<p>A POST with <code>Content-Type: application/json</code>, such as this one. <code>observed</code> and <code>threshold</code> are in \
<code>unit</code>; what an alert looks at follows at the end.</p>
${command("message", JSON.stringify(EXAMPLE_MESSAGE, null, 2))}
${textTable("Messages by type", ["Type", "Further members of data"], MEMBERS)}
<h3 id="signature">Signature</h3>
<p>Messages follow <a href="https://www.standardwebhooks.com">Standard Webhooks 1.0</a>, which has libraries. These lines are enough \
too. They need the <code>secret</code> that the answer to <code>POST /api/v1/webhooks</code> shows once.</p>
${textTable(
  "Headers",
  ["Header", "Meaning"],
  MESSAGE_HEADERS.map(({ name, description }) => [name, description]),
)}
${["verify-webhook.mjs", "verify-webhook.py"].map((name) => command(name, programOf(name)))}
<h3 id="retries">Tries</h3>
<p>Any status 2xx within ${TRY_MS / SECOND_MS} seconds is success. Otherwise the same message is tried again, with the same \
<code>webhook-id</code>: a receiver may get one twice. Waits are up to a tenth longer, and as long as <code>Retry-After</code> asks, at \
most a day. 410 disables the webhook at once, as ${MAX_FAILING_MS / DAY_MS} days without a success do. Redirects are not followed.</p>
${textTable(
  "Tries",
  ["Try", "After the one before"],
  [["1", "at once"], ...WAITS_MS.map((wait, index) => [String(index + 2), waitText(wait)])],
)}</section>`;

const MEMBERS = [
  ["market.…", "`market`: platform, id, title, url, yes_price, question_id"],
  ["spread.opened", "`spread`: id, question_id, confidence, and `legs` with platform, id, action, side, price, url"],
  ["source.stale", "`source`: platform, last_success_at"],
  ["alerts.held_back", "how many `messages` went beyond 100 of alerts in an hour, `since` when, and of which `alerts`"],
  ["webhook.test", "only `title` and `text`, as all have them in words"],
] as const;

function waitText(ms: number): string {
  const seconds = ms / SECOND_MS;
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
}

/** The program without the comment that says what it is. */
const programOf = (name: string): string =>
  readEmbedded(`clients/examples/${name}`)
    .replace(/^(\/\/|#) .*\n/, "")
    .trim();
