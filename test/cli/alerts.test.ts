import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseTarget } from "../../src/cli/alerts.ts";
import { SharedClock } from "../../src/clock.ts";
import { UsageError } from "../../src/errors.ts";
import { openTestDeliveries } from "../support/deliveries/deliveries.ts";
import { startReceiver } from "../support/deliveries/receiver.ts";
import { leaveSettings, runMain } from "../support/service/process.ts";
import { DAY_MS, HOUR_MS, market, page } from "../support/store/builders.ts";
import { fixedClock, openTestWriter, type Script } from "../support/store/writer.ts";

leaveSettings();

/** The service over market `m1` at 50%, with its commands. */
async function openOperated() {
  // Commands take the time of the machine.
  const now = new SharedClock().now();
  const listed = (yesPrice: number) => [page([market({ id: "m1", yesPrice, closesAt: now + 30 * DAY_MS })])];
  const script: Script = { full: listed(500_000) };
  const writer = openTestWriter({ scripts: { kalshi: script }, clock: fixedClock(now) });
  await writer.pass();
  const api = await openTestDeliveries({ writer });
  return {
    api,
    alerts: (...args: string[]) => runMain("alerts", ...args, "--db", writer.file),
    async read(price: number): Promise<void> {
      writer.clock.fixAt(writer.clock.now() + HOUR_MS);
      script.full = listed(price * 1e6);
      await writer.pass();
      await api.flush();
    },
  };
}

const CROSSED = ["--type", "market.price_crossed", "--market", "kalshi:m1", "--above", "0.6"];

describe("toteboard alerts", () => {
  it("refuses an address of ntfy with a credential, which would be dropped", () => {
    for (const to of [
      "https://ntfy.sh/my-topic?auth=QmVhcmVyIHRrX3g",
      "ntfy://127.0.0.1/my-topic?auth=x",
      "ntfy://a/t#x",
    ])
      assert.throws(
        () => parseTarget(to),
        /--to: expected an address without '\?' and '#'; an access token goes into token of POST/,
      );
  });

  it("has a message sent to ntfy by one command", async () => {
    const { alerts, read } = await openOperated();
    const ntfy = await startReceiver();
    const added = await alerts("add", ...CROSSED, "--to", `ntfy://127.0.0.1:${ntfy.port}/my-topic`);
    assert.deepEqual([added.exitCode, added.stderr], [0, ""]);
    assert.match(added.stdout, /^alert [0-9a-f-]{36} is made; its messages go to ntfy http:\/\/127\.0\.0\.1:\d+\/…\n$/);
    await read(0.62);
    const [sent, ...more] = ntfy.received;
    assert.equal(more.length, 0);
    assert.match(`${sent?.path} ${sent?.body}`, /my-topic.*Will m1 happen\?/s);
    assert.match(sent?.body ?? "", /Yes is at 62%/);
    const { stdout } = await alerts("list");
    assert.match(stdout, /market\.price_crossed {2}market kalshi:m1, above 0\.6 {2}1 times, last 20/);
  });

  it("leaves no webhook behind where it makes no alert", async () => {
    const { alerts } = await openOperated();
    const to = ["--to", "https://example.org/hook", "--json"];
    const refused = await alerts("add", "--type", "market.resolved", "--market", "kalshi:m9", ...to);
    assert.equal(refused.exitCode, 1);
    assert.match(refused.stderr, /there is no market kalshi:m9/);
    const made = await alerts("add", ...CROSSED, ...to);
    assert.match(JSON.parse(made.stdout).secret, /^whsec_/, "its secret is shown with the alert");
  });

  it("lists and removes, and uses an address again", async () => {
    const { alerts, api } = await openOperated();
    const add = async (...more: string[]) => JSON.parse((await alerts("add", ...CROSSED, ...more, "--json")).stdout);
    const first = await add("--to", "https://example.org/hook", "--once", "--cooldown-seconds", "60");
    assert.deepEqual([first.once, first.cooldownSeconds], [true, 60]);
    assert.match(first.secret, /^whsec_/);
    const second = await add("--to", "https://example.org/hook", "--name", "Again");
    assert.deepEqual([second.webhook_ids, second.secret, second.name], [first.webhook_ids, null, "Again"]);
    assert.equal((await add("--to", first.webhook_ids[0])).webhook_ids[0], first.webhook_ids[0]);
    assert.equal((await add()).webhook_ids, null);
    assert.equal(api.context.store.webhooks.list(null).length, 1);
    assert.equal((await alerts("remove", first.id)).stdout, `alert ${first.id} is removed\n`);
    assert.equal(JSON.parse((await alerts("list", "--json")).stdout).length, 3);
    assert.equal((await alerts("remove", first.id)).exitCode, 1);
  });

  for (const [args, exitCode, message] of [
    [[], 2, /expected list, add, remove/],
    [["add"], 2, /add needs --type: one of market\.price_crossed/],
    [["add", "--type", "moon"], 2, /--type: expected one of/],
    [["add", "--type", "market.price_crossed", "--market", "kalshi:m1"], 2, /--above: expected above or below/],
    [["add", ...CROSSED.slice(0, 4), "--above", "60"], 2, /--above: expected a number from 0 to 1, not '60'/],
    [["add", ...CROSSED, "--to", "my-topic"], 2, /--to: expected an address such as https:\/\/ntfy\.sh\/my-topic/],
    [["add", ...CROSSED, "--market", "kalshi:m9"], 1, /there is no market kalshi:m9/],
    [["remove"], 2, /remove needs the id/],
    [["list", "x"], 2, /list takes no 'x'/],
  ] as const) {
    it(`refuses ${args.join(" ") || "nothing"}`, async () => {
      const { alerts } = await openOperated();
      const refused = await alerts(...args);
      assert.equal(refused.exitCode, exitCode, refused.stderr);
      assert.match(refused.stderr, message);
    });
  }
});

describe("--to", () => {
  for (const [text, target, address] of [
    ["https://ntfy.sh/topic", "ntfy", "https://ntfy.sh/topic"],
    ["ntfy://ntfy.sh/topic", "ntfy", "https://ntfy.sh/topic"],
    ["ntfy://localhost:8080/topic", "ntfy", "http://localhost:8080/topic"],
    ["https://discord.com/api/webhooks/1/x", "discord", "https://discord.com/api/webhooks/1/x"],
    ["https://hooks.slack.com/services/T/B/x", "slack", "https://hooks.slack.com/services/T/B/x"],
    ["mailto:ada@example.org", "email", "ada@example.org"],
    ["telegram://123:abc/-100", "telegram", "https://api.telegram.org"],
    ["https://example.org/hook", "webhook", "https://example.org/hook"],
  ] as const) {
    it(`takes ${text} for ${target}`, () => {
      const found = parseTarget(text);
      assert.deepEqual([found.target, found.address], [target, address]);
    });
  }

  it("takes nothing else", () => {
    for (const text of ["", "topic", "ftp://example.org/x", "telegram://x/y", "mailto:nobody"])
      assert.throws(() => parseTarget(text), UsageError);
  });
});
