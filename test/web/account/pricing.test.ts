import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isSecret } from "../../../src/domain/accounts/keys.ts";
import { PLANS } from "../../../src/domain/accounts/plans.ts";
import { pricingPage } from "../../../src/web/account/pricing.ts";
import { createPages } from "../../../src/web/index.ts";
import { toDocument } from "../../../src/web/page/layout.ts";
import { openTestApi } from "../../support/service/api.ts";
import { FORM_HEADERS, sessionOf } from "../../support/service/session.ts";
import { openTestPayments } from "../../support/stripe/payments.ts";

const test = await openTestPayments({ hasPages: true });
const { gate, stripe } = test;
const get = (path: string) => gate.send(path, { isAnonymous: true });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}, to = gate) => {
  const body = new URLSearchParams(fields).toString();
  return to.send(path, { method: "POST", body, headers: { ...FORM_HEADERS, ...headers }, isAnonymous: true });
};
/** Sends a form of the page of plans as who has signed in with this secret. */
const send = (form: "upgrade" | "manage", secret: string) =>
  post(`/pricing/${form}`, {}, sessionOf(gate.context, secret));
const secretsIn = (text: string): string[] => [
  ...new Set((text.match(/tb_live_[0-9A-Za-z]+/g) ?? []).filter(isSecret)),
];

