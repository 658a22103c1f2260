import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { browserMissing, openVisitor } from "../../support/service/browser.ts";
import { startTestService } from "../../support/service/service.ts";

const site = browserMissing ? undefined : await startTestService({ isWholeDemo: true });

describe("stars", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const visit = openVisitor(site.url);

  it("are kept in the browser, on lists and details, and make the page of the watchlist", async () => {
    const { page } = await visit("/markets");
    const rows = await page.locator("tr[data-row] a.title").count();
    assert.equal(await page.locator("button.star").count(), rows);
    await page.locator("button.star").nth(1).click();
    assert.equal(await page.locator("button.star").nth(1).getAttribute("aria-pressed"), "true");
    const name = await page.locator("button.star").nth(1).getAttribute("data-watch");
    await page.locator("th a.title").nth(1).click();
    await page.waitForURL(/\/markets\/./);
    assert.equal(await page.locator("button.star").first().getAttribute("aria-pressed"), "true");
    await page.goto(`${site.url}/watchlist`);
    await page.waitForURL(/ids=/);
    assert.equal(new URL(page.url()).searchParams.get("ids"), name);
    await page.locator("button.star[aria-pressed=true]").click();
    assert.equal(await page.locator("button.star").first().getAttribute("aria-pressed"), "false");
  });

  it("come without moving a row", async () => {
    for (const path of ["/", "/questions", "/markets", "/arbitrage", "/search?q=fed"]) {
      const { page } = await visit(path);
      const measure = () =>
        page.evaluate("[...document.querySelectorAll('tr')].map((row) => row.getBoundingClientRect().height)");
      const withStars = await measure();
      assert.ok((await page.locator("button.star").count()) > 0, path);
      await page.evaluate("document.querySelectorAll('button.star').forEach((star) => star.remove())");
      assert.deepEqual(await measure(), withStars, path);
    }
  });
});
