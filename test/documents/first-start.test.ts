import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { it } from "node:test";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../support/service/process.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FILES = ["bin/node-options.json", "bin/node-process.cjs", "bin/prune.cjs", "bin/run.cjs", "package-lock.json"];

/** Notes what npm is asked for, and lays out what the start looks for. */
const NPM = `
const fs = require("node:fs");
fs.appendFileSync("asked", process.argv.slice(2).join(" ") + "\\n");
if (process.argv[2] === "ci") {
  fs.rmSync("node_modules", { recursive: true, force: true });
  for (const folder of ["node/bin", "better-sqlite3/deps/sqlite3"]) fs.mkdirSync("node_modules/" + folder, { recursive: true });
  for (const name of ["sqlite3.c", "sqlite3.h"]) fs.writeFileSync("node_modules/better-sqlite3/deps/sqlite3/" + name, "");
  fs.copyFileSync("package-lock.json", "node_modules/.package-lock.json");
} else fs.copyFileSync(process.execPath, "node_modules/node/bin/node");
`;

it("the first command in a clone or an older checkout installs what is locked, and starts on the Node that npm fetched", {
  skip: process.platform === "win32",
}, () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "bin"));
  for (const file of FILES) cpSync(join(ROOT, file), join(folder, file));
  writeFileSync(join(folder, "npm-cli.cjs"), NPM);
  writeFileSync(join(folder, "bin", "toteboard.ts"), "console.log(process.argv.slice(2).join());");
  const run = (node = process.execPath) => {
    const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
    const env = { ...process.env, PATH, npm_execpath: join(folder, "npm-cli.cjs") };
    const words = ["bin/run.cjs", "src", "demo"];
    const { stdout, stderr } = spawnSync(node, words, { cwd: folder, env, encoding: "utf8" });
    return [stdout, stderr];
  };
  const asked = () =>
    readFileSync(join(folder, "asked"), "utf8")
      .trim()
      .split("\n")
      .map((line) => line.replaceAll(/ --(loglevel|no)\S+/g, ""));
  assert.deepEqual(run(), ["demo\n", "Installing dependencies (first run only)…\n"]);
  const expected = ["ci --include=dev --ignore-scripts", "rebuild node --ignore-scripts=false"];
  assert.deepEqual(asked(), expected);
  // The build reads the licence of SQLite.
  assert.deepEqual(readdirSync(join(folder, "node_modules", "better-sqlite3", "deps", "sqlite3")), ["sqlite3.h"]);
  assert.deepEqual(run(), ["demo\n", ""]);
  assert.deepEqual(asked(), expected);

  // In an older checkout npm replaces the very Node that runs this.
  writeFileSync(join(folder, "node_modules", ".package-lock.json"), "{}");
  const own = join(folder, "node_modules", "node", "bin", "node");
  assert.deepEqual(run(own), ["demo\n", "Installing dependencies (they have changed)…\n"]);
  assert.deepEqual(asked(), [...expected, ...expected]);
});
