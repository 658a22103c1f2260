import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  cut,
  identifier,
  jsonList,
  text,
  texts,
  time,
  toFields,
  toList,
  toRecords,
  webAddress,
} from "../../src/sources/json-fields.ts";
import fc from "../support/properties.ts";

const AT = Date.UTC(2026, 0, 23, 20, 56, 36);

describe("time", () => {
  const TIMES: [unknown, number | null][] = [
    ["2026-01-23T20:56:36Z", AT],
    ["2026-01-23T20:56:36.123Z", AT + 123],
    ["2026-01-23T20:56:36.1234567Z", AT + 123],
    ["2026-01-23 20:56:36+00", AT],
    ["2026-01-23 21:56:36.5+01", AT + 500],
    ["2026-01-23T15:56:36-05:00", AT],
    ["2026-01-23T20:56:36", AT],
    ["2026-01-23", Date.UTC(2026, 0, 23)],
    [AT, AT],
    [AT / 1000, AT],
    ["0001-01-01T00:00:00Z", null],
    ["2026-13-01T00:00:00Z", null],
    ["2026-02-30T25:00:00Z", null],
    ["tomorrow", null],
    [0, null],
    [-AT, null],
    [1e300, null],
    [null, null],
    [{}, null],
  ];
  for (const [value, expected] of TIMES) {
    it(`reads ${JSON.stringify(value) ?? "nothing"} as ${expected}`, () => assert.equal(time(value), expected));
  }

  it("reads the usual form as Date does, with any number of decimals and on any day of the month", () => {
    const two = (max: number) => fc.integer({ min: 0, max }).map((number) => `${number}`.padStart(2, "0"));
    const fraction = fc.option(fc.stringMatching(/^\.\d{1,12}$/), { nil: "" });
    fc.assert(
      fc.property(fc.tuple(two(13), two(32), two(25), two(61), two(61)), fraction, ([m, d, h, min, s], decimals) => {
        const seconds = `2028-${m}-${d}T${h}:${min}:${s}`;
        const ms = Date.parse(`${seconds}${decimals.slice(0, 4)}Z`);
        assert.equal(time(`${seconds}${decimals}Z`), Number.isNaN(ms) ? null : ms);
      }),
      { numRuns: 2000 },
    );
  });

  it("gives whole milliseconds of our millennia, or null, for anything", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const at = time(value);
        assert.ok(at === null || (Number.isSafeInteger(at) && at > 0 && at < Date.UTC(10_000, 0)));
      }),
    );
  });
});

