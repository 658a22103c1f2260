import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

/** Steps in which a delay is measured, here and by the service itself. */
export const LOOP_RESOLUTION_MS = 10;

/** An event loop that has nothing to do: what keeps it waiting is the machine. */
export interface IdleLoop {
  /** The longest delay since this was last asked, in ms. */
  read(): Promise<number>;
  stop(): Promise<void>;
}

export async function startIdleLoop(): Promise<IdleLoop> {
  const worker = new Worker(new URL(import.meta.url));
  const next = (): Promise<number> => new Promise((resolve) => worker.once("message", resolve));
  await next();
  return {
    read() {
      const answer = next();
      worker.postMessage("read");
      return answer;
    },
    async stop() {
      await worker.terminate();
    },
  };
}

if (!isMainThread && parentPort !== null) answer(parentPort);

function answer(port: NonNullable<typeof parentPort>): void {
  const delays = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  delays.enable();
  port.on("message", () => {
    port.postMessage(Math.max(0, delays.max / 1e6 - LOOP_RESOLUTION_MS));
    delays.reset();
  });
  port.postMessage(0);
}
