import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestPayments } from "../support/stripe/payments.ts";

const test = await openTestPayments();
const openPortal = (secret?: string) => test.gate.call("POST", "/api/v1/billing/portal", secret);

describe("POST /api/v1/billing/portal", () => {
  it("gives Stripe's page for the calling key's subscription", async () => {
    const { secret } = await test.subscribe();
    const { status, headers, json } = await openPortal(secret);
    assert.deepEqual([status, headers["cache-control"]], [200, "no-store"]);
    assert.match(json.data.portal_url, /^https:\/\/billing\.stripe\.test\//);
  });

  it("knows none for a key that has no subscription, had one, or was made pro by the operator", async () => {
    const free = await test.gate.make();
    const pro = await test.gate.make({ tier: "pro" });
    const ended = await test.subscribe();
    await test.notify(test.stripe.move(ended.subscriptionId, "canceled"));
    for (const { secret } of [free, pro, ended]) {
      const { status, json } = await openPortal(secret);
      assert.deepEqual([status, json.detail.error], [404, "not_found"]);
    }
  });

  it("says so when Stripe does not answer", async () => {
    const { secret } = await test.subscribe();
    test.stripe.mishaps.push(502);
    assert.equal((await openPortal(secret)).json.detail.error, "payments_unavailable");
  });
});