describe("the readers of single fields", () => {
  it("read text trimmed, well-formed and without zero bytes", () => {
    assert.deepEqual([" a b ", "a\0b", "x\ud800"].map(text), ["a b", "ab", "x\ufffd"]);
    for (const none of ["", "  ", 5, null, undefined, ["a"]]) assert.equal(text(none), null);
  });

  it("read text without characters that control a terminal or the direction of writing", () => {
    assert.equal(text("\u001b[31mred\u0007\u009b1m\r\nnext\tcell\u202egnp\u2066\u200f"), "[31mred1m\nnext\tcellgnp");
    assert.equal(text("\u001b\u202e"), null);
  });

  it("read text composed, without characters that nobody sees, with joiners where a script or an emoji needs them", () => {
    assert.equal(text("\ufeffa\u200bb\u00adc\u2060d\u{e0041}e\u3164f\u2064g"), "abcdefg");
    assert.equal(text("e\u200b\u0301"), "é", "composed of what is left");
    for (const kept of ["می\u200cخواهم", "क्\u200dष", "👨\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "👍🏽", "☀\ufe0f"]) {
      assert.equal(text(kept), kept);
    }
    assert.equal(text("a\u200db é\u200cc 5\u200d%\u200d"), "ab éc 5%");
  });

  it("take an identifier as it is, or not at all", () => {
    assert.deepEqual([" a-1 ", "a\u202eb", "a\nb", "a\0", "\ud800", ""].map(identifier), [
      "a-1",
      ...Array(5).fill(null),
    ]);
  });

  it("read no more of a text than 20,000 characters, and cut no letter in two", () => {
    assert.equal(text("🚀".repeat(20_000)), "🚀".repeat(20_000));
    assert.equal(text("🚀".repeat(20_001)), `${"🚀".repeat(19_999)}…`);
    assert.equal(cut("abcdé", 5), "abcdé");
    assert.equal(cut("abcde\u0301f", 6), "abcd…", "an accent stays with its letter");
    assert.equal(cut("ab 👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 10), "ab…", "a family stays together");
    const letters = fc.array(fc.constantFrom("a", "e\u0301", "🚀", "👩‍👩‍👧‍👦", "🇩🇪", " ", "\u0301"), { maxLength: 30 });
    fc.assert(
      fc.property(letters, fc.integer({ min: 1, max: 40 }), (parts, max) => {
        const whole = parts.join("");
        const shown = cut(whole, max);
        assert.ok([...shown].length <= max && shown.isWellFormed());
        if ([...whole].length <= max) assert.equal(shown, whole);
        else assert.ok(shown.endsWith("…") && whole.startsWith(shown.slice(0, -1)));
      }),
    );
  });

  it("read no identifier that would have to be changed", () => {
    const ids = ["a b", "x".repeat(240)];
    assert.deepEqual(ids.map(identifier), ids);
    for (const none of ["a\u202eb", "a\nb", "\u001b", "x".repeat(241)]) assert.equal(identifier(none), null);
  });

  it("read identifiers given as text or as whole numbers", () => {
    assert.deepEqual([" 12 ", 12, 0].map(identifier), ["12", "12", "0"]);
    for (const none of [-1, 1.5, 2 ** 60, Number.NaN, "", null]) assert.equal(identifier(none), null);
    assert.equal(identifier({ toString: null }), null);
  });

  it("read lists given as lists or as JSON text, keeping long numbers in text", () => {
    const token = "71321045679252212594626385532706912750332728571942532289631379312455583992563";
    assert.deepEqual(jsonList(`["${token}", "2"]`), [token, "2"]);
    assert.deepEqual(["[]", [1]].map(jsonList), [[], [1]]);
    for (const none of ["[1", "{}", "Yes", "", null, 5]) assert.equal(jsonList(none), null);
  });

  it("read objects, lists and the texts of lists, and nothing else", () => {
    assert.deepEqual([{ a: 1 }, [], null, "a", undefined].map(toFields), [{ a: 1 }, null, null, null, null]);
    assert.deepEqual([[1], { length: 1 }, "ab"].map(toList), [[1], [], []]);
    assert.deepEqual(toRecords([{ a: 1 }, null, 5]), [{ a: 1 }, null, null]);
    assert.deepEqual(texts(["a", " ", 5, " b "]), ["a", "b"]);
  });

  it("read any address in its normal form", () => {
    const piece = fc.constantFrom(..."a ab A 1 0x1 xn--a - . .. %2e _ / :443 :8 png".split(" "));
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
        const address = `https://${pieces.join("")}`;
        assert.equal(webAddress(address), URL.parse(address)?.href ?? null);
      }),
      { numRuns: 2000 },
    );
  });

  it("read absolute https addresses only, in ASCII", () => {
    for (const [given, read] of [
      ["https://a.example/x", "https://a.example/x"],
      [" https://a.example ", "https://a.example/"],
      ["https://a.example/ñ?q=ñ", "https://a.example/%C3%B1?q=%C3%B1"],
    ]) {
      assert.equal(webAddress(given), read);
    }
    const none = ["http://a.example", "javascript:alert(1)", "//a.example", "https://", "https://a b", 5];
    for (const given of none) assert.equal(webAddress(given), null);
  });
});
