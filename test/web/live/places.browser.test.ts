import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { browserMissing } from "../../support/service/browser.ts";
import { openSite } from "../../support/service/site.ts";

const site = browserMissing ? undefined : await openSite();

describe("the places of rows", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { visit } = site;

  it("stay in view, however the order changes, until the reader asks for the new one", async () => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 900 },
    ]) {
      for (const path of ["/arbitrage", "/", "/questions"]) {
        const { page, complaints } = await visit(path, { viewport });
        await page.evaluate(`window.shifts = 0; new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) window.shifts += entry.value;
        }).observe({ type: "layout-shift" });`);
        const namesInView = () =>
          page.evaluate(`[...document.querySelectorAll("#live [data-row]")].filter((row) => {
            const { top, bottom } = row.getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight;
          }).map((row) => row.dataset.row)`) as Promise<string[]>;
        const before = await namesInView();
        assert.ok(before.length > 1, path);
        for (let round = 0; round < 3; round++) await page.evaluate(TURN_LISTS);
        assert.deepEqual(await namesInView(), before, path);
        assert.equal(await page.locator(".gone").first().getAttribute("data-row"), before[0], path);
        assert.ok(Number(await page.evaluate(NEXT_FRAME)) <= 0.02, path);
        await page.getByRole("button", { name: "Sort again" }).click();
        assert.equal(await page.locator(".gone").count(), 0);
        assert.notDeepEqual(await namesInView(), before, path);
        assert.deepEqual(complaints, []);
        await page.context().close();
      }
    }
  });
});

/** Run in a page: a newer page, whose lists have lost their first row and are the other way round. */
const TURN_LISTS = `(async () => {
  const text = await (await fetch(location.href)).text();
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("live");
  for (const list of new Set([...fresh.querySelectorAll("[data-row]")].map((row) => row.parentElement))) {
    const rows = [...list.children];
    if (rows.length > 1) list.replaceChildren(...rows.slice(1).reverse());
  }
  patchLive(document.getElementById("live"), fresh);
})()`;

/** Run in a page: what has moved, once all was drawn. */
const NEXT_FRAME = `new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(window.shifts), 50)))`;
