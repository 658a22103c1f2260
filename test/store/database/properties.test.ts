import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OperatorError } from "../../../src/errors.ts";
import { findPosition, savePosition } from "../../../src/store/database/properties.ts";
import { openStore } from "../../../src/store/open.ts";
import { openTestWriter } from "../../support/store/writer.ts";

describe("a database belongs to the feed it was made for", () => {
  for (const isDemo of [true, false]) {
    const [own, other] = isDemo ? ["demo", "live"] : ["live", "demo"];
    it(`${own} data is refused to ${other}, and to the same feed it opens again`, async () => {
      const made = openTestWriter({ config: { isDemo }, feeds: [] });
      await made.writer.close();
      assert.throws(
        () => openTestWriter({ file: made.file, config: { isDemo: !isDemo }, feeds: [] }),
        (error) => error instanceof OperatorError && error.message.includes(`${made.file} holds ${own} data`),
      );
      const again = openTestWriter({ file: made.file, config: { isDemo }, feeds: [] });
      await again.writer.close();
      const store = openStore(made.file, undefined);
      assert.equal(store.isDemo, isDemo);
      assert.equal(store.isReadable(), true);
      store.close();
      assert.equal(store.isReadable(), false);
    });
  }
});

describe("the position of a background job", () => {
  it("is 0 at first, and written only when it changes", () => {
    const { db, value } = openTestWriter();
    assert.equal(findPosition(db, "walk"), 0);
    savePosition(db, "walk", 7);
    const before = value("SELECT total_changes()");
    savePosition(db, "walk", 7);
    assert.equal(value("SELECT total_changes()"), before);
    savePosition(db, "walk", 0);
    assert.equal(findPosition(db, "walk"), 0);
    assert.equal(findPosition(db, "other"), 0);
  });
});
