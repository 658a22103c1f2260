import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "../support/properties.ts";
import { HOUR_MS } from "../support/store/builders.ts";
import { openTestPayments } from "../support/stripe/payments.ts";
import type { FakeEvent } from "../support/stripe/stripe.ts";
import { event, PRICE_ID } from "../support/stripe/stripe-objects.ts";

/** Whatever callers, payers, Stripe and the network do, in any order; numbers choose among what is there. */
const step = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("checkout", "pay", "tell", "come back") },
    { weight: 2, arbitrary: fc.constantFrom("pay slowly", "come", "fail", "expire", "tell again", "reconcile") },
    { weight: 2, arbitrary: fc.constantFrom("past_due", "unpaid", "active", "canceled") },
    { weight: 1, arbitrary: fc.constantFrom("twice", "revoke", "portal", "pro key", "wait", "break", "other price") },
    { weight: 1, arbitrary: fc.constantFrom("replay", "forge", "sell elsewhere") },
    { weight: 1, arbitrary: fc.constantFrom("refund", "refund a part", "dispute", "lose", "win", "delete customer") },
  ),
  at: fc.nat(5),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const test = await openTestPayments();
const { gate, stripe, billing } = test;

/** One world of two keys; what Stripe knows of them is the model that the stored tiers are held against. */
async function openWorld() {
  const keys = await Promise.all([gate.make(), gate.make()]);
  const untold: FakeEvent[] = [];
  const told: FakeEvent[] = [];
  /** Subscriptions whose end was told. */
  const ended = new Set<string>();
  /** Subscriptions whose payment was given back. */
  const returned = new Set<string>();
  const disputes: { readonly disputeId: string; readonly subscriptionId: string }[] = [];
  const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)];
  const keyAt = (at: number) => pick(keys, at) ?? assert.fail("no key");
  const isOurs = (id: string | null): boolean => keys.some((key) => key.id === id);
  const sessions = (status?: string) =>
    [...stripe.sessions.values()].filter(
      (one) => isOurs(one.client_reference_id) && (status === undefined || one.status === status),
    );
  const made = () => sessions().filter(({ success_url }) => success_url !== null);
  const subscriptions = () =>
    [...stripe.subscriptions.values()].filter(({ metadata }) => isOurs(metadata.toteboard_key_id ?? null));

  const tell = async (one: FakeEvent | undefined): Promise<void> => {
    if (one === undefined) return;
    const { status } = await test.notify(one);
    if (status === 503) {
      // Stripe failed when it was asked about this, and sends it again.
      untold.push(one);
      return;
    }
    assert.equal(status, 200);
    told.push(one);
    if (one.type === "customer.subscription.deleted") ended.add((one.data.object as { id: string }).id);
  };
  const forged = (id: string): FakeEvent => {
    const object = { ...stripe.sessions.values().next().value, client_reference_id: id, payment_status: "paid" };
    return event({ id: `evt_forged_${id}`, type: "checkout.session.completed", created: 1, object });
  };
  const payable = () => sessions("open").filter(({ success_url }) => success_url !== null);
  const under = (status: string) => sessions("complete").filter(({ payment_status }) => payment_status === status);

  const actions: Readonly<Record<string, (at: number) => unknown>> = {
    checkout: (at) => test.checkout(keyAt(at).secret),
    twice: (at) => Promise.all([test.checkout(keyAt(at).secret), test.checkout(keyAt(at).secret)]),
    revoke: (at) => gate.call("DELETE", `/api/v1/keys/${keyAt(at).id}`, keyAt(at).secret),
    portal: (at) => gate.call("POST", "/api/v1/billing/portal", keyAt(at).secret),
    "pro key": (at) => gate.call("POST", "/api/v1/keys?name=a&email=a@b.co&tier=pro", keyAt(at).secret),
    pay: (at) => forSome(payable(), at, ({ id }) => untold.push(stripe.pay(id))),
    "pay slowly": (at) => forSome(payable(), at, ({ id }) => untold.push(stripe.pay(id, "processing"))),
    come: (at) => forSome(unresolved(), at, ({ id }) => untold.push(stripe.resolve(id, "succeeded"))),
    fail: (at) => forSome(unresolved(), at, ({ id }) => untold.push(stripe.resolve(id, "failed"))),
    expire: (at) => forSome(payable(), at, ({ id }) => untold.push(stripe.expire(id))),
    past_due: (at) => moveSome("past_due", at),
    unpaid: (at) => moveSome("unpaid", at),
    active: (at) => moveSome("active", at),
    canceled: (at) => moveSome("canceled", at),
    "other price": (at) =>
      forSome(subscriptions(), at, ({ id }) => untold.push(stripe.reprice(id, "price_of_something_else"))),
    refund: (at) =>
      forSome(settled(), at, ({ id }) => {
        returned.add(id);
        untold.push(stripe.refund(id));
      }),
    "refund a part": (at) => forSome(settled(), at, ({ id }) => untold.push(stripe.refund(id, 100))),
    dispute: (at) =>
      forSome(settled(), at, ({ id }) => {
        const { disputeId, event } = stripe.dispute(id);
        disputes.push({ disputeId, subscriptionId: id });
        untold.push(event);
      }),
    lose: (at) =>
      forSome(disputes, at, ({ disputeId, subscriptionId }) => {
        returned.add(subscriptionId);
        untold.push(stripe.decide(disputeId, "lost"));
      }),
    win: (at) => forSome(disputes, at, ({ disputeId }) => untold.push(stripe.decide(disputeId, "won"))),
    "delete customer": (at) => forSome(settled(), at, ({ id }) => untold.push(stripe.deleteCustomer(id))),
    tell: (at) => tell(untold.splice(at % Math.max(1, untold.length), 1)[0]),
    "tell again": (at) => tell(pick(told, at)),
    replay: async (at) => {
      const old = pick(told, at);
      if (old !== undefined) assert.equal((await test.notify(old, { at: gate.clock.now() - HOUR_MS })).status, 400);
    },
    forge: async (at) => {
      assert.equal((await test.notify(forged(keyAt(at).id), { secret: "whsec_guessed" })).status, 400);
    },
    "sell elsewhere": (at) => tell(stripe.sellElsewhere({ client_reference_id: keyAt(at).id }).event),
    "come back": (at) => forSome(made(), at, ({ id }) => billing.refresh(id).catch(() => undefined)),
    reconcile: () => billing.reconcile(),
    wait: () => gate.clock.advance(2 * HOUR_MS),
    break: () => stripe.mishaps.push(500),
  };
  const unresolved = () =>
    under("unpaid").filter(
      ({ subscription }) => stripe.subscriptions.get(String(subscription))?.status === "incomplete",
    );
  /** Subscriptions that were paid for. */
  const settled = () =>
    subscriptions().filter(({ id, status }) => isSoldHere(id) && ["active", "past_due", "unpaid"].includes(status));
  const forSome = async <T>(all: readonly T[], at: number, work: (one: T) => unknown): Promise<void> => {
    const one = pick(all, at);
    if (one !== undefined) await work(one);
  };
  const moveSome = (status: "past_due" | "unpaid" | "active" | "canceled", at: number) =>
    forSome(
      subscriptions().filter((one) => !["canceled", "incomplete", "incomplete_expired"].includes(one.status)),
      at,
      ({ id }) => untold.push(stripe.move(id, status)),
    );
  const paidFor = (id: string): boolean =>
    made().some(
      (one) => one.client_reference_id === id && one.payment_status === "paid" && !ended.has(String(one.subscription)),
    );

  return {
    run: async ({ kind, at }: Step) => void (await (actions[kind] ?? assert.fail(kind))(at)),

    /** Holds at any time. */
    assertSafe(): void {
      for (const { id } of keys) if (test.tierOf(id) !== "free") assert.ok(paidFor(id), "pro was paid for");
    },

    /** Holds once all was told and asked. */
    async assertSettled(): Promise<void> {
      stripe.mishaps.length = 0;
      for (const one of untold.splice(0)) await tell(one);
      for (const { id } of sessions("open")) stripe.expire(id);
      for (let pass = 0; pass < 2; pass++) {
        gate.clock.advance(2 * HOUR_MS);
        await billing.reconcile();
      }
      for (const { id } of keys) {
        const isRevoked = gate.access.keys.find(id)?.revokedAt !== null;
        const own = subscriptions().filter((one) => one.metadata.toteboard_key_id === id && isSoldHere(one.id));
        const live = own.filter(({ status }) => status === "active" || status === "past_due");
        const paying = live.filter(({ items }) => items.data[0]?.price.id === PRICE_ID);
        assert.ok(paying.length <= 1, "nobody pays twice");
        assert.ok(
          live.every((one) => !returned.has(one.id)),
          "nothing goes on whose payment was given back",
        );
        if (isRevoked) assert.deepEqual(live, [], "nobody pays for a revoked key");
        assert.equal(test.tierOf(id), paying.length === 1 ? "pro" : "free");
      }
    },

    end,
  };

  /** Leaves nothing behind that the next world would be asked about. */
  async function end(): Promise<void> {
    for (const { id } of subscriptions()) await tell(stripe.move(id, "canceled"));
  }

  function isSoldHere(subscriptionId: string): boolean {
    return made().some(({ subscription }) => subscription === subscriptionId);
  }
}

describe("payments", () => {
  it("make a key pro if and only if it is being paid for, whatever happens in whatever order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: "max" }), async (steps) => {
        const world = await openWorld();
        for (const one of steps) {
          gate.clock.advance(1000);
          await world.run(one);
          world.assertSafe();
        }
        await world.assertSettled();
        await world.end();
      }),
      { numRuns: 50 },
    );
  });
});
