import { parentPort, workerData } from "node:worker_threads";
import { EMBEDDED_FOLDERS, listEmbedded } from "../../src/embedded.ts";
import { openDatabase } from "../../src/store/db.ts";

const db = openDatabase(workerData.file, "read-write", workerData.addonPath);
db.pragma("busy_timeout = 0");
parentPort?.postMessage({ begin: begin(), texts: EMBEDDED_FOLDERS.flatMap(listEmbedded).length });
db.close();

function begin(): string {
  try {
    db.exec("BEGIN IMMEDIATE; INSERT INTO marks DEFAULT VALUES; COMMIT");
    return "allowed";
  } catch (error) {
    return String((error as { code?: unknown }).code);
  }
}
