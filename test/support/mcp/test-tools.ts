import { mcpRoutes } from "../../../src/mcp/route.ts";
import { openTestContext, startTestServer } from "../service/api.ts";
import type { TestWriter } from "../store/writer.ts";
import { textOf, toCall } from "./client.ts";

interface Asked {
  readonly secret?: string | undefined;
  readonly headers?: Record<string, string>;
  /** What follows the address. */
  readonly query?: string;
}

/** /mcp over what a writer wrote, with 30 messages a minute for an address. */
export async function openTestMcp(writer: TestWriter) {
  const context = await openTestContext({ writer, config: { pagesPerMinute: 30, publicUrl: "https://tote.example" } });
  const server = await startTestServer(context, { routes: mcpRoutes(context.config) });
  const send = (message: unknown, { secret, headers = {}, query = "" }: Asked = {}) =>
    server.send(`/mcp${query}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(secret === undefined ? {} : { "X-API-Key": secret }),
        ...headers,
      },
      isAnonymous: secret === undefined,
      body: typeof message === "string" ? message : JSON.stringify(message),
    });
  return {
    context,
    server,
    send,
    async call(name: string, given: unknown, secret = context.secret) {
      const { status, json, headers } = await send(toCall(name, given), { secret });
      const { structuredContent: data, isError } = json.result;
      return { status, headers, text: textOf(json.result), data, isError };
    },
    makeKey: (tier: "free" | "pro") => context.commands.createKey({ name: tier, email: "a@example.com", tier }),
  };
}

/** The tools over what a writer wrote. */
export async function openTestTools(writer: TestWriter) {
  const context = await openTestContext({ writer });
  const server = await startTestServer(context, { routes: mcpRoutes(context.config) });
  return async (name: string, given: unknown) => {
    const { json } = await server.send("/mcp", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-API-Key": context.secret ?? "" },
      body: JSON.stringify(toCall(name, given)),
    });
    const { structuredContent: data, isError = false } = json.result;
    return { text: textOf(json.result), data, isError };
  };
}
