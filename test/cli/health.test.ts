import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { createRoutes } from "../../src/api/index.ts";
import { startServer } from "../../src/http/lifecycle.ts";
import { openTestContext } from "../support/service/api.ts";
import { findPort } from "../support/service/executable.ts";
import { leaveSettings, runMain } from "../support/service/process.ts";
import { startTestService } from "../support/service/service.ts";

leaveSettings();

describe("health", () => {
  it("ends with 0 when the service is ready", async () => {
    const { port } = await startTestService();
    const { exitCode, stdout, stderr } = await runMain("health", "--port", String(port));
    assert.deepEqual([exitCode, stderr], [0, ""]);
    assert.deepEqual(JSON.parse(stdout), { status: "ready", writer: "running" });
  });

  it("ends with 1 and the reason when the service is not ready yet", async () => {
    const readiness = { check: () => ({ isReady: false, writer: "starting" as const, reason: "not yet" }) };
    const context = await openTestContext({ readiness });
    const server = await startServer({ context, routes: createRoutes(context.config), host: "127.0.0.1", port: 0 });
    after(() => server.close(0));
    const { exitCode, stdout } = await runMain("health", "--port", String(server.port));
    assert.equal(exitCode, 1);
    assert.deepEqual(JSON.parse(stdout).detail, { error: "starting", message: "not yet", writer: "starting" });
  });

  it("ends with 1 and one line when nothing answers", async () => {
    const port = await findPort();
    const { exitCode, stdout, stderr } = await runMain("health", "--port", String(port), "--host", "0.0.0.0");
    assert.deepEqual([exitCode, stdout], [1, ""]);
    assert.match(
      stderr,
      new RegExp(`^toteboard: http://127\\.0\\.0\\.1:${port}/readyz does not answer: .*ECONNREFUSED.*\\n$`),
    );
  });
});
