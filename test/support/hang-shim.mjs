// Preloaded into a child process: hangs its writer's thread once a file says how, in JavaScript or outside of it.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { threadName } from "node:worker_threads";

const file = process.env.TEST_HANG_FILE;

function hangWhenTold() {
  if (!existsSync(file)) return;
  if (readFileSync(file, "utf8") === "outside") spawnSync("sleep", ["60"]);
  for (;;);
}

if (threadName === "writer") setInterval(hangWhenTold, 50).unref();
