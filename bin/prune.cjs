"use strict";

// After an install in a clone: removes what no script uses of the Node that npm fetched, its headers and manuals, 67 MB of 121.
// Plain CommonJS and built-in modules only, since any Node may read it.

const fs = require("node:fs");
const path = require("node:path");

const folder = path.join(__dirname, "..", "node_modules", "node", "node_modules");
const packages = fs.existsSync(folder)
  ? fs.readdirSync(folder).filter((name) => /^node-(bin-)?\w+-\w+$/.test(name))
  : [];
for (const name of packages) {
  for (const part of ["include", "share"]) fs.rmSync(path.join(folder, name, part), { recursive: true, force: true });
}
