import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { leaveSettings, runMain } from "../support/service/process.ts";

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
