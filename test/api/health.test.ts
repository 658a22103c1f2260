import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestServer } from "../support/service/http.ts";
import { openTestContext } from "../support/service/test-context.ts";

describe("health", () => {
  it("is ok as long as the process answers", async () => {
    const server = await startTestServer(await openTestContext());
    const { status, headers, json } = await server.get("/healthz");
    assert.deepEqual([status, json, headers["cache-control"]], [200, { status: "ok" }, "no-store"]);
    assert.equal((await server.send("/healthz", { method: "HEAD" })).status, 200);
  });

  it("is ready while the database can be read, even when the writer restarts", async () => {
    const readiness = { check: () => ({ isReady: true, writer: "restarting" }) as const };
    const server = await startTestServer(await openTestContext({ readiness }));
    const { status, json } = await server.get("/readyz");
    assert.deepEqual([status, json], [200, { status: "ready", writer: "restarting" }]);
  });

  it("is not ready before that, and says what is waited for", async () => {
    const readiness = {
      check: () => ({ isReady: false, writer: "starting", reason: "demo data is being made" }) as const,
    };
    const server = await startTestServer(await openTestContext({ readiness }));
    const { status, headers, json } = await server.get("/readyz");
    assert.equal(status, 503);
    assert.equal(headers["retry-after"], "2");
    assert.deepEqual(json.detail, { error: "starting", message: "demo data is being made", writer: "starting" });
  });
});
