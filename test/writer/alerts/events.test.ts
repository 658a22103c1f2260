import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { TYPE_CODES } from "../../../src/store/change-log.ts";
import { createOperatorMessages } from "../../../src/writer/alerts/operator-messages.ts";
import { addWebhook, listMessages, makeAlert } from "../../support/alerts/alerts.ts";
import { book } from "../../support/store/arbitrage.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter, type Script, type TestWriter } from "../../support/store/writer.ts";

/** A writer that has read these markets, and a webhook of the operator. */
async function openRead(full: Parameters<typeof page>[0], more: Partial<Script> = {}) {
  const script: Script = { ...more, full: [page(full)] };
  const test = openTestWriter({ scripts: { kalshi: script } });
  addWebhook(test);
  await test.pass();
  const read = async (listed: Parameters<typeof page>[0]): Promise<void> => {
    test.clock.fixAt(test.clock.now() + MINUTE_MS);
    script.full = [page(listed)];
    await test.pass();
  };
  return { test, script, read };
}

const wait = (test: TestWriter, ms: number): void => {
  test.clock.fixAt(test.clock.now() + ms);
  test.writer.alerts.lookAtTime();
};

const textsOf = (test: TestWriter): string[] => listMessages(test).map(({ type, data }) => `${type} ${data.text}`);

describe("an alert on what happens to a market", () => {
  it("fires when it is resolved", async () => {
    const resolved = resolvedMarket({ id: "m0", resolvedAt: START - DAY_MS });
    const { test, script, read } = await openRead([market({ id: "m1" }), resolved], { resolved: [] });
    await makeAlert(test, { type: "market.resolved", scope: { query: "happen" } });
    await makeAlert(test, { type: "market.resolved", scope: { query: "happen" }, minVolume: 1_001 });
    // What was resolved before is no news, also where its title changes.
    await read([market({ id: "m1" }), { ...resolved, title: "Will m0 happen then?" }]);
    assert.deepEqual(textsOf(test), []);
    await read([market({ id: "m1", status: "closed" })]);
    assert.deepEqual(textsOf(test), []);
    script.resolved = [page([resolvedMarket({ id: "m1" })])];
    await read([]);
    assert.deepEqual(textsOf(test), ["market.resolved Resolved: yes."]);
  });

  it("forgets the price of a market that has closed", async () => {
    const { test, read } = await openRead([market({ id: "m1" })]);
    await makeAlert(test, { type: "market.price_crossed", scope: { query: "happen" }, above: 0.9 });
    await read([market({ id: "m1", yesPrice: 950_000 })]);
    assert.deepEqual([listMessages(test).length, test.value("SELECT count(*) FROM alert_states")], [1, 1]);
    await read([market({ id: "m1", status: "closed" })]);
    assert.equal(test.value("SELECT count(*) FROM alert_states"), 0);
  });

  it("fires for new markets of a query, not for all that a platform lists at first", async () => {
    const { test, script, read } = await openRead([market({ id: "m1" })]);
    await makeAlert(test, { type: "market.listed", scope: { query: "happen", category: "politics" } });
    await read([
      market({ id: "m1" }),
      market({ id: "m2", yesPrice: 300_000 }),
      market({ id: "m3", title: "Something else" }),
    ]);
    assert.deepEqual(textsOf(test), ["market.listed New market; yes is at 30%."]);
    // What was listed before an alert is no news to it, also where that is looked at later.
    test.clock.advance(MINUTE_MS);
    await makeAlert(test, { type: "market.listed", scope: { query: "something" } });
    test.db
      .prepare(
        "INSERT INTO feed_changes (at, type, subject) SELECT at, type, subject FROM feed_changes WHERE type = ? AND at > ?",
      )
      .run(TYPE_CODES.listed, START);
    test.writer.alerts.look();
    assert.equal(listMessages(test).length, 1);
    const other = openTestWriter({ scripts: { polymarket: script }, file: await closed(test) });
    await other.pass();
    assert.equal(listMessages(other).length, 1);
  });
});

