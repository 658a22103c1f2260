import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { SMTPServer } from "smtp-server";
import { openTestDeliveries } from "../support/deliveries/deliveries.ts";
import { startReceiver } from "../support/deliveries/receiver.ts";

const DATA = {
  title: "Will @everyone <win> & *lose* [x](http://evil.example)?",
  text: "Yes is at 62¢, above 60¢",
  url: "https://example.org/markets/kalshi/FED?a=1&b=2",
};
const PLAIN = `${DATA.title}\n${DATA.text}\n${DATA.url}`;

const LONG = { ...DATA, text: "🎲".repeat(3000) };

const test = await openTestDeliveries();

/** Sends one message to a target at a receiver of its shape; gives what was received and the delivery. */
async function sendTo(body: (url: string) => object, answer: { status: number; body?: string }, data: object = DATA) {
  const receiver = await startReceiver();
  receiver.answer = () => answer;
  const { id: keyId, secret } = await test.make();
  const hook = await test.hook(secret, body(receiver.url));
  test.enqueue({ keyId, data });
  await test.flush();
  const [request] = receiver.received;
  assert.ok(request);
  assert.match(String(request.headers["content-type"]), /^application\/json/);
  const [delivery] = await test.deliveries(secret, hook.id);
  return { hook, delivery, request, json: JSON.parse(request.body) };
}

