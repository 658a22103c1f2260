import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import Parser from "rss-parser";
import { toPlainText } from "../../../src/web/feeds.ts";
import { openTestApi } from "../../support/service/api.ts";
import { market, page } from "../../support/store/builders.ts";
import { parseAtom } from "../../support/web/feeds.ts";

const HOSTILE = [
  "a < b && c > d",
  "\"quoted\" and 'single'",
  "]]> <![CDATA[ <!-- --> <?xml?>",
  "<script>alert(1)</script>",
  "&amp; &#0; &nope;",
  "bell \u0007 null \u0000 escape \u001b[31m \u009f",
  "line\nfeed\r\ttab \u2028 \u2029",
  "\u202Eover\u202C \u2066isolated\u2069 \u200F",
  "هل ستمطر غدا؟ שלום",
  "🎲🏳️‍🌈 👩‍👩‍👧‍👦",
  "lone \uD800 and \uDC00 halves, \uFFFE \uFFFF",
  "=cmd|' /C calc'!A0",
  "e\u0301 Z\u0351\u036B\u0343",
];

/** A market for each title, all with one word to find them by. */
async function openHostile(titles: readonly string[]) {
  const markets = titles.map((title, index) => market({ id: `m${index}/"<&>'`, title: `rain ${title}` }));
  return openTestApi({ scripts: { kalshi: { full: [page(markets)] } }, hasPages: true });
}

async function readFeed(titles: readonly string[]) {
  const { get } = await openHostile(titles);
  const { status, text } = await get("/feeds/search.atom?q=rain");
  assert.equal(status, 200);
  return { text, atom: parseAtom(text) };
}

const expected = (titles: readonly string[]): readonly string[] =>
  titles.map((title) => toPlainText(`rain ${title}`)).toSorted();

/** Titles without their price. */
const titlesOf = (entries: readonly { readonly title: string }[]): readonly string[] =>
  entries.map(({ title }) => title.replace(/:? 40%$/, "")).toSorted();

describe("feeds whose titles are hostile", () => {
  it("are so whatever a title is made of", async () => {
    const unit = fc.oneof(
      fc.constantFrom(..."<>&'\"]![-\u0000\u0008\u000b\u202e\ud83d\udc00\ufffe"),
      fc.string({ unit: "binary" }),
    );
    const titles = fc.array(
      fc.array(unit, { maxLength: 12 }).map((parts) => parts.join("")),
      { minLength: 10, maxLength: 25 },
    );
    await fc.assert(
      fc.asyncProperty(titles, async (given) => {
        const { atom } = await readFeed(given);
        assert.deepEqual(titlesOf(atom.entries), expected(given));
      }),
      { numRuns: 3 },
    );
  });

  it("read the same in rss-parser", async () => {
    const { text, atom } = await readFeed(HOSTILE);
    const { title, items } = await new Parser().parseString(text);
    assert.equal(title, atom.title);
    assert.deepEqual(
      items.map((item) => [item.title, item.id, item.link, item.isoDate, item.summary]),
      atom.entries.map(({ title, id, page, updated, summary }) => [title, id, page, updated, summary]),
    );
  });
});
