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
import { serve } from "../support/upstream/fetching.ts";
import * as kalshi from "../support/upstream/kalshi-pages.ts";
import * as polymarket from "../support/upstream/polymarket-pages.ts";
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

leaveSettings();

const SCHEDULE = { feesEnabled: true, feeSchedule: { rate: 0.05, exponent: 1, takerOnly: true, rebateRate: 0.25 } };

/** The first is past its `endDate` and traded most; its sibling comes after the other events' markets. */
const POLYMARKET = [
  polymarket.event([
    polymarket.market({
      id: "1",
      question: "Will A\u200bda win?",
      endDate: "2020-01-01T00:00:00Z",
      volume24hr: 900,
      ...SCHEDULE,
    }),
    polymarket.market({ id: "2", question: "Will Bob win?", volume24hr: 800, closed: true }),
  ]),
  polymarket.event([polymarket.market({ id: "3", question: "Halted?", acceptingOrders: false, feesEnabled: false })], {
    id: "9002",
  }),
];
const KALSHI = Array.from({ length: 7 }, (_, index) => {
  const [ticker, event_ticker] = [`KXBRIDGE-${index}-MAR`, `KXBRIDGE-${index}`];
  return kalshi.event([kalshi.market({ ticker, event_ticker, close_time: "2099-04-01T00:00:00Z" })], {
    ...{ event_ticker, title: `Bridge ${index}?`, series_ticker: "KXBRIDGES" },
  });
});

const base = await serve(({ url = "" }, response) => {
  const { pathname } = new URL(url, "http://stand.in");
  const bodies: Record<string, unknown> = {
    "/gamma/events/keyset": { events: POLYMARKET, next_cursor: "more" },
    "/kalshi/events": { events: KALSHI, cursor: "more" },
    "/kalshi/series": { series: [{ ticker: "KXBRIDGES", fee_type: "quadratic", fee_multiplier: 0.5 }] },
  };
  asked.push(pathname);
  response.writeHead(pathname in bodies ? 200 : 404, { "Content-Type": "application/json" });
  response.end(JSON.stringify(bodies[pathname] ?? {}));
});
const asked: string[] = [];
Object.assign(process.env, {
  TOTEBOARD_POLYMARKET_URL: `${base}/gamma`,
  TOTEBOARD_KALSHI_URL: `${base}/kalshi`,
  TOTEBOARD_MANIFOLD_URL: `${base}/manifold`,
  TOTEBOARD_PLATFORMS: "polymarket,kalshi",
});

describe("toteboard doctor --platforms", () => {
  it("prints what one page of each platform was read as, with each market's own link", async () => {
    asked.length = 0;
    const { exitCode, stdout } = await runMain("doctor", "--platforms");
    assert.equal(exitCode, 0, stdout);
    assert.deepEqual(asked.toSorted(), ["/gamma/events/keyset", "/kalshi/events", "/kalshi/series"]);
    const [first = "", second = ""] = stdout.split("\n\n");
    assert.match(first, /^Polymarket: 3 markets on its first page, in \d+(\.\d)? s: /);
    assert.deepEqual(first.split("\n").slice(1), [
      "  Will Ada win?",
      "    open, tradable, 21.5¢, fee 5% of price × (1 − price) by the market, no end",
      "    https://polymarket.com/event/when-will-the-bridge-open/will-the-bridge-open-in-march",
      "  Halted?",
      "    open, halted, 21.5¢, fee none by the market, closes 2027-04-01T00:00:00.000Z",
      "    https://polymarket.com/event/when-will-the-bridge-open/will-the-bridge-open-in-march",
      "  Will Bob win?",
      "    closed, 21.5¢, fee 4% of price × (1 − price) by our table, closed 2027-04-01T00:00:00.000Z",
      "    https://polymarket.com/event/when-will-the-bridge-open/will-the-bridge-open-in-march",
    ]);
    assert.match(first, /: 2 open \(1 halted\), 1 closed, 0 skipped, 0 not yet open\n/);
    assert.match(second, /^Kalshi: 7 markets on its first page/);
    assert.equal(second.match(/fee 3\.5% of price × \(1 − price\) by the series, closes 2099-04-01/g)?.length, 5);
  });

  it("says of a platform that cannot be read why, and ends with 1", async () => {
    process.env.TOTEBOARD_PLATFORMS = "polymarket,kalshi,manifold";
    const { exitCode, stdout } = await runMain("doctor", "--platforms");
    process.env.TOTEBOARD_PLATFORMS = "polymarket,kalshi";
    assert.equal(exitCode, 1);
    assert.match(stdout, /^PROBLEM +Manifold is down \(404\)$/m);
    assert.match(stdout, /^Kalshi: 7 markets/m);
  });

  it("takes names of platforms, and prints JSON", async () => {
    const { exitCode, stdout } = await runMain("doctor", "--platforms", "kalshi,polymarket", "--json");
    assert.equal(exitCode, 0);
    const found = JSON.parse(stdout);
    assert.deepEqual(
      found.map(({ platform, error }: Record<string, unknown>) => [platform, error]),
      [
        ["polymarket", null],
        ["kalshi", null],
      ],
    );
    assert.deepEqual(found[0].counts, { markets: 3, open: 2, halted: 1, skipped: 0, unopened: 0 });
    assert.deepEqual(found[0].markets[0], {
      id: "1",
      title: "Will Ada win?",
      url: "https://polymarket.com/event/when-will-the-bridge-open/will-the-bridge-open-in-march",
      ...{ status: "open", tradable: true, price: 0.215, closes_at: null },
      fee: { kind: "quadratic", rate: 0.05, source: "market" },
    });
  });

  it("refuses what is no platform, and platforms without the flag", async () => {
    const unknown = await runMain("doctor", "--platforms", "betfair");
    assert.equal(unknown.exitCode, 2);
    assert.match(unknown.stderr, /--platforms: expected one of polymarket, .*, not 'betfair'/);
    const bare = await runMain("doctor", "kalshi");
    assert.equal(bare.exitCode, 2);
    assert.match(bare.stderr, /doctor takes 'kalshi' only with --platforms/);
  });
});
