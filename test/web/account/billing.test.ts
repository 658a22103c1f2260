import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestPayments } from "../../support/stripe/payments.ts";

const test = await openTestPayments({ hasPages: true });
const { gate, stripe } = test;
const comeBack = (sessionId: string) => gate.send(`/billing/success?session_id=${sessionId}`, { isAnonymous: true });

describe("GET /billing/success", () => {
  it("upgrades the key without any webhook, and shows neither key nor id", async () => {
    const { id, secret, sessionId } = await test.begin();
    stripe.pay(sessionId);
    const { status, headers, text } = await comeBack(sessionId);
    assert.deepEqual([status, headers["cache-control"]], [200, "no-store"]);
    assert.match(text, /your key is on Pro/);
    assert.ok(!text.includes(secret) && !text.includes(id));
    assert.equal(test.tierOf(id), "pro");
    assert.equal((await gate.get("/api/v1/usage", secret)).status, 200);
  });

  it("says what there is to wait for, and offers to look again", async () => {
    const { sessionId } = await test.begin();
    stripe.pay(sessionId, "processing");
    const { text } = await comeBack(sessionId);
    assert.match(text, /being confirmed/);
    assert.match(text, new RegExp(`href="/billing/success\\?session_id=${sessionId}"`));
    stripe.resolve(sessionId, "failed");
    assert.match((await comeBack(sessionId)).text, /Nothing was paid/);
  });

  it("asks Stripe once for visits at the same time, and no more once all is settled", async () => {
    const { sessionId } = await test.begin();
    stripe.pay(sessionId);
    const before = stripe.asked.length;
    await Promise.all([1, 2, 3].map(() => comeBack(sessionId)));
    await comeBack(sessionId);
    assert.equal(stripe.asked.length - before, 1);
  });

  it("tells that a payment was received for a key that is not on pro any more", async () => {
    const { sessionId, subscriptionId } = await test.subscribe();
    await test.notify(stripe.move(subscriptionId, "canceled"));
    assert.match((await comeBack(sessionId)).text, /no longer on Pro/);
  });

  it("knows no other session, whatever Stripe says", async () => {
    const { sessionId } = stripe.sellElsewhere({});
    const before = stripe.asked.length;
    for (const id of [sessionId, "cs_unknown", "%3Cscript%3E"]) {
      const { status, text, headers } = await comeBack(id);
      assert.equal(status, 404);
      assert.match(String(headers["content-type"]), /html/);
      assert.doesNotMatch(text, /<script>/);
    }
    assert.equal((await gate.send("/billing/success", { isAnonymous: true })).status, 404);
    assert.equal(stripe.asked.length, before);
  });
});
