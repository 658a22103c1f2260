// Preloaded into a child process: hangs its writer's thread once a file says how, in JavaScript or outside of it. The
// hang in JavaScript ends when the file is removed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { threadName } from "node:worker_threads";

const file = process.env.TEST_HANG_FILE;

function hangWhenTold() {
  if (!existsSync(file)) return;
  if (readFileSync(file, "utf8") === "outside") spawnSync("sleep", ["60"]);
  while (existsSync(file));
}

if (threadName === "writer") setInterval(hangWhenTold, 50).unref();
