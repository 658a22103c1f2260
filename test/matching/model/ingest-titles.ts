import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findPort, poll, start } from "../../support/service/executable.ts";
import { FROM_SOURCE } from "../../support/service/process.ts";

/** The documents and data that the project is built on, beside the checkout. */
export const SHARED = fileURLToPath(new URL("../../../../shared", import.meta.url));

/**
 * Ingests the shared titles from a stand-in for the platforms, as the program does; gives the database's file in
 * `folder`. `map.json` beside it has the ids that the titles' files know.
 */
export async function ingestTitles(folder: string): Promise<string> {
  const { PATH = "", HOME = "" } = process.env;
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const titles = join(SHARED, "data", "matching");
  const script = join(SHARED, "tools", "standin.py");
  const args = ["--titles", titles, "--port", String(port), "--map", join(folder, "map.json")];
  const standin = start(["python3", script, ...args], folder, { PATH, HOME }, 0);
  try {
    await poll(`the stand-in at ${url}`, () => fetch(`${url}/stats`).catch(() => undefined));
    const file = join(folder, "titles.db");
    const command = [...FROM_SOURCE, "ingest", "--once", "--db", file] as const;
    const { exitCode, stderr } = await start(command, folder, toUrls(url), 0).ended;
    if (exitCode !== 0) throw new Error(`train: ingesting the titles ended with ${exitCode}: ${stderr}`);
    return file;
  } finally {
    standin.process.kill();
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
