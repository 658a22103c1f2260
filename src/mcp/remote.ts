import { messageOf } from "../errors.ts";
import { refusalOf, type ToolDefinition, type ToolResult, type ToolService, UnknownTool } from "./tool-service.ts";

const TIMEOUT_MS = 30_000;
/** Of the protocol, as it is spoken to the service. */
const REVISION = "2025-11-25";
const INVALID_PARAMS = -32_602;

interface RemoteAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  /** Of an error that is none of the protocol. */
  readonly detail?: { readonly message?: string };
}

/** The service was reached and said no, in its own words. */
class Refused extends Error {
  override readonly name = "Refused";
}

/** The tools of a running service at `url`, asked with a key. A failure to reach it is told in the result of a call. */
export function openRemoteTools(url: string, key: string): ToolService {
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": REVISION,
        "X-API-Key": key,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { result, error, detail } = (await response.json().catch(() => ({}))) as RemoteAnswer;
    if (error?.code === INVALID_PARAMS) throw new UnknownTool(error.message);
    const said = error?.message ?? detail?.message;
    if (said !== undefined) throw new Refused(said);
    if (result === undefined) throw new Error(`it answered with status ${response.status}`);
    return result;
  };
  return {
    async list() {
      const { tools } = (await ask("tools/list", {})) as { readonly tools: readonly ToolDefinition[] };
      return tools;
    },
    async call(name, given) {
      try {
        return (await ask("tools/call", { name, arguments: given })) as ToolResult;
      } catch (error) {
        if (error instanceof UnknownTool) throw error;
        if (error instanceof Refused) return refusalOf(error);
        return refusalOf(new Error(`the service at ${url} cannot be asked: ${reasonOf(error)}; check that it runs`));
      }
    },
  };
}

/** Of a failed connection the cause says more. */
const reasonOf = (error: unknown): string =>
  messageOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
