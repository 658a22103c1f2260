import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SharedClock } from "../../src/clock.ts";
import { waitUntilReady } from "../support/service/executable.ts";
import { startProgram } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
import { openTestPayments, stripeEnvironment, TEST_STRIPE } from "../support/stripe/payments.ts";
import { startFakeStripe } from "../support/stripe/stripe.ts";

describe("a Stripe that never answers", () => {
  it("is given up on after the deadline for checkout, portal and the page of a payment, and works again later", async () => {
    const settings = { timeoutMs: 60_000, maxRetries: 2 };
    const test = await openTestPayments({ settings, deadlineMs: 200, hasPages: true });
    const { secret } = await test.subscribe();
    const { sessionId } = await test.begin();
    const { secret: fresh } = await test.gate.make();
    test.stripe.conditions.isSilent = true;
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

  it("keeps checkout from taking 10 s, and SIGTERM from taking longer", async () => {
    const stripe = await startFakeStripe(new SharedClock());
    const service = startProgram(["serve", "--port", "0", "--no-ingest"], {
      environment: stripeEnvironment(stripe.url),
    });
    const url = await waitUntilReady(service);
    const made = await fetch(`${url}/api/v1/keys?name=Ada&email=ada@example.org`, { method: "POST" });
    const { data } = (await made.json()) as { data: { key: string } };
    stripe.conditions.isSilent = true;
    const checkout = () => fetch(`${url}/api/v1/checkout`, { method: "POST", headers: { "X-API-Key": data.key } });
    const askedAt = performance.now();
    assert.equal((await checkout()).status, 503);
    assert.ok(performance.now() - askedAt < 10_000);
    const before = stripe.asked.length;
    const unanswered = checkout();
    await eventually("Stripe to be asked", () => stripe.asked.length > before);
    const sentAt = performance.now();
    service.process.kill("SIGTERM");
    assert.equal((await unanswered).status, 503);
    const { exitCode, stderr } = await service.ended;
    assert.equal(exitCode, 0, stderr);
    assert.ok(performance.now() - sentAt < 5_000, "it does not wait for Stripe");
    assert.ok(!stderr.includes(TEST_STRIPE.secretKey));
  });
});
