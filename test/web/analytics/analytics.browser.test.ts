import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { browserMissing, openVisitor } from "../../support/service/browser.ts";
import { startTestService } from "../../support/service/service.ts";

const site = browserMissing ? undefined : await startTestService({ isWholeDemo: true });

describe("the page of analytics in a browser", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url } = site;
  const visit = openVisitor(site.url);

  it("changes its view without JavaScript", async () => {
    const { page } = await visit("/analytics", { javaScriptEnabled: false });
    await page.getByRole("link", { name: "Share", exact: true }).click();
    await page.waitForURL(/volume=share#daily$/);
    assert.deepEqual(await page.locator(".daily .value").allTextContents(), ["0%", "50%", "100%"]);
  });

  it("takes new figures without moving, and keeps focus and open tables", async () => {
    const { page } = await visit("/analytics");
    await page.evaluate(`window.shifts = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += entry.value;
    }).observe({ type: "layout-shift" });`);
    const link = page.locator("#categories ~ * td a:visible").first();
    await page.locator("summary", { hasText: "The same as a table" }).first().click();
    await link.focus();
    await page.evaluate("window.shifts = 0");
    await page.evaluate(`fetch("${url}/analytics?volume=share").then((reply) => reply.text()).then((text) =>
      showNewer(parse(text)))`);
    assert.ok(await page.getByRole("link", { name: "Share", exact: true }).getAttribute("aria-current"));
    assert.ok(await page.evaluate("document.activeElement.matches('#categories ~ * td a')"));
    assert.ok(
      await page
        .locator(".panel details")
        .first()
        .evaluate((element) => element.hasAttribute("open")),
    );
    assert.ok(Number(await page.evaluate("window.shifts")) <= 0.02);
  });
});
