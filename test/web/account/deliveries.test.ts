import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestDeliveries } from "../../support/deliveries/deliveries.ts";
import { startReceiver } from "../../support/deliveries/receiver.ts";
import { signInAsOperator } from "../../support/web/operator.ts";

const token = "admin-token-in-use-0123";
const test = await openTestDeliveries({ hasPages: true, config: { adminToken: token } });
const receiver = await startReceiver();

const alertsPage = async (secret: string): Promise<string> => (await test.get("/alerts", test.sessionOf(secret))).text;

async function overview(): Promise<string> {
  return (await test.get("/admin", await signInAsOperator(test, token))).text;
}

describe("the page of alerts", () => {
  it("shows webhooks and the last deliveries of the key that is signed in, without secrets", async () => {
    const [own, other] = await Promise.all([test.make(), test.make()]);
    await test.hook(own.secret, { target: "webhook", url: `${receiver.url}/secret-path`, name: "<b>Blue</b>" });
    receiver.answer = () => ({ status: 500 });
    test.enqueue({ keyId: own.id });
    await test.flush();
    const text = await alertsPage(own.secret);
    for (const shown of [
      "&lt;b&gt;Blue&lt;/b&gt;",
      `${receiver.url}/…`,
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
    const { id, secret } = await test.make();
    await test.hook(secret, { target: "discord", url: `${receiver.url}/api/webhooks/1/hidden` });
    receiver.answer = () => ({ status: 410 });
    test.enqueue({ keyId: id });
    await test.flush();
    const text = await overview();
    for (const shown of ["Failing webhooks", id, "disabled after the answer 410"])
      assert.ok(text.includes(shown), shown);
    assert.doesNotMatch(text, /hidden|secret-path|whsec_/);
    test.writer.db.exec("UPDATE webhooks SET failing_since = NULL");
    assert.doesNotMatch(await overview(), /Failing webhooks/);
  });
});