describe("a message", () => {
  it("to ntfy is published as JSON at the root of the server, with a token where there is one", async () => {
    const { json, request, hook, delivery } = await sendTo(
      (url) => ({ target: "ntfy", url: `${url}/my-topic`, token: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2" }),
      { status: 200, body: '{"id":"x","event":"message","topic":"my-topic"}' },
    );
    assert.deepEqual([request.method, request.path], ["POST", "/"]);
    assert.equal(request.headers.authorization, "Bearer tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2");
    assert.deepEqual(json, { topic: "my-topic", title: DATA.title, message: DATA.text, click: DATA.url });
    assert.equal(delivery.status, "delivered");
    assert.doesNotMatch(JSON.stringify(hook), /my-topic|tk_/);
  });

  it("to Discord executes the webhook: no mention, no format of strangers, at most 2,000 characters", async () => {
    const url = (base: string) => ({ target: "discord", url: `${base}/api/webhooks/1/token-of-it` });
    const { json, request, delivery } = await sendTo(url, { status: 204 });
    assert.equal(request.path, "/api/webhooks/1/token-of-it");
    assert.deepEqual(json.allowed_mentions, { parse: [] });
    assert.match(json.content, /^\*\*Will \\@everyone \\<win\\> & \\\*lose\\\* \\\[x\\\]\\\(/);
    assert.ok(json.content.endsWith(DATA.url));
    assert.equal(delivery.status, "delivered");
    const long = await sendTo(url, { status: 204 }, LONG);
    assert.ok(long.json.content.length <= 2000 && long.json.content.isWellFormed());
    assert.ok(long.json.content.endsWith(`…\n${DATA.url}`), "its link stays whole");
  });

  it("to Discord waits as long as the body of a 429 says", async () => {
    const answer = {
      status: 429,
      body: '{"message": "You are being rate limited.", "retry_after": 64.57, "global": false}',
    };
    const { delivery } = await sendTo((base) => ({ target: "discord", url: `${base}/x` }), answer);
    assert.equal(Date.parse(delivery.next_try_at) - test.clock.running(), 64_570);
  });

  it("to Slack is plain text with a link: titles format nothing and make no links", async () => {
    const url = (base: string) => ({ target: "slack", url: `${base}/services/T0/B0/secret` });
    const { json, delivery } = await sendTo(url, { status: 200, body: "ok" });
    const title = "Will @everyone &lt;win&gt; &amp; *lose* [x](http://evil.example)?";
    const plain = (text: string) => ({ type: "plain_text", text, emoji: false });
    const link = "<https://example.org/markets/kalshi/FED?a=1&amp;b=2>";
    assert.deepEqual(json, {
      text: title,
      mrkdwn: false,
      blocks: [
        { type: "header", text: plain(title) },
        { type: "section", text: plain(DATA.text) },
        { type: "section", text: { type: "mrkdwn", text: link, verbatim: true } },
      ],
      unfurl_links: false,
    });
    assert.equal(delivery.status, "delivered");
    const long = await sendTo(url, { status: 200, body: "ok" }, { ...LONG, title: "&".repeat(400) });
    const [header, section, linked] = long.json.blocks;
    assert.match(header.text.text, /^(&amp;){29}…$/, "no entity is cut");
    assert.ok(section.text.text.length <= 3000 && section.text.text.isWellFormed());
    assert.equal(linked.text.text, link);
  });

  it("to Telegram is plain text to a chat, and the token is nowhere but in the address", async () => {
    const token = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11";
    const url = (base: string) => ({ target: "telegram", url: base, token, chat_id: "@channel" });
    const answer = { status: 403, body: `{"ok":false,"description":"bot ${token} was blocked"}` };
    const { json, request, hook, delivery } = await sendTo(url, answer);
    assert.deepEqual([request.method, request.path], ["POST", `/bot${token}/sendMessage`]);
    assert.deepEqual(json, { chat_id: "@channel", text: PLAIN, link_preview_options: { is_disabled: true } });
    assert.deepEqual([delivery.status, delivery.attempts[0].status_code], ["waiting", 403]);
    assert.doesNotMatch(JSON.stringify([hook, delivery, test.logged]), /ABC-DEF/);
    const busy = { status: 429, body: '{"ok":false,"error_code":429,"parameters":{"retry_after":30}}' };
    const retried = await sendTo(url, busy);
    assert.equal(Date.parse(retried.delivery.next_try_at) - test.clock.running(), 30_000);
  });

  it("to Telegram keeps its link where the text is too long", async () => {
    const url = (base: string) => ({ target: "telegram", url: base, token: "1:A", chat_id: "1" });
    const { json } = await sendTo(url, { status: 200 }, LONG);
    assert.ok(json.text.length <= 4096 && json.text.endsWith(`…\n${DATA.url}`));
  });

  for (const [what, text] of [
    ["four bytes a character", LONG.text],
    ["characters that JSON escapes", "\u0001".repeat(4000)],
  ] as const) {
    it(`to ntfy stays below its limits in bytes: ${what}`, async () => {
      const url = (base: string) => ({ target: "ntfy", url: `${base}/t` });
      const { json, request } = await sendTo(url, { status: 200 }, { ...DATA, title: text, text });
      assert.ok(Buffer.byteLength(json.message) < 4096 && json.message.isWellFormed());
      assert.ok(json.message.length > 400 && json.title.length > 50);
      assert.ok(Buffer.byteLength(request.body) <= 8192);
      assert.equal(json.click, DATA.url);
    });
  }

  it("without a text tells its type and its members", async () => {
    const { json } = await sendTo((url) => ({ target: "ntfy", url: `${url}/t` }), { status: 200 }, { yes_price: 0.62 });
    assert.deepEqual(json, { topic: "t", title: "market.price_crossed", message: "yes_price: 0.62" });
  });
});

interface Mail {
  readonly to: readonly string[];
  readonly text: string;
}

/** A server for e-mail that takes what it gets, or refuses it. */
async function startSmtp(refusal?: Error): Promise<{ url: string; mails: Mail[] }> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      done(username === "me" && password === "secret" ? null : new Error("wrong"), { user: "me" }),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (refusal !== undefined) return done(refusal);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve()));
  after(() => server.close());
  const { port } = server.server.address() as { port: number };
  return { url: `smtp://me:secret@127.0.0.1:${port}`, mails };
}

