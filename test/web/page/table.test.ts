import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dataTable, num, words } from "../../../src/web/page/table.ts";

describe("a table that is cards on a phone", () => {
  const labelsOf = (text: string) => [...text.matchAll(/<td[^>]*? data-label="([^"]*)"/g)].map(([, label]) => label);

  it("gives each cell the name of its column, in every row", () => {
    const { text } = dataTable(
      { label: "Table", rowName: (name) => name },
      ["a", "b"],
      [words("Name", (name) => name), num("Count", () => "1"), { ...words("Lane", () => "x"), meaning: "A lane" }],
    );
    assert.deepEqual(labelsOf(text), ["Count", "Lane", "Count", "Lane"]);
    assert.equal(text.match(/<td/g)?.length, 4);
    assert.match(text, /<tr data-row="b"><th scope="row">b<\/th><td data-label="Count" class="num">1<\/td>/);
    assert.match(text, /<th scope="col"><abbr title="A lane">Lane<\/abbr><\/th>/);
  });

  it("keeps text that looks like a cell as text, and quotes names", () => {
    const { text } = dataTable("Table", ["<td >"], [words("Name", (name) => name), words('"<td>"', () => "<tr><td>")]);
    assert.deepEqual(labelsOf(text), ["&quot;&lt;td&gt;&quot;"]);
    assert.match(text, /<th scope="row">&lt;td &gt;<\/th><td [^>]*>&lt;tr&gt;&lt;td&gt;<\/td>/);
  });
});
