import { existsSync } from "node:fs";
import { after } from "node:test";
import { type Browser, chromium, type Locator } from "playwright-core";

export const CHROMIUM = "/usr/bin/chromium";

/** Why tests in a browser are skipped, or false when there is one. */
export const browserMissing: string | false = existsSync(CHROMIUM)
  ? false
  : `no ${CHROMIUM}: install Debian's package chromium`;

/** Starts the browser; called at the top of a file it is closed after all of its tests. */
export async function startBrowser(): Promise<Browser> {
  // Its own sandbox needs rights that containers do not have; it sees nothing but this program.
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  after(() => browser.close());
  return browser;
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
