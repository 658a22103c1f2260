import { mcpRoutes } from "../../../src/mcp/index.ts";
import { startTestServer } from "../service/http.ts";
import { openTestContext } from "../service/test-context.ts";
import type { TestWriter } from "../store/writer.ts";
import { textOf, toCall } from "./client.ts";

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
