import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { openDatabase } from "../../../src/store/database/db.ts";
import { openCompletions } from "../../../src/store/titles/completions.ts";
import { parseTerms, toExpression } from "../../../src/store/titles/search-text.ts";
import { MINUTE_MS, market, page } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const TITLES = [
  "Inflation above three percent",
  "Inflationary year",
  "Interest in inflatable boats",
  "Ελλάδα wins",
  ...Array.from({ length: 30 }, (_, index) => `Numbered${index} thing`),
];

const records = TITLES.map((title, index) => market({ id: `m${index}`, title }));
const test = openTestWriter({ scripts: { kalshi: { full: [page(records)] } } });
await test.pass();
const db = openDatabase(test.file, "read-only", undefined);
after(() => db.close());
const complete = openCompletions(db, "market");
const endingsOf = (text: string) => complete(parseTerms(text)).wanted.at(-1)?.endings;
const find = db.prepare("SELECT rowid FROM market_titles WHERE market_titles MATCH ? ORDER BY rowid").pluck();

describe("an unfinished last word", () => {
  const rows: readonly (readonly [string, readonly string[] | undefined])[] = [
    ["inflat", ["inflat", "inflatable", "inflation", "inflationary"]],
    ["year inflation", ["inflation", "inflationary"]],
    ["inflationary", ["inflationary"]],
    ["ελλάδ", ["ελλαδ", "ελλαδα"]],
    ["inflexible", ["inflexible"]],
    ["infl", undefined],
    ["numbered", undefined],
    ['"inflation"', undefined],
    ["-inflation", undefined],
    ["", undefined],
  ];
  for (const [text, endings] of rows) {
    it(`is ${endings === undefined ? "left as it is" : endings.join(" or ")}: ${text}`, () => {
      assert.deepEqual(endingsOf(text), endings);
    });
  }

  it("finds the same by its endings as by its beginning", () => {
    for (const text of [
      "inflat",
      "inflation",
      "in inflat",
      "year inflat",
      "ελλάδ",
      "numbered",
      "numbered1",
      "three per-cen",
    ]) {
      const terms = parseTerms(text);
      const found = find.all(toExpression(complete(terms)));
      assert.deepEqual(found, find.all(toExpression(terms)), text);
    }
    assert.equal(find.all(toExpression(complete(parseTerms("inflat")))).length, 3);
  });

  it("may be a word that came after it was asked for", async () => {
    const script = { full: [page([market({ id: "m1", title: "Inflation" })])] };
    const own = openTestWriter({ scripts: { kalshi: script } });
    await own.pass();
    const reader = openDatabase(own.file, "read-only", undefined);
    after(() => reader.close());
    const completeOwn = openCompletions(reader, "market");
    const endings = () => completeOwn(parseTerms("inflat")).wanted.at(-1)?.endings;
    assert.deepEqual(
      [endings(), endings()],
      [
        ["inflat", "inflation"],
        ["inflat", "inflation"],
      ],
    );
    own.clock.advance(MINUTE_MS);
    script.full = [page([market({ id: "m1", title: "Inflation" }), market({ id: "m2", title: "Inflatable" })])];
    await own.pass();
    assert.deepEqual(endings(), ["inflat", "inflatable", "inflation"]);
  });
});
