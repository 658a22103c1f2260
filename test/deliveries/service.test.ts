import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startReceiver } from "../support/deliveries/receiver.ts";
import { faultOfSignature } from "../support/deliveries/specification.ts";
import { eventually, startTestService } from "../support/service/service.ts";

/** Neither may appear in a log. */
const SMTP = "smtp://me:smtp-password@127.0.0.1:1";

describe("the whole service", () => {
  it("sends what its threads enqueue, counts it, and puts no secret into the log", async () => {
    const receiver = await startReceiver();
    const service = await startTestService({
      flags: { "webhook-allow": "127.0.0.1", "log-level": "trace", "no-ingest": true },
      environment: { TOTEBOARD_SMTP_URL: SMTP },
    });
    const { commands } = service.context;
    const { id: keyId } = await commands.createKey({ name: "Ada", email: "ada@example.org", tier: "pro" });
    const hook = { keyId, name: "Mine", address: `${receiver.url}/hidden-path` };
    const made = await commands.createWebhook({ ...hook, target: "webhook" });
    const mail = await commands.createWebhook({ ...hook, target: "email", address: "ada@example.org" });
    const { id } = await commands.testWebhook({ keyId, id: made.webhook.id });
    await eventually("the message", () => receiver.received.length > 0);
    const [request] = receiver.received;
    assert.ok(request);
    assert.equal(request.headers["webhook-id"], id);
    assert.equal(faultOfSignature(request, made.secret ?? "", service.clock.running()), undefined);
    const { store } = service.context;
    await eventually(
      "its record",
      () => store.webhooks.get({ keyId, id: made.webhook.id }).failures === 0 && store.webhooks.count().waiting === 1,
    );
    await eventually(
      "the try to send an e-mail",
      () => store.webhooks.get({ keyId, id: mail.webhook.id }).failures === 1,
    );
    const [{ attempts } = { attempts: [] }] = store.webhooks.listDeliveries({ keyId, id: mail.webhook.id }, 1);
    assert.deepEqual([attempts[0]?.outcome, attempts[0]?.answer], ["unreachable", "ESOCKET"]);
    const metrics = await service.readMetrics();
    for (const line of [
      'toteboard_deliveries_total{target="webhook",outcome="delivered"} 1',
      'toteboard_deliveries_total{target="email",outcome="unreachable"} 1',
      "toteboard_delivery_queue_length 1",
    ]) {
      assert.ok(metrics.includes(line), line);
    }
    const logged = JSON.stringify(service.logged);
    for (const secret of [made.secret ?? "", "hidden-path", "smtp-password"])
      assert.ok(!logged.includes(secret), secret);
  });

  it("keeps what each of many changes of an alert at once asks", async () => {
    const service = await startTestService({ flags: { "no-ingest": true } });
    const { secret } = await service.context.commands.createKey({ name: "Ada", email: "ada@example.org", tier: "pro" });
    const ask = async (method: string, path: string, body: object) => {
      const headers = { "X-API-Key": secret, "Content-Type": "application/json" };
      const response = await fetch(service.url + path, { method, headers, body: JSON.stringify(body) });
      assert.ok(response.ok, String(response.status));
      return ((await response.json()) as { data: { id: string } }).data;
    };
    const { id } = await ask("POST", "/api/v1/alerts", { type: "source.stale" });
    const changes = { name: "Mine", once: true, cooldown_seconds: 60, hysteresis: 2, min_volume: 7, minutes: 90 };
    const path = `/api/v1/alerts/${id}`;
    await Promise.all(Object.entries(changes).map(([name, value]) => ask("PATCH", path, { [name]: value })));
    const after = await ask("PATCH", path, {});
    assert.deepEqual({ ...after, ...changes }, after);
  });

  it("stops while a receiver keeps it waiting, and sends that message again at the next start", async () => {
    const receiver = await startReceiver();
    receiver.answer = () => "never";
    const flags = { "webhook-allow": "127.0.0.1" };
    const first = await startTestService({ flags });
    const { commands } = first.context;
    const { id: keyId } = await commands.createKey({ name: "Ada", email: "ada@example.org", tier: "free" });
    const input = { keyId, target: "ntfy", name: "Mine", address: `${receiver.url}/topic` } as const;
    const { webhook } = await commands.createWebhook(input);
    await commands.testWebhook({ keyId, id: webhook.id });
    await eventually("the message", () => receiver.received.length === 1);
    await first.close();
    receiver.answer = () => ({ status: 200 });
    const second = await startTestService({ flags: { ...flags, db: first.config.db } });
    await eventually("it again", () => receiver.received.length === 2);
    assert.equal(receiver.received[0]?.body, receiver.received[1]?.body);
    const { store } = second.context;
    await eventually("its record", () => store.webhooks.count().waiting === 0);
  });
});
