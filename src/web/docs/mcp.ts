import { descriptionOf } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import type { Tool } from "../../mcp/tool.ts";
import { createTools } from "../../mcp/tool-service.ts";
import { command, KEY_PLACEHOLDER } from "../page/command.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo, toDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { valuesOf } from "./docs.ts";

/** How an assistant gets the tools, and what they are. */
export const mcpPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/docs/mcp",
    parameters: {},
    render(context) {
      const url = `${context.site.origin()}/mcp`;
      const main = html`<div class="docs"><div class="intro"><h1>Tools for assistants</h1>
<p class="lead">An assistant that speaks the Model Context Protocol (MCP) can call this service by itself. The \
address is <code>${url}</code>.</p>
<p>Each call counts as a request of your key. Create a free key on the page <a href="${pathTo(context, "/keys")}">Keys</a> and put it in \
place of <code>${KEY_PLACEHOLDER}</code>. The tools cannot trade, pay or change anything.</p></div>
<nav class="toc" aria-label="Clients"><h2>Clients</h2><ul>${listClients(url).map(
        ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
      )}</ul><h2>Tools</h2><ul>${createTools(platforms).map(({ name }) => html`<li><a href="#${name}"><code>${name}</code></a></li>`)}</ul></nav>
<div class="reference"><section aria-labelledby="clients"><h2 id="clients">What to paste</h2>\
${listClients(url).map(clientSection)}</section>
<section aria-labelledby="tools"><h2 id="tools">The tools</h2>
<p>Prices are in cents for one contract, which pays 100¢ if it wins. A yes price of 62¢ means a chance of 62%. Costs include the \
platform’s fee for taking an offer. Times are in UTC. Each answer says how old its prices are.</p>
<p>A market is named by <code>platform:id</code>, by the id of its question or by its address on the platform.</p>
${createTools(platforms).map(toolSection)}</section></div></div>`;
      return toDocument(context, { title: "Tools for assistants", main, assets: ["docs.css"] }, "/docs");
    },
  }),
];

const clientSection = ({ id, title, where, text }: ClientSetup): Html =>
  html`<section class="operation" aria-labelledby="${id}"><h3 id="${id}">${title}</h3><p>${where}</p>
${command(`text-${id}`, text)}</section>`;

const toolSection = ({ name, description, tier, parameters, output }: Tool): Html =>
  html`<section class="operation" aria-labelledby="${name}"><h3 id="${name}"><code>${name}</code> <span class="tier">${tier}</span></h3>\
<p>${description}</p>
<ul>${Object.entries(parameters).map(
    ([argument, parameter]) =>
      html`<li><code>${argument}</code>${parameter.isRequired && html` <span class="sub">required</span>`}: \
${valuesOf(parameter)}${descriptionOf(parameter) !== "" && `; ${descriptionOf(parameter)}`}</li>`,
  )}</ul><p>The answer has ${namesOf(output)}.</p></section>`;

/** A line can break after each name. */
const namesOf = ({ description }: Tool["output"]): string =>
  String(description).replaceAll(",", ", ").replaceAll("[", " [");

type ClientSetup = ReturnType<typeof listClients>[number];

/** A placeholder that the client fills in, so that the file holds no key. */
const filledIn = (source: string): string => `\${${source}}`;

/** The common clients, each in its own form, then what any other one needs; `where` says in a sentence where the text goes. */
function listClients(url: string) {
  return [
    {
      id: "claude-code",
      title: "Claude Code",
      where: "Run once in a terminal.",
      text: `claude mcp add --transport http toteboard ${url} --header "X-API-Key: ${KEY_PLACEHOLDER}"`,
    },
    {
      id: "claude-desktop",
      title: "Claude Desktop",
      where:
        "Open Settings, Developer, Edit Config, and paste this into claude_desktop_config.json. " +
        "It starts the program toteboard, which calls this service.",
      text: json({ mcpServers: { toteboard: toProgram(url) } }),
    },
    {
      id: "cursor",
      title: "Cursor",
      where:
        "Paste this into ~/.cursor/mcp.json, or into .cursor/mcp.json of a project. " +
        "The key comes from the environment variable TOTEBOARD_KEY, so you can share the file.",
      text: json({ mcpServers: { toteboard: { url, headers: { "X-API-Key": filledIn("env:TOTEBOARD_KEY") } } } }),
    },
    {
      id: "vs-code",
      title: "VS Code",
      where:
        "Paste this into .vscode/mcp.json of a workspace. VS Code asks for the key once, so you can share the file.",
      text: json({
        inputs: [{ type: "promptString", id: "toteboard-key", description: "API key of Toteboard", password: true }],
        servers: { toteboard: { type: "http", url, headers: { "X-API-Key": filledIn("input:toteboard-key") } } },
      }),
    },
    {
      id: "connectors",
      title: "claude.ai, ChatGPT and others that take an address alone",
      where:
        "Add a connector with this address, without a login. Addresses are kept in logs and histories: " +
        "make a key for it alone, so that you can revoke it.",
      text: `${url}?api_key=${KEY_PLACEHOLDER}`,
    },
    {
      id: "http",
      title: "Any other client: streamable HTTP",
      where: "Use this address and this header. The header Authorization: Bearer works too.",
      text: `${url}\nX-API-Key: ${KEY_PLACEHOLDER}`,
    },
    {
      id: "stdio",
      title: "Any other client: a program",
      where:
        "These programs use standard input and output. The first calls this service. " +
        "The second reads a database file on this machine and needs no key.",
      text: `TOTEBOARD_KEY=${KEY_PLACEHOLDER} toteboard mcp --url ${url.replace(/\/mcp$/, "")}\ntoteboard mcp --db toteboard.db`,
    },
  ];
}

const toProgram = (url: string) => ({
  command: "toteboard",
  args: ["mcp", "--url", url.replace(/\/mcp$/, "")],
  env: { TOTEBOARD_KEY: KEY_PLACEHOLDER },
});

const json = (value: unknown): string => JSON.stringify(value, null, 2);
