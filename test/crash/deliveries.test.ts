import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { SharedClock } from "../../src/clock.ts";
import { createKey } from "../../src/store/accounts/keys.ts";
import { immediately } from "../../src/store/database/db.ts";
import { enqueueMessage } from "../../src/store/webhooks/deliveries.ts";
import { createWebhook } from "../../src/store/webhooks/webhooks.ts";
import { startReceiver } from "../support/deliveries/receiver.ts";
import { faultOfSignature } from "../support/deliveries/specification.ts";
import { waitUntilReady } from "../support/service/executable.ts";
import { startProgram } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
import { chancesOf, ROUNDS } from "./chances.ts";
import { openOwnDatabase } from "./own-database.ts";

const MESSAGES_A_ROUND = 20;
const HOOKS = 3;
const SERVE = ["serve", "--no-ingest", "--port", "0", "--webhook-allow", "127.0.0.0/8", "--log-level", "warn"];

describe("a service that is killed while it sends", () => {
  it(`has sent each message at least once, under one id, signed, after ${ROUNDS} kills`, async (t) => {
    const chance = chancesOf(7);
    const clock = new SharedClock();
    const { folder, db } = openOwnDatabase();
    const key = createKey(db, { name: "Ada", email: "ada@example.org", tier: "enterprise" }, clock.now());
    const receiver = await startReceiver();
    const secrets = Array.from({ length: HOOKS }, (_, hook) => {
      const input = { keyId: key.id, target: "webhook", name: "Mine", address: `${receiver.url}/${hook}` } as const;
      return createWebhook(db, input, clock.now()).secret ?? "";
    });
    const faults: string[] = [];
    receiver.answer = (request) => {
      const fault = faultOfSignature(request, secrets[Number(request.path.slice(1))] ?? "", clock.now());
      if (fault !== undefined) faults.push(fault);
      return { status: 204 };
    };
    const enqueued = new Map<string, number>();
    const enqueue = (data: object): void => {
      const message = { keyId: key.id, type: "market.closed", data, at: clock.now(), alertId: null };
      enqueued.set(
        immediately(db, () => enqueueMessage(db, message)),
        HOOKS,
      );
    };
    let requests = 0;
    const environment = { TOTEBOARD_PAGES_TIER: "free" };
    const live = async (isLast: boolean): Promise<void> => {
      const service = startProgram(SERVE, { folder, environment });
      const url = await waitUntilReady(service);
      const sending = (async () => {
        for (let message = 0; message < MESSAGES_A_ROUND; message++) {
          enqueue({ number: ++requests });
          await delay(chance() * 10);
        }
      })();
      const testing = sendTests(url, key.secret, enqueued);
      await delay(chance() * 400);
      if (!isLast) service.process.kill("SIGKILL");
      await Promise.all([sending, testing]);
      if (!isLast) return void assert.equal((await service.ended).signal, "SIGKILL");
      const waiting = db.prepare("SELECT count(*) FROM deliveries WHERE status <> 'delivered'").pluck();
      await eventually("all messages to be sent", () => waiting.get() === 0);
      service.process.kill("SIGTERM");
      const { exitCode, stderr } = await service.ended;
      assert.equal(exitCode, 0, stderr);
    };
    for (let round = 0; round < ROUNDS; round++) await live(false);
    await live(true);

    assert.deepEqual(faults, []);
    const bodies = new Map<string, string>();
    const sent = new Map<string, number>();
    for (const request of receiver.received) {
      const id = String(request.headers["webhook-id"]);
      const name = `${id} ${request.path}`;
      assert.equal(bodies.get(id) ?? request.body, request.body, "one id has one content");
      bodies.set(id, request.body);
      sent.set(name, (sent.get(name) ?? 0) + 1);
    }
    for (const [id, hooks] of enqueued) {
      const receivers = Array.from({ length: HOOKS }, (_, hook) => `${id} /${hook}`).filter((name) => sent.has(name));
      assert.equal(receivers.length, hooks, `${id} was sent to each of its webhooks`);
    }
    const repeated = [...sent.values()].filter((times) => times > 1).length;
    t.diagnostic(`${enqueued.size} messages, ${sent.size} deliveries, ${repeated} of them more than once`);
  });
});

/** Has test messages sent over the API until the service is killed; notes those that were acknowledged. */
async function sendTests(url: string, secret: string, enqueued: Map<string, number>): Promise<void> {
  try {
    const headers = { "X-API-Key": secret };
    const listed = (await (await fetch(`${url}/api/v1/webhooks`, { headers })).json()) as { data: { id: string }[] };
    for (let round = 0; round < 3; round++) {
      for (const { id } of listed.data) {
        const response = await fetch(`${url}/api/v1/webhooks/${id}/test`, { method: "POST", headers });
        const { data } = (await response.json()) as { data: { id: string } };
        assert.equal(response.status, 200);
        enqueued.set(data.id, 1);
      }
    }
  } catch (error) {
    // Killed before it answered: nothing was promised.
    assert.ok(!(error instanceof assert.AssertionError), String(error));
  }
}
