import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { browserMissing, startBrowser } from "../support/service/browser.ts";
import { poll, start, waitUntilReady } from "../support/service/executable.ts";
import { temporaryFolder } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
import { readAll } from "../support/streams/follower.ts";
import { change, openHome, untilRead } from "../support/streams/home.ts";
import { startUpstream } from "../support/upstream/upstream.ts";

const EXAMPLE = fileURLToPath(new URL("../examples/follow-in-browser.mjs", import.meta.url));
const MARKETS = 60;

/** Runs the example as a user does who has copied it; gives its address. */
async function runExample(url: string, secret: string): Promise<string> {
  const environment = { TOTEBOARD_URL: url, TOTEBOARD_KEY: secret };
  const example = start([process.execPath, EXAMPLE, "0"], temporaryFolder(), environment, 0);
  after(() => example.process.kill());
  return poll("the example", () => /^(http:\/\/\S+)$/m.exec(example.stdout())?.[1]);
}

const linesOf = (page: Page): Promise<string[]> => page.locator("#markets li").allTextContents();

describe("a page of another origin with the browser's own EventSource", { skip: browserMissing }, () => {
  it("shows what the list says over a restart and over a kill", { timeout: 180_000 }, async () => {
    const upstream = await startUpstream({ markets: MARKETS });
    const { serve, url, secret } = await openHome(upstream);
    let service = serve();
    await waitUntilReady(service);
    await untilRead(upstream);
    const page = await (await startBrowser()).newPage();
    await page.goto(await runExample(url, secret));
    const assertCurrent = async (when: string): Promise<void> => {
      const address = `${url}/api/v1/markets?status=open&category=politics`;
      let [shown, listed]: string[][] = [];
      const isCurrent = async (): Promise<boolean> => {
        const rows = [...(await readAll(address, { "X-API-Key": secret })).values()];
        [shown, listed] = [await linesOf(page), rows.map(({ title, yes_price }) => `${yes_price} ${title}`)];
        return listed.length > 0 && shown.toSorted().join("\n") === listed.toSorted().join("\n");
      };
      await eventually("the list", isCurrent).catch(() =>
        assert.deepEqual(shown?.toSorted(), listed?.toSorted(), when),
      );
      await page.getByText(/^Live, /).waitFor();
    };
    await assertCurrent("at first");
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      await change(upstream, MARKETS, () => 0.5);
      service.process.kill(signal);
      await service.ended;
      await page.getByText(/^Connection lost, /).waitFor();
      service = serve();
      await waitUntilReady(service);
      await untilRead(upstream);
      await assertCurrent(`after ${signal}`);
    }
    await change(upstream, MARKETS + 6, () => 0.1);
    await untilRead(upstream);
    await assertCurrent("while it runs");
    await page.close();
    service.process.kill("SIGTERM");
    await service.ended;
  });
});
