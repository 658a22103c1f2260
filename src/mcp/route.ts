import { createAddressLimit } from "../access/address-limit.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { AppError } from "../errors.ts";
import { COMMON_HEADERS } from "../http/headers.ts";
import { type Document, type Received, type Route, route } from "../http/route.ts";
import { openToolService } from "./tool-service.ts";
import { createTools } from "./tools/index.ts";

const MAX_BODY_BYTES = 64 * 1024;

/** The tools over streamable HTTP, without sessions. GET and DELETE answer 405, as the protocol says. */
export function mcpRoutes({ platforms }: Pick<Config, "platforms">): readonly Route[] {
  const tools = createTools(platforms);
  const limit = createAddressLimit("messages without a call are answered to");
  return [
    route({
      method: "POST",
      path: "/mcp",
      summary: "Tools for assistants, by the Model Context Protocol",
      tier: "open",
      cache: "never",
      parameters: {},
      body: { maxBytes: MAX_BODY_BYTES },
      sendable: ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"],
      async handler(context, _input, { address }, received) {
        const refusal = refuseOrigin(context, received.headers.origin);
        if (refusal !== undefined) return refusal;
        const message = parse(received.body);
        if (message === undefined) return toError(400, -32_700, "the body is no JSON");
        if (Array.isArray(message)) return toError(400, -32_600, "send one message a request");
        if (!isCall(message)) limit.admit(address, context.clock.running(), context.config.pagesPerMinute);
        // Loaded with the first message: most services never get one.
        const { answerMessage } = await import("./protocol.ts");
        const service = openToolService(context, tools, deskOf(context, received));
        const { status, text } = await answerMessage(message, received.headers, service);
        return toAnswer(status, text);
      },
    }),
  ];
}

/** Calls are counted like requests of the API. */
const deskOf = ({ site }: Context, { account }: Received) => ({
  note: account.note,
  async charge(...[tier]: Parameters<typeof account.charge>): Promise<void> {
    try {
      await account.charge(tier);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "missing_api_key") throw error;
      throw new AppError(
        error.code,
        `calls need an API key: make a free one at ${site.origin()}/keys, then add the header X-API-Key to this server's settings in your client; see ${site.origin()}/docs/mcp`,
      );
    }
  },
});

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * A page of another site must not reach a service on this machine or in this network by a name that it made point there. A
 * program sends no Origin. https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
 */
function refuseOrigin({ site }: Context, origin: string | undefined): Document | undefined {
  if (origin === undefined) return undefined;
  const own = new URL(site.origin()).origin;
  if (origin === own || LOOPBACK.includes(URL.parse(origin)?.hostname ?? "")) return undefined;
  return toError(403, -32_000, `the Origin of this request may not ask; expected ${own}, this machine, or none`);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Only a call reads data, and only a call needs a key. */
const isCall = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "method" in message && message.method === "tools/call";

const toError = (status: number, code: number, message: string): Document =>
  toAnswer(status, JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } }));

const toAnswer = (status: number, text: string): Document => ({
  text,
  type: "application/json",
  status,
  headers: COMMON_HEADERS,
});
