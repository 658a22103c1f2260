import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BrowserContextOptions } from "playwright-core";
import { toQuestionId } from "../../../src/domain/questions.ts";
import { browserMissing, openPage, startBrowser } from "../../support/service/browser.ts";
import { openHostileTitles } from "../../support/web/hostile-titles.ts";

const browser = browserMissing ? undefined : await startBrowser();

describe("titles in a browser", { skip: browserMissing }, async () => {
  if (browser === undefined) return;
  const site = await openHostileTitles();
  const question = `/questions/${toQuestionId("kalshi", "long")}`;
  const visit = async (path: string, options: BrowserContextOptions = {}) => {
    const page = await openPage(browser, options);
    await page.goto(`${site.url}${path}`);
    return page;
  };
  const LONGEST = 'a.title[href="/markets/kalshi/longest"]';

  it("cuts a long one after two lines", async () => {
    const page = await visit("/markets?platform=kalshi", { viewport: { width: 390, height: 844 } });
    const height = (await page.locator(LONGEST).boundingBox())?.height ?? 0;
    assert.equal(height > 0 && height < 60, true, `${height} px`);
    await page.close();
  });

  it("aligns a title from right to left to its own side, and nothing after it", async () => {
    const page = await visit("/markets?platform=kalshi");
    const direction = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).direction`);
    assert.equal(await direction('a[href^="/markets/kalshi/arabic"]'), "rtl");
    assert.equal(await direction('tr:has(a[href^="/markets/kalshi/arabic"]) .sub'), "ltr");
    assert.equal(await direction(LONGEST), "ltr");
    await page.close();
  });

  it("is never wider than the page", async () => {
    const paths = [
      "/",
      "/markets",
      "/questions",
      "/search?q=will&status=all",
      "/arbitrage?min_confidence=low",
      question,
    ];
    const more = [
      "/markets/kalshi/unbroken",
      "/markets/kalshi/longest",
      "/events/kalshi/arabic",
      "/events/kalshi/unbroken",
    ];
    const page = await visit("/", { viewport: { width: 390, height: 844 } });
    for (const path of [...paths, ...more]) {
      await page.goto(`${site.url}${path}`);
      assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, path);
    }
    await page.close();
  });
});
