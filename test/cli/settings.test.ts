import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { SETTINGS, type Setting, variableOf } from "../../src/settings.ts";

const FILE = new URL("../../README.md", import.meta.url);
const README = existsSync(FILE) ? readFileSync(FILE, "utf8") : "";
const skip = README.includes("TOTEBOARD_") ? false : "README.md has no table of settings yet";

describe("the README", { skip }, () => {
  it("has a row for every setting, with its default", () => {
    const rows = README.split("\n").filter((line) => line.startsWith("|"));
    const settings: readonly Setting[] = SETTINGS;
    for (const { name, standard } of settings) {
      const row = rows.find((line) => line.includes(`\`${variableOf(name)}\``));
      assert.ok(row, `${variableOf(name)} is in a table`);
      if (typeof standard === "string") assert.ok(row.includes(standard), `${name}: ${row} gives ${standard}`);
    }
  });

  it("names no variable that the program does not read", () => {
    const known = new Set(SETTINGS.flatMap(({ name }) => [variableOf(name), `${variableOf(name)}_FILE`]));
    const named = README.match(/\bTOTEBOARD_[A-Z_]+\b/g) ?? [];
    assert.deepEqual(
      named.filter((name) => !known.has(name) && !name.endsWith("_")),
      [],
    );
  });
});

describe("settings", () => {
  it("have names, variables and help of their own", () => {
    const names = SETTINGS.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    assert.equal(new Set(names.map(variableOf)).size, names.length);
    for (const { name, help } of SETTINGS) assert.ok(help.length > 0, name);
  });
});
