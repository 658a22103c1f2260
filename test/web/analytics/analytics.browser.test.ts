import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { browserMissing } from "../../support/service/browser.ts";
import { findBarriers, openSite } from "../../support/service/site.ts";

const site = browserMissing ? undefined : await openSite();
const SIZES = [390, 700, 1280, 1920].map((width) => ({ viewport: { width, height: 900 } }));

/** Labels of tiles that are wider than their tile, by measure. */
const OVERFLOWING = `[...document.querySelectorAll(".treemap a > svg")].flatMap((tile) =>
  [...tile.querySelectorAll("text")].filter((text) => text.getBoundingClientRect().right > tile.querySelector("rect").getBoundingClientRect().right)
    .map((text) => text.textContent))`;

describe("the page of analytics in a browser", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { visit, url } = site;

  it("has labels that fit at every width, with and without JavaScript, and hinders nobody", async () => {
    for (const size of SIZES) {
      for (const colorScheme of ["light", "dark"] as const) {
        const { page, complaints } = await visit("/analytics?volume=share", { ...size, colorScheme });
        assert.deepEqual(await page.evaluate(OVERFLOWING), []);
        assert.ok((await page.locator(".treemap a > svg text:visible").count()) > 4);
        assert.deepEqual(await findBarriers(page), []);
        assert.deepEqual(complaints, []);
      }
    }
    const { page } = await visit("/analytics", { javaScriptEnabled: false });
    await page.getByRole("link", { name: "Share", exact: true }).click();
    assert.match(page.url(), /volume=share#daily$/);
    assert.ok((await page.locator(".daily rect").count()) > 40);
  });

  it("leads from a tile to its markets, by keyboard too", async () => {
    const { page } = await visit("/analytics");
    const tile = page.locator(".treemap a:visible").first();
    const name = (await tile.getAttribute("aria-label")) ?? "";
    await tile.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/markets\?platform=\w+&category=\w+/);
    const [, category = ""] = /^(\w+) on/.exec(name) ?? [];
    assert.equal(new URL(page.url()).searchParams.get("category"), category.toLowerCase());
  });

  it("takes new figures without moving, and keeps focus and open tables", async () => {
    const { page } = await visit("/analytics");
    await page.evaluate(`window.shifts = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += entry.value;
    }).observe({ type: "layout-shift" });`);
    const tile = page.locator(".treemap a:visible").first();
    await page.locator("summary", { hasText: "The same as a table" }).first().click();
    await tile.focus();
    await page.evaluate("window.shifts = 0");
    await page.evaluate(`fetch("${url}/analytics?volume=share").then((reply) => reply.text()).then((text) =>
      patchLive(document.querySelector("#live"), new DOMParser().parseFromString(text, "text/html").querySelector("#live")))`);
    assert.ok(await page.getByRole("link", { name: "Share", exact: true }).getAttribute("aria-current"));
    assert.ok(await page.evaluate("document.activeElement.matches('.treemap a')"));
    assert.ok(
      await page
        .locator(".panel details")
        .first()
        .evaluate((element) => element.hasAttribute("open")),
    );
    assert.ok(Number(await page.evaluate("window.shifts")) <= 0.02);
  });
});
