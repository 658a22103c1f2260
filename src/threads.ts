import { getAsset, isSea } from "node:sea";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** The module each thread runs, from this folder. Each is bundled on its own, since a thread inside the executable has no files. */
export const THREAD_ENTRIES = {
  writer: "./writer/thread.ts",
  demo: "./demo/thread.ts",
  backup: "./writer/backup-thread.ts",
} as const;

/** Reading megabytes of pages makes garbage that dies young; the executable bounds it for the main thread in the same way. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 12 };

export type ThreadName = keyof typeof THREAD_ENTRIES;

/** Starts a thread, from its module or, in the executable, from its embedded source. */
export function startThread(name: ThreadName, workerData: unknown): Worker {
  const options: WorkerOptions = { name, workerData, resourceLimits: RESOURCE_LIMITS };
  if (isSea()) return new Worker(getAsset(threadAsset(name), "utf8"), { ...options, eval: true });
  return new Worker(new URL(THREAD_ENTRIES[name], import.meta.url), options);
}

/** The name under which a thread's source travels inside the executable. */
export const threadAsset = (name: string): string => `threads/${name}.cjs`;
