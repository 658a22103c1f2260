import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../../../src/store/database/db.ts";
import { readTexts } from "./embedded-texts.ts";

// The other thread of the probe: says what it can read, then tries to write whenever it is asked to.

const db = openDatabase(workerData.file, "read-write", workerData.addonPath);
db.pragma("busy_timeout = 0");
parentPort?.on("message", () => parentPort?.postMessage(write()));
parentPort?.postMessage(readTexts());

function write(): string {
  try {
    db.exec("BEGIN IMMEDIATE; INSERT INTO marks DEFAULT VALUES; COMMIT");
    return "written";
  } catch (error) {
    return String((error as { code?: unknown }).code);
  }
}
