/** How to add the tools to a client. */
export interface ClientSetup {
  readonly id: string;
  readonly title: string;
  /** Where the text goes; one sentence. */
  readonly where: string;
  readonly text: string;
}

/** What stands for the reader's own key. */
const KEY = "YOUR_KEY";

/** What a client fills in by itself, so that no key is in the file. */
const filledIn = (source: string): string => `\${${source}}`;

/** The common clients, each in its own form, then what any other one needs. */
export function listClients(url: string): readonly ClientSetup[] {
  return [
    {
      id: "claude-code",
      title: "Claude Code",
      where: "Run once in a terminal.",
      text: `claude mcp add --transport http toteboard ${url} --header "X-API-Key: ${KEY}"`,
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
      id: "http",
      title: "Any other client: streamable HTTP",
      where: "Use this address and this header. The header Authorization: Bearer works too.",
      text: `${url}\nX-API-Key: ${KEY}`,
    },
    {
      id: "stdio",
      title: "Any other client: a program",
      where:
        "These programs use standard input and output. The first calls this service. " +
        "The second reads a database file on this machine and needs no key.",
      text: `TOTEBOARD_KEY=${KEY} toteboard mcp --url ${url.replace(/\/mcp$/, "")}\ntoteboard mcp --db toteboard.db`,
    },
    {
      id: "curl",
      title: "To try it by hand",
      where: "This command lists the tools. It needs no key.",
      text: `curl ${url} -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
    },
  ];
}

const toProgram = (url: string) => ({
  command: "toteboard",
  args: ["mcp", "--url", url.replace(/\/mcp$/, "")],
  env: { TOTEBOARD_KEY: KEY },
});

const json = (value: unknown): string => JSON.stringify(value, null, 2);
