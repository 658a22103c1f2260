import assert from "node:assert/strict";
import { test } from "node:test";
import { giveBackMemory } from "../src/threads.ts";

const MEGABYTE = 2 ** 20;

test("memory that garbage took is given back at once", () => {
  giveBackMemory();
  const before = process.memoryUsage().heapTotal;
  let garbage: string[] | undefined = Array.from({ length: 1_000_000 }, (_, index) => `number ${index}`);
  const during = process.memoryUsage().heapTotal;
  assert.ok(during > before + 30 * MEGABYTE, `${during - before} bytes were taken for ${garbage.length} strings`);
  garbage = undefined;
  giveBackMemory();
  const after = process.memoryUsage().heapTotal;
  assert.ok(after < before + 5 * MEGABYTE, `${after - before} bytes stay`);
});

test("the collector of garbage is not within reach of the rest of the program", () => {
  giveBackMemory();
  assert.equal(globalThis.gc, undefined);
});
