import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { extractAddon } from "../../../src/store/database/addon.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import { startThread } from "../../../src/threads.ts";
import { readTexts } from "./embedded-texts.ts";

// The main module of a small executable, made as the product is, that reports what holds inside an executable.

void probe(process.argv[2] ?? ":memory:").then((findings) => console.log(JSON.stringify(findings)));

async function probe(file: string): Promise<unknown> {
  const addonPath = extractAddon();
  const db = openDatabase(file, "read-write", addonPath);
  db.exec("CREATE TABLE marks (id INTEGER PRIMARY KEY) STRICT");
  const first = startThread("writer", { file, addonPath });
  await once(first, "message");
  db.exec("BEGIN IMMEDIATE");
  const whileHeld = await ask(first);
  db.exec("COMMIT");
  const onceReleased = await ask(first);
  await first.terminate();
  const second = startThread("writer", { file, addonPath });
  const [textsOnThread] = await once(second, "message");
  const onRestartedThread = await ask(second);
  await second.terminate();
  db.close();
  return { whileHeld, onceReleased, onRestartedThread, texts: readTexts(), textsOnThread };
}

async function ask(thread: Worker): Promise<unknown> {
  thread.postMessage("write");
  const [answer] = await once(thread, "message");
  return answer;
}
