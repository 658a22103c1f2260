import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { html } from "../../../src/web/page/html.ts";
import { dataTable } from "../../../src/web/page/table.ts";

describe("a table that is cards on a phone", () => {
  const labelsOf = (text: string) => [...text.matchAll(/<td[^>]*? data-label="([^"]*)"/g)].map(([, label]) => label);

  it("gives each cell the name of its column, in every row", () => {
    const rows = ["a", "b"].map(
      (name) => html`<tr data-row="${name}"><th scope="row">${name}</th><td class="num">1</td>\n<td>x</td></tr>`,
    );
    const { text } = dataTable("Table", ["Name", { num: "Count" }, { name: "Lane", title: "A lane" }], rows);
    assert.deepEqual(labelsOf(text), ["Count", "Lane", "Count", "Lane"]);
    assert.equal(text.match(/<td/g)?.length, 4);
  });

  it("keeps text that looks like a cell as text, and quotes names", () => {
    const { text } = dataTable(
      "Table",
      ["Name", '"<td>"'],
      [html`<tr title="${"<td>"}"><th>${"<td >"}</th><td>${"<tr><td>"}</td></tr>`],
    );
    assert.deepEqual(labelsOf(text), ["&quot;&lt;td&gt;&quot;"]);
    assert.match(text, /<th>&lt;td &gt;<\/th><td [^>]*>&lt;tr&gt;&lt;td&gt;<\/td>/);
  });
});
