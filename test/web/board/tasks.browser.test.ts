import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findMatched } from "../../support/demo/paths.ts";
import { browserMissing, countClicks, openVisitor } from "../../support/service/browser.ts";
import { startTestService } from "../../support/service/service.ts";

const site = browserMissing ? undefined : await startTestService({ isWholeDemo: true });
// Until platforms are matched, no question has several.
if (site) await findMatched(site);

describe("what people come for", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const visit = openVisitor(site.url);

  it("says where Fed December costs least, fees included, with one click, and why the markets match with none more", async () => {
    const { page } = await visit("/");
    const { click, count } = countClicks();
    await page.keyboard.press("/");
    await page.keyboard.type("fed december");
    await page.keyboard.press("Enter");
    // The board has rows of questions too.
    await page.waitForURL(/\/search\?/);
    await click(page.locator("[data-row^='question:'] a.title").first());
    await page.waitForURL(/\/questions\//);
    const platforms = page.getByRole("region", { name: "Prices by platform" });
    assert.equal(await platforms.locator("tr[data-row]").count(), 3);
    assert.ok(await page.locator("#why").isVisible());
    assert.ok((await page.locator("section[aria-labelledby=why] li").count()) > 0);
    assert.equal(await platforms.locator("[data-label='Buy yes'].best").count(), 1);
    assert.ok(count() <= 1, `${count()} clicks`);
  });

  it("says what to buy for $200 in a spread, and what it earns, with one click", async () => {
    const { page } = await visit("/");
    const { click, count } = countClicks();
    await click(page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Arbitrage" }));
    await page.waitForURL(/\/arbitrage/);
    const stake = page.getByLabel("Stake in $");
    for (
      let stops = 0;
      stops < 20 && !(await stake.evaluate((field) => field === field.ownerDocument.activeElement));
      stops++
    )
      await page.keyboard.press("Tab");
    await page.keyboard.type("200");
    await page.keyboard.press("Enter");
    await page.waitForURL(/stake=200/);
    const best = page.locator("table.spreads tbody tr").first();
    assert.match(await best.locator(".orders").innerText(), /Buy (YES|NO) .*on \w+ at [\d.]+¢/s);
    assert.match(await best.locator("[data-label=Size]").innerText(), /^[\d,]+$/);
    assert.match(await best.locator("[data-label=Profit]").innerText(), /^\$\d+\.\d\d\n\d+\.\d\d¢ each$/);
    assert.equal(count(), 1);
  });

  it("says what is hot with no click, what moved in a category with one, and gives all its markets as CSV with two", async () => {
    const { page } = await visit("/");
    const { click, count } = countClicks();
    const rowsOf = (heading: string) =>
      page.locator("section", { has: page.getByRole("heading", { name: heading }) }).locator("[data-row]");
    assert.ok((await rowsOf("Most traded").count()) > 3);
    assert.equal(count(), 0);
    await click(page.locator(".filters a", { hasText: /^politics$/i }));
    await page.waitForURL(/category=politics/);
    const moved = await rowsOf("Biggest movers").allInnerTexts();
    assert.ok(moved.length > 0);
    for (const row of moved) assert.match(row, /politics.*[+−]\d/s);
    assert.equal(count(), 1);
    const download = page.waitForEvent("download");
    await click(page.getByRole("link", { name: /All these markets as CSV/ }));
    assert.match((await download).suggestedFilename(), /\.csv$/);
    assert.equal(count(), 2);
  });
});
