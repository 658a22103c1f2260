import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MAX_HOURLY_MESSAGES } from "../../src/store/webhooks/deliveries.ts";
import { openTestDeliveries } from "../support/deliveries/deliveries.ts";
import { HOUR_MS } from "../support/store/builders.ts";

const HOOK = { target: "webhook", url: "https://example.org/hook" };

/** A key with two webhooks, of which alerts send to the first. */
async function openHooks() {
  const api = await openTestDeliveries();
  const { writer } = api;
  const { secret } = await api.make({ tier: "pro" });
  const { id } = await api.hook(secret, HOOK);
  const other = await api.hook(secret, { ...HOOK, url: "https://example.org/other" });
  const keyId = String(writer.value("SELECT key_id FROM webhooks LIMIT 1"));
  return {
    api,
    other: other.id,
    send(count: number, alertId: string | null, webhookId = id): void {
      for (let sent = 0; sent < count; sent++) api.enqueue({ keyId, alertId, webhookIds: [webhookId] });
    },
    pass(ms: number): void {
      writer.clock.fixAt(writer.clock.now() + ms);
      writer.writer.alerts.lookAtTime();
    },
    count: (type: string, webhookId = id): unknown =>
      writer.value(
        `SELECT count(*) FROM deliveries JOIN webhooks USING (webhook_key)
         WHERE type = '${type}' AND webhook_id = '${webhookId}'`,
      ),
    lastBody: () =>
      JSON.parse(String(writer.value("SELECT body FROM deliveries ORDER BY delivery_key DESC LIMIT 1"))) as unknown,
  };
}

describe("a webhook that alerts flood", () => {
  it("gets a hundred messages in an hour, then one that says how many were held back", async () => {
    const { api, other, send, pass, count, lastBody } = await openHooks();
    const since = new Date(api.clock.now()).toISOString();
    send(MAX_HOURLY_MESSAGES + 2, "a1");
    send(5, "a2");
    assert.equal(count("market.price_crossed"), MAX_HOURLY_MESSAGES);
    pass(HOUR_MS - 1);
    assert.equal(count("alerts.held_back"), 0);
    pass(1);
    assert.equal(count("alerts.held_back"), 1);
    assert.equal(count("alerts.held_back", other), 0);
    assert.deepEqual(lastBody(), {
      type: "alerts.held_back",
      timestamp: new Date(api.clock.now()).toISOString(),
      data: {
        title: "7 messages were held back",
        text:
          `A webhook gets 100 messages of alerts in an hour. Held back since ${since}:\na2: 5\na1: 2\n` +
          "A narrower scope or a longer cooldown makes them fewer.",
        messages: 7,
        since,
        alerts: [
          { alert_id: "a2", alert_name: "", messages: 5 },
          { alert_id: "a1", alert_name: "", messages: 2 },
        ],
      },
    });
    send(1, "a1");
    assert.equal(count("market.price_crossed"), MAX_HOURLY_MESSAGES + 1, "an hour after the first");
    pass(HOUR_MS);
    assert.equal(count("alerts.held_back"), 1, "once");
    send(1, "a1");
    assert.equal(count("market.price_crossed"), MAX_HOURLY_MESSAGES + 2);
  });

  it("still gets what no alert sends, and other webhooks get all", async () => {
    const { other, send, count } = await openHooks();
    send(MAX_HOURLY_MESSAGES + 1, "a1");
    send(1, null);
    assert.equal(count("market.price_crossed"), MAX_HOURLY_MESSAGES + 1);
    send(3, "a1", other);
    assert.equal(count("market.price_crossed", other), 3);
  });
});
