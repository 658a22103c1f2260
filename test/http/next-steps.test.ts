import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ERROR_STATUS, type ErrorCode } from "../../src/errors.ts";
import { ERROR_TEXTS } from "../../src/http/error-schema.ts";
import { openTestApi } from "../support/service/api.ts";

const gate = await openTestApi({ hasTestKey: false });
const { id, secret } = await gate.make();
const revoked = await gate.make();
await gate.access.commands.revokeKey({ id: revoked.id });

/** What is met by asking, and what the message says to do next. */
const met: readonly (readonly [target: string, secret: string, code: ErrorCode, advice: RegExp])[] = [
  ["GET /api/v1/nothing", secret, "not_found", /; see \/docs for all endpoints$/],
  ["GET /api/v1//markets", secret, "not_found", /; see \/docs for all endpoints$/],
  ["GET /api/v1/markets/kalshi/X", secret, "not_found", /; see \/api\/v1\/markets\/kalshi\/X\/detail$/],
  ["GET /api/v1/markets/kalshi/X/", secret, "not_found", /; see \/api\/v1\/markets\/kalshi\/X\/detail$/],
  ["GET /api/v1/markets/kalshi/X/detail", secret, "market_not_found", /; find ids with \/api\/v1\/search/],
  ["GET /api/v1/events/kalshi/X", secret, "event_not_found", /; find ids with \/api\/v1\/search/],
  ["GET /api/v1/questions/q0", secret, "question_not_found", /; find questions with \/api\/v1\/questions/],
  [`DELETE /api/v1/keys/${revoked.id}`, secret, "key_not_found", /; see GET \/api\/v1\/keys/],
  ["POST /api/v1/keys?name=a&email=a@b.co&tier=pro", secret, "payment_required", /make a free key, then/],
  ["PUT /api/v1/markets", secret, "method_not_allowed", /GET, HEAD, OPTIONS are$/],
  ["POST /api/v1/checkout", secret, "payments_not_configured", /the operator creates pro keys with/],
  [`GET /api/v1/markets?q=${"x".repeat(17_000)}`, secret, "uri_too_long", /; ask for less at a time$/],
];

describe("an error", () => {
  for (const [target, key, code, advice] of met) {
    it(`says what to do next: ${code} for ${target.slice(0, 60)}`, async () => {
      const [method = "", path = ""] = target.split(" ");
      const { status, json } = await gate.call(method, path, key);
      assert.deepEqual([status, json.detail.error], [ERROR_STATUS[code], code]);
      assert.match(json.detail.message, advice);
    });
  }

  it("of a key on a paid plan leads to the page of plans", async () => {
    const pro = await gate.make({ tier: "pro" });
    const { json } = await gate.call("POST", "/api/v1/checkout", pro.secret);
    assert.equal(json.detail.message, "this key is on pro already; manage its plan on the page /pricing");
  });

  it("of a secret that was replaced says which one to send", async () => {
    const { key } = (await gate.call("POST", `/api/v1/keys/${id}/rotate`, secret)).json.data;
    assert.match((await gate.get("/api/v1/markets", secret)).json.detail.message, /; send the new one$/);
    assert.equal((await gate.get("/api/v1/markets", key)).status, 200);
  });

  it("is described with a message that goes on after saying what is wrong", () => {
    for (const [code, { message }] of Object.entries(ERROR_TEXTS)) {
      assert.match(message, /[;:,.] \S|try again/, code);
    }
  });
});
