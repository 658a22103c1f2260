import assert from "node:assert/strict";
import { createServer } from "node:net";
import { describe, it } from "node:test";
import { Webhook } from "standardwebhooks";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/clock.ts";
import { MAX_HOURLY_MESSAGES } from "../../src/store/webhooks/deliveries.ts";
import { createWebhook, endWebhook } from "../../src/store/webhooks/webhooks.ts";
import { openTestDeliveries } from "../support/deliveries/deliveries.ts";
import { startReceiver } from "../support/deliveries/receiver.ts";
import { faultOfSignature } from "../support/deliveries/specification.ts";
import { listen } from "../support/service/listen.ts";
import { eventually } from "../support/service/service.ts";

/** The waits that the documentation promises, after the first try. */
const WAITS_MS = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS],
  ...[20 * HOUR_MS, 24 * HOUR_MS],
];

/** A key with a webhook at a receiver of its own. */
async function openHooked(options: Parameters<typeof openTestDeliveries>[0] = {}) {
  const [test, receiver] = await Promise.all([openTestDeliveries(options), startReceiver()]);
  const { id: keyId, secret } = await test.make();
  const hook = await test.hook(secret, { target: "webhook", url: `${receiver.url}/hook?token=hidden` });
  const enqueue = (type = "market.closed") => test.enqueue({ keyId, type });
  return {
    ...{ test, receiver, keyId, secret, hook, enqueue },
    log: () => test.deliveries(secret, hook.id),
    state: async () => (await test.ask("GET", "/api/v1/webhooks", secret)).json.data[0],
    advance: async (ms: number) => {
      test.clock.advance(ms);
      await test.flush();
    },
  };
}

describe("a webhook of the operator", () => {
  it("may be on this machine, where those of keys may not", async () => {
    const test = await openTestDeliveries({ config: { webhookAllow: [] } });
    const receiver = await startReceiver();
    await test.access.commands.createWebhook({ keyId: null, target: "webhook", name: "", address: receiver.url });
    test.enqueue();
    await test.flush();
    assert.deepEqual([receiver.received.length, test.tries[0]?.outcome], [1, "delivered"]);
    const { id: keyId } = await test.make();
    await test.access.commands.createWebhook({ keyId, target: "webhook", name: "", address: receiver.url });
    test.enqueue({ keyId });
    await test.flush();
    assert.deepEqual([receiver.received.length, test.tries[1]?.outcome], [1, "forbidden"]);
  });
});

