import { createRoutes } from "../../../src/api/index.ts";
import type { Config } from "../../../src/config.ts";
import type { ResponseCache } from "../../../src/http/responding/cache.ts";
import { createPages } from "../../../src/web/index.ts";
import { toErrorDocument } from "../../../src/web/page/layout.ts";
import type { TestWriter } from "../store/writer.ts";
import { type Reply, startTestServer } from "./http.ts";
import { FORM_HEADERS, sessionOf } from "./session.ts";
import { openTestContext, type TestContextOptions } from "./test-context.ts";

/** The pages and the API over what a test writer writes, on the writer's clock, with real keys. */
export async function servePages(
  writer: TestWriter,
  { hasTerminal = false, ...config }: Partial<Config> & Pick<TestContextOptions, "hasTerminal"> = {},
  cache: ResponseCache | undefined = undefined,
  port = 0,
) {
  const own = { keysPerHour: 1000, pagesPerMinute: 1000, ...config };
  const context = await openTestContext({ writer, config: own, hasTestKey: false, hasTerminal });
  const { config: whole, commands } = context;
  const endpoints = createRoutes(whole);
  const routes = [...endpoints, ...createPages(whole, endpoints)];
  const server = await startTestServer(context, { routes, cache, refuse: toErrorDocument, port });
  const send = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
    server.send(path, { headers, isAnonymous: true });
  const postFrom = (path: string, fields: Record<string, string>, headers: Record<string, string>): Promise<Reply> =>
    server.send(path, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { "Content-Type": FORM_HEADERS["Content-Type"], ...headers },
      isAnonymous: true,
    });
  return {
    url: server.url,
    port: server.port,
    context,
    /** Stops serving, as a restart does; the file stays. */
    async close(): Promise<void> {
      context.hub.close();
      await server.close(1000);
    },
    get: send,
    /** Sends a form as a page of the service does. */
    post: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      postFrom(path, fields, { ...FORM_HEADERS, ...headers }),
    /** Sends a form from wherever the headers say. */
    postFrom,
    /** What a browser sends that has signed in with this secret. */
    sessionOf: (secret: string) => sessionOf(context, secret),
    /** Makes a key as the operator does, and gives its secret. */
    make: (tier: "free" | "pro" = "free", parentId?: string) =>
      commands.createKey({ name: "Ada", email: "ada@example.org", tier, parentId }),
  };
}
