import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { messageOf } from "../../src/errors.ts";
import { startReceiver } from "../support/deliveries/receiver.ts";
import { findPort, start } from "../support/service/executable.ts";
import { HAPROXY, WITHOUT_HAPROXY } from "../support/service/litestream.ts";
import { leaveSettings, runMain, temporaryFolder } from "../support/service/process.ts";
import { eventually, startTestService } from "../support/service/service.ts";
import { stripeEnvironment, WEBHOOK } from "../support/stripe/payments.ts";
import { openShop } from "../support/stripe/shop.ts";
import { sign } from "../support/stripe/stripe.ts";

leaveSettings();

const PRIMARY = "https://primary.example.org";
const STANDBY = { "read-only": true, "primary-url": PRIMARY } as const;
const REFUSAL = {
  error: "unavailable",
  message: `this standby only answers reads, and nothing was changed: send this request to the primary, ${PRIMARY}`,
  primary: PRIMARY,
};

describe("serve --read-only", () => {
  it("answers reads from a copy, and refuses every write with the address of the primary", async () => {
    const shop = await openShop();
    const primary = await shop.serve();
    const { id, secret } = await shop.makeKey(primary);
    const session = await shop.open(primary, secret);
    const copy = await backUp(shop);
    const before = await read(copy);
    const environment = stripeEnvironment(shop.stripe.url);
    const standby = await startTestService({ folder: copy.folder, flags: STANDBY, clock: shop.clock, environment });
    const headers = { "X-API-Key": secret };
    const listed = await fetch(`${standby.url}/api/v1/markets`, { headers });
    assert.deepEqual([listed.status, ((await listed.json()) as { data: unknown[] }).data], [200, []]);
    const status = await fetch(`${standby.url}/api/v1/status`, { headers });
    assert.equal(((await status.json()) as { data: { primary_url: string } }).data.primary_url, PRIMARY);
    const ready = await fetch(`${standby.url}/readyz`);
    assert.deepEqual([ready.status, await ready.json()], [200, { status: "ready", writer: "none" }]);
    const refused = [
      ["POST", "/api/v1/keys?name=Ada&email=ada@example.org"],
      ["POST", `/api/v1/keys/${id}/rotate`],
      ["DELETE", `/api/v1/keys/${id}`],
      ["POST", "/api/v1/checkout"],
    ] as const;
    for (const [method, path] of refused) {
      const reply = await fetch(standby.url + path, { method, headers });
      const body = (await reply.json()) as { detail: unknown };
      assert.deepEqual([path, reply.status, body.detail], [path, 503, REFUSAL]);
    }
    const { body, signature } = sign(shop.stripe.pay(session), shop.clock.now());
    const told = await fetch(standby.url + WEBHOOK, {
      method: "POST",
      body,
      headers: { "Stripe-Signature": signature },
    });
    assert.deepEqual([told.status, ((await told.json()) as { detail: unknown }).detail], [503, REFUSAL]);
    const errors = standby.logged.filter(({ level }) => Number(level) >= 40);
    assert.deepEqual(errors, []);
    await standby.close();
    assert.deepEqual(await read(copy), before);
  });

  it("shows on its pages what it is, and does not offer what it refuses", async () => {
    const primary = await startTestService();
    const copy = await backUp({ folder: primary.config.db.replace(/\/[^/]*$/, ""), file: primary.config.db });
    const standby = await startTestService({ folder: copy.folder, flags: STANDBY });
    const page = await (await fetch(`${standby.url}/status`)).text();
    assert.match(page, new RegExp(`This is a standby: .*<a href="${PRIMARY}">the primary</a>`));
  });

  it("lets nobody write to its file meanwhile", async () => {
    const primary = await startTestService();
    const copy = await backUp({ folder: primary.config.db.replace(/\/[^/]*$/, ""), file: primary.config.db });
    await startTestService({ folder: copy.folder, flags: STANDBY });
    await assert.rejects(startTestService({ folder: copy.folder }), /is in use by another toteboard/);
  });

  it("sends no message that waits and does not mirror: the primary does", async () => {
    const receiver = await startReceiver();
    receiver.answer = () => "never";
    const flags = { "webhook-allow": "127.0.0.1" };
    const primary = await startTestService({ flags });
    const { commands } = primary.context;
    const { id: keyId } = await commands.createKey({ name: "Ada", email: "ada@example.org", tier: "free" });
    const hook = { keyId, target: "ntfy", name: "Mine", address: `${receiver.url}/topic` } as const;
    const { webhook } = await commands.createWebhook(hook);
    await commands.testWebhook({ keyId, id: webhook.id });
    await eventually("the message", () => receiver.received.length === 1);
    await primary.close();
    receiver.answer = () => ({ status: 200 });
    const { db } = primary.config;
    const copy = await backUp({ folder: dirname(db), file: db });
    const standby = await startTestService({
      folder: copy.folder,
      flags: { ...STANDBY, ...flags, "log-level": "info" },
      environment: { TOTEBOARD_MIRROR_URL: "postgres://mirror@127.0.0.1:1/none" },
    });
    assert.equal(standby.context.store.webhooks.count().waiting, 1);
    // It starts later, so the standby would have sent before it.
    const again = await startTestService({ flags: { ...flags, db } });
    await eventually("the message once more", () => again.context.store.webhooks.count().waiting === 0);
    assert.equal(receiver.received.length, 2);
    assert.match(JSON.stringify(standby.logged), /a standby does not mirror: its primary does/);
    assert.ok(!(await standby.readMetrics()).includes("toteboard_mirror_state{"));
  });

  it("says what to do without a copy, and makes no database", async () => {
    const folder = temporaryFolder();
    const asked = startTestService({ folder, flags: STANDBY });
    await assert.rejects(asked, (error) => /no database at .*: name a restored copy with --db/.test(messageOf(error)));
    assert.ok(!existsSync(join(folder, "toteboard.db")));
  });
});