describe("GET /pricing", () => {
  it("shows the plans with their prices and limits", async () => {
    const { status, headers, text } = await get("/pricing");
    assert.equal(status, 200);
    assert.equal(headers["content-type"], "text/html; charset=utf-8");
    for (const { name } of PLANS) assert.ok(text.includes(`>${name}</h2>`));
    const limits = [...text.matchAll(/<dd>([^<]*)<\/dd>/g)].map(([, limit]) => limit);
    const free = ["30", "1,000", "10,000"];
    const pro = ["300", "50,000", "500,000"];
    assert.deepEqual(limits, [...free, ...pro, "1,000", "unlimited", "unlimited"]);
    const allowances = [...text.matchAll(/<li>([^<]*webhooks?)</g)].map(([, line]) => line);
    assert.deepEqual(allowances, ["3 alerts, 1 webhook", "200 alerts, 10 webhooks", "2,000 alerts, 50 webhooks"]);
    const prices = [...text.matchAll(/<p class="price">([^<]*)</g)].map(([, price]) => price);
    assert.deepEqual(prices, ["Free of charge", "$49 a month", "By agreement"]);
  });

  it("offers no payment and names no price where there is none", async () => {
    const plain = await openTestApi({ hasTestKey: false, routes: createPages({ isDemo: false, platforms: [] }) });
    const { text } = await plain.get("/pricing");
    assert.match(text, /No plan is sold here/);
    assert.doesNotMatch(text, /toteboard keys/);
    assert.doesNotMatch(text, /\$|<form method="post"/);
    const body = "name=Ada&email=ada%40example.org";
    const made = await plain.send("/keys/make", { method: "POST", body, headers: FORM_HEADERS });
    assert.doesNotMatch(made.text, /Upgrade to Pro/);
  });

  it("has links that work where a proxy serves it below a path", () => {
    const site = { origin: () => "https://example.org/tote", listensAt: () => {} };
    const context = { ...gate.context, site };
    const { text } = toDocument(context, pricingPage(context));
    const paths = [...text.matchAll(/(?:href|src|action)="([^"#][^"]*)"/g)].map(([, path = ""]) => path);
    assert.deepEqual(
      paths.filter((path) => !path.startsWith("/tote/")),
      [],
    );
  });
});

describe("the form for the key that one has signed in with", () => {
  it("leads to the page where the key is paid for, and says nothing of the key but its beginning", async () => {
    const { secret } = await gate.make();
    const { status, headers, text } = await send("upgrade", secret);
    assert.deepEqual([status, headers["cache-control"]], [200, "no-store"]);
    const [, url = ""] = /href="(https:[^"]+)"/.exec(text) ?? [];
    assert.equal(url, (await test.checkout(secret)).json.data.checkout_url);
    assert.deepEqual(secretsIn(text), []);
    assert.ok(text.includes(secret.slice(0, 12)));
  });

  it("is shown to who has signed in alone, and offers no upgrade of a plan that is paid", async () => {
    const { text } = await get("/pricing");
    assert.match(text, /href="\/keys#sign-in">Sign in<.*href="\/keys#new-key">Create a key</s);
    const pageOf = async (tier: "free" | "pro") => {
      const { secret } = await gate.make({ tier });
      return (await gate.send("/pricing", { headers: sessionOf(gate.context, secret), isAnonymous: true })).text;
    };
    assert.match(await pageOf("free"), /on the Free plan\..*Upgrade to Pro – \$49 a month/s);
    assert.doesNotMatch(await pageOf("pro"), /Upgrade to Pro/);
  });

  it("offers to manage a subscription only where there is one", async () => {
    const pageOf = async (secret: string) =>
      (await gate.send("/pricing", { headers: sessionOf(gate.context, secret), isAnonymous: true })).text;
    const [free, given] = [await gate.make(), await gate.make({ tier: "pro" })];
    assert.doesNotMatch(await pageOf(free.secret), /Manage subscription/);
    assert.doesNotMatch(await pageOf(given.secret), /Manage subscription/);
    assert.match(await pageOf(given.secret), /The operator of this service has set up its plan/);
    const { secret, subscriptionId } = await test.subscribe();
    assert.match(await pageOf(secret), /formaction="\/pricing\/manage">Manage subscription</);
    assert.match((await send("manage", secret)).text, /Continue to the provider/);
    await test.notify(stripe.move(subscriptionId, "canceled"));
    const ended = await pageOf(secret);
    assert.match(ended, /Upgrade to Pro/);
    assert.doesNotMatch(ended, /Manage subscription/);
  });

  it("marks the plan of the key and offers none that it has already", async () => {
    const actionsOf = async (tier: "free" | "pro" | "enterprise") => {
      const { secret } = await gate.make({ tier });
      const { text } = await gate.send("/pricing", { headers: sessionOf(gate.context, secret), isAnonymous: true });
      const cards = text.split('<section class="plan"').slice(1);
      return cards.map((card) => /<p class="actions">(.*?)<\/p>/s.exec(card)?.[1]?.replace(/<[^>]*>/g, ""));
    };
    const ask = "Ask the operator of this service.";
    assert.deepEqual(await actionsOf("free"), ["Your plan", "Choose Pro", ask]);
    assert.deepEqual(await actionsOf("pro"), ["Get a key", "Your plan", ask]);
    assert.deepEqual(await actionsOf("enterprise"), ["Get a key", "Part of your plan.", "Your plan"]);
  });

  it("says what is wrong for who is signed out, and with a key on pro", async () => {
    const out = await post("/pricing/upgrade", {});
    assert.equal(out.status, 401);
    assert.match(out.text, /role="alert"[^>]*>You are signed out/);
    const pro = await send("upgrade", (await gate.make({ tier: "pro" })).secret);
    assert.equal(pro.status, 409);
    assert.match(pro.text, /role="alert"[^>]*>This key is on pro already/);
  });

  it("is read as a form alone", async () => {
    const { status } = await post("/pricing/upgrade", {}, { "Content-Type": "application/json" });
    assert.equal(status, 415);
    assert.equal((await post("/pricing/upgrade", { email: "a".repeat(20_000) })).status, 413);
  });
});

describe("the page of a new key", () => {
  it("leads on to its payment", async () => {
    const { text } = await post("/keys/make", { name: "Ada", email: "ada@example.org" });
    const [secret = ""] = secretsIn(text);
    assert.match(text, /formaction="\/pricing\/upgrade">Upgrade to Pro – \$49 a month</);
    const ready = await send("upgrade", secret);
    const { json } = await test.checkout(secret);
    assert.ok(ready.text.includes(`href="${json.data.checkout_url}"`));
    assert.ok(!json.data.checkout_url.includes(secret));
  });

  it("says how to go on where Stripe does not answer", async () => {
    const { secret } = await gate.make();
    stripe.mishaps.push(500);
    const { status, text } = await send("upgrade", secret);
    assert.equal(status, 503);
    assert.match(text, /role="alert"[^>]*>The payment provider does not answer/);
  });
});
