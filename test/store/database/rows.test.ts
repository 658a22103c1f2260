import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { describeRows, ROWS_FILE } from "../../../bin/row-types.ts";

describe("the types of rows", () => {
  it("are those of the SQL", () => {
    const written = readFileSync(new URL(`../../../${ROWS_FILE}`, import.meta.url), "utf8");
    assert.equal(written, describeRows(), "sql has changed: npm run rows");
  });
});
