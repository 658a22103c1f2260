#!/usr/bin/env node
"use strict";

// Starts the program as npm installs it: on the Node of this machine or, where that is too old, on the one it is made for,
// which npm fetches and keeps. Plain CommonJS and built-in modules only, since any Node may read it.

const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { devDependencies } = require("../package.json");
const { allocation, heap, options } = require("./node-options.json");
const { fail, run, stopWithParent } = require("./node-process.cjs");

/** The first whose JavaScript is that of the program. */
const LEAST_NODE = 24;
const PROGRAM = path.join(__dirname, "..", "dist", "package", "program", "main.cjs");

const isNew = Number.parseInt(process.versions.node, 10) >= LEAST_NODE;
const words = [...options, ...heap, ...stopWithParent(), PROGRAM, ...process.argv.slice(2)];
run(isNew ? process.execPath : fetchNode(), words, { ...allocation, ...process.env }).then((code) =>
  process.exit(code),
);

/** The path of the Node that the program is made for. */
function fetchNode() {
  const { platform, arch, versions } = process;
  const name = platform === "win32" ? "win" : platform === "darwin" && arch === "arm64" ? "bin-darwin" : platform;
  process.stderr.write(`This is Node ${versions.node}: running on ${devDependencies.node}, which npm fetches once.\n`);
  const node = `--package=node-${name}-${arch}@${devDependencies.node}`;
  const asked = ["exec", "--yes", node, "--", "node", "--print", "process.execPath"];
  const options = { encoding: "utf8", shell: platform === "win32", stdio: ["ignore", "pipe", 2] };
  const { status, stdout, error } = spawnSync("npm", asked, options);
  if (error) fail(`Node ${LEAST_NODE} or later is needed, and npm cannot be started to fetch it (${error.message}).`);
  if (status !== 0)
    fail(`Node ${LEAST_NODE} or later is needed. npm could not fetch it and says why above; install it.`);
  return stdout.trim().split("\n").pop();
}