describe("a message to a webhook", () => {
  it("is signed so that the library and the specification accept it", async () => {
    const { test, receiver, hook, enqueue } = await openHooked();
    // The library reads the machine's own clock.
    test.clock.fixAt(new Date(performance.timeOrigin + performance.now()).getTime());
    const id = enqueue();
    await test.flush();
    const [request, ...more] = receiver.received;
    assert.ok(request);
    assert.equal(more.length, 0);
    assert.deepEqual([request.method, request.path, request.headers["webhook-id"]], ["POST", "/hook?token=hidden", id]);
    const read = new Webhook(hook.secret).verify(request.body, request.headers as Record<string, string>);
    assert.deepEqual(read, JSON.parse(request.body));
    assert.deepEqual(Object.keys(JSON.parse(request.body)), ["type", "timestamp", "data"]);
    assert.equal(faultOfSignature(request, hook.secret, test.clock.now()), undefined);
    assert.equal(
      faultOfSignature({ ...request, body: `${request.body} ` }, hook.secret, test.clock.now()),
      "no signature fits",
    );
  });

  it("has two signatures for a day after a rotation, then one", async () => {
    const { test, receiver, secret, hook, enqueue, advance } = await openHooked();
    const { json } = await test.ask("POST", `/api/v1/webhooks/${hook.id}/rotate`, secret);
    const accepts = () => {
      const request = receiver.received.at(-1);
      assert.ok(request);
      return [hook.secret, json.data.secret].map(
        (one) => faultOfSignature(request, one, test.clock.now()) === undefined,
      );
    };
    assert.notEqual(json.data.secret, hook.secret);
    assert.equal(json.data.previous_expires_at, new Date(test.clock.now() + DAY_MS).toISOString());
    enqueue();
    await advance(DAY_MS - 1);
    assert.deepEqual(accepts(), [true, true]);
    enqueue();
    await advance(1);
    assert.deepEqual(accepts(), [false, true]);
  });

  it("is answered once the beginning of an answer is read that does not end", async () => {
    const { receiver, enqueue, log, advance } = await openHooked({ timeoutMs: 600_000 });
    const headers = { "Content-Length": "1000000" };
    receiver.answer = () => ({ status: 500, headers, body: "x".repeat(2000) });
    enqueue();
    void advance(0);
    const attempt = await eventually("the end of the try", async () => (await log())[0]?.attempts[0]);
    assert.deepEqual([attempt.outcome, attempt.answer], ["refused", "x".repeat(1024)]);
  });

  it("is tried at the promised times with the same id, and given up after ten tries", async () => {
    const { test, secret, hook, receiver, enqueue, log, advance } = await openHooked();
    receiver.answer = () => ({ status: 500, body: "no" });
    const id = enqueue();
    await advance(0);
    for (const [index, waitMs] of WAITS_MS.entries()) {
      await advance(waitMs - 1);
      assert.equal(receiver.received.length, index + 1, `try ${index + 2} is not made too soon`);
      // A tenth more is the most that chance adds.
      await advance(1 + waitMs / 10);
      assert.equal(receiver.received.length, index + 2, `try ${index + 2} is made in time`);
    }
    await advance(5 * DAY_MS);
    assert.equal(receiver.received.length, 10);
    assert.deepEqual([...new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))], [id]);
    const [delivery] = await log();
    assert.deepEqual([delivery.status, delivery.next_try_at, delivery.attempts.length], ["failed", null, 10]);
    assert.deepEqual(
      [delivery.attempts[0].outcome, delivery.attempts[0].status_code, delivery.attempts[0].answer],
      ["refused", 500, "no"],
    );
    await test.ask("POST", `/api/v1/webhooks/${hook.id}/deliveries/${id}/replay`, secret);
    await advance(0);
    assert.deepEqual([receiver.received.length, (await log())[0].status], [11, "waiting"], "it begins again");
  });

  it("arrives in order, one at a time, and a retried one later", async () => {
    const { test, receiver, enqueue, advance } = await openHooked();
    let open = 0;
    receiver.answer = ({ body }) => {
      assert.equal(++open, 1);
      queueMicrotask(() => open--);
      return { status: body.includes('"b"') && receiver.received.length < 4 ? 503 : 200 };
    };
    for (const type of ["a", "b", "c"]) enqueue(type);
    await test.flush();
    await advance(6 * SECOND_MS);
    assert.deepEqual(
      receiver.received.map(({ body }) => JSON.parse(body).type),
      ["a", "b", "c", "b"],
    );
  });

  it("waits as long as Retry-After says, in seconds or as a date, with all that follow", async () => {
    const { test, receiver, enqueue, advance } = await openHooked();
    const date = new Date(Math.ceil(test.clock.now() / 1000) * 1000 + 3 * HOUR_MS).toUTCString();
    for (const [value, waitMs] of [
      ["120", 120 * SECOND_MS],
      [date, 3 * HOUR_MS - 120 * SECOND_MS],
    ] as const) {
      receiver.received.length = 0;
      receiver.answer = () => ({ status: 429, headers: { "Retry-After": value } });
      enqueue();
      await test.flush();
      enqueue();
      await advance(waitMs - 2 * SECOND_MS);
      assert.equal(receiver.received.length, 1, value);
      receiver.answer = () => ({ status: 204 });
      await advance(3 * SECOND_MS);
      assert.equal(receiver.received.length, 3, value);
    }
  });

  it("waits for nothing once the owner has enabled the webhook again", async () => {
    const { test, receiver, secret, hook, enqueue } = await openHooked();
    receiver.answer = () => ({ status: 429, headers: { "Retry-After": "7200" } });
    enqueue();
    await test.flush();
    receiver.answer = () => ({ status: 204 });
    for (const enabled of [false, true]) await test.ask("PATCH", `/api/v1/webhooks/${hook.id}`, secret, { enabled });
    enqueue();
    await test.flush();
    assert.equal(receiver.received.length, 2);
  });

  it("leaves a webhook deleted that is deleted while it answers 410", async () => {
    const { test, receiver, keyId, hook, enqueue, state } = await openHooked();
    receiver.answer = () => {
      endWebhook(test.writer.db, { keyId, id: hook.id });
      return { status: 410 };
    };
    enqueue();
    await test.flush();
    assert.deepEqual([receiver.received.length, await state()], [1, undefined]);
  });

  it("ends a webhook that answers 410", async () => {
    const { test, receiver, enqueue, log, state } = await openHooked();
    receiver.answer = () => ({ status: 410 });
    enqueue();
    await test.flush();
    const { state: shown, reason } = await state();
    assert.deepEqual([shown, reason, (await log())[0].status], ["disabled", "gone", "failed"]);
    enqueue();
    await test.flush();
    assert.equal(receiver.received.length, 1);
  });

  it("disables a webhook after five days of failure, and sends on once its owner enables it", async () => {
    const { test, receiver, secret, hook, enqueue, state, advance } = await openHooked();
    receiver.answer = () => ({ status: 500 });
    enqueue();
    await advance(0);
    for (let hours = 0; hours < 119; hours++) await advance(HOUR_MS);
    enqueue();
    await advance(0);
    assert.deepEqual([(await state()).state, (await state()).failures], ["enabled", 11]);
    await advance(2 * HOUR_MS);
    const { state: shown, reason } = await state();
    assert.deepEqual([shown, reason], ["disabled", "failing"]);
    receiver.answer = () => ({ status: 200 });
    const before = receiver.received.length;
    await test.ask("PATCH", `/api/v1/webhooks/${hook.id}`, secret, { enabled: true });
    const enabled = await state();
    assert.deepEqual([enabled.failures, enabled.failing_since], [0, null], "what failed before counts no more");
    await advance(DAY_MS);
    assert.equal(receiver.received.length, before + 1, "what waited is sent");
    const after = await state();
    assert.deepEqual([after.state, after.reason, after.failures, after.failing_since], ["enabled", null, 0, null]);
  });

  it("follows no redirect", async () => {
    const { test, receiver, enqueue, log } = await openHooked();
    receiver.answer = ({ path }) =>
      path.startsWith("/hook") ? { status: 307, headers: { Location: `${receiver.url}/elsewhere` } } : { status: 200 };
    enqueue();
    await test.flush();
    assert.equal(receiver.received.length, 1);
    const [{ attempts }] = await log();
    assert.deepEqual([attempts[0].outcome, attempts[0].status_code], ["refused", 307]);
    assert.match(attempts[0].answer, /redirects are not followed/);
  });

  it("keeps 1,024 bytes of the answer, without the secrets that it repeats", async () => {
    const { test, receiver, secret, hook, enqueue, log } = await openHooked();
    const { json } = await test.ask("POST", `/api/v1/webhooks/${hook.id}/rotate`, secret);
    const secrets = `${hook.secret} ${json.data.secret}`;
    receiver.answer = ({ path }) => ({ status: 200, body: `${secrets} ${path} ${"é".repeat(100_000)}` });
    enqueue();
    await test.flush();
    const [{ status, attempts }] = await log();
    assert.equal(status, "delivered");
    assert.ok(Buffer.byteLength(attempts[0].answer) <= 1024 + 8);
    assert.match(attempts[0].answer, /^… … … é/);
    assert.doesNotMatch(attempts[0].answer, /whsec_|hidden/);
  });

  it("fails at a receiver that answers nothing in time, and delays no other", async () => {
    const { test, receiver, enqueue, keyId, log } = await openHooked({ timeoutMs: 300 });
    receiver.answer = () => "never";
    const [other, swift] = await Promise.all([test.make(), startReceiver()]);
    await test.hook(other.secret, { target: "webhook", url: `${swift.url}/` });
    for (let message = 0; message < 3; message++) {
      enqueue();
      test.enqueue({ keyId: other.id });
    }
    test.sender.runDue();
    swift.answer = () => {
      assert.equal(receiver.received.length <= 1, true, "the first one is still waiting");
      return { status: 204 };
    };
    await test.sender.whenIdle();
    assert.equal(swift.received.length, 3);
    assert.deepEqual(
      (await log()).map(({ attempts }) => attempts[0].outcome),
      ["timeout", "timeout", "timeout"],
    );
    assert.equal(test.tries.filter(({ outcome }) => outcome === "delivered").length, 3);
    assert.ok(test.tries.slice(0, 3).every(({ outcome }) => outcome === "delivered"));
    assert.ok(keyId);
  });

  for (const [what, status, ms] of [
    ["slow", 204, 4 * SECOND_MS],
    ["failing", 500, 0],
  ] as const) {
    it(`finds room while more receivers are ${what} than are tried at once`, async () => {
      const [test, slow, swift] = await Promise.all([
        openTestDeliveries({ timeoutMs: 1000 }),
        startReceiver(),
        startReceiver(),
      ]);
      for (let count = 0; count < 300; count++)
        createWebhook(
          test.writer.db,
          { keyId: null, target: "webhook", name: "", address: slow.url },
          test.clock.now(),
        );
      slow.answer = () => {
        test.clock.advance(ms);
        return { status };
      };
      test.enqueue();
      await test.flush();
      slow.answer = () => "never";
      // What failed is due again.
      test.clock.advance(6 * SECOND_MS);
      const { id, secret } = await test.make();
      await test.hook(secret, { target: "webhook", url: swift.url });
      test.enqueue();
      test.sender.runDue();
      test.enqueue({ keyId: id });
      const { length } = test.tries;
      let ended: number | undefined;
      swift.answer = () => {
        ended = test.tries.length - length;
        return { status: 204 };
      };
      await test.flush();
      assert.equal(ended, 0, `no ${what} one was waited for`);
    });
  }

  it("gives receivers that were slow once all the room again after they were swift", async (context) => {
    const [test, receiver] = await Promise.all([openTestDeliveries({ timeoutMs: 60_000 }), startReceiver()]);
    const hooks = 300;
    for (let count = 0; count < hooks; count++) {
      const target = { keyId: null, target: "webhook", name: "", address: receiver.url } as const;
      createWebhook(test.writer.db, target, test.clock.now());
    }
    for (const ms of [4 * SECOND_MS, 0]) {
      receiver.answer = () => {
        test.clock.advance(ms);
        return { status: 204 };
      };
      test.enqueue();
      await test.flush();
    }
    receiver.answer = () => "never";
    test.enqueue();
    const begun = context.mock.method(test.context.store.webhooks, "findNext");
    test.sender.runDue();
    assert.equal(begun.mock.callCount(), 256);
    await eventually("as many to be asked at once as may be", () => receiver.received.length === 2 * hooks + 256, {
      deadlineMs: 30_000,
    });
  });

  it("fails at a port where nobody listens, and at a connection that ends early", async () => {
    const { test, secret, enqueue, hook, log } = await openHooked();
    const port = await listen(createServer((socket) => socket.destroy()));
    for (const at of [port, 1]) {
      await test.ask("PATCH", `/api/v1/webhooks/${hook.id}`, secret, { url: `http://127.0.0.1:${at}/` });
      enqueue();
      await test.flush();
      const [{ attempts }] = await log();
      assert.deepEqual([attempts[0].outcome, attempts[0].status_code], ["unreachable", null]);
      assert.match(attempts[0].answer, /^(ECONNREFUSED|ECONNRESET|the connection ended early)$/);
    }
  });

  it("is sent again, under the same id, where the writer could not record the try", async () => {
    const { test, receiver, enqueue } = await openHooked();
    const id = enqueue();
    await test.flush();
    // As a kill between the answer and its record leaves it.
    test.writer.db.exec(
      "DELETE FROM delivery_attempts; UPDATE deliveries SET status = 'waiting', tries = 0; UPDATE webhooks SET next_at = 0",
    );
    await test.flush();
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers["webhook-id"]),
      [id, id],
    );
  });

  it("that cannot be made into a request is tried at its times, not at once for ever", async () => {
    const { test, enqueue, log } = await openHooked();
    for (const [column, value] of [
      ["address", "no address with hidden"],
      ["secret", "whsec_"],
    ] as const) {
      test.writer.db.prepare(`UPDATE webhooks SET ${column} = ?`).run(value);
      enqueue();
      await test.flush();
      const [{ status, attempts }] = await log();
      assert.deepEqual([status, attempts.length, attempts[0].outcome], ["waiting", 1, "unreachable"]);
    }
    assert.doesNotMatch(JSON.stringify(test.logged), /hidden/);
  });

  it("never puts a secret, a token or an address into the log", async () => {
    const { test, receiver, hook, enqueue, advance } = await openHooked();
    for (const answer of [{ status: 500, body: "no" }, { status: 410 }]) {
      receiver.answer = () => answer;
      enqueue();
      await advance(10 * SECOND_MS);
    }
    const logged = JSON.stringify([test.logged, test.writer.logged]);
    for (const secret of [hook.secret, "hidden", "/hook"]) assert.ok(!logged.includes(secret), secret);
  });
});

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
