import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Answered, assertDocumented } from "../support/service/documented.ts";

const HEADERS = {
  "x-request-id": "5f0c1f3e-1a52-4c0e-9a43-0d3c55a5cf0e",
  "cache-control": "no-store",
  vary: "Accept-Encoding",
  "access-control-allow-origin": "*",
  "content-type": "application/json; charset=utf-8",
};

function answered(body: unknown, given: Partial<Answered> = {}): Answered {
  const bytes = Buffer.from(JSON.stringify(body));
  return { method: "GET", path: "/healthz", status: 200, headers: HEADERS, bytes, ...given };
}

const assertRefused = (answer: Answered, message: RegExp): void =>
  assert.throws(() => assertDocumented(["kalshi"], answer), { message });

describe("the check of answers against the description", () => {
  it("passes what is described", () => {
    assertDocumented(["kalshi"], answered({ status: "ok" }));
    assertDocumented(
      ["kalshi"],
      answered({ detail: { error: "not_found", message: "" } }, { path: "/x", status: 404 }),
    );
    assertDocumented(["kalshi"], answered("", { method: "HEAD", bytes: Buffer.alloc(0) }));
  });

  it("refuses a status, a member or a header that is not described or not there", () => {
    assertRefused(answered({ status: "ok" }, { status: 201 }), /GET \/healthz 201/);
    assertRefused(answered({ status: "ok", more: 1 }), /additionalProperty":"more/);
    assertRefused(answered({}), /missingProperty":"status/);
    assertRefused(answered({ status: "ok" }, { headers: { ...HEADERS, vary: "Origin" } }), /has Vary: Origin/);
    const { vary: _, ...without } = HEADERS;
    assertRefused(answered({ status: "ok" }, { headers: without }), /has no Vary/);
    assertRefused(answered({ status: "ok" }, { method: "HEAD" }), /has a body/);
  });

  it("wants the limits of a key told wherever it is counted", () => {
    const body = { detail: { error: "market_not_found", message: "" } };
    const path = "/api/v1/markets/kalshi/x/detail";
    const limits = { ratelimit: '"minute";r=1;t=60', "ratelimit-policy": '"minute";q=30;w=60' };
    assertDocumented(["kalshi"], answered(body, { path, status: 404, headers: { ...HEADERS, ...limits } }));
    assertRefused(answered(body, { path, status: 404 }), /has no RateLimit/);
  });
});
