import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../errors.ts";
import { copyWal, openDatabase } from "../../store/database/db.ts";

export interface CheckpointData {
  readonly file: string;
  readonly addonPath: string | undefined;
}

/** Undefined when all went well, else what did not. */
export type CheckpointAnswer = string | undefined;

/** Copies the log into the database file when told to: waiting for the disk holds up nobody here. */
if (parentPort !== null) serve(parentPort, workerData as CheckpointData);

function serve(port: NonNullable<typeof parentPort>, { file, addonPath }: CheckpointData): void {
  const db = openDatabase(file, "read-write", addonPath);
  const answer = (text: CheckpointAnswer): void => port.postMessage(text);
  port.on("message", (message: "copy" | "close") => {
    if (message === "close") {
      db.close();
      port.close();
      return;
    }
    try {
      copyWal(db);
      answer(undefined);
    } catch (error) {
      answer(messageOf(error));
    }
  });
}
