import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { consistently, openDatabase } from "../../../src/store/database/db.ts";
import { openUnchanged } from "../../../src/store/database/unchanged.ts";
import { openTestWriter } from "../../support/store/writer.ts";

describe("what was read and is remembered", () => {
  const test = openTestWriter();
  const reader = openDatabase(test.file, "read-only", undefined);
  after(() => reader.close());
  test.write(() => test.db.exec("CREATE TABLE counted (value INTEGER); INSERT INTO counted VALUES (1)"));
  const count = reader.prepare("SELECT value FROM counted").pluck();

  it("is given again until another connection commits", () => {
    const unchanged = openUnchanged<number>(reader, 2);
    const reads: string[] = [];
    const ask = (name: string) =>
      consistently(reader, () =>
        unchanged(name, () => {
          reads.push(name);
          return Number(count.get());
        }),
      );
    assert.deepEqual([ask("a"), ask("a"), ask("b")], [1, 1, 1]);
    assert.deepEqual(reads, ["a", "b"]);
    test.write(() => test.db.exec("UPDATE counted SET value = 2"));
    assert.deepEqual([ask("a"), ask("b"), ask("a")], [2, 2, 2]);
    assert.deepEqual(reads, ["a", "b", "a", "b"]);
  });

  it("is of the moment that the transaction sees", () => {
    const unchanged = openUnchanged<number>(reader, 2);
    const ask = () => unchanged("a", () => Number(count.get()));
    consistently(reader, () => {
      const before = ask();
      test.write(() => test.db.exec("UPDATE counted SET value = value + 1"));
      assert.equal(ask(), before);
      assert.equal(ask(), count.get());
    });
    assert.equal(consistently(reader, ask), count.get());
  });

  it("makes room for what is asked later", () => {
    const unchanged = openUnchanged<string>(reader, 2);
    const ask = (name: string, value: string) => consistently(reader, () => unchanged(name, () => value));
    const answers = [ask("a", "first"), ask("b", ""), ask("c", ""), ask("a", "second")];
    assert.deepEqual(answers, ["first", "", "", "second"]);
  });

  it("is nothing on a connection that writes", () => {
    const unchanged = openUnchanged<string>(test.db, 2);
    const ask = (value: string) => consistently(test.db, () => unchanged("a", () => value));
    assert.deepEqual([ask("first"), ask("second")], ["first", "second"]);
  });
});
