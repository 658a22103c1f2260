import type { TestWriter } from "../store/writer.ts";
import { startTestServer, type TestServer } from "./http.ts";
import { openTestContext } from "./test-context.ts";

/** The real server over what a test writer writes, on the writer's clock. */
export async function serve(writer: TestWriter): Promise<TestServer> {
  return startTestServer(await openTestContext({ writer }));
}
