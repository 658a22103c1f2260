import { readdirSync, readFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { getAsset, isSea } from "node:sea";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { IS_BUILT } from "./version.ts";

/** The modules of the threads beside the main one. The build bundles them: inside the executable there are no files. */
export const THREAD_ENTRIES = {
  writer: "./writer/thread.ts",
  mirror: "./mirror/thread.ts",
} as const;

/** Bounds short-lived garbage of the thread, which parses large pages, as `bin/node-options.json` does for the main thread. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 6 };

/**
 * What lives longer may grow by 30% between two collections, from 16 MB on, where V8 would let it grow to several times
 * its size. From source, `bin/run.cjs` gives these to Node.
 */
const HEAP_FLAGS = ["--initial-old-space-size=16", "--heap-growing-percent=30"];

/** Bounds the young objects of the main thread, see bin/node-options.json. */
const YOUNG_FLAG = "--max-semi-space-size";

type ThreadName = keyof typeof THREAD_ENTRIES;

/** Starts the thread from its module or, in the executable, from its embedded source. */
export function startThread(name: ThreadName, workerData: unknown): Worker {
  const options: WorkerOptions = { name, workerData, resourceLimits: RESOURCE_LIMITS };
  if (isSea()) for (const flag of HEAP_FLAGS) setFlagsFromString(flag);
  // Until the thread has its heap, since a flag of the process goes before the limit of a thread.
  const youngFlag = process.execArgv.find((flag) => flag.startsWith(YOUNG_FLAG));
  if (youngFlag !== undefined) setFlagsFromString(`${YOUNG_FLAG}=0`);
  const thread = isSea()
    ? new Worker(getAsset(threadAsset(name), "utf8"), { ...options, eval: true })
    : new Worker(new URL(moduleOf(name), import.meta.url), options);
  return thread.once("online", () => {
    if (youngFlag !== undefined) setFlagsFromString(youngFlag);
    lowerPriority(name);
  });
}

/** Beside this module, or beside the bundle of the main thread. */
const moduleOf = (name: ThreadName): string => (IS_BUILT ? `./thread-${name}.cjs` : THREAD_ENTRIES[name]);

/** The asset inside the executable that holds its source. */
export const threadAsset = (name: string): string => `threads/${name}.cjs`;

/** Relative to the main thread. At 5, the other still gets a quarter of a core that both want. */
const NICENESS = 5;
const MAX_NICENESS = 19;
const TASKS = "/proc/self/task";

/** Lets requests go before ingest when there are too few cores. Only Linux has priorities of threads. */
function lowerPriority(name: ThreadName): void {
  if (process.platform !== "linux") return;
  try {
    for (const id of readdirSync(TASKS)) {
      if (readFileSync(`${TASKS}/${id}/comm`, "utf8").trim() !== name) continue;
      // Others of its name have been lowered before.
      if (getPriority(Number(id)) !== getPriority()) continue;
      setPriority(Number(id), Math.min(MAX_NICENESS, getPriority() + NICENESS));
    }
  } catch {
    // Without /proc, or when the thread has ended, all threads stay equal.
  }
}

/**
 * Collects all garbage of this thread and returns the memory to the system; takes about 50 ms. An idle thread would
 * keep it for good. Compiled code is dropped too, so never call it on a thread that answers requests.
 */
export function giveBackMemory(): void {
  // On the command line, this flag would make Node refuse the compiled code inside the executable.
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("globalThis.gc") as NodeJS.GCFunction | undefined;
  setFlagsFromString("--no-expose-gc");
  collect?.({ type: "major", execution: "sync", flavor: "last-resort" });
}
