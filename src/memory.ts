import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Collects all garbage of this thread and gives what was taken for it back to the system; takes some 50 ms. By itself
 * that would stay with the process for good where little is done. Code that was compiled goes too, so it is nothing for a
 * thread that answers.
 */
export function giveBackMemory(): void {
  // Given on the command line, the flag would have the compiled code inside the executable refused.
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("globalThis.gc") as NodeJS.GCFunction | undefined;
  setFlagsFromString("--no-expose-gc");
  collect?.({ type: "major", execution: "sync", flavor: "last-resort" });
}
