import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** The documents and data that the project is built on, beside the checkout. */
export const SHARED = fileURLToPath(new URL("../../../../shared", import.meta.url));

/**
 * Ingests the shared titles from a stand-in for the platforms, as the program does; gives the database's file in
 * `folder`. `map.json` beside it has the ids that the titles' files know.
 */
export async function ingestTitles(folder: string): Promise<string> {
  const port = await findPort();
  const titles = join(SHARED, "data", "matching");
  const script = join(SHARED, "tools", "standin.py");
  const args = [script, "--titles", titles, "--port", String(port), "--map", join(folder, "map.json")];
  const standin = spawn("python3", args, { stdio: ["ignore", "ignore", "inherit"] });
  try {
    await waitFor(`http://127.0.0.1:${port}/stats`);
    const file = join(folder, "titles.db");
    const run = fileURLToPath(new URL("../../../bin/run.cjs", import.meta.url));
    const ingest = spawn(process.execPath, [run, "src", "ingest", "--once", "--db", file], {
      env: { ...process.env, ...toUrls(`http://127.0.0.1:${port}`) },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [code] = (await once(ingest, "exit")) as [number | null];
    if (code !== 0) throw new Error(`train: ingesting the titles ended with ${code}`);
    return file;
  } finally {
    standin.kill();
  }
}

const toUrls = (base: string): Record<string, string> => ({
  TOTEBOARD_POLYMARKET_URL: `${base}/gamma`,
  TOTEBOARD_POLYMARKET_CLOB_URL: `${base}/clob`,
  TOTEBOARD_KALSHI_URL: `${base}/kalshi`,
  TOTEBOARD_MANIFOLD_URL: `${base}/manifold`,
  TOTEBOARD_PREDICTIT_URL: `${base}/predictit`,
  TOTEBOARD_LIMITLESS_URL: `${base}/limitless`,
});

async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function waitFor(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      await fetch(url);
      return;
    } catch {
      await wait(200);
    }
  }
  throw new Error(`train: the stand-in does not answer at ${url}`);
}
