import { parentPort, workerData } from "node:worker_threads";
import { SharedClock } from "../clock.ts";
import { createCatalogue } from "./catalogue.ts";
import { startServer } from "./server.ts";
import { createWalk } from "./walk.ts";

interface ThreadData {
  readonly seed: number;
  readonly clock: SharedArrayBuffer;
}

/** Runs the stand-in platforms until the message "stop". Posts `{ type: "listening", urls }` first. */
async function run({ seed, clock: memory }: ThreadData): Promise<void> {
  const clock = new SharedClock(memory);
  const server = await startServer({ seed, clock, walk: createWalk(seed), catalogue: createCatalogue(clock.now()) });
  parentPort?.on("message", async (message: unknown) => {
    if (message !== "stop") return;
    await server.close();
    parentPort?.close();
  });
  parentPort?.postMessage({ type: "listening", urls: server.urls });
}

// No top-level await: the bundled thread is a CommonJS module. A rejection ends the thread with an "error" event.
void run(workerData as ThreadData);
