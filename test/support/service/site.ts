import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import pino from "pino";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { startService } from "../../../src/service.ts";
import { fixedClock } from "../store/writer.ts";
import { startBrowser } from "./browser.ts";
import { temporaryFolder } from "./process.ts";
import { eventually, serviceConfig, startTestService } from "./service.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Four minutes before midnight: the demo's month of prices then has its line among the bars of volume. */
const SITE_TIME = Date.parse("2026-11-21T23:56:00Z");

const MAX_OPEN = 4;

/** A page in a browser, and all the browser had to complain about and asked for. */
export interface Visit {
  readonly page: Page;
  readonly complaints: string[];
  readonly addresses: string[];
}

/** The demo with all of its data at a fixed time, and a browser to look at it. */
export async function openSite() {
  // Pages that show everything have no forms for a key.
  const flags = { "keys-per-hour": "1000", "pages-per-minute": "100000", "pages-tier": "free" };
  const clock = fixedClock(SITE_TIME);
  const folder = temporaryFolder();
  await copyDemo(join(folder, "toteboard.db"));
  const service = await startTestService({ folder, isDemo: true, environment: {}, flags, clock, hasTerminal: true });
  await service.ready;
  const browser = await startBrowser();
  const open: BrowserContext[] = [];
  return {
    ...service,
    async visit(path: string, options: BrowserContextOptions = {}): Promise<Visit> {
      const context = await browser.newContext(options);
      // One address may follow a few pages at once; a test looks at no more.
      open.push(context);
      if (open.length > MAX_OPEN) await open.shift()?.close();
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const page = await context.newPage();
      const complaints: string[] = [];
      const addresses: string[] = [];
      page.on("console", (line) => complaints.push(`${page.url()}: ${line.text()} ${line.location().url}`));
      page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
      page.on("request", (request) => addresses.push(request.url()));
      await page.goto(`${service.url}${path}`);
      return { page, complaints, addresses };
    },
    /** The path of the question that most platforms ask. */
    findQuestion: () =>
      eventually("a question", async () => {
        const all = { status: "open", minVolume: 0, minGap: 0, realMoneyOnly: false } as const;
        const { questions } = await service.context.store.questions.list(
          { ...all, sort: "platforms", order: "desc", now: service.clock.now() },
          { page: 1, size: 1 },
        );
        return questions[0] === undefined ? undefined : `/questions/${questions[0].id}`;
      }),
    /** The path of a market that other platforms ask too; they are found some time after they were read. */
    findMatched: () =>
      eventually("a question that two platforms ask", async () => {
        const query = { platforms: ["polymarket", "kalshi"], legPlatforms: [], minSpread: 0, minScore: 0 };
        const { opportunities } = await service.context.store.arbitrage.list({
          ...query,
          sort: "volume",
          page: 1,
          size: 1,
          now: service.clock.now(),
        });
        const [first] = opportunities;
        return first === undefined ? undefined : `/markets/${first.buy.platform}/${encodeURIComponent(first.buy.id)}`;
      }),
  };
}

/** Copies the demo's database, which the first file of a run makes for all: loading it takes some seconds. */
async function copyDemo(file: string): Promise<void> {
  const shared = process.env.TEST_RUN_FOLDER;
  if (shared === undefined) return;
  const made = join(shared, "demo.db");
  if (isFirst(join(shared, "making"))) {
    const folder = join(shared, "demo");
    mkdirSync(folder);
    const config = serviceConfig({ folder, isDemo: true, environment: {} });
    const log = pino({ level: "silent" });
    const service = await startService({ config, log, clock: fixedClock(SITE_TIME), hasTerminal: false });
    await service.ready;
    await service.close();
    renameSync(config.db, made);
  }
  await eventually("the demo's database", () => existsSync(made), { deadlineMs: 120_000 });
  copyFileSync(made, file);
}

/** Whether no other process has made the folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** What axe-core finds that is serious or worse, in a line each. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Through the debugger, since the page's own policy lets no foreign script in.
  await page.evaluate(AXE);
  const found = (await page.evaluate(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
  )) as readonly { id: string; impact: string; nodes: readonly { html: string }[] }[];
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}
