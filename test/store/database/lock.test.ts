import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OperatorError } from "../../../src/errors.ts";
import { acquireLock } from "../../../src/store/database/lock.ts";
import { temporaryFile } from "../../support/store/writer.ts";

describe("the lock of a database", () => {
  it("is held by one at a time, and free again when it is released", () => {
    const file = temporaryFile();
    const lock = acquireLock(file, undefined);
    for (let attempt = 0; attempt < 2; attempt++) {
      assert.throws(
        () => acquireLock(file, undefined),
        (error) => error instanceof OperatorError && error.message.startsWith(`${file} is in use by another toteboard`),
      );
    }
    lock.release();
    acquireLock(file, undefined).release();
  });

  it("of one file leaves another in the same folder free", () => {
    const file = temporaryFile();
    const lock = acquireLock(file, undefined);
    const other = acquireLock(`${file}-other`, undefined);
    assert.throws(() => acquireLock(file, undefined), OperatorError);
    lock.release();
    acquireLock(file, undefined).release();
    assert.throws(() => acquireLock(`${file}-other`, undefined), OperatorError);
    other.release();
  });

  it("cannot be taken where no file can be made, and says which", () => {
    const file = `${temporaryFile()}/missing/test.db`;
    assert.throws(
      () => acquireLock(file, undefined),
      (error) => error instanceof OperatorError && error.message.startsWith(`cannot open the database ${file}.lock: `),
    );
  });
});
