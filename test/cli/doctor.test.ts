import assert from "node:assert/strict";
import { once } from "node:events";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { SharedClock } from "../../src/clock.ts";
import { openDatabase } from "../../src/store/database/db.ts";
import { migrate } from "../../src/store/database/migrations.ts";
import { listen } from "../support/service/listen.ts";
import { leaveSettings, runMain, temporaryFolder } from "../support/service/process.ts";
import { eventually, startTestService } from "../support/service/service.ts";
import { markets, page, START } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";
import { openTestPayments, stripeEnvironment } from "../support/stripe/payments.ts";
import { type FakeStripe, startFakeStripe } from "../support/stripe/stripe.ts";
import { PRICE_ID, price, webhook } from "../support/stripe/stripe-objects.ts";
import { startUpstream, type Upstream } from "../support/upstream/upstream.ts";

leaveSettings();

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly message: string;
}

async function examine(...flags: string[]): Promise<{ exitCode: number | null; of: (check: string) => Finding[] }> {
  const { exitCode, stdout } = await runMain("doctor", "--json", ...flags);
  const findings = JSON.parse(stdout) as Finding[];
  return { exitCode, of: (check) => findings.filter((finding) => finding.check === check) };
}

describe("toteboard doctor", () => {
  let upstream: Upstream;
  before(async () => {
    upstream = await startUpstream();
    // A port that is free whatever else runs on the machine.
    Object.assign(process.env, upstream.environment, { TOTEBOARD_PORT: "0" });
  });
  after(() => upstream.close());

  it("finds nothing wrong with a new folder, a right clock and platforms that answer", async () => {
    const { exitCode, stdout } = await runMain("doctor", "--db", join(temporaryFolder(), "toteboard.db"));
    assert.equal(exitCode, 0, stdout);
    for (const line of stdout.trimEnd().split("\n")) assert.match(line, /^(ok|WARNING) +\S/);
    assert.match(stdout, /kalshi +300 markets on its first page/);
    assert.match(stdout, /clock +\S+Z, -?\d s off/);
  });

  it("names the platform that does not answer and the one whose answers are of no use", async () => {
    upstream.setFault("kalshi", "404");
    upstream.setFault("manifold", "empty");
    const { exitCode, of } = await examine("--db", join(temporaryFolder(), "toteboard.db"));
    upstream.setFault("kalshi");
    upstream.setFault("manifold");
    assert.equal(exitCode, 1);
    assert.match(of("kalshi")[0]?.message ?? "", /^Kalshi is down \(404\)/);
    assert.match(of("manifold")[0]?.message ?? "", /Manifold is down \(an empty listing\)/);
    assert.equal(of("polymarket")[0]?.status, "ok");
  });

  it("says why a platform cannot be reached, and names its host alone", async () => {
    const closed = await startUpstream();
    await closed.close();
    const addresses = { ...process.env };
    Object.assign(process.env, {
      TOTEBOARD_KALSHI_URL: closed.environment.TOTEBOARD_KALSHI_URL,
      TOTEBOARD_MANIFOLD_URL: `http://${"a".repeat(64)}.invalid/v0`,
    });
    const { exitCode, of } = await examine("--db", join(temporaryFolder(), "toteboard.db"));
    Object.assign(process.env, addresses);
    assert.equal(exitCode, 1);
    assert.equal(of("kalshi")[0]?.message, "Kalshi is down (connection refused)");
    assert.equal(of("manifold")[0]?.message, "Manifold is down (its address cannot be resolved)");
  });

  it("finds a clock that is a minute ahead or behind", async () => {
    for (const seconds of [-120, 120]) {
      const server = createServer((_, response) => {
        response.setHeader("Date", new Date(new SharedClock().now() - seconds * 1000).toUTCString()).end();
      });
      const { TOTEBOARD_KALSHI_URL } = process.env;
      const own = { TOTEBOARD_KALSHI_URL: `http://127.0.0.1:${await listen(server)}`, TOTEBOARD_PLATFORMS: "kalshi" };
      Object.assign(process.env, own);
      const { of } = await examine("--db", join(temporaryFolder(), "toteboard.db"));
      Object.assign(process.env, { TOTEBOARD_KALSHI_URL });
      delete process.env.TOTEBOARD_PLATFORMS;
      const [{ status, message } = { status: "", message: "" }] = of("clock");
      assert.equal(status, "problem");
      assert.ok(Math.abs(Number(/is (-?\d+) s off: set/.exec(message)?.[1]) - seconds) <= 5, message);
    }
  });

  it("says that a service uses the database, and does not disturb it", async () => {
    const service = await startTestService();
    const { exitCode, of } = await examine("--offline", "--db", service.config.db);
    assert.deepEqual([exitCode, of("integrity")[0]?.status], [0, "ok"]);
    assert.match(of("database")[0]?.message ?? "", /in use by a running toteboard$/);
    assert.equal((await service.get("/api/v1/markets")).status, 200);
  });

  it("says what of each platform was skipped, and why", async () => {
    const rejected = (["malformed", "not_binary", "not_binary"] as const).map((reason) => ({ id: null, reason }));
    const listing = { events: [], markets: [], rejected, unopened: [] };
    const writer = openTestWriter({ scripts: { kalshi: { full: [listing] }, manifold: { full: [] } } });
    await writer.writer.runOnce(new Set());
    const { exitCode, of } = await examine("--offline", "--db", writer.file);
    assert.equal(exitCode, 0);
    const messages = of("skipped").map(({ message }) => message);
    assert.deepEqual(messages, ["kalshi, latest full pass: 2 not_binary, 1 malformed"]);
  });

  it("says how many messages wait, and names webhooks that fail without their secrets", async () => {
    const writer = openTestWriter();
    const { id: keyId } = await writer.commands.createKey({ name: "Ada", email: "ada@example.org", tier: "free" });
    const address = "https://discord.example/api/webhooks/1/hidden";
    const { webhook } = await writer.commands.createWebhook({ keyId, target: "discord", name: "Mine", address });
    const { deliveryKey } = await writer.commands.testWebhook({ keyId, id: webhook.id });
    const found = async () => (await examine("--offline", "--db", writer.file)).of("webhooks");
    assert.deepEqual(
      (await found()).map(({ message }) => message),
      ["1 messages wait to be sent"],
    );
    const attempt = { deliveryKey, at: START, durationMs: 5, statusCode: 410, answer: "", retryAfterMs: 0 };
    await writer.commands.recordAttempt({ ...attempt, outcome: "refused" });
    const [, failing] = await found();
    const place = `discord ${webhook.id} of key ${keyId} (https://discord.example/…)`;
    const state = "has failed since 2026-11-20T12:00:00.000Z and is disabled: its owner must mend or delete it";
    assert.deepEqual([failing?.status, failing?.message], ["warning", `${place} ${state}`]);
  });

  it("names ten webhooks that fail, however many there are", async () => {
    const writer = openTestWriter();
    for (let index = 0; index < 11; index++) {
      const { id: keyId } = await writer.commands.createKey({ name: "Ada", email: "ada@example.org", tier: "free" });
      const address = `https://discord.example/api/webhooks/${index}/hidden`;
      const { webhook } = await writer.commands.createWebhook({ keyId, target: "discord", name: "Mine", address });
      const { deliveryKey } = await writer.commands.testWebhook({ keyId, id: webhook.id });
      const attempt = { deliveryKey, at: START, durationMs: 5, statusCode: 410, answer: "", retryAfterMs: 0 };
      await writer.commands.recordAttempt({ ...attempt, outcome: "refused" });
    }
    const found = (await examine("--offline", "--db", writer.file)).of("webhooks");
    assert.deepEqual(
      found.map(({ status }) => status),
      ["ok", ...Array<string>(10).fill("warning")],
    );
  });

  it("says which platform's passes are held, and how to accept what it sends", async () => {
    const script = { full: [page(markets(20))] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    script.full = [page(markets(20, { yesPrice: null }))];
    await test.pass();
    const { exitCode, of } = await examine("--offline", "--db", test.file);
    assert.equal(exitCode, 0);
    const [held, ...others] = of("held");
    assert.deepEqual([held?.status, others], ["warning", []]);
    assert.equal(
      held?.message,
      "Kalshi's data is held back (the field yes_price is gone from 20 of 20 known markets): what it sent is not stored; " +
        "if it is right, stop the service and run 'toteboard ingest --once --accept-drift kalshi'",
    );
  });

  it("finds a damaged database, a stranger's and what is none", async () => {
    const file = join(temporaryFolder(), "toteboard.db");
    const db = openDatabase(file, "read-write", undefined);
    migrate(db, file);
    const root = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'ingest_runs'").pluck().get());
    db.close();
    const bytes = readFileSync(file);
    const pageBytes = bytes.readUInt16BE(16);
    bytes.fill(0x55, (root - 1) * pageBytes, root * pageBytes);
    writeFileSync(file, bytes);
    const damaged = await examine("--offline", "--db", file);
    assert.deepEqual([damaged.exitCode, damaged.of("integrity")[0]?.status], [1, "problem"]);
    writeFileSync(file, "a letter".repeat(1000));
    const letter = await examine("--offline", "--db", file);
    assert.match(letter.of("database")[0]?.message ?? "", /not a database/);
  });

  it("says whether the port is free, in use by a toteboard, or by another program", async () => {
    const file = join(temporaryFolder(), "toteboard.db");
    const service = await startTestService();
    // Doctor waits little for an answer, and what runs on a machine that does much else may need longer.
    await eventually("doctor to know a running toteboard", async () => {
      const own = await examine("--offline", "--db", file, "--port", String(service.port));
      const [found] = own.of("port");
      return own.exitCode === 0 && found?.status === "ok" && /in use by a running toteboard/.test(found.message);
    });
    const other = createServer((_request, response) => response.end("hello"));
    const port = await listen(other);
    const taken = await examine("--offline", "--db", file, "--port", String(port));
    assert.deepEqual([taken.exitCode, taken.of("port")[0]?.status], [1, "problem"]);
    assert.match(taken.of("port")[0]?.message ?? "", new RegExp(`port ${port}: another program uses this port`));
    other.close();
    await once(other, "close");
    const free = await examine("--offline", "--db", file, "--port", String(port));
    assert.match(free.of("port")[0]?.message ?? "", /is free$/);
  });

  it("warns of a database that all users of the machine may read", { skip: process.platform === "win32" }, async () => {
    const file = join(temporaryFolder(), "toteboard.db");
    const db = openDatabase(file, "read-write", undefined);
    migrate(db, file);
    db.close();
    const warnings = async (mode: number) => {
      chmodSync(file, mode);
      return (await examine("--offline", "--db", file)).of("data file").filter(({ status }) => status === "warning");
    };
    assert.deepEqual(await warnings(0o640), []);
    const [first] = await warnings(0o644);
    assert.equal(first?.message, `${file} is open to all users of this machine: run chmod 600 on it`);
  });

  it("finds a wrong setting, half a set for payments and a folder that is not there", async () => {
    const { exitCode, of } = await examine("--port", "x");
    assert.deepEqual([exitCode, of("settings")[0]?.status], [1, "problem"]);
    process.env.STRIPE_SECRET_KEY = "sk_test_1";
    const half = await examine("--offline", "--db", join(temporaryFolder(), "missing", "toteboard.db"));
    delete process.env.STRIPE_SECRET_KEY;
    assert.equal(half.of("payments")[0]?.status, "problem");
    assert.equal(half.of("data folder")[0]?.status, "problem");
    assert.deepEqual(half.of("backups"), []);
    const backups = await examine("--offline", "--backup-cron", "0 3 * * *", "--backup-dir", temporaryFolder());
    assert.deepEqual(
      backups.of("backups").map(({ status }) => status),
      ["ok"],
    );
  });
});

describe("toteboard doctor asks Stripe", () => {
  const clock = new SharedClock();
  const url = "https://tote.example.org";
  const CHECKOUT_EVENTS = ["completed", "async_payment_succeeded", "async_payment_failed", "expired"].map(
    (event) => `checkout.session.${event}`,
  );
  const hook = (events: string[]) =>
    webhook({ id: "we_1", url: `${url}/api/v1/webhooks/stripe`, enabled_events: events as never });

  /** What is found of payments, as "ok: pro costs …". */
  async function ask(
    stripe: FakeStripe,
    flags: readonly string[] = [],
    file = join(temporaryFolder(), "toteboard.db"),
  ): Promise<string[]> {
    Object.assign(process.env, stripeEnvironment(stripe.url), { TOTEBOARD_PUBLIC_URL: url, TOTEBOARD_NO_INGEST: "1" });
    try {
      const { of } = await examine("--db", file, "--port", "0", ...flags);
      return of("payments").map(({ status, message }) => `${status}: ${message}`);
    } finally {
      for (const name of Object.keys(process.env)) {
        if (/^STRIPE_|STRIPE_URL$|PUBLIC_URL$|NO_INGEST$/.test(name)) delete process.env[name];
      }
    }
  }

  it("and says what the account, the price and the webhook are", async () => {
    const stripe = await startFakeStripe(clock);
    stripe.webhooks.push({ ...hook(["*"]), id: "we_0", status: "disabled" }, hook(["*"]));
    assert.deepEqual(await ask(stripe), [
      "warning: set up with a test key: no money moves",
      "ok: account acct_test takes payments",
      "ok: pro costs $49 a month (price_pro_monthly)",
      `ok: the webhook ${url}/api/v1/webhooks/stripe gets all events`,
    ]);
    stripe.asked.length = 0;
    assert.match((await ask(stripe, ["--offline"])).at(-1) ?? "", /Stripe was not asked/);
    assert.deepEqual(stripe.asked, []);
  });

  const faults: readonly [string, (stripe: FakeStripe) => unknown, RegExp][] = [
    [
      "a refused key",
      (it) => Object.assign(it.conditions, { refusesKey: true }),
      /problem: .*make a new key in Stripe/,
    ],
    ["a Stripe that fails", (it) => it.mishaps.push(500), /problem: stripe: reading the account/],
    [
      "an account that is not complete",
      (it) => Object.assign(it.account, { charges_enabled: false }),
      /problem: account acct_test cannot take payments yet/,
    ],
    [
      "a price that is not there",
      (it) => it.prices.clear(),
      /problem: Stripe does not know the price price_pro_monthly/,
    ],
    [
      "a price that is archived",
      (it) => it.prices.set(PRICE_ID, price({ id: PRICE_ID, active: false })),
      /problem: .*archived/,
    ],
    [
      "a price that is paid once",
      (it) => it.prices.set(PRICE_ID, price({ id: PRICE_ID, type: "one_time", recurring: null })),
      /problem: .*is paid once/,
    ],
    [
      "no webhook",
      () => undefined,
      /warning: no webhook leads to https:\/\/tote.example.org\/api\/v1\/webhooks\/stripe: add one/,
    ],
    [
      "a webhook that is disabled",
      (it) => it.webhooks.push({ ...hook(["*"]), status: "disabled" }),
      /problem: the webhook \S+ is disabled/,
    ],
    [
      "a webhook without all events",
      (it) => it.webhooks.push(hook(["checkout.session.completed"])),
      /problem: the webhook \S+ does not get .*customer.subscription.deleted, .*charge.dispute.closed: add/,
    ],
    [
      "a webhook of an early version",
      (it) =>
        it.webhooks.push(hook([...CHECKOUT_EVENTS, "customer.subscription.updated", "customer.subscription.deleted"])),
      /warning: the webhook \S+ does not get customer.deleted, charge.refunded, .*: add/,
    ],
  ];
  it("and names payments for its keys that are disputed", async () => {
    const { gate, stripe, ...payments } = await openTestPayments();
    stripe.webhooks.push(hook(["*"]));
    const { id, subscriptionId } = await payments.subscribe();
    const { disputeId } = stripe.dispute(subscriptionId);
    const { sessionId } = stripe.sellElsewhere({});
    stripe.dispute(String(stripe.sessions.get(sessionId)?.subscription));
    const disputed = async () => {
      const found = await ask(stripe, [], gate.writer.file);
      return found.filter((line) => line.includes("disputed"));
    };
    const advice = "answer it in Stripe under Payments, Disputes";
    assert.deepEqual(await disputed(), [`warning: key ${id}: a payment of $49 is disputed (fraudulent): ${advice}`]);
    stripe.decide(disputeId, "lost");
    assert.deepEqual(await disputed(), []);
  });

  for (const [what, arrange, expected] of faults) {
    it(`and finds ${what}`, async () => {
      const stripe = await startFakeStripe(clock);
      arrange(stripe);
      const found = await ask(stripe);
      assert.ok(
        found.some((line) => expected.test(line)),
        found.join("\n"),
      );
      assert.ok(!found.join("\n").includes("sk_test"), "no secret is shown");
    });
  }
});
