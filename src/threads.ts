import { readdirSync, readFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { getAsset, isSea } from "node:sea";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** The module each thread runs, from this folder. Each is bundled on its own, since a thread inside the executable has no files. */
export const THREAD_ENTRIES = {
  writer: "./writer/thread.ts",
  checkpoints: "./writer/transactions/checkpoint-thread.ts",
  demo: "./demo/thread.ts",
} as const;

/** Reading megabytes of pages makes garbage that dies young; the executable bounds it for the main thread in the same way. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 12 };

export type ThreadName = keyof typeof THREAD_ENTRIES;

/** Starts a thread, from its module or, in the executable, from its embedded source. */
export function startThread(name: ThreadName, workerData: unknown): Worker {
  const options: WorkerOptions = { name, workerData, resourceLimits: RESOURCE_LIMITS };
  const thread = isSea()
    ? new Worker(getAsset(threadAsset(name), "utf8"), { ...options, eval: true })
    : new Worker(new URL(THREAD_ENTRIES[name], import.meta.url), options);
  return thread.once("online", () => yieldToMain(name));
}

/** The name under which a thread's source travels inside the executable. */
export const threadAsset = (name: string): string => `threads/${name}.cjs`;

/** Below the main thread: a thread so much nicer still gets a quarter of a core that both want. */
const NICENESS = 5;
const LOWEST = 19;
const TASKS = "/proc/self/task";

/**
 * Where there are fewer cores than threads at work, answering goes before gathering. Linux alone gives threads a
 * priority of their own; elsewhere all stay equal.
 */
function yieldToMain(name: ThreadName): void {
  if (process.platform !== "linux") return;
  try {
    for (const id of readdirSync(TASKS)) {
      if (readFileSync(`${TASKS}/${id}/comm`, "utf8").trim() !== name) continue;
      setPriority(Number(id), Math.min(LOWEST, getPriority() + NICENESS));
    }
  } catch {
    // Without /proc, or where a thread ended meanwhile, nothing is lost but the order of who goes first.
  }
}
