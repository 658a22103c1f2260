import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { figureOf } from "../../../src/web/alerts/rules.ts";
import { openTestDeliveries } from "../../support/deliveries/deliveries.ts";
import { startReceiver } from "../../support/deliveries/receiver.ts";
import { HOUR_MS, market, page } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";
import { signInAsOperator } from "../../support/web/operator.ts";

const script: Script = { full: [page([market({ id: "m1", yesPrice: 500_000 })])] };
const writer = openTestWriter({ scripts: { kalshi: script, polymarket: script } });
await writer.writer.runOnce(new Set());
for (const price of [0.61, 0.55, 0.62]) {
  writer.clock.fixAt(writer.clock.now() + HOUR_MS);
  script.full = [page([market({ id: "m1", yesPrice: price * 1e6 })])];
  await writer.writer.runOnce(new Set());
}
group(writer, [{ a: "kalshi", b: "polymarket", id: "m1" }]);
const site = await openTestDeliveries({ writer, hasPages: true });
site.sender.start();
const receiver = await startReceiver();

const QUESTION = String(writer.value("SELECT id FROM questions"));
const HOOK = { to: "webhook", "url-webhook": `${receiver.url}/hook` };
const BELOW = { about: "kalshi:m1", when: "below", "value-below": "40" };

const alertsOf = async (secret: string) => (await site.ask("GET", "/api/v1/alerts", secret)).json.data;
const webhooksOf = async (secret: string) => (await site.ask("GET", "/api/v1/webhooks", secret)).json.data;

const token = "admin-token-in-use-0123";
const deliveries = await openTestDeliveries({ hasPages: true, config: { adminToken: token } });
const hookReceiver = await startReceiver();

const alertsPage = async (secret: string): Promise<string> =>
  (await deliveries.get("/alerts", deliveries.sessionOf(secret))).text;

async function overview(): Promise<string> {
  return (await deliveries.get("/admin", await signInAsOperator(deliveries, token))).text;
}

