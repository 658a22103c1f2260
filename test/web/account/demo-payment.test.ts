import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRoutes } from "../../../src/api/index.ts";
import { openDemoProvider } from "../../../src/billing/open-provider.ts";
import { createPages } from "../../../src/web/index.ts";
import { openTestApi } from "../../support/service/api.ts";

const provider = openDemoProvider(() => "http://127.0.0.1:1");
const routes = [...createRoutes({ platforms: ["kalshi"] }), ...createPages({ isDemo: true, platforms: [] })];
const gate = await openTestApi({ hasTestKey: false, provider, routes });
const send = (method: string, path: string) => gate.send(path, { method, isAnonymous: true });

async function begin() {
  const { id, secret } = await gate.make();
  const { json } = await gate.call("POST", "/api/v1/checkout", secret);
  const { pathname } = new URL(json.data.checkout_url);
  const tier = (): unknown => gate.writer.value("SELECT tier FROM keys WHERE key_id = ?", id);
  return { secret, path: pathname, tier };
}

describe("the demo's payment page", () => {
  it("says what it is, and is paid without anything but its address", async () => {
    const { path, tier } = await begin();
    assert.match(path, /^\/demo\/pay\/demo_[0-9a-f]{48}$/);
    assert.match((await send("GET", path)).text, /replaces the payment provider/);
    await gate.context.billing?.readPrice();
    assert.match((await send("GET", path)).text, /\$49 a month/);
    const { status, headers } = await send("POST", `${path}/pay`);
    assert.equal(status, 303);
    assert.equal(headers["content-type"], undefined);
    assert.equal(tier(), "free", "the page alone grants nothing");
    assert.match((await send("GET", String(headers.location))).text, /your key is on Pro/);
    assert.equal(tier(), "pro");
  });

  it("can be used once, and known to nobody else", async () => {
    const { path } = await begin();
    assert.equal((await send("POST", `${path}/pay`)).status, 303);
    for (const method of ["GET", "POST"]) {
      assert.equal((await send(method, method === "GET" ? path : `${path}/pay`)).status, 404);
    }
    assert.equal((await send("POST", "/demo/pay/demo_guess/pay")).status, 404);
    assert.equal((await send("GET", "/demo/portal/guess")).status, 404);
  });

  it("leads back without paying", async () => {
    const { path, secret, tier } = await begin();
    const { headers } = await send("POST", `${path}/cancel`);
    assert.equal(headers.location, "/billing/cancelled");
    assert.equal(tier(), "free");
    const { json } = await gate.call("POST", "/api/v1/checkout", secret);
    assert.equal(new URL(json.data.checkout_url).pathname, path, "it can still be paid");
  });

  it("is closed with the key", async () => {
    const { path, secret, tier } = await begin();
    const { json } = await gate.call("GET", "/api/v1/keys", secret);
    await gate.call("DELETE", `/api/v1/keys/${json.data[0].id}`, secret);
    await gate.context.billing?.reconcile();
    assert.equal((await send("POST", `${path}/pay`)).status, 404);
    assert.equal(tier(), "free");
  });

  it("is not there outside the demo", () => {
    const paths = createPages({ isDemo: false, platforms: [] }).map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => path.startsWith("/demo")),
      [],
    );
  });
});
