import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { html } from "../../src/web/page/html.ts";

describe("html", () => {
  it("escapes text, in content and in quoted attributes", () => {
    const nasty = `<b onclick="x('y')">&`;
    assert.equal(html`<p title="${nasty}">${nasty}</p>`.text.match(/[<>]/g)?.length, 4);
    assert.equal(html`${nasty}`.text, "&lt;b onclick=&quot;x(&#39;y&#39;)&quot;&gt;&amp;");
  });

  it("takes markup as it is, lists one after the other, and leaves out what is absent", () => {
    const items = ["a", "<"].map((item) => html`<li>${item}</li>`);
    assert.equal(html`<ul>${items}</ul>${null}${undefined}${false}${0}`.text, "<ul><li>a</li><li>&lt;</li></ul>0");
  });
});