/** Closes a writer and gives its file. */
async function closed(test: TestWriter): Promise<string> {
  await test.writer.close();
  return test.file;
}

/** Kalshi and another platform that ask one question, with a book around each price. */
async function openPair(prices: readonly [kalshi: number, other: number], other = "polymarket") {
  // Titles that the matcher does not take for one question by itself.
  const titles: Readonly<Record<string, string>> = { kalshi: "Will it rain?", [other]: "Will it hail?" };
  const listing = (platform: string, price: number) => [
    page([market({ id: "q", title: titles[platform] ?? "", ...book(price) })]),
  ];
  const scripts: Record<string, Script> = {
    kalshi: { full: listing("kalshi", prices[0]) },
    [other]: { full: listing(other, prices[1]) },
  };
  const test = openTestWriter({ scripts });
  addWebhook(test);
  await test.writer.runOnce(new Set());
  return {
    test,
    match: () => group(test, [{ a: "kalshi", b: other }]),
    async read(ofKalshi: number, ofOther: number): Promise<void> {
      test.clock.fixAt(test.clock.now() + MINUTE_MS);
      for (const [platform, price] of Object.entries({ kalshi: ofKalshi, [other]: ofOther }))
        (scripts[platform] as Script).full = listing(platform, price);
      await test.writer.runOnce(new Set());
    },
  };
}

describe("an alert on spreads", () => {
  it("fires when a spread opens, again once it was gone, and not for what is open already", async () => {
    const { test, match, read } = await openPair([300_000, 500_000]);
    match();
    test.writer.alerts.look();
    await makeAlert(test, { type: "spread.opened", scope: {}, minNetCents: 5, minConfidence: "low" });
    await makeAlert(test, { type: "spread.opened", scope: { query: "snow" }, minNetCents: 5, minConfidence: "low" });
    await read(310_000, 500_000);
    await read(480_000, 500_000);
    assert.deepEqual(textsOf(test), []);
    await read(300_000, 510_000);
    const [opened, ...others] = listMessages(test);
    assert.deepEqual([opened?.type, others.length], ["spread.opened", 0]);
    assert.match(opened?.data.title, /^Will it (?:rain|hail)\?$/);
    assert.ok(opened?.data.observed > 5 && opened?.data.threshold === 5);
    assert.deepEqual(
      opened?.data.spread.legs.map(({ action, side }: { action: string; side: string }) => `${action} ${side}`),
      ["buy yes", "buy no"],
    );
  });

  it("does not fire for a spread with play money, which nobody can trade on", async () => {
    const { test, match, read } = await openPair([480_000, 500_000], "manifold");
    match();
    test.writer.alerts.look();
    await makeAlert(test, { type: "spread.opened", scope: {}, minNetCents: 5, minConfidence: "low" });
    await read(300_000, 500_000);
    assert.ok(Number(test.value("SELECT max(net) FROM spreads")) > 50_000, "the spread is there");
    assert.deepEqual(textsOf(test), []);
  });

  it("keeps a spread open while the price of a leg is stale", async () => {
    const { test, match, read } = await openPair([300_000, 500_000]);
    match();
    test.writer.alerts.look();
    await makeAlert(test, { type: "spread.opened", scope: {}, minNetCents: 5, minConfidence: "low" });
    // Long after the last pass, a change of the spread is written.
    test.clock.fixAt(test.clock.now() + DAY_MS);
    test.db.exec(
      "INSERT INTO feed_changes (at, type, subject) SELECT at, 6, (SELECT 'same:' || group_key FROM spreads LIMIT 1) FROM feed_changes ORDER BY seq DESC LIMIT 1",
    );
    test.writer.alerts.look();
    assert.equal(test.value("SELECT count(*) FROM alert_waiting"), 1);
    await read(300_000, 500_000);
    assert.deepEqual([textsOf(test), test.value("SELECT count(*) FROM alert_waiting")], [[], 0]);
    await read(480_000, 500_000);
    await read(300_000, 500_000);
    assert.equal(textsOf(test).length, 1);
  });
});

