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

  it("says where Fed December costs least, fees included, for all outcomes with one click, and why its markets match with one more", async () => {
    const { page } = await visit("/");
    const { click, count } = countClicks();
    await page.keyboard.press("/");
    await page.keyboard.type("fed december");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/search\?/);
    await click(page.locator(".grid a.title").first());
    await page.waitForURL(/\/questions\//);
    const offers = page.getByRole("complementary", { name: "Buy" }).locator("ol li");
    assert.equal(await offers.count(), 3);
    assert.match(String(await offers.first().getAttribute("class")), /best/);
    // All outcomes, each with its cheapest platform, are on the same page.
    const outcomes = page.getByRole("region", { name: "Outcomes and platforms" }).locator("tbody tr");
    assert.ok((await outcomes.count()) > 3);
    assert.ok(count() <= 1, `${count()} clicks`);
    await click(page.getByText("Why these match"));
    assert.ok(await page.locator(".fold:has(#why) li").first().isVisible());
    assert.ok(count() <= 2, `${count()} clicks`);
  });

  it("says what to buy for $200 in a spread, and what it earns, with one click", async () => {
    const { page } = await visit("/");
    const { click, count } = countClicks();
    await click(page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Spreads" }));
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

  it("names what moved most in politics with one click", async () => {
    const { page } = await visit("/");
    const { click, count } = countClicks();
    await click(page.locator(".filters a", { hasText: /^politics$/i }));
    await page.waitForURL(/category=politics/);
    const named = page.getByText("Moved most in 24 hours").getByRole("link");
    const title = await named.innerText();
    assert.equal(count(), 1);
    await page.goto(`${site.url}/?tab=movers&category=politics`);
    assert.equal(await page.locator(".grid a.title").first().innerText(), title);
  });

  it("says what is hot with no click, and what moved with one", async () => {
    const { page } = await visit("/");
    const { click, count } = countClicks();
    assert.ok((await page.locator(".grid [data-row]").count()) > 3);
    assert.equal(count(), 0);
    await click(page.getByRole("link", { name: "Movers", exact: true }));
    await page.waitForURL(/tab=movers/);
    assert.ok((await page.locator(".grid [data-row]").count()) > 0);
    assert.equal(count(), 1);
  });

  it("gives all topics of crypto, and all its markets, as CSV with two clicks", async () => {
    for (const [name, file] of [
      [/All of these/, "topics"],
      [/All markets of these/, "markets"],
    ] as const) {
      const { page } = await visit("/");
      const { click, count } = countClicks();
      await click(page.locator(".filters a", { hasText: /^crypto$/i }));
      await page.waitForURL(/category=crypto/);
      const link = page.getByRole("link", { name });
      assert.match(String(await link.getAttribute("href")), /category=crypto/);
      const download = page.waitForEvent("download");
      await click(link);
      assert.match((await download).suggestedFilename(), new RegExp(`${file}.*\\.csv$`));
      assert.equal(count(), 2);
    }
  });

  it("shows 30 days of a chart with one click", async () => {
    const { page } = await visit("/");
    const { click, count } = countClicks();
    await click(page.locator(".grid a.title").first());
    await page.waitForURL(/\/(questions|markets)\//);
    const range = page.getByRole("navigation", { name: "Range" }).locator("[aria-current]");
    assert.equal(await range.innerText(), "30 days");
    assert.equal(count(), 1);
  });
});
