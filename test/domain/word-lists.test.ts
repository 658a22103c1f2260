import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseWordLists, readRows, readWordLists } from "../../src/domain/word-lists.ts";
import { listEmbedded } from "../../src/embedded.ts";

describe("files of words", () => {
  it("have lists of rows, with comments and continued rows", () => {
    const text = "# Cities\n\n[cities]\nst louis\n# also a county\r\nsan diego: sd,\n  san diego city\n\n[none]\n";
    const lists = parseWordLists("a.txt", text);
    assert.deepEqual(
      [...lists],
      [
        ["cities", { location: "a.txt:3", rows: ["st louis", "san diego: sd, san diego city"] }],
        ["none", { location: "a.txt:9", rows: [] }],
      ],
    );
  });

  it("name the line of what is wrong", () => {
    assert.throws(
      () => parseWordLists("a.txt", "# x\nst louis\n"),
      /^Error: a\.txt:2: a row before the first heading$/,
    );
    assert.throws(() => parseWordLists("a.txt", "[a]\nb\n[a]\n"), /^Error: a\.txt:3: a second list \[a\]$/);
    assert.throws(() => readRows("names", "planets"), /^Error: src\/domain\/data\/names\.txt: no list \[planets\]$/);
  });

  it("have no empty list and no empty phrase", () => {
    const files = listEmbedded("src/domain/data").map((path) => path.slice("src/domain/data/".length, -".txt".length));
    assert.ok(files.length > 5);
    for (const { location, rows } of files.flatMap((file) => [...readWordLists(file).values()])) {
      assert.ok(rows.length > 0, location);
      assert.deepEqual(
        rows.filter((row) => /,\s*(?:,|$)/.test(row)),
        [],
        location,
      );
    }
  });
});
