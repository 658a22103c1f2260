import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRoutes } from "../../../src/api/index.ts";
import { openDemoProvider } from "../../../src/billing/open-provider.ts";
import { createPages } from "../../../src/web/index.ts";
import { openTestApi } from "../../support/service/api.ts";
import { openTestPayments } from "../../support/stripe/payments.ts";

const test = await openTestPayments({ hasPages: true });
const { gate, stripe } = test;
const comeBack = (sessionId: string) => gate.send(`/billing/success?session_id=${sessionId}`, { isAnonymous: true });

const provider = openDemoProvider(() => "http://127.0.0.1:1");
const routes = [...createRoutes({ platforms: ["kalshi"] }), ...createPages({ isDemo: true, platforms: [] })];
const demoGate = await openTestApi({ hasTestKey: false, provider, routes });
const send = (method: string, path: string) => demoGate.send(path, { method, isAnonymous: true });

async function begin() {
  const { id, secret } = await demoGate.make();
  const { json } = await demoGate.call("POST", "/api/v1/checkout", secret);
  const { pathname } = new URL(json.data.checkout_url);
  const tier = (): unknown => demoGate.writer.value("SELECT tier FROM keys WHERE key_id = ?", id);
  return { secret, path: pathname, tier };
}

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

describe("the demo's payment page", () => {
  it("says what it is, and is paid without anything but its address", async () => {
    const { path, tier } = await begin();
    assert.match(path, /^\/demo\/pay\/demo_[0-9a-f]{48}$/);
    assert.match((await send("GET", path)).text, /replaces the payment provider/);
    await demoGate.context.billing?.readPrice();
    assert.match((await send("GET", path)).text, /\$49 a month/);
    const { status, headers } = await send("POST", `${path}/pay`);
    assert.equal(status, 303);
    assert.equal(headers["content-type"], undefined);
    assert.equal(tier(), "free", "the page alone grants nothing");
    assert.match((await send("GET", String(headers.location))).text, /your key is on Pro/);
    assert.equal(tier(), "pro");
  });

  it("can be used once, and known to nobody else", async () => {
    const { path } = await begin();
    assert.equal((await send("POST", `${path}/pay`)).status, 303);
    for (const method of ["GET", "POST"]) {
      assert.equal((await send(method, method === "GET" ? path : `${path}/pay`)).status, 404);
    }
    assert.equal((await send("POST", "/demo/pay/demo_guess/pay")).status, 404);
    assert.equal((await send("GET", "/demo/portal/guess")).status, 404);
  });

  it("leads back without paying", async () => {
    const { path, secret, tier } = await begin();
    const { headers } = await send("POST", `${path}/cancel`);
    assert.equal(headers.location, "/billing/cancelled");
    assert.equal(tier(), "free");
    const { json } = await demoGate.call("POST", "/api/v1/checkout", secret);
    assert.equal(new URL(json.data.checkout_url).pathname, path, "it can still be paid");
  });

  it("has a page beside it that ends the subscription, and plan pro with it", async () => {
    const { path, secret, tier } = await begin();
    await send("GET", String((await send("POST", `${path}/pay`)).headers.location));
    const { json } = await demoGate.call("POST", "/api/v1/billing/portal", secret);
    const portal = new URL(json.data.portal_url).pathname;
    const back = /href="\/pricing">Back to plans and prices</;
    const active = (await send("GET", portal)).text;
    assert.match(active, /is active.*Cancel subscription/s);
    assert.match(active, back);
    const cancelled = (await send("POST", `${portal}/cancel`)).text;
    assert.match(cancelled, /is cancelled/);
    assert.match(cancelled, back);
    assert.doesNotMatch(cancelled, /Cancel subscription/);
    assert.equal(tier(), "free");
    assert.match((await send("GET", portal)).text, /is cancelled/);
  });

  it("is closed with the key", async () => {
    const { path, secret, tier } = await begin();
    const { json } = await demoGate.call("GET", "/api/v1/keys", secret);
    await demoGate.call("DELETE", `/api/v1/keys/${json.data[0].id}`, secret);
    await demoGate.context.billing?.reconcile();
    assert.equal((await send("POST", `${path}/pay`)).status, 404);
    assert.equal(tier(), "free");
  });

  it("is not there outside the demo", () => {
    const paths = createPages({ isDemo: false, platforms: [] }).map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => path.startsWith("/demo")),
      [],
    );
  });
});
