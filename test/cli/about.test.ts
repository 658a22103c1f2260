import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { createRoutes } from "../../src/api/index.ts";
import { startServer } from "../../src/http/lifecycle.ts";
import { openTestApi, openTestContext } from "../support/service/api.ts";
import { findPort } from "../support/service/executable.ts";
import { leaveSettings, runMain } from "../support/service/process.ts";
import { startTestService } from "../support/service/service.ts";

leaveSettings();

async function describeWith(...argv: readonly string[]) {
  const { exitCode, stdout, stderr } = await runMain("openapi", ...argv);
  assert.deepEqual([exitCode, stderr], [0, ""]);
  return JSON.parse(stdout);
}

describe("toteboard openapi", () => {
  it("prints what a service with the same settings serves", async () => {
    const server = await openTestApi();
    const { json } = await server.get("/openapi.json");
    assert.deepEqual(await describeWith("--public-url", `${server.url}/`), json);
  });

  it("lists the platforms that are on, in parameters, answers and examples", async () => {
    const document = await describeWith("--platforms", "manifold,limitless");
    assert.deepEqual(document.components.schemas.Platform.enum, ["manifold", "limitless"]);
    assert.deepEqual(document.components.parameters.PlatformParameter.schema.items.enum, ["manifold", "limitless"]);
    const { responses } = document.paths["/api/v1/markets"].get;
    assert.equal(responses[200].content["application/json"].example.data[0].platform, "manifold");
  });

  it("names the address that a service on all addresses has on this machine", async () => {
    const document = await describeWith("--host", "0.0.0.0", "--port", "8081");
    assert.equal(document.servers[0].url, "http://127.0.0.1:8081");
  });
});

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
