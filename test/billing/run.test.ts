import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OperatorError } from "../../src/errors.ts";
import { leaveSettings, runMain } from "../support/service/process.ts";
import { eventually, startTestService, type TestService } from "../support/service/service.ts";
import { FORM_HEADERS, sessionOf } from "../support/service/session.ts";
import { fixedClock } from "../support/store/writer.ts";
import { openTestPayments, stripeEnvironment, TEST_STRIPE } from "../support/stripe/payments.ts";
import { openShop } from "../support/stripe/shop.ts";
import { startFakeStripe } from "../support/stripe/stripe.ts";
import { PRICE_ID, price } from "../support/stripe/stripe-objects.ts";

leaveSettings();

describe("the operator and a paying key", () => {
  it("is not set to free while it is billed; with --cancel-subscription the subscription ends and it can be bought again", async () => {
    const shop = await openShop();
    const service = await shop.serve();
    const { id, secret } = await shop.makeKey(service);
    const { subscriptionId } = await shop.pay(service, secret);
    const refused = await shop.command("keys", "set-tier", id, "--tier", "free");
    assert.equal(refused.exitCode, 1);
    assert.match(
      refused.stderr,
      new RegExp(`${subscriptionId}, which would go on being billed: add --cancel-subscription`),
    );
    assert.equal((await shop.show(id)).tier, "pro");
    const { exitCode, stdout } = await shop.command("keys", "set-tier", id, "--tier", "free", "--cancel-subscription");
    assert.equal(exitCode, 0);
    assert.match(
      stdout,
      new RegExp(`Subscription ${subscriptionId} is to be cancelled: the service does that within 3 minutes`),
    );
    await eventually("the service to know", () => service.context.access.keys.find(id)?.tier === "free");
    const again = await shop.command("keys", "set-tier", id, "--tier", "free");
    assert.equal(again.exitCode, 0, "it is not billed any more");
    await service.context.billing?.reconcile();
    assert.equal(shop.stripe.subscriptions.get(subscriptionId)?.status, "canceled");
    assert.equal((await shop.show(id)).subscription, null);
    assert.equal((await shop.post(service, "/api/v1/checkout", secret)).status, 200);
  });

  it("is on enterprise and pro again as the operator says, and free when its subscription ends", async () => {
    const shop = await openShop();
    const service = await shop.serve();
    const { id, secret } = await shop.makeKey(service);
    const { subscriptionId } = await shop.pay(service, secret);
    const enterprise = await shop.command("keys", "set-tier", id, "--tier", "enterprise");
    assert.match(enterprise.stdout, /goes on being billed; the end of it leaves the key on enterprise/);
    const pro = await shop.command("keys", "set-tier", id, "--tier", "pro");
    assert.match(pro.stdout, /is paid; the end of it returns the key to free/);
    assert.equal(await shop.notify(service, shop.stripe.move(subscriptionId, "canceled")), 200);
    assert.equal((await shop.show(id)).tier, "free");
  });
});

