import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { distance } from "fastest-levenshtein";
import { openStore, type Store } from "../../../src/store/open.ts";
import { figuresOf, numeralOf } from "../../../src/store/titles/terms.ts";
import { isOneErrorApart, toWords } from "../../../src/store/titles/words.ts";
import fc from "../../support/properties.ts";
import { market, page, START } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const TITLES = {
  rain: "Will it rain in São Paulo tomorrow?",
  election: "Presidential election: Zoë O'Neill wins",
  japan: "日本の首相は誰ですか",
  seoul: "한국 대선 2028",
  egypt: "من سيفوز في انتخابات مصر؟",
  thai: "ใครจะเป็นนายกรัฐมนตรี",
  numbers: "Bitcoin above $100,000 (50%)?",
  kanji: "か\u3099ん治療",
  storm: "🌧️ storm in Kyïv",
} as const;

const records = Object.entries(TITLES).map(([id, title]) => market({ id, title }));
const test = openTestWriter({ scripts: { kalshi: { full: [page(records)] } } });
await test.pass();
const store: Store = openStore(test.file, undefined);

describe("the words of a text", () => {
  const rows: readonly (readonly [string, string])[] = [
    ["Will it rain?", "will it rain"],
    ["ZÜRICH São Sa\u0303o Việt", "zurich sao sao viet"],
    ["Straße ΝΙΚΟΣ νίκος", "strasse νικοσ νικοσ"],
    ["ＧＰＴ－５ ½", "gpt 5 1 2"],
    ["Trump's 1990's O'Neill", "trump 1990 o neill"],
    ["AT&T $100,000 U.S.", "at t 100 000 u s"],
    ["日本の首相 AI日", "日 本 の 首 相 ai 日"],
    ["か\u3099 カ", "が カ"],
    ["대선", "대 선"],
    ["ไทย", "ไ ท ย"],
    ["مُحَمَّد", "محمد"],
    ["rain🌧️snow 🇨🇭 👨‍👩‍👧", "rain 🌧 snow 🇨 🇭 👨 👩 👧"],
    ["\u{E000}kalshi \u{E001}a", "kalshi a"],
    ["?!… – “” \u0000", ""],
  ];
  for (const [text, expected] of rows) {
    it(`of ${JSON.stringify(text)} are ${expected === "" ? "none" : expected}`, () => {
      assert.equal(toWords(text).join(" "), expected);
    });
  }
});

function find(text: string): string[] {
  const query = { status: "all", minVolume: 0, sort: "volume", order: "desc", text, now: START } as const;
  return store.markets.list(query, { page: 1, size: 50 }).markets.map(({ id }) => id);
}

describe("looking for titles", () => {
  const rows: readonly (readonly [string, readonly (keyof typeof TITLES)[]])[] = [
    ["rain", ["rain"]],
    ["paulo rain", ["rain"]],
    ['"rain sao"', []],
    ['"in sao"', ["rain"]],
    ["rain -paulo", []],
    ["in -storm", ["rain"]],
    ["electio", ["election"]],
    ["elections", ["election"]],
    ["zoe o'neill", ["election"]],
    ["neill ra", []],
    ["日本", ["japan"]],
    ["首相", ["japan"]],
    ["대선", ["seoul"]],
    ["انتخابات", ["egypt"]],
    ["นายก", ["thai"]],
    ["100,000", ["numbers"]],
    ["がん", ["kanji"]],
    ["🌧️", ["storm"]],
    ["it OR paulo", []],
    ["kalshi", []],
    ["x".repeat(200), []],
    ["rain ".repeat(40), ["rain"]],
    ["日".repeat(200), []],
  ];
  for (const [text, expected] of rows) {
    it(`with ${JSON.stringify(text.slice(0, 40))} finds ${expected.join(", ") || "none"}`, () => {
      assert.deepEqual(find(text), expected);
      const found = store.search.find({ text, status: "all", limit: 50, now: START, isExact: true });
      assert.deepEqual(
        found.markets.map(({ id }) => id),
        expected,
      );
    });
  }

  it("takes anything a person may type without failing, and lists and search agree", () => {
    const parts = fc.constantFrom(..."\"'*():^-{+日\0 ", "NEAR", "OR", "NOT", "in");
    const texts = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.array(parts, { maxLength: 60 }).map((some) => some.join("")),
      fc
        .array(fc.constantFrom(...Object.values(TITLES).flatMap((title) => title.split(" ")), "-", '"'), {
          maxLength: 6,
        })
        .map((some) => some.join(" ")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const found = store.search.find({ text, status: "all", limit: 50, now: START, isExact: true });
        assert.deepEqual(found.markets.map(({ id }) => id).sort(), find(text).sort());
        assert.equal(found.marketsFound, found.markets.length);
      }),
      { numRuns: 1000 },
    );
  });

  it("finds every title by its own text", () => {
    for (const [id, title] of Object.entries(TITLES)) assert.ok(find(title).includes(id), title);
  });
});

describe("two words one typing error apart", () => {
  it("differ by one letter more, less or other, or by two neighbours that are swapped", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 });
    const isSwapped = (a: string, b: string): boolean =>
      [...a].some((_, at) => a.slice(0, at) + a.slice(at + 1, at + 2) + a.slice(at, at + 1) + a.slice(at + 2) === b);
    fc.assert(
      fc.property(word, word, (a, b) => {
        fc.pre(a !== b);
        assert.equal(isOneErrorApart(a, b), distance(a, b) === 1 || isSwapped(a, b), `${a} ${b}`);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("other ways to write a figure", () => {
  const ROWS: readonly (readonly [text: string, forms: readonly string[]])[] = [
    ["100k", ["100000", "100 000", "100k", "100 thousand"]],
    ["$100,000", ["100000", "100 000", "100k", "100 thousand"]],
    ["1.5m", ["1500000", "1 500 000", "1 5m", "1 5 million"]],
    ["2 billion", ["2000000000", "2 000 000 000", "2b", "2bn", "2 billion"]],
    ["25bps", ["25bps", "25 bps", "25bp", "25 bp", "25 basis points"]],
    ["9th", ["9"]],
    ["2026-12", ["december 2026", "dec 2026"]],
    ["12/2026", ["december 2026", "dec 2026"]],
    ["2026-05-01", ["may 1", "1 may"]],
    ["2026", []],
    ["50", []],
    ["2026-13", []],
    ["covid-19", []],
    ["100x", []],
    ["999999999999999 trillion", []],
  ];
  for (const [text, forms] of ROWS) {
    it(`of ${text} are ${forms.length === 0 ? "none" : forms.join(", ")}`, () => {
      assert.deepEqual(figuresOf(text), forms);
    });
  }

  it("are Roman numerals of more than one letter", () => {
    assert.deepEqual(["6", "vi", "60", "lx", "1", "5", "v", "i", "99", "civic"].map(numeralOf), [
      "vi",
      "6",
      "lx",
      "60",
      ...Array.from({ length: 6 }, () => undefined),
    ]);
  });
});
