import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { toIso } from "../../src/clock.ts";
import {
  beginJson,
  bytesOf,
  type Json,
  releaseJson,
  takeText,
  writeAscii,
  writeDecimal,
  writeText,
  writeTime,
} from "../../src/http/json.ts";

function written(write: (json: Json) => void): string {
  const json = beginJson();
  write(json);
  return takeText(json);
}

describe("JSON that is written", () => {
  it("has decimals as JSON.stringify writes the quotient", () => {
    const edges = [0, 1, 9, 10, 100, 999_999, 1_000_000, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32, 1e15, -1, 0.5];
    const units = fc.oneof(
      fc.constantFrom(...edges),
      fc.nat(1_000_000),
      fc.nat(2 ** 31 - 1),
      fc.maxSafeInteger(),
      fc.nat(1000).map((thousands) => thousands * 1000),
    );
    fc.assert(
      fc.property(units, fc.nat(6), (number, places) => {
        assert.equal(
          written((json) => writeDecimal(json, number, places)),
          JSON.stringify(number / 10 ** places),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it("has times as they are published, whatever day the last one was", () => {
    const seconds = fc.array(fc.integer({ min: -(2 ** 33), max: 2 ** 33 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(seconds, (times) => {
        const text = written((json) => {
          for (const time of times) writeTime(json, time);
        });
        assert.equal(text, times.map((time) => JSON.stringify(toIso(time * 1000))).join(""));
      }),
    );
  });

  it("has any text as it is, however long it grows", () => {
    const parts = fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constant("ü€😀".repeat(9_000))), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(parts, (texts) => {
        const text = written((json) => {
          for (const one of texts) {
            writeText(json, one);
            writeAscii(json, ", ");
          }
        });
        assert.equal(text, texts.map((one) => `${one}, `).join(""));
      }),
      { numRuns: 20 },
    );
  });

  it("is another's place only once it was given back", () => {
    const [first, second] = [beginJson(), beginJson()];
    writeText(first, "first");
    writeText(second, "second");
    assert.deepEqual([bytesOf(first).toString(), bytesOf(second).toString()], ["first", "second"]);
    releaseJson(first);
    const third = beginJson();
    assert.deepEqual([third.bytes === first.bytes, third.length], [true, 0]);
    assert.equal(bytesOf(second).toString(), "second");
  });
});
