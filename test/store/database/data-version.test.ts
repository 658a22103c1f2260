import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openDataVersion } from "../../../src/store/database/data-version.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import { openTestWriter } from "../../support/store/writer.ts";

describe("the version of the data", () => {
  it("changes with every step that changed something; parts of a longer job are told of at its end", async () => {
    const test = openTestWriter();
    const { step, part } = test.writer.writing;
    const reader = openDatabase(test.file, "read-only", undefined);
    const [exact, told] = [openDataVersion(reader, "exact"), openDataVersion(reader, "told")];
    const change = () =>
      test.db.exec("INSERT INTO job_positions VALUES ('x', 1) ON CONFLICT DO UPDATE SET position = position + 1");
    const versions = () => [exact() ?? 0, told() ?? 0];
    const since = ([a = 0, b = 0]: number[]) => versions().map((now, index) => now - (index === 0 ? a : b));
    await step(change);
    const first = versions();
    await step(() => undefined);
    assert.deepEqual(since(first), [0, 0], "nothing was changed");
    await part(change);
    await part(change);
    assert.equal(since(first)[0], 2);
    await step(() => undefined);
    assert.equal(since(first)[0], 2);
    assert.ok((since(first)[1] ?? 0) > 0, "what the parts changed is told of at last");
    const second = versions();
    await step(change);
    assert.deepEqual(since(second), [1, 1]);
    reader.close();
  });

  it("is not that of keys and their usage", async () => {
    const test = openTestWriter();
    const reader = openDatabase(test.file, "read-only", undefined);
    const told = openDataVersion(reader, "told");
    const before = told();
    await test.writer.commands.createKey({ name: "a", email: "a@example.org", tier: "free" });
    assert.equal(told(), before);
    reader.close();
  });

  it("is unknown while nothing can be read", () => {
    const test = openTestWriter();
    const reader = openDatabase(test.file, "read-only", undefined);
    const told = openDataVersion(reader, "told");
    reader.close();
    assert.equal(told(), undefined);
  });
});
