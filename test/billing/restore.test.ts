import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { leaveSettings } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
import { openShop } from "../support/stripe/shop.ts";

leaveSettings();

describe("after a restore", () => {
  it("who paid since is on pro, who stopped is not, and nobody else changes, at the first start", async () => {
    const shop = await openShop();
    let service = await shop.serve();
    const keys = await Promise.all([1, 2, 3, 4].map(() => shop.makeKey(service)));
    const [payer, leaver, returner, bystander] = keys;
    assert.ok(payer && leaver && returner && bystander);
    const left = await shop.pay(service, leaver.secret);
    const first = await shop.pay(service, returner.secret);
    // Open in the backup, and expired by the time it is restored.
    const stale = await shop.open(service, payer.secret);
    const backup = join(shop.folder, "backup.db");
    assert.equal((await shop.command("backup", backup)).exitCode, 0);
    shop.stripe.expire(stale);
    const bought = await shop.pay(service, payer.secret);
    await shop.notify(service, shop.stripe.move(left.subscriptionId, "canceled"));
    await shop.notify(service, shop.stripe.move(first.subscriptionId, "canceled"));
    const second = await shop.pay(service, returner.secret);
    const lost = await shop.makeKey(service);
    const orphan = await shop.pay(service, lost.secret);
    await service.close();
    // A page of the list is full, so that the next one has to be asked for.
    for (let number = 0; number < 120; number++) shop.stripe.sellElsewhere({ client_reference_id: bystander.id });
    const { stdout } = await shop.command("restore", backup);
    assert.match(stdout, /1 key was made since the backup and gone:\n {2}\S+ {2}Ada <ada@example.org>/);
    assert.match(
      stdout,
      new RegExp(`2 keys were moved to another tier since the backup:(.|\n)*${payer.id} .*back from pro to free`),
    );
    assert.match(stdout, /brought up to date when the service starts/);
    // Stripe is away at first: it is tried again until it answers.
    shop.stripe.mishaps.push(500, 500, 500, 500, 500, 500, 500);
    service = await shop.serve();
    shop.stripe.mishaps.length = 0;
    await eventually("payments to be reconciled", async () => {
      await service.context.billing?.reconcile();
      const tiers = await Promise.all(keys.map(async ({ id }) => (await shop.show(id)).tier));
      return tiers.join(" ") === "pro free pro free";
    });
    assert.deepEqual((await shop.show(payer.id)).subscription, { id: bought.subscriptionId, status: "live" });
    assert.deepEqual((await shop.show(returner.id)).subscription, { id: second.subscriptionId, status: "live" });
    const complaints = service.logged.filter(({ level, subscription }) => level === 50 && subscription);
    assert.deepEqual(
      complaints.map(({ subscription, key }) => [subscription, key]),
      [[orphan.subscriptionId, lost.id]],
    );
    // The operator makes the payer of the lost key another one.
    const made = await shop.makeKey(service);
    const attached = await shop.command("payments", "attach", made.id, orphan.subscriptionId);
    assert.deepEqual([attached.exitCode, attached.stderr], [0, ""]);
    assert.match(
      attached.stdout,
      new RegExp(`key ${made.id} is on pro; subscription ${orphan.subscriptionId} is paid;`),
    );
    assert.equal(shop.stripe.subscriptions.get(orphan.subscriptionId)?.metadata.toteboard_key_id, made.id);
    assert.equal(await shop.notify(service, shop.stripe.move(orphan.subscriptionId, "canceled")), 200);
    assert.equal((await shop.show(made.id)).tier, "free");
    assert.equal((await shop.show(payer.id)).tier_changes.at(-1)?.cause, "checkout_paid");
    assert.equal((await shop.show(made.id)).tier_changes.at(0)?.cause, "subscription_attached");
  });

  it("who paid at a former price is on pro, where a subscription on record from before prices were noted had it too", async () => {
    const shop = await openShop();
    const service = await shop.serve();
    const [early, late] = [await shop.makeKey(service), await shop.makeKey(service)];
    const first = await shop.pay(service, early.secret);
    const backup = join(shop.folder, "backup.db");
    await shop.pay(service, late.secret);
    const second = shop.stripe.subscriptions.get(String([...shop.stripe.subscriptions.keys()].at(-1)));
    assert.ok(second);
    await service.close();
    shop.change(`DELETE FROM subscriptions WHERE subscription_id = '${second.id}'; DELETE FROM checkouts;
      UPDATE keys SET tier = 'free' WHERE key_id = '${late.id}'; UPDATE subscriptions SET price_id = NULL`);
    assert.equal((await shop.command("backup", backup)).exitCode, 0);
    for (const id of [first.subscriptionId, second.id]) shop.stripe.reprice(id, "price_of_last_year");
    assert.equal((await shop.command("restore", backup)).exitCode, 0);
    const again = await shop.serve();
    await eventually("payments to be reconciled", async () => (await shop.show(late.id)).tier === "pro");
    assert.equal((await shop.show(early.id)).tier, "pro");
    await again.close();
  });

  it("a payment that is not on record is attached by a notification too, and only if it is ours", async () => {
    const shop = await openShop();
    const service = await shop.serve();
    const { id, secret } = await shop.makeKey(service);
    const { paid, subscriptionId } = await shop.pay(service, secret);
    await service.close();
    shop.forget();
    // Until Stripe answers, the service learns nothing at its start.
    shop.stripe.conditions.refusesKey = true;
    const again = await shop.serve();
    await again.context.billing?.reconcile();
    shop.stripe.conditions.refusesKey = false;
    const elsewhere = shop.stripe.sellElsewhere({ client_reference_id: id, metadata: { toteboard_key_id: id } });
    assert.equal(await shop.notify(again, elsewhere.event), 200);
    assert.equal((await shop.show(id)).tier, "free", "an email or a reference alone proves nothing");
    shop.stripe.mishaps.push(500, 500, 500);
    assert.equal(await shop.notify(again, paid), 503, "so that Stripe sends it again");
    assert.equal(await shop.notify(again, paid), 200);
    assert.equal((await shop.show(id)).tier, "pro");
    await again.close();
    shop.forget();
    const third = await shop.serve();
    await eventually("the payment", async () => (await shop.show(id)).subscription?.id === subscriptionId);
    await third.close();
  });

  it("what was revoked or rotated since stays so, and the rest is as in the backup", async () => {
    const shop = await openShop();
    const service = await shop.serve();
    const [revoked, rotated, kept] = await Promise.all([1, 2, 3].map(() => shop.makeKey(service)));
    assert.ok(revoked && rotated && kept);
    const backup = join(shop.folder, "backup.db");
    assert.equal((await shop.command("backup", backup)).exitCode, 0);
    const { commands } = service.context;
    await commands.revokeKey({ id: revoked.id });
    const { secret } = await commands.rotateKey({ id: rotated.id, graceHours: 0 });
    const made = await shop.makeKey(service);
    const { subscriptionId } = await shop.pay(service, made.secret);
    await service.close();
    const plain = await shop.command("restore", backup);
    assert.match(plain.stdout, new RegExp(`1 key was revoked since the backup, which is kept:\n {2}${revoked.id}`));
    assert.ok((await shop.show(revoked.id)).revoked_at);
    const restored = await shop.serve();
    assert.deepEqual(
      await statusesOf(restored, revoked.secret, rotated.secret, secret, kept.secret),
      [401, 401, 200, 200],
    );
    await restored.close();
    assert.match(
      plain.stdout,
      new RegExp(`1 key was rotated since the backup, which is kept: their new secrets go on:\n {2}${rotated.id}`),
    );
    assert.match(plain.stdout, new RegExp(`1 key was made since the backup and gone:\n {2}${made.id}`));
    const [, replaced = ""] = /what was there before is (\S+)\n$/.exec(plain.stdout) ?? [];
    assert.ok(plain.stdout.includes(`'toteboard restore ${replaced}'`), plain.stdout);
    assert.equal((await shop.command("restore", replaced)).exitCode, 0);
    const third = await shop.serve();
    assert.deepEqual(
      await statusesOf(third, revoked.secret, rotated.secret, secret, made.secret),
      [401, 401, 200, 200],
    );
    assert.deepEqual((await shop.show(made.id)).subscription, { id: subscriptionId, status: "live" });
    await third.close();
  });
});

/** How the service answers each of these keys. */
const statusesOf = ({ url }: { readonly url: string }, ...secrets: readonly string[]): Promise<number[]> =>
  Promise.all(
    secrets.map(async (secret) => (await fetch(`${url}/api/v1/markets`, { headers: { "X-API-Key": secret } })).status),
  );
