import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eventually, startTestService } from "../support/service/service.ts";
import { fixedClock } from "../support/store/writer.ts";
import { openTestPayments, stripeEnvironment, TEST_STRIPE } from "../support/stripe/payments.ts";
import { startFakeStripe } from "../support/stripe/stripe.ts";

describe("a Stripe that never answers", () => {
  it("is given up on after the deadline for checkout, portal and the page of a payment", async () => {
    const { stripe, gate, ...patient } = await openTestPayments();
    const { secret } = await patient.subscribe();
    const { sessionId } = await patient.begin();
    const { secret: fresh } = await gate.make();
    const settings = { timeoutMs: 60_000, maxRetries: 2 };
    const test = await openTestPayments({ stripe, file: gate.writer.file, settings, deadlineMs: 1, hasPages: true });
    stripe.conditions.isSilent = true;
    for (const [path, key] of [
      ["/api/v1/checkout", fresh],
      ["/api/v1/billing/portal", secret],
    ] as const) {
      const { status, headers, json } = await test.gate.call("POST", path, key);
      assert.deepEqual([status, json.detail.error, headers["retry-after"]], [503, "payments_unavailable", "30"]);
    }
    const page = await test.gate.send(`/billing/success?session_id=${sessionId}`, { isAnonymous: true });
    assert.match(page.text, /payment is being confirmed/);
  });

  it("does not keep the service from stopping", async () => {
    const stripe = await startFakeStripe(fixedClock());
    const service = await startTestService({
      environment: stripeEnvironment(stripe.url),
      flags: { "no-ingest": true, "log-level": "info" },
    });
    const { secret } = await service.context.commands.createKey({
      name: "Ada",
      email: "ada@example.org",
      tier: "free",
    });
    stripe.conditions.isSilent = true;
    const asked = stripe.asked.length;
    const unanswered = fetch(`${service.url}/api/v1/checkout`, { method: "POST", headers: { "X-API-Key": secret } });
    await eventually("Stripe to be asked", () => stripe.asked.length > asked);
    await service.close();
    assert.equal((await unanswered).status, 503);
    assert.match(JSON.stringify(service.logged), /the service is stopping/);
    assert.ok(!JSON.stringify(service.logged).includes(TEST_STRIPE.secretKey));
  });
});
