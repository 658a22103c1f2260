import assert from "node:assert/strict";
import { closeSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { describe, it } from "node:test";
import { startTestService } from "../support/service/service.ts";
import { market, page } from "../support/store/builders.ts";
import { openTestWriter, temporaryFile } from "../support/store/writer.ts";

const PAGE_BYTES = 2048;

describe("damage that only a reader meets", () => {
  it("shows in the status, and what does not need the damaged part is still answered", async () => {
    const file = temporaryFile("toteboard.db");
    const listing = [page([market({ id: "a", description: "what it is about" })])];
    const test = openTestWriter({ file, scripts: { kalshi: { full: listing } } });
    await test.pass();
    const root = Number(test.value("SELECT rootpage FROM sqlite_schema WHERE name = 'market_descriptions'"));
    await test.writer.close();
    overwrite(file, root);
    const service = await startTestService({ folder: dirname(file) });
    const before = (await service.get("/api/v1/status")).body.data;
    assert.equal(before.database.error, null);
    assert.equal((await service.get("/api/v1/markets/kalshi/a/detail")).status, 500);
    const { status, database } = (await service.get("/api/v1/status")).body.data;
    assert.deepEqual([status, database.error], ["degraded", "damaged"]);
    assert.equal((await service.get("/api/v1/markets")).body.data.length, 1);
  });
});

function overwrite(file: string, page: number): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 0x55), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  closeSync(descriptor);
}
