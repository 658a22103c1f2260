import { after } from "node:test";
import { openStore } from "../../../src/store/open.ts";
import type { TestWriter } from "../store/writer.ts";
import { memoryContext } from "./context.ts";
import { startTestServer, type TestServer } from "./http.ts";

/** The real server over what a test writer writes, on the writer's clock. */
export function serve({ file, clock }: TestWriter): Promise<TestServer> {
  const store = openStore(file, undefined);
  after(() => store.close());
  return startTestServer({ ...memoryContext(), store, clock });
}
