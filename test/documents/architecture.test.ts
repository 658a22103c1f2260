import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** "`src/api/<noun>`" matches every folder in src/api. */
const toPattern = (room: string): RegExp => new RegExp(`^${room.replaceAll(/<\w+>/g, "[^/]+")}$`);

describe("src/README.md", () => {
  it("has a row for every folder of the source", () => {
    const rooms = firstCells("Rooms").flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path));
    const folders = new Set(globSync("src/**/*.ts", { cwd: ROOT }).map((path) => dirname(path).replaceAll("\\", "/")));
    folders.delete("src");
    assert.deepEqual(
      [...folders].filter((folder) => !rooms.some((room) => toPattern(room).test(folder))),
      [],
    );
    assert.deepEqual(
      rooms.filter((room) => room.includes("<") && ![...folders].some((folder) => toPattern(room).test(folder))),
      [],
    );
  });

  it("has a row for every job", () => {
    const jobs = globSync("src/**/*.ts", { cwd: ROOT }).flatMap((path) =>
      [...readFileSync(join(ROOT, path), "utf8").matchAll(/name: "([a-z-]+)",\s+everyMs/g)].map(([, name]) => name),
    );
    assert.ok(jobs.length > 5);
    assert.deepEqual(
      firstCells("What runs when")
        .map((cell) => cell.replaceAll("`", ""))
        .sort(),
      jobs.sort(),
    );
  });

  it("explains each word once, in order", () => {
    const words = firstCells("Glossary");
    assert.ok(words.length > 40);
    assert.deepEqual(words, [...new Set(words)].sort());
  });
});
