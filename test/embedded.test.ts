import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { EMBEDDED_FOLDERS, listEmbedded, readEmbedded } from "../src/embedded.ts";

describe("embedded files", () => {
  it("are listed by their path from the project root, in order", () => {
    const paths = listEmbedded("sql");
    assert.ok(paths.includes("sql/queries/markets.sql"), paths.join(" "));
    assert.deepEqual(paths, paths.toSorted());
  });

  it("are listed for the folder asked for and those below it, not for others of a similar name", () => {
    const queries = listEmbedded("sql/queries");
    assert.ok(queries.length > 0);
    assert.deepEqual(
      queries,
      listEmbedded("sql").filter((path) => path.startsWith("sql/queries/")),
    );
    assert.deepEqual(listEmbedded("sql/querie"), []);
  });

  it("do not include code", () => {
    const code = EMBEDDED_FOLDERS.flatMap(listEmbedded).filter((path) => path.endsWith(".ts"));
    assert.deepEqual(code, []);
  });

  it("read as they are on the disk", () => {
    for (const path of listEmbedded("sql")) {
      assert.equal(readEmbedded(path), readFileSync(new URL(`../${path}`, import.meta.url), "utf8"));
    }
  });

  it("refuse to be read by a name that does not exist", () => {
    assert.throws(() => readEmbedded("sql/queries/nothing.sql"), /nothing\.sql/);
  });
});