describe("Alert me", () => {
  it("is on the page of a market and of a question, and on a watchlist", async () => {
    for (const [path, href] of [
      [`/questions/${QUESTION}`, `/alerts?about=${QUESTION}`],
      ["/markets/kalshi/m1", "/alerts?about=kalshi%3Am1"],
      ["/watchlist?ids=kalshi:m1", "/alerts?about=kalshi%3Am1&amp;when=moved"],
    ] as const) {
      const { text } = await site.get(path);
      assert.ok(text.includes(`href="${href}">Alert me</a>`), path);
    }
  });

  it("proposes thresholds beside the present price", async () => {
    const { text } = await site.get("/alerts?about=kalshi%3Am1");
    assert.match(text, /Yes is at 62\.0% now/);
    assert.match(text, /name="value-above"[^>]*value="67"/);
    assert.match(text, /name="value-below"[^>]*value="57"/);
    const asked = { when: "resolved", value: undefined, about: "", words: "", isAnyPlatform: false } as const;
    assert.deepEqual([figureOf("above", asked, 97), figureOf("below", asked, 3)], [99, 1]);
  });

  it("says when it would have fired, and asks to sign in", async () => {
    const { status, text } = await site.get("/alerts?about=kalshi%3Am1&when=above&value=60");
    assert.equal(status, 200);
    assert.match(text, /It would have fired 2 times in the last 30 days/);
    assert.match(text, /<th scope="row">2026-11-20<\/th><td data-label="Times" class="num">2<\/td>/);
    assert.match(text, /Sign in with a key to save it/);
    assert.match((await site.get("/alerts?about=kalshi%3Am1&when=spread")).text, /No preview/);
    const typed = { about: "kalshi:m1", when: "above", "value-above": "60" };
    assert.match((await site.post("/alerts/preview", typed)).text, /It would have fired 2 times/);
  });

  it("is gone on with after signing in, and after making a key", async () => {
    const { secret } = await site.make();
    for (const [form, query] of [
      [{ ...BELOW, about: QUESTION, any: "on" }, `about=${QUESTION}&when=below&value=40&any=true`],
      [{ about: "", when: "listed", words: "rate cut" }, "when=listed&words=rate+cut"],
      [{ about: "", when: "spread", "value-spread": "2.5" }, "when=spread&value=2.5"],
    ] as const) {
      const asked = await site.post("/alerts/sign-in", form);
      assert.equal(asked.status, 303);
      const { pathname, searchParams, hash } = new URL(String(asked.headers.location), "http://localhost");
      const alert = String(searchParams.get("alert"));
      assert.deepEqual([pathname, hash, alert], ["/keys", "#sign-in", query]);
      const awaited = `<input type="hidden" name="alert" value="${query.replaceAll("&", "&amp;")}">`;
      const signIn = await site.get(String(asked.headers.location).replace("#sign-in", ""));
      assert.equal(signIn.text.split(awaited).length, 3);
      const signedIn = await site.post("/keys/sign-in", { key: secret, alert });
      const back = String(signedIn.headers.location);
      assert.deepEqual([signedIn.status, back], [303, `/alerts?${query}`]);
      const made = await site.post("/keys/make", { name: "A", email: "a@example.org", alert });
      assert.ok(made.text.includes(`href="${back.replaceAll("&", "&amp;")}">Go on with your alert<`));
      const refused = await site.post("/keys/make", { name: "A", email: "none", alert });
      assert.equal(refused.text.split(awaited).length, 3);
      const { text } = await site.get(back, site.sessionOf(secret));
      assert.match(text, new RegExp(`value="${form.when}" checked>`));
      assert.match(text, /name="(?:value-below"[^>]* value="40|words" value="rate cut|value-spread"[^>]* value="2.5)"/);
      assert.equal(/name="any" checked/.test(text), "any" in form);
    }
  });

  it("says at which times and prices to who may read the archive", async () => {
    const path = "/alerts?about=kalshi%3Am1&when=above&value=60";
    const pro = site.sessionOf((await site.make({ tier: "pro" })).secret);
    assert.match((await site.get(path, pro)).text, /Yes is at 61%, at or above 60%/);
    for (const headers of [{}, site.sessionOf((await site.make()).secret)])
      assert.doesNotMatch((await site.get(path, headers)).text, /Yes is at 61%/);
  });

  it("says what is wrong", async () => {
    assert.match((await site.get("/alerts?about=kalshi%3Am9&when=above")).text, /There is no market kalshi:m9/);
    assert.match((await site.get("/alerts?about=nowhere%3Am9&when=above")).text, /There is no market nowhere:m9/);
    const { text } = await site.get(`/alerts?about=${encodeURIComponent('"><script>x</script>')}`);
    assert.ok(!text.includes("<script>x"));
    const secret = site.sessionOf((await site.make()).secret);
    const words = await site.post("/alerts/make", { ...BELOW, "value-below": "much" }, secret);
    assert.match(words.text, /“Yes falls to” must be a number/);
  });

  it("tells of new markets with some words to who names nothing", async () => {
    const { text } = await site.get("/alerts");
    assert.match(text, /A new market has these words/);
    assert.doesNotMatch(text, /scope\.market|Please check the form|Yes rises to/);
    const { secret } = await site.make();
    const form = { about: "", when: "listed", ...HOOK };
    assert.match(
      (await site.post("/alerts/make", form, site.sessionOf(secret))).text,
      /A scope|expected a scope|Words/,
    );
    const made = await site.post("/alerts/make", { ...form, words: "rate cut" }, site.sessionOf(secret));
    assert.match(made.text, /Markets: “rate cut”/);
    assert.deepEqual((await alertsOf(secret))[0].scope, { query: "rate cut" });
  });

  it("saves nothing without a place, or where the test does not arrive", async () => {
    const { secret } = await site.make();
    const session = site.sessionOf(secret);
    assert.match((await site.post("/alerts/make", BELOW, session)).text, /Where to: choose where messages go/);
    receiver.answer = () => ({ status: 404, body: "no such hook" });
    const refused = await site.post("/alerts/make", { ...BELOW, ...HOOK }, session);
    receiver.answer = () => ({ status: 204 });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /nothing is saved, because the test message was refused with 404 \(no such hook\)/);
    const bot = { ...BELOW, to: "telegram", token: "123456:not-to-be-shown", chat_id: "" };
    const { text } = await site.post("/alerts/make", bot, session);
    assert.match(text, /name="token" value=""/);
    assert.doesNotMatch(text, /not-to-be-shown/);
    const forbidden = { ...BELOW, to: "webhook", "url-webhook": "http://10.0.0.1/hook" };
    assert.match((await site.post("/alerts/make", forbidden, session)).text, /must be a public address/);
    assert.deepEqual([await alertsOf(secret), await webhooksOf(secret)], [[], []]);
  });

  it("sends a test, makes the alert, and lists it with its title and place", async () => {
    const { secret } = await site.make();
    const session = site.sessionOf(secret);
    assert.match((await site.get("/alerts?about=kalshi%3Am1", session)).text, /Send a test and save/);
    const before = receiver.received.length;
    const made = await site.post("/alerts/make", { ...BELOW, ...HOOK }, session);
    assert.equal(made.status, 200);
    assert.match(made.text, /whsec_/);
    assert.match(receiver.received[before]?.body ?? "", /"type":"webhook\.test"/);
    const [{ id: webhookId }] = await webhooksOf(secret);
    const [alert] = await alertsOf(secret);
    assert.deepEqual([alert.below, alert.webhook_ids], [0.4, [webhookId]]);
    const { text } = await site.get("/alerts", session);
    assert.match(text, /m1 happen\?<\/a>|>Will m1/);
    assert.match(text, /Yes falls to 40% · Webhook http:\/\/127\.0\.0\.1:\d+\/… · nothing sent yet/);
    assert.doesNotMatch(text, /whsec_/);
    // The same address is the same webhook.
    await site.post("/alerts/make", { ...BELOW, ...HOOK }, session);
    assert.deepEqual([(await webhooksOf(secret)).length, (await alertsOf(secret)).length], [1, 2]);
    receiver.answer = () => ({ status: 404 });
    assert.equal((await site.post("/alerts/make", { ...BELOW, ...HOOK }, session)).status, 422);
    receiver.answer = () => ({ status: 204 });
    assert.equal((await webhooksOf(secret)).length, 1, "a place that was there before stays");
    // A key may delete its own alone.
    const other = await site.post("/alerts/delete", { id: alert.id }, site.sessionOf((await site.make()).secret));
    assert.equal(other.status, 404);
    assert.equal((await site.post("/alerts/delete", { id: alert.id }, session)).status, 303);
    assert.equal((await alertsOf(secret)).length, 1);
  });

  it("names the places of an alert, no others", async () => {
    const { secret } = await site.make({ tier: "pro" });
    const session = site.sessionOf(secret);
    for (const path of ["/hook", "/other"]) {
      const place = { to: "webhook", "url-webhook": `${receiver.url}${path}` };
      assert.equal((await site.post("/alerts/make", { ...BELOW, ...place }, session)).status, 200);
    }
    const { text } = await site.get("/alerts", session);
    assert.equal(text.match(/Yes falls to 40% · Webhook http:\/\/127\.0\.0\.1:\d+\/… · nothing sent yet/g)?.length, 2);
  });

  it("sends a message again", async () => {
    const { secret } = await site.make();
    const session = site.sessionOf(secret);
    await site.post("/alerts/make", { ...BELOW, ...HOOK }, session);
    const [{ id }] = await webhooksOf(secret);
    const [{ id: message }] = await site.deliveries(secret, id);
    const before = receiver.received.length;
    assert.equal((await site.post("/alerts/send-again", { id, message }, session)).status, 303);
    await site.flush();
    assert.equal(receiver.received[before]?.headers["webhook-id"], message);
    assert.match((await site.get("/alerts", session)).text, /delivered 204, 2 tries/);
    assert.equal((await site.post("/alerts/forget", { id }, session)).status, 303);
    assert.match((await site.get("/alerts", session)).text, /nowhere: no webhook/);
  });

  it("watches the question's own price, or that of any platform", async () => {
    const { secret } = await site.make();
    const session = site.sessionOf(secret);
    assert.match((await site.get(`/alerts?about=${QUESTION}`, session)).text, /The price of any platform counts/);
    const form = { ...BELOW, ...HOOK, about: QUESTION };
    await site.post("/alerts/make", form, session);
    await site.post("/alerts/make", { ...form, any: "on" }, session);
    const made = await alertsOf(secret);
    assert.deepEqual(
      made.map(({ any_platform }: { any_platform: boolean }) => any_platform),
      [false, true],
    );
  });

  it("makes none without a key, from another site, or beyond the plan", async () => {
    const form = { ...BELOW, ...HOOK };
    assert.equal((await site.post("/alerts/make", form)).status, 401);
    const { secret } = await site.make();
    const session = site.sessionOf(secret);
    assert.equal(
      (await site.postFrom("/alerts/make", form, { ...session, Origin: "https://evil.example" })).status,
      403,
    );
    for (let count = 0; count < 3; count++) await site.post("/alerts/make", form, session);
    const refused = await site.post("/alerts/make", form, session);
    assert.equal(refused.status, 403);
    assert.match(refused.text, /has at most 3 alerts/);
  });

  it("asks for the code of an e-mail address before it saves", async () => {
    const { secret } = await site.make();
    const session = site.sessionOf(secret);
    const form = { ...BELOW, to: "email", email: "ada@example.org" };
    assert.match((await site.post("/alerts/make", form, session)).text, /no e-mail is set up here/);
    assert.doesNotMatch((await site.get("/alerts?about=kalshi%3Am1", session)).text, /E-mail/);
  });
});

