import { once } from "node:events";
import { EMBEDDED_FOLDERS, listEmbedded, readEmbedded } from "../../src/embedded.ts";
import { extractAddon } from "../../src/store/addon.ts";
import { openDatabase } from "../../src/store/db.ts";
import { startThread } from "../../src/threads.ts";

// The main module of a small executable, made as the product is, that reports what holds inside an executable.

void probe(process.argv[2] ?? ":memory:").then((findings) => console.log(JSON.stringify(findings)));

async function probe(file: string): Promise<unknown> {
  const addonPath = extractAddon();
  const db = openDatabase(file, "read-write", addonPath);
  db.exec("CREATE TABLE marks (id INTEGER PRIMARY KEY) STRICT");
  db.exec("BEGIN IMMEDIATE");
  const whileHeld = await beginOnThread(file, addonPath);
  db.exec("COMMIT");
  const onceReleased = await beginOnThread(file, addonPath);
  db.close();
  const paths = EMBEDDED_FOLDERS.flatMap(listEmbedded);
  return { whileHeld, onceReleased, texts: Object.fromEntries(paths.map((path) => [path, readEmbedded(path)])) };
}

async function beginOnThread(file: string, addonPath: string | undefined): Promise<unknown> {
  const thread = startThread("writer", { file, addonPath });
  const [finding] = await once(thread, "message");
  await once(thread, "exit");
  return finding;
}
