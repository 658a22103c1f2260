import { parentPort, workerData } from "node:worker_threads";
import { SharedClock } from "../clock.ts";
import { createCatalogue } from "./catalogue.ts";
import type { DemoData } from "./feed.ts";
import { startServer } from "./server.ts";
import { createWalk } from "./walk.ts";

interface ThreadData extends DemoData {
  readonly clock: SharedArrayBuffer;
}

/** Runs the stand-in platforms until the message "stop". Posts `{ type: "listening", urls }` first. */
async function run({ seed, startsAt, faults, clock: memory }: ThreadData): Promise<void> {
  const clock = new SharedClock(memory);
  const state = { seed, clock, walk: createWalk(seed), catalogue: createCatalogue(startsAt) };
  const server = await startServer(state, (name) => (clock.now() < startsAt ? undefined : faults[name]));
  parentPort?.on("message", async (message: unknown) => {
    if (message !== "stop") return;
    await server.close();
    parentPort?.close();
  });
  parentPort?.postMessage({ type: "listening", urls: server.urls });
}

// No top-level await: the bundled thread is a CommonJS module. A rejection ends the thread with an "error" event.
void run(workerData as ThreadData);
