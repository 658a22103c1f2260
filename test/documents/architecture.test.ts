import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const README = readFileSync(join(ROOT, "src/README.md"), "utf8");

/** The first cells of the table under a heading. */
function firstCells(heading: string): string[] {
  const [, section = ""] = README.split(`\n## ${heading}\n`);
  const [table = ""] = section.split("\n## ");
  const rows = table.split("\n").filter((line) => line.startsWith("| "));
  return rows.slice(1).map((line) => line.split(" | ")[0]?.slice(2) ?? "");
}

describe("src/README.md", () => {
  it("explains each word once, in order", () => {
    const words = firstCells("Glossary");
    assert.ok(words.length > 40);
    assert.deepEqual(words, [...new Set(words)].sort());
  });
});
