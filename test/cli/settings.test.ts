import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SETTINGS, variableOf } from "../../src/settings.ts";

describe("settings", () => {
  it("have names, variables and help of their own", () => {
    const names = SETTINGS.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    assert.equal(new Set(names.map(variableOf)).size, names.length);
    for (const { name, help } of SETTINGS) assert.ok(help.length > 0, name);
  });
});