describe("the price of pro", () => {
  const pricing = async (service: TestService) => (await fetch(`${service.url}/pricing`)).text();
  const saysPublicUrl = ({ logged }: TestService) =>
    logged.some(({ msg }) => /payers are sent back to this machine's own address/.test(String(msg)));

  it("is the one in Stripe, kept for a start without it, and read again later", async () => {
    const shop = await openShop();
    const yearly = {
      interval: "year",
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    } as const;
    shop.stripe.prices.set(PRICE_ID, price({ id: PRICE_ID, currency: "eur", unit_amount: 49_050, recurring: yearly }));
    const first = await shop.serve();
    const text = await pricing(first);
    assert.match(text, /<p class="price">€490\.50 a year<\/p>/);
    assert.match(text, /€490\.50 a year/);
    assert.doesNotMatch(text, /\$/);
    await first.close();
    shop.stripe.conditions.refusesKey = true;
    const second = await shop.serve();
    assert.match(await pricing(second), /€490\.50 a year/);
    assert.equal(saysPublicUrl(second), false);
    await second.close();
  });

  it("is not made up where Stripe has not told it yet", async () => {
    const shop = await openShop();
    shop.stripe.mishaps.push(500, 500, 500);
    const service = await shop.serve({});
    const text = await pricing(service);
    if (!text.includes("$49 a month")) assert.match(text, /Shown before you pay/);
    await service.context.billing?.reconcile();
    await eventually("the price", async () => (await pricing(service)).includes("$49 a month"));
    assert.ok(saysPublicUrl(service));
  });

  it("stops the start where it is paid once, with advice", async () => {
    const shop = await openShop();
    shop.stripe.prices.set(PRICE_ID, price({ id: PRICE_ID, type: "one_time", recurring: null }));
    await assert.rejects(shop.serve(), (error) => {
      assert.ok(error instanceof OperatorError);
      assert.match(
        error.message,
        /price price_pro_monthly is paid once, .*make a recurring price in Stripe and set STRIPE_PRICE_ID/,
      );
      return true;
    });
  });
});

describe("a key of Stripe's that is refused", () => {
  it("is an error for the operator in the log, and a sentence to the buyer", async () => {
    const shop = await openShop();
    const service = await shop.serve();
    const { secret } = await shop.makeKey(service);
    shop.stripe.conditions.refusesKey = true;
    const { status, body } = await shop.post(service, "/api/v1/checkout", secret);
    assert.deepEqual([status, body.detail.error], [503, "payments_unavailable"]);
    assert.equal(body.detail.message, "payments are not available; the operator was told, try again later");
    const headers = { ...FORM_HEADERS, ...sessionOf(service.context, secret) };
    const form = await fetch(`${service.url}/pricing/upgrade`, { method: "POST", headers });
    assert.match(await form.text(), /Payments are not available; the operator was told/);
    // The pass of the start may be under way and fail too.
    const errors = service.logged.filter(({ level, msg }) => level === 50 && /creating a checkout/.test(String(msg)));
    assert.equal(errors.length, 2);
    for (const { msg } of errors) {
      assert.match(
        String(msg),
        /Stripe refuses payments .*STRIPE_SECRET_KEY is not valid any more: make a new key in Stripe/,
      );
    }
    assert.ok(!JSON.stringify(service.logged).includes("sk_test"));
  });
});

describe("a subscription that is moved to another price", () => {
  it("pays for pro no more, unless it was sold at that price, and does again when it is moved back", async () => {
    const shop = await openShop();
    const service = await shop.serve();
    const { id, secret } = await shop.makeKey(service);
    const { subscriptionId } = await shop.pay(service, secret);
    assert.equal(await shop.notify(service, shop.stripe.reprice(subscriptionId, "price_of_something_else")), 200);
    assert.equal((await shop.show(id)).tier, "free");
    assert.deepEqual((await shop.show(id)).subscription, { id: subscriptionId, status: "moved" });
    assert.equal((await shop.show(id)).tier_changes.at(-1)?.cause, "subscription_moved");
    assert.equal(await shop.notify(service, shop.stripe.reprice(subscriptionId, PRICE_ID)), 200);
    await eventually("pro", async () => (await shop.show(id)).tier === "pro");
    assert.equal((await shop.show(id)).tier_changes.at(-1)?.cause, "subscription_resumed");
    await service.close();
    // The plan gets dearer: who bought it before keeps it at the price it was sold at.
    shop.stripe.prices.set("price_dearer", price({ id: "price_dearer", unit_amount: 9900 }));
    const dearer = await startTestService({
      folder: shop.folder,
      clock: shop.clock,
      environment: { ...stripeEnvironment(shop.stripe.url), STRIPE_PRICE_ID: "price_dearer", TOTEBOARD_NO_INGEST: "1" },
    });
    assert.equal(await shop.notify(dearer, shop.stripe.tellOf(subscriptionId)), 200);
    assert.equal((await shop.show(id)).tier, "pro");
    assert.equal(await shop.notify(dearer, shop.stripe.reprice(subscriptionId, "price_dearer")), 200);
    assert.equal((await shop.show(id)).tier, "pro");
  });
});

describe("a key whose subscription pays for something else now", () => {
  it("can be bought again", async () => {
    const shop = await openShop();
    const service = await shop.serve();
    const { id, secret } = await shop.makeKey(service);
    const { subscriptionId: moved } = await shop.pay(service, secret);
    assert.equal(await shop.notify(service, shop.stripe.reprice(moved, "price_of_something_else")), 200);
    const { subscriptionId: bought } = await shop.pay(service, secret);
    const { tier, subscription } = await shop.show(id);
    assert.deepEqual([tier, subscription], ["pro", { id: bought, status: "live" }]);
    assert.equal((await shop.show(id)).tier_changes.at(-1)?.cause, "checkout_paid");
  });
});

describe("toteboard payments attach", () => {
  it("refuses what would not be true, and says what to do", async () => {
    const shop = await openShop();
    const service = await shop.serve();
    const { id, secret } = await shop.makeKey(service);
    const other = await shop.makeKey(service);
    const gone = await shop.makeKey(service);
    const { subscriptionId } = await shop.pay(service, secret);
    await service.context.commands.revokeKey({ id: gone.id });
    const ended = sellElsewhere(shop);
    shop.stripe.move(ended, "canceled");
    const refusals: readonly [readonly string[], number, RegExp][] = [
      [[], 2, /expected attach KEY SUBSCRIPTION/],
      [["attach", id], 2, /expected attach KEY SUBSCRIPTION/],
      [["attach", secret, subscriptionId], 1, /no key has the id 'tb_live_.{4}…/],
      [["attach", id, "sk_live_pasted"], 2, /the id of a subscription begins with sub_/],
      [["attach", "nobody", subscriptionId], 1, /no key has the id 'nobody'/],
      [["attach", gone.id, subscriptionId], 1, /is revoked/],
      [["attach", other.id, subscriptionId], 1, new RegExp(`belongs to key ${id}`)],
      [["attach", other.id, "sub_unknown"], 1, /Stripe does not know the subscription sub_unknown/],
      [["attach", other.id, ended], 1, /does not run/],
    ];
    for (const [args, exitCode, message] of refusals) {
      const result = await shop.command("payments", ...args);
      assert.deepEqual([result.exitCode, result.stdout], [exitCode, ""], result.stderr);
      assert.match(result.stderr, message);
    }
    assert.equal((await shop.show(other.id)).tier, "free");
    const plain = await runMain("payments", "attach", id, subscriptionId, "--db", shop.file);
    assert.match(plain.stderr, /payments are not set up here: set STRIPE_SECRET_KEY/);
    shop.stripe.conditions.refusesKey = true;
    const refused = await shop.command("payments", "attach", other.id, "sub_any");
    assert.match(refused.stderr, /make a new key in Stripe/);
  });

  it("takes a subscription at any price, which pays for pro then until it ends", async () => {
    const shop = await openShop();
    const service = await shop.serve();
    const { id } = await shop.makeKey(service);
    const subscriptionId = sellElsewhere(shop);
    shop.stripe.reprice(subscriptionId, "price_of_last_year");
    const attached = await shop.command("payments", "attach", id, subscriptionId);
    assert.deepEqual([attached.exitCode, attached.stderr], [0, ""]);
    assert.match(attached.stdout, new RegExp(`key ${id} is on pro; subscription ${subscriptionId} is paid;`));
    assert.equal(await shop.notify(service, shop.stripe.tellOf(subscriptionId)), 200);
    assert.equal((await shop.show(id)).tier, "pro");
    assert.equal(await shop.notify(service, shop.stripe.move(subscriptionId, "canceled")), 200);
    assert.equal((await shop.show(id)).tier, "free");
  });

  it("fails where what is on record does not pay, and says why", async () => {
    const shop = await openShop();
    const service = await shop.serve();
    const [moved, unwanted, unpaid] = [
      await shop.makeKey(service),
      await shop.makeKey(service),
      await shop.makeKey(service),
    ];
    const former = (await shop.pay(service, moved.secret)).subscriptionId;
    await shop.notify(service, shop.stripe.reprice(former, "price_of_something_else"));
    const cancelled = (await shop.pay(service, unwanted.secret)).subscriptionId;
    const owing = sellElsewhere(shop);
    shop.stripe.move(owing, "unpaid");
    await service.close();
    const setTier = await shop.command("keys", "set-tier", unwanted.id, "--tier", "free", "--cancel-subscription");
    assert.equal(setTier.exitCode, 0);
    const refusals: readonly [string, string, RegExp][] = [
      [moved.id, former, /is on free; subscription \S+ runs at a price that does not pay for pro/],
      [unwanted.id, cancelled, /is on free; subscription \S+ is to be cancelled/],
      [unpaid.id, owing, /is on free; subscription \S+ has an open bill/],
    ];
    for (const [id, subscriptionId, message] of refusals) {
      const result = await shop.command("payments", "attach", id, subscriptionId);
      assert.deepEqual([result.exitCode, result.stdout], [1, ""], result.stderr);
      assert.match(result.stderr, message);
    }
    assert.deepEqual((await shop.show(unpaid.id)).subscription, { id: owing, status: "unpaid" });
  });
});

/** A subscription that carries the id of no key. */
function sellElsewhere({ stripe }: Awaited<ReturnType<typeof openShop>>): string {
  return String(stripe.sessions.get(stripe.sellElsewhere({}).sessionId)?.subscription);
}

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
