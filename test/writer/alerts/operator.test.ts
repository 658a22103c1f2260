import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createOperatorMessages } from "../../../src/writer/alerts/operator-messages.ts";
import { addWebhook, listMessages } from "../../support/alerts/alerts.ts";
import { HOUR_MS, MINUTE_MS, market, page } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";

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
