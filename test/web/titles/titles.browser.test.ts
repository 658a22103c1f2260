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

  for (const javaScriptEnabled of [true, false]) {
    it(`cuts a long one after two lines and shows all by the keyboard, ${javaScriptEnabled ? "with" : "without"} script`, async () => {
      const page = await visit("/markets?platform=kalshi", {
        javaScriptEnabled,
        viewport: { width: 390, height: 844 },
      });
      const title = page.locator(LONGEST);
      const cut = (await title.boundingBox())?.height ?? 0;
      assert.equal(cut > 0 && cut < 60, true, `${cut} px`);
      await title.focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      const whole = (await title.boundingBox())?.height ?? 0;
      assert.equal(whole > 100, true, `${whole} px`);
      await page.keyboard.press("Enter");
      assert.equal((await title.boundingBox())?.height, cut);
      await page.close();
    });
  }

  it("keeps a title open when the page is patched", async () => {
    const page = await visit("/markets?platform=kalshi");
    await page.locator(`${LONGEST} + details summary`).click();
    await page.evaluate(`(() => {
      const fresh = document.cloneNode(true);
      for (const one of fresh.querySelectorAll("details")) one.removeAttribute("open");
      showNewer(fresh);
    })()`);
    assert.equal(await page.locator(`${LONGEST} + details`).getAttribute("open"), "");
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
