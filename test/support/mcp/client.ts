import { after } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ToolResult } from "../../../src/mcp/tool-service.ts";

/** The revisions of both eras of the protocol. */
export const REVISIONS = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof REVISIONS)[number];

/** How the official client is told to speak a revision. */
export const negotiationOf = (revision: Revision) =>
  revision === "2025-11-25" ? ({ mode: "legacy" } as const) : { mode: { pin: revision } };

/** The official client over HTTP, connected; closed after the test. */
export async function connectClient(url: string, secret: string, revision: Revision): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: negotiationOf(revision) });
  const headers = { "X-API-Key": secret };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  after(() => client.close());
  return client;
}

let lastId = 0;

/** A call as a message of the earlier era. */
export const toCall = (name: string, given: unknown) => ({
  jsonrpc: "2.0",
  id: ++lastId,
  method: "tools/call",
  params: { name, arguments: given },
});

export const textOf = ({ content }: Pick<ToolResult, "content">): string => content.map(({ text }) => text).join("\n");
