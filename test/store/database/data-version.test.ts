import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openDataVersion } from "../../../src/store/database/data-version.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import { openTestWriter } from "../../support/store/writer.ts";

describe("the version of the data", () => {
  it("changes with every step that changed something; parts of a longer job count at its end", async () => {
    const test = openTestWriter();
    const { step, part } = test.writer.writing;
    const reader = openDatabase(test.file, "read-only", undefined);
    const version = openDataVersion(reader);
    const change = () =>
      test.db.exec("INSERT INTO job_positions VALUES ('x', 1) ON CONFLICT DO UPDATE SET position = position + 1");
    await step(change);
    const first = version() ?? 0;
    await step(() => undefined);
    assert.equal(version(), first, "nothing was changed");
    await part(change);
    await part(change);
    await step(() => undefined);
    const second = version() ?? 0;
    assert.ok(second > first, "the end of the job counts what its parts changed");
    await step(change);
    assert.equal(version(), second + 1);
    reader.close();
  });

  it("is not that of keys and their usage", async () => {
    const test = openTestWriter();
    const reader = openDatabase(test.file, "read-only", undefined);
    const version = openDataVersion(reader);
    const before = version();
    await test.commands.createKey({ name: "a", email: "a@example.org", tier: "free" });
    assert.equal(version(), before);
    reader.close();
  });

  it("is unknown while nothing can be read", () => {
    const test = openTestWriter();
    const reader = openDatabase(test.file, "read-only", undefined);
    const version = openDataVersion(reader);
    reader.close();
    assert.equal(version(), undefined);
  });
});