describe("an e-mail", () => {
  const from = "Toteboard <alerts@example.org>";

  it("goes to an address once its owner has confirmed it, with the message's id", async () => {
    const { url, mails } = await startSmtp();
    const test = await openTestDeliveries({ smtp: { url, from } });
    const { id: keyId, secret } = await test.make();
    const hook = await test.hook(secret, { target: "email", email: "ada@example.org" });
    assert.deepEqual([hook.state, hook.secret, hook.address], ["unconfirmed", null, "ada@example.org"]);
    test.enqueue({ keyId });
    await test.flush();
    assert.equal(mails.length, 1, "before that it gets the code alone");
    const [, code = ""] = /with this code: (\S+)/.exec(mails[0]?.text.replaceAll("=\r\n", "") ?? "") ?? [];
    const path = `/api/v1/webhooks/${hook.id}`;
    for (const wrong of [{ code: "guess" }, { enabled: true }, { url: "https://example.org/" }]) {
      assert.equal((await test.ask("PATCH", path, secret, wrong)).status, 422);
    }
    assert.doesNotMatch(JSON.stringify(await test.deliveries(secret, hook.id)), new RegExp(code));
    await test.ask("PATCH", path, secret, { enabled: false });
    assert.equal((await test.ask("PATCH", path, secret, { enabled: true })).status, 422, "nor by way of disabling it");
    const { json } = await test.ask("PATCH", path, secret, { code });
    assert.equal(json.data.state, "enabled");
    const id = test.enqueue({ keyId });
    await test.flush();
    assert.deepEqual(
      mails.map(({ to }) => to),
      [["ada@example.org"], ["ada@example.org"]],
    );
    assert.match(mails[1]?.text ?? "", new RegExp(`^Message-ID: <${id}@example.org>`, "m"));
    assert.match(mails[1]?.text ?? "", /^Subject: Fed cuts in December\r$/m);
    assert.match(mails[1]?.text ?? "", /^From: Toteboard <alerts@example.org>\r$/m);
  });

  it("that is refused is tried again, and the log tells nothing of the operator's account", async () => {
    const { url } = await startSmtp(Object.assign(new Error("mailbox of me:secret is full"), { responseCode: 452 }));
    const test = await openTestDeliveries({ smtp: { url, from } });
    const { secret } = await test.make();
    const hook = await test.hook(secret, { target: "email", email: "ada@example.org" });
    await test.flush();
    const [delivery] = await test.deliveries(secret, hook.id);
    const { outcome, status_code, answer } = delivery.attempts[0];
    assert.deepEqual([delivery.status, outcome, status_code, answer], ["waiting", "refused", 452, "EMESSAGE"]);
    assert.doesNotMatch(JSON.stringify(test.logged), /secret/);
  });

  it("is offered only where the operator has a server for it, and to five new addresses a day", async () => {
    const none = await openTestDeliveries();
    const { secret } = await none.make();
    const body = { target: "email", email: "ada@example.org" };
    const refused = await none.ask("POST", "/api/v1/webhooks", secret, body);
    assert.deepEqual(
      [refused.status, refused.json.detail.message],
      [422, "target: no e-mail is set up here; choose another target"],
    );
    const test = await openTestDeliveries({ smtp: { url: "smtp://127.0.0.1:1", from } });
    const key = await test.make();
    for (let count = 0; count < 5; count++) {
      const { id } = await test.hook(key.secret, body);
      assert.equal((await test.ask("DELETE", `/api/v1/webhooks/${id}`, key.secret)).status, 200);
    }
    const sixth = await test.ask("POST", "/api/v1/webhooks", key.secret, body);
    assert.deepEqual([sixth.status, sixth.json.detail.error], [403, "webhook_limit_exceeded"]);
    test.clock.advance(86_400_001);
    await test.hook(key.secret, body);
  });

  it("goes to the operator's own address without a confirmation", async () => {
    const { url, mails } = await startSmtp();
    const test = await openTestDeliveries({ smtp: { url, from } });
    const own = { keyId: null, target: "email", name: "", address: "me@example.org" } as const;
    await test.access.commands.createWebhook(own);
    test.enqueue();
    await test.flush();
    assert.deepEqual(
      mails.map(({ text }) => /^Subject: (.*)\r$/m.exec(text)?.[1]),
      ["Fed cuts in December"],
    );
  });
});
