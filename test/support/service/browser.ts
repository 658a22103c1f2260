import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after } from "node:test";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";

export const CHROMIUM = "/usr/bin/chromium";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const MAX_OPEN = 4;
/** Long enough for a machine that does much else. */
const DEADLINE_MS = 120_000;

/** A page in a browser, and all the browser had to complain about and asked for. */
export interface Visit {
  readonly page: Page;
  readonly complaints: string[];
  readonly addresses: string[];
}

export type Visitor = (path: string, options?: BrowserContextOptions) => Promise<Visit>;

/** Why tests in a browser are skipped, or false when there is one. */
export const browserMissing: string | false = existsSync(CHROMIUM)
  ? false
  : `no ${CHROMIUM}: install Debian's package chromium`;

// Its own sandbox needs rights that containers do not have; it sees nothing but this program.
const LAUNCH = { executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] };

let server: BrowserServer | undefined;

/** Run by the test runner before all files: one browser serves them all. */
export async function globalSetup(): Promise<void> {
  if (browserMissing) return;
  server = await chromium.launchServer(LAUNCH);
  process.env.TEST_BROWSER = server.wsEndpoint();
}

export async function globalTeardown(): Promise<void> {
  await server?.close();
}

/** A browser that has seen nothing before; what a test or a file opened in it is closed after it. */
export function startBrowser(): Promise<Browser> {
  const shared = process.env.TEST_BROWSER;
  const browser = shared === undefined ? chromium.launch(LAUNCH) : chromium.connect(shared);
  after(async () => (await browser).close());
  return browser;
}

/** A page in a context of its own, which waits as long as a machine that does much else needs. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(DEADLINE_MS);
  return page;
}

/** Opens paths of an address, each in a browser that has seen nothing before. */
export function openVisitor(url: string): Visitor {
  const browser = startBrowser();
  const open: BrowserContext[] = [];
  return async (path, options = {}) => {
    const context = await (await browser).newContext(options);
    context.setDefaultTimeout(DEADLINE_MS);
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
    await page.goto(`${url}${path}`);
    return { page, complaints, addresses };
  };
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

/** Clicks, and how many there were; a field that is filled with the mouse needs one too. */
export function countClicks() {
  let clicks = 0;
  return {
    async click(target: Locator): Promise<void> {
      clicks += 1;
      await target.click();
    },
    count: () => clicks,
  };
}
