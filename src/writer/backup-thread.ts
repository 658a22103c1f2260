import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../errors.ts";
import { backUp } from "../store/backup.ts";
import type { BackupThreadData, FromBackupThread } from "./backup.ts";

/** Makes one backup, says how that went, and ends. */
if (parentPort !== null) void run(parentPort, workerData as BackupThreadData);

async function run(port: NonNullable<typeof parentPort>, data: BackupThreadData): Promise<void> {
  // On Linux this is about the calling thread alone; elsewhere it would slow the service down.
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);
  const stopping = new AbortController();
  port.on("message", () => stopping.abort(new Error("the service stops")));
  const { file, target, addonPath } = data;
  let said: FromBackupThread;
  try {
    said = { backup: await backUp(file, target, { addonPath, signal: stopping.signal }) };
  } catch (error) {
    said = { reason: messageOf(error) };
  }
  port.postMessage(said);
  port.close();
}
