import assert from "node:assert/strict";
import { join } from "node:path";
import type { Flags } from "../../../src/config.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import { runMain, temporaryFolder } from "../service/process.ts";
import { eventually, startTestService, type TestService } from "../service/service.ts";
import { runningClock } from "../store/writer.ts";
import { stripeEnvironment, WEBHOOK } from "./payments.ts";
import { type FakeEvent, sign, startFakeStripe } from "./stripe.ts";

/** A whole service beside the stand-in for Stripe, and the command line on the same database; call leaveSettings first. */
export async function openShop() {
  const folder = temporaryFolder();
  const clock = runningClock();
  const provider = await startFakeStripe(clock);
  const environment = stripeEnvironment(provider.url);
  const serve = (flags: Flags = { "public-url": "https://tote.example.org" }): Promise<TestService> =>
    startTestService({ folder, flags, clock, environment: { ...environment, TOTEBOARD_NO_INGEST: "1" } });
  const file = join(folder, "toteboard.db");
  const command = async (...args: string[]) => {
    Object.assign(process.env, environment);
    try {
      return await runMain(...args, "--db", file);
    } finally {
      for (const name of Object.keys(environment)) delete process.env[name];
    }
  };
  const post = async (service: TestService, path: string, key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { "X-API-Key": key };
    // A writer whose disk is slow refuses what waits for it.
    return eventually(`an answer to ${path}`, async () => {
      const reply = await fetch(`${service.url}${path}`, { method: "POST", headers });
      const body = (await reply.json()) as { data: Record<string, string>; detail: Detail };
      return body.detail?.error === "unavailable" ? undefined : { status: reply.status, body };
    });
  };
  const notify = async (service: TestService, event: FakeEvent): Promise<number> => {
    const { body, signature } = sign(event, clock.now());
    const headers = { "Stripe-Signature": signature };
    return (await fetch(`${service.url}${WEBHOOK}`, { method: "POST", body, headers })).status;
  };
  const makeKey = async (service: TestService) => {
    const { body } = await post(service, "/api/v1/keys?name=Ada&email=ada@example.org");
    return { id: body.data.id ?? "", secret: body.data.key ?? "" };
  };
  const open = async (service: TestService, secret: string): Promise<string> =>
    (await post(service, "/api/v1/checkout", secret)).body.data.session_id ?? "";
  const pay = async (service: TestService, secret: string) => {
    const sessionId = await open(service, secret);
    const paid = provider.pay(sessionId);
    assert.equal(await notify(service, paid), 200);
    return { paid, subscriptionId: String(provider.sessions.get(sessionId)?.subscription) };
  };
  const show = async (id: string): Promise<Shown> => JSON.parse((await command("keys", "show", id, "--json")).stdout);
  /** Changes the stored rows by hand. */
  const change = (statements: string): void => {
    const db = openDatabase(file, "read-write", undefined);
    db.exec(statements);
    db.close();
  };
  /** Forgets all payments, as a backup from before them does. */
  const forget = (): void => change("DELETE FROM subscriptions; DELETE FROM checkouts; UPDATE keys SET tier = 'free'");
  return {
    ...{ clock, stripe: provider, folder, file, serve, command, change, forget },
    ...{ post, notify, makeKey, open, pay, show },
  };
}

interface Detail {
  readonly error: string;
  readonly message: string;
}

interface Shown {
  readonly revoked_at: string | null;
  readonly tier: string;
  readonly subscription: { readonly id: string; readonly status: string } | null;
  readonly tier_changes: readonly { readonly cause: string }[];
}
