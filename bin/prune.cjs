"use strict";

// After an install in a clone: removes what no script uses, 110 MB: headers and manuals of the Node that npm fetched, the source
// of SQLite, whose builds come with it, and maps of sources. Plain CommonJS and built-in modules only, since any Node may read it.

const fs = require("node:fs");
const path = require("node:path");

const MODULES = path.join(__dirname, "..", "node_modules");

const remove = (...names) => fs.rmSync(path.join(MODULES, ...names), { recursive: true, force: true });

const nodes = path.join("node", "node_modules");
for (const name of list(nodes).filter((file) => /^node-(bin-)?\w+-\w+$/.test(file))) {
  for (const part of ["include", "share"]) remove(nodes, name, part);
}
remove("better-sqlite3", "deps", "sqlite3", "sqlite3.c");
for (const name of list(".", { recursive: true }).filter((file) => file.endsWith(".map"))) remove(name);

function list(folder, options) {
  const whole = path.join(MODULES, folder);
  return fs.existsSync(whole) ? fs.readdirSync(whole, options) : [];
}
