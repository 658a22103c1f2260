import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLru, createLruOfBytes } from "../src/lru.ts";
import fc from "./support/properties.ts";

describe("what was used lately", () => {
  it("is kept as it was last, as much as asked for and no more", () => {
    const uses = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.option(fc.nat())), { minLength: 1 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), uses, (most, all) => {
        const lru = createLru<number, number>(most);
        const newest = new Map<number, number>();
        for (const [key, value] of all) {
          const used = value ?? lru.get(key);
          if (value !== null) lru.set(key, value);
          if (used === undefined) continue;
          newest.delete(key);
          newest.set(key, used);
        }
        const [lately, before] = [[...newest].reverse().slice(0, most), [...newest].reverse().slice(most)];
        for (const [key] of before) assert.equal(lru.has(key), false);
        for (const [key, value] of lately) assert.equal(lru.get(key), value);
      }),
    );
  });

  it("is kept as far as there is room, nothing that is too large among it", () => {
    const lru = createLruOfBytes<string, string>({ maxBytes: 10, maxEntryBytes: 5, bytesOf: (value) => value.length });
    for (const [key, value] of Object.entries({ a: "aaa", b: "bbbb", c: "cccccc" })) lru.set(key, value);
    assert.deepEqual([lru.get("a"), lru.get("b"), lru.get("c")], ["aaa", "bbbb", undefined]);
    lru.get("a");
    lru.set("d", "ddddd");
    assert.deepEqual([lru.get("a"), lru.get("b"), lru.get("d")], ["aaa", undefined, "ddddd"]);
  });
});
