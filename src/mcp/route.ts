import { createAddressLimit } from "../access/limit.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { AppError } from "../errors.ts";
import { COMMON_HEADERS } from "../http/headers.ts";
import { type Document, type Received, type Route, route } from "../http/route.ts";
import type { Tool } from "./tool.ts";
import { createTools, openToolService } from "./tool-service.ts";

const MAX_BODY_BYTES = 64 * 1024;

/** The tools over streamable HTTP, without sessions. GET and DELETE answer 405, as the protocol says. */
export function mcpRoutes({ platforms }: Pick<Config, "platforms">): readonly Route[] {
  const tools = createTools(platforms);
  const limit = createAddressLimit("messages are answered to one address or key, calls with a key apart");
  return [
    route({
      method: "POST",
      path: "/mcp",
      tier: "open",
      body: { maxBytes: MAX_BODY_BYTES },
      sendable: ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"],
      async handler(context, _input, { address }, received) {
        const refusal = refuseOrigin(context, received.headers.origin);
        if (refusal !== undefined) return refusal;
        const message = parse(received.body);
        const problem = findProblem(message, tools);
        const key = await received.account.findKey();
        // A sound call with a key is counted by the key, like a request of the API.
        if (key === undefined || problem !== undefined || !isCall(message)) {
          try {
            const perMinute = context.config.pagesPerMinute;
            limit.admit(key?.id ?? address, context.clock.running(), { perMinute });
          } catch (error) {
            const { status, message: text, headers } = received.account.note(error);
            return toError(message, { status, code: -32_000, text, headers });
          }
        }
        if (problem !== undefined) return toError(message, problem);
        // Loaded with the first message: most services never get one.
        const { answerMessage } = await import("./protocol.ts");
        const service = openToolService(context, tools, toToolAccount(context, received));
        const { status, text } = await answerMessage(message, received.headers, service);
        return toAnswer(status, text);
      },
    }),
  ];
}

const KEY_PROBLEMS: readonly string[] = ["missing_api_key", "invalid_api_key", "revoked_api_key"];

/** Calls are counted like requests of the API. A caller without a valid key is told so first, then what to do about it. */
const toToolAccount = ({ site }: Context, { account }: Received) => ({
  note: account.note,
  async charge(...[tier]: Parameters<typeof account.charge>): Promise<void> {
    try {
      await account.charge(tier);
    } catch (error) {
      if (!(error instanceof AppError) || !KEY_PROBLEMS.includes(error.code)) throw error;
      const isMissing = error.code === "missing_api_key";
      throw new AppError(
        error.code,
        `${isMissing ? "calls need an API key" : error.message.replace(/; .*$/s, "")}: make a free one at ${site.origin()}/keys, then put it into the header X-API-Key in this ` +
          `server's settings in your client, or behind its address as ?api_key=; see ${site.origin()}/docs/mcp`,
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
  const text = `the Origin of this request may not ask; expected ${own}, this machine, or none`;
  return toError(undefined, { status: 403, code: -32_000, text });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

interface Problem {
  readonly status: number;
  readonly code: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is wrong with a message as such; undefined for one that the protocol can read. */
function findProblem(message: unknown, tools: readonly Tool[]): Problem | undefined {
  if (message === undefined) return { status: 400, code: -32_700, text: "the body is no JSON" };
  if (Array.isArray(message)) return { status: 400, code: -32_600, text: "send one message a request" };
  if (!isCall(message)) return undefined;
  const wrong = findWrongParameter(message.params, tools);
  return wrong === undefined ? undefined : { status: 200, code: -32_602, text: wrong };
}

/** Said here, since the protocol's library would show its own checks. */
function findWrongParameter(params: unknown, tools: readonly Tool[]): string | undefined {
  const { name, arguments: given = {} } = isObject(params) ? params : {};
  if (typeof name !== "string") {
    return `params.name must be the name of a tool; there are ${tools.map((tool) => tool.name).join(", ")}`;
  }
  return isObject(given) ? undefined : "params.arguments must be an object with the arguments by name";
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Only a call reads data, and only a call needs a key. */
const isCall = (message: unknown): message is Readonly<Record<string, unknown>> =>
  isObject(message) && message.method === "tools/call";

/** An error with the id of its message, where that has one. */
function toError(message: unknown, { status, code, text, headers }: Problem): Document {
  const id = isObject(message) && isId(message.id) ? message.id : null;
  return toAnswer(status, JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: text } }), headers);
}

const isId = (value: unknown): boolean => typeof value === "string" || typeof value === "number";

const toAnswer = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Document => ({
  text,
  type: "application/json",
  status,
  headers: { ...COMMON_HEADERS, ...headers },
});
