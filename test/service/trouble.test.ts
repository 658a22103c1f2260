import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { describe, it } from "node:test";
import { eventually, startTestService } from "../support/service/service.ts";
import { markets, page } from "../support/store/builders.ts";
import { openTestWriter, type Script } from "../support/store/writer.ts";

const aKey = { name: "me", email: "me@example.com", tier: "free" } as const;

describe("a database file that is moved away while the service runs", () => {
  it("is read on, takes no write that would be lost, and is written again once it is back", async () => {
    const service = await startTestService();
    const { db } = service.config;
    const status = async () => (await service.get("/api/v1/status")).body.data;
    const make = () => fetch(`${service.url}/api/v1/keys?name=me&email=me@example.com`, { method: "POST" });
    assert.deepEqual([(await status()).database.error, (await make()).status], [null, 201]);
    renameSync(db, `${db}.away`);
    const refused = await make();
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "30"]);
    const { detail } = (await refused.json()) as { detail: { error: string; message: string } };
    assert.equal(detail.error, "unavailable");
    assert.match(detail.message, /cannot write at the moment \(missing\); nothing was changed/);
    await eventually("the status to say so", async () => {
      const { status: overall, database } = await status();
      return overall === "degraded" && database.error === "missing";
    });
    assert.equal((await service.get("/api/v1/markets")).status, 200);
    assert.equal((await service.get("/readyz")).status, 200, "questions can be answered");
    renameSync(`${db}.away`, db);
    await eventually("the database to be well", async () => (await status()).database.error === null);
    assert.equal((await make()).status, 201);
  });
});

describe("a disk that is full", () => {
  it("stops writes alone, loses nothing that was acknowledged, and is forgotten once there is room", async () => {
    const script: Script = { full: [page(markets(100))] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    const { id } = await test.commands.createKey(aKey);
    const pages = Number(test.value("PRAGMA page_count"));
    test.db.pragma(`max_page_count = ${pages}`);
    script.full = [page(markets(5000))];
    await assert.rejects(test.pass(), { code: "SQLITE_FULL" });
    const make = async (): Promise<string> => (await test.commands.createKey(aKey)).id;
    const made: string[] = [id];
    await assert.rejects(
      async () => {
        for (;;) made.push(await make());
      },
      { code: "unavailable", message: /\(disk_full\); nothing was changed/ },
    );
    const told = test.logged.filter(({ msg }) => msg === "the database cannot be written");
    assert.deepEqual(
      told.map(({ trouble }) => trouble),
      ["disk_full"],
      "it is said once",
    );
    assert.deepEqual(test.rows("SELECT key_id FROM keys ORDER BY rowid").flat(), made);
    assert.equal(test.value("PRAGMA integrity_check"), "ok");
    test.db.pragma("max_page_count = 1073741823");
    await make();
    assert.equal((await test.pass()).status, "ok");
    assert.equal(test.value("SELECT count(*) FROM markets"), 5000);
  });
});