describe(".deploy/haproxy.cfg", { skip: WITHOUT_HAPROXY }, () => {
  it("sends requests to the standby while the primary is away, and writes too once it is promoted", async (t) => {
    const ports = { front: await findPort(), primary: await findPort(), standby: await findPort() };
    const folder = temporaryFolder();
    const serve = () => startTestService({ folder, flags: { port: String(ports.primary) } });
    const primary = await serve();
    const copy = await backUp({ folder, file: primary.config.db });
    const standby = { ...STANDBY, port: String(ports.standby), db: copy.file };
    const second = await startTestService({ folder: copy.folder, flags: standby });
    const config = fileURLToPath(new URL("../../.deploy/haproxy.cfg", import.meta.url));
    const proxy = start([HAPROXY, "-f", config], folder, {
      HAPROXY_BIND: `127.0.0.1:${ports.front}`,
      TOTEBOARD_PRIMARY: `127.0.0.1:${ports.primary}`,
      TOTEBOARD_STANDBY: `127.0.0.1:${ports.standby}`,
    });
    after(() => proxy.process.kill());
    const make = async (): Promise<number> => {
      const url = `http://127.0.0.1:${ports.front}/api/v1/keys?name=Ada&email=ada@example.org`;
      const reply = await fetch(url, { method: "POST" }).catch(() => undefined);
      const body = await reply?.text();
      if (reply?.status === 503 && body?.includes(PRIMARY) !== true) return 0;
      return reply?.status ?? 0;
    };
    // A connection of the primary's ends with it.
    const reads = async (): Promise<boolean> =>
      (await fetch(`http://127.0.0.1:${ports.front}/openapi.json`).catch(() => undefined))?.ok === true;
    await eventually("a key from the primary", async () => (await make()) === 201);
    await primary.close();
    const awayFrom = performance.now();
    await eventually("an answer of the standby", reads);
    t.diagnostic(`reads go on ${((performance.now() - awayFrom) / 1000).toFixed(1)} s after the primary is away`);
    await eventually("the refusal of the standby", async () => (await make()) === 503);
    // The standby is promoted: it stops, and serves as a primary at the same address.
    await second.close();
    const promoted = await startTestService({
      folder: copy.folder,
      flags: { port: String(ports.standby), db: copy.file },
    });
    await eventually("a key from the promoted standby", async () => (await make()) === 201);
    await promoted.close();
  });
});

interface Copied {
  readonly folder: string;
  readonly file: string;
}

/** A copy of the database in a folder of its own, as on another machine. */
async function backUp({ file }: Copied): Promise<Copied> {
  const folder = temporaryFolder();
  const copy = join(folder, "toteboard.db");
  const { exitCode, stderr } = await runMain("backup", copy, "--db", file);
  assert.equal(exitCode, 0, stderr);
  return { folder, file: copy };
}

/** All keys as the command line lists them. */
const read = async ({ file }: Copied): Promise<string> =>
  (await runMain("keys", "list", "--json", "--db", file)).stdout;
