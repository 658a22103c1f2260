import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { type Browser, chromium } from "playwright-core";
import { CHROMIUM } from "../support/service/browser.ts";

// Takes the pictures of README.md from the demo: the same data at the same time in every run, so that they are never stale.

const ROOT = join(import.meta.dirname, "..", "..");
const NOW = "2026-11-23T17:40:00Z";

/** The pictures: the page of each, as an address or as the words that find its question, and how much of it is seen. */
const PICTURES = [
  { file: "board.png", path: "/", height: 846 },
  { file: "question.png", question: "Fed maintain target rate December 2026", height: 870 },
] as const;

await main();

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "toteboard-pictures-"));
  const demo = spawn(
    process.execPath,
    [
      ...[join(ROOT, "bin", "toteboard.ts"), "demo", "--port", "0", "--seed", "7", "--now", NOW],
      ...["--db", join(folder, "demo.db"), "--print-json", "--log-level", "error"],
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  try {
    const [line] = await once(createInterface(demo.stdout), "line");
    const { url, keys } = JSON.parse(line) as { url: string; keys: { pro: string } };
    const ask = async (path: string) =>
      (await (await fetch(url + path, { headers: { "X-API-Key": keys.pro } })).json()) as Answer;
    await untilMatched(ask);
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
    });
    for (const picture of PICTURES) {
      const path = "path" in picture ? picture.path : await findQuestion(ask, picture.question);
      await take(browser, `${url}${path}`, picture);
    }
    await browser.close();
  } finally {
    demo.kill();
    await once(demo, "exit");
    rmSync(folder, { recursive: true });
  }
}

interface Answer {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly total: number };
}

type Ask = (path: string) => Promise<Answer>;

/** Waits until the demo has found its questions: their number stays the same for five seconds. */
async function untilMatched(ask: Ask): Promise<void> {
  for (let seen = 0, same = 0; same < 5; await setTimeout(1000)) {
    const { total } = (await ask("/api/v1/questions?page_size=1")).meta;
    same = total > 0 && total === seen ? same + 1 : 0;
    seen = total;
  }
}

async function findQuestion(ask: Ask, words: string): Promise<string> {
  const { data } = await ask(`/api/v1/questions?q=${encodeURIComponent(words)}&page_size=1`);
  if (data[0] === undefined) throw new Error(`no question has the words '${words}'`);
  return `/questions/${data[0].id}`;
}

/** Without scripts, so that nothing moves. */
async function take(browser: Browser, address: string, { file, height }: (typeof PICTURES)[number]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height }, javaScriptEnabled: false });
  await page.goto(address);
  await page.screenshot({ path: join(ROOT, ".github", file) });
  await page.close();
  console.log(`.github/${file}: ${address}`);
}