describe("an alert on a platform", () => {
  it("fires once its data is too old, and again after it was fresh", async () => {
    const { test, script, read } = await openRead([market({ id: "m1" })]);
    await makeAlert(test, { type: "source.stale", scope: { platform: "kalshi" }, minutes: 60 });
    for (const minutes of [30, 31, 60]) wait(test, minutes * MINUTE_MS);
    assert.deepEqual(textsOf(test), ["source.stale Its data is 61 minutes old."]);
    script.full = [new UpstreamError("http_503", "kalshi.example")];
    await test.pass();
    await read([market({ id: "m1" })]);
    wait(test, MINUTE_MS);
    wait(test, 2 * HOUR_MS);
    assert.equal(textsOf(test).length, 2);
  });

  it("tells of the platform that it names, and of no other", async () => {
    const script = () => ({ full: [page([market({ id: "m1" })])] });
    const test = openTestWriter({ scripts: { kalshi: script(), polymarket: script() } });
    addWebhook(test);
    await test.pass();
    await makeAlert(test, { type: "source.stale", scope: { platform: "polymarket" }, minutes: 60 });
    wait(test, HOUR_MS);
    assert.deepEqual(
      listMessages(test).map(({ data }) => data.title),
      ["Polymarket"],
    );
  });
});

async function openTold() {
  const test = openTestWriter({ scripts: { kalshi: { full: [page([market({ id: "m1" })])] } } });
  addWebhook(test);
  addWebhook(test, (await test.commands.createKey({ name: "A", email: "a@example.org", tier: "pro" })).id);
  await test.pass();
  let free = 1e12;
  const open = () =>
    createOperatorMessages(test.db, {
      clock: test.clock,
      platforms: ["kalshi"],
      file: test.file,
      findFree: () => free,
    });
  return {
    test,
    open,
    operator: open(),
    setFree: (bytes: number): void => {
      free = bytes;
    },
    texts: () => listMessages(test).map(({ type, data }) => `${type}: ${data.text}`),
  };
}

describe("the operator is told", () => {
  it("of a platform that is stale for an hour, once until it is fresh again", async () => {
    const { test, operator, open, texts } = await openTold();
    operator.look();
    test.clock.fixAt(test.clock.now() + HOUR_MS);
    operator.look();
    operator.look();
    open().look();
    assert.deepEqual(texts(), ["service.source_stale: The data of Kalshi is 1 h old; 'toteboard doctor' says why."]);
    await test.pass();
    operator.look();
    test.clock.fixAt(test.clock.now() + HOUR_MS + MINUTE_MS);
    operator.look();
    assert.equal(texts().length, 2);
  });

  it("of a disk that is nearly full, and of one that was full once it can be told", async () => {
    const { test, operator, setFree, texts } = await openTold();
    setFree(100 * 1024 * 1024);
    operator.look();
    operator.look();
    assert.deepEqual(texts(), ["service.disk_full: The disk of the database has 100 MB left: make room on it."]);
    operator.noteTrouble("disk_full");
    test.clock.fixAt(test.clock.now() + 5 * MINUTE_MS);
    operator.noteTrouble(null);
    operator.noteTrouble(null);
    assert.deepEqual(texts().slice(1), ["service.disk_full: Nothing could be stored for 5 min; it can again."]);
  });

  it("of a backup that failed, and of what the service says, and nobody else is", async () => {
    const { test, operator, texts } = await openTold();
    operator.tellOfBackup("no backup: the folder is gone");
    await test.commands.tellOperator({
      type: "service.webhook_lost",
      title: "A webhook is missing",
      text: "cs_1 is paid.",
    });
    assert.deepEqual(texts(), [
      "service.backup_failed: no backup: the folder is gone",
      "service.webhook_lost: cs_1 is paid.",
    ]);
    assert.equal(test.value("SELECT count(DISTINCT webhook_key) FROM deliveries"), 1);
  });
});