describe("the page of alerts", () => {
  it("shows webhooks and the last deliveries of the key that is signed in, without secrets", async () => {
    const [own, other] = await Promise.all([deliveries.make(), deliveries.make()]);
    await deliveries.hook(own.secret, {
      target: "webhook",
      url: `${hookReceiver.url}/secret-path`,
      name: "<b>Blue</b>",
    });
    hookReceiver.answer = () => ({ status: 500 });
    deliveries.enqueue({ keyId: own.id });
    await deliveries.flush();
    const text = await alertsPage(own.secret);
    for (const shown of [
      "&lt;b&gt;Blue&lt;/b&gt;",
      `${hookReceiver.url}/…`,
      "Fed cuts in December",
      "waiting",
      "1 failed",
    ]) {
      assert.ok(text.includes(shown), shown);
    }
    assert.doesNotMatch(text, /secret-path|whsec_/);
    assert.doesNotMatch(await alertsPage(other.secret), /Blue/);
  });
});

describe("the operator's overview", () => {
  it("lists the webhooks that fail, of all keys, without their secrets", async () => {
    const { id, secret } = await deliveries.make();
    await deliveries.hook(secret, { target: "discord", url: `${hookReceiver.url}/api/webhooks/1/hidden` });
    hookReceiver.answer = () => ({ status: 410 });
    deliveries.enqueue({ keyId: id });
    await deliveries.flush();
    const text = await overview();
    for (const shown of ["Failing webhooks", id, "disabled after the answer 410"])
      assert.ok(text.includes(shown), shown);
    assert.doesNotMatch(text, /hidden|secret-path|whsec_/);
    deliveries.writer.db.exec("UPDATE webhooks SET failing_since = NULL");
    assert.doesNotMatch(await overview(), /Failing webhooks/);
  });
});
