"use strict";

// Runs Node for the scripts of a clone and for the program as npm installs it. Plain CommonJS and built-in modules only, since
// any Node may read it.

const { spawn } = require("node:child_process");

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const PARENT_POLL_MS = 250;

module.exports = { fail, run, stopWithParent };

/** Runs a node to its end and gives its exit code. A signal that ends it ends this process in the same way. */
function run(node, nodeArguments, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(node, nodeArguments, { env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
    const forward = (signal) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, forward);
    const poll = stopWhenNpmIsGone(forward);
    child.on("error", (error) => {
      fail(`Cannot run ${node} (${error.message}). Install the program again.`);
    });
    child.on("exit", (code, signal) => {
      clearInterval(poll);
      for (const name of SIGNALS) process.removeListener(name, forward);
      if (signal) process.kill(process.pid, signal);
      else resolve(code);
    });
  });
}

/** npm may be killed, or signal only the shell between it and this process, without this process being told. */
function stopWhenNpmIsGone(forward) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    forward("SIGTERM");
  }, PARENT_POLL_MS);
  return poll.unref();
}

/** Has Node load a module that stops the service when this process is killed and so can no longer pass signals on. */
function stopWithParent() {
  const code =
    'if (process.channel) process.on("disconnect", () => process.kill(process.pid, "SIGTERM")).channel.unref();';
  return ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
