import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { SharedClock } from "../../src/clock.ts";
import { waitUntilReady } from "../support/service/executable.ts";
import { runProgram, startProgram, temporaryFolder } from "../support/service/process.ts";
import { stripeEnvironment, WEBHOOK } from "../support/stripe/payments.ts";
import { type FakeEvent, sign, startFakeStripe } from "../support/stripe/stripe.ts";

const clock = new SharedClock();

describe("killed without warning between a payment's notification and its effect", () => {
  it("the service applies it once, when it is told again", async () => {
    const stripe = await startFakeStripe(clock);
    const folder = temporaryFolder();
    const environment = stripeEnvironment(stripe.url);
    const serve = async () => {
      const service = startProgram(["serve", "--port", "0", "--no-ingest"], { folder, environment });
      return { service, url: await waitUntilReady(service) };
    };
    const paid: { id: string; told: FakeEvent }[] = [];
    // Only real time, cut off at different moments, shows that no moment loses a payment.
    for (const waitMs of [0, 2, 5, 10]) {
      const { service, url } = await serve();
      const { id, sessionId } = await begin(url);
      const told = stripe.pay(sessionId);
      void notify(url, told).catch(() => undefined);
      await delay(waitMs);
      service.process.kill("SIGKILL");
      assert.equal((await service.ended).signal, "SIGKILL");
      paid.push({ id, told });
    }
    const { service, url } = await serve();
    for (const { told } of [...paid, ...paid]) assert.equal((await notify(url, told)).status, 200);
    for (const { id } of paid) {
      const { stdout } = await runProgram(["keys", "show", id, "--json"], { folder });
      const { tier, tier_changes } = JSON.parse(stdout);
      assert.equal(tier, "pro");
      assert.equal(tier_changes.length, 1);
    }
    service.process.kill("SIGTERM");
    const { exitCode, stderr } = await service.ended;
    assert.equal(exitCode, 0, stderr);
  });
});

async function begin(url: string): Promise<{ id: string; sessionId: string }> {
  const post = async (path: string, key?: string) => {
    const reply = await fetch(`${url}/api/v1/${path}`, { method: "POST", headers: key ? { "X-API-Key": key } : {} });
    return ((await reply.json()) as { data: Record<string, string> }).data;
  };
  const { id = "", key = "" } = await post("keys?name=Ada&email=ada@example.org");
  const { session_id: sessionId = "" } = await post("checkout", key);
  return { id, sessionId };
}

function notify(url: string, told: FakeEvent): Promise<Response> {
  const { body, signature } = sign(told, clock.now());
  return fetch(`${url}${WEBHOOK}`, { method: "POST", body, headers: { "Stripe-Signature": signature } });
}
