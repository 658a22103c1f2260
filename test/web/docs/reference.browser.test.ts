import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { browserMissing } from "../../support/service/browser.ts";
import { findBarriers, openSite } from "../../support/service/site.ts";

const site = browserMissing ? undefined : await openSite();

const MAX_BYTES = 60_000;
const MAX_SHIFT = 0.02;

const WATCH_SHIFTS = `window.shifts = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true });`;

describe("the reference in a browser", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { visit, url } = site;
  const shownLinks = (page: Page) => page.locator(".toc li a:visible").count();

  it("comes under 60 KB with all it loads, and does not move, with a key and without", async () => {
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 390, height: 844 },
    ]) {
      for (const key of ["", "tb_live_0000000000000000000000000000000000000000"]) {
        const { page } = await visit("/healthz", { viewport });
        await page.evaluate((text) => text !== "" && sessionStorage.setItem("toteboard-key", text), key);
        let bytes = 0;
        const session = await page.context().newCDPSession(page);
        await session.send("Network.enable");
        session.on("Network.loadingFinished", ({ encodedDataLength }) => {
          bytes += encodedDataLength;
        });
        await page.addInitScript(WATCH_SHIFTS);
        await page.goto(`${url}/docs`, { waitUntil: "networkidle" });
        assert.ok(bytes > 20_000 && bytes <= MAX_BYTES, `${bytes} bytes`);
        const shifts = Number(await page.evaluate("window.shifts"));
        assert.ok(shifts <= MAX_SHIFT, `${viewport.width} px: ${shifts}`);
      }
    }
  });

  it("is filtered by words of path, summary and parameters, by keyboard, and says how many are left", async () => {
    const { page, complaints } = await visit("/docs");
    const all = await shownLinks(page);
    const field = page.getByRole("searchbox", { name: "Filter endpoints" });
    assert.match(await page.locator("#left").innerText(), new RegExp(`^${all} endpoints$`));
    await field.pressSequentially("history pro");
    const left = await shownLinks(page);
    assert.ok(left > 0 && left < 5, String(left));
    assert.equal(await page.locator("#left").innerText(), `${left} of ${all} endpoints`);
    assert.equal(await page.locator(".operation:visible form").count(), left);
    await field.press("ArrowDown");
    assert.match(String(await page.evaluate("document.activeElement.hash")), /History$/);
    await field.fill("page_size");
    assert.ok((await shownLinks(page)) > 2);
    await field.fill("nothing like this");
    assert.equal(await page.locator("#left").innerText(), `0 of ${all} endpoints`);
    await field.press("Escape");
    assert.equal(await shownLinks(page), all);
    await field.fill("usage");
    await field.press("Enter");
    await page.waitForURL(/#getUsage$/);
    // A link to what is filtered out shows it.
    await page.evaluate("location.hash = '#listMarkets'");
    await page.locator("#listMarkets").waitFor();
    assert.equal(await shownLinks(page), all);
    assert.deepEqual(complaints, []);
  });

  it("marks the endpoint that is read in the list at the side, which follows", async () => {
    const { page } = await visit("/docs", { viewport: { width: 1280, height: 720 } });
    for (const id of ["listEvents", "getUsage", "listQuestions"]) {
      await page.evaluate(`document.getElementById("${id}").scrollIntoView()`);
      const link = page.locator(`.toc a[aria-current="location"][href="#${id}"]`);
      await link.waitFor();
      assert.equal(await page.locator(".toc [aria-current]").count(), 1);
      const box = await link.boundingBox();
      const isInView = box !== null && box.y >= 0 && box.y + box.height <= 720;
      assert.ok(isInView, id);
    }
  });

  it("shows the fields of an answer where they are opened, and hinders nobody, in light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, complaints } = await visit("/docs", { colorScheme });
      const part = page.locator('details[data-fields$="/listMarkets"]');
      await part.locator("summary").click();
      const row = part.getByRole("row", { name: /data\[\]\.volume_24h/ });
      assert.match(await row.innerText(), /number\s+USD\s+Volume of the last 24 hours/);
      await page.locator("#conventions summary").click();
      assert.deepEqual(await findBarriers(page), []);
      await page.goto(`${url}/docs/fields/listMarkets`);
      assert.deepEqual(await findBarriers(page), []);
      assert.deepEqual(complaints, []);
    }
  });

  it("has static examples without JavaScript, and nothing that does nothing", async () => {
    for (const path of ["/docs", "/docs/mcp"]) {
      const { page } = await visit(path, { javaScriptEnabled: false });
      assert.equal(await page.locator("main :is(button, input, select, [role=tablist]):visible").count(), 0, path);
    }
    const { page } = await visit("/docs", { javaScriptEnabled: false });
    const call = page.locator('form[data-call="GET /api/v1/markets"] pre');
    assert.equal(await call.innerText(), `curl -H 'X-API-Key: YOUR_KEY' '${url}/api/v1/markets'`);
    await page.locator('details[data-fields$="/listMarkets"] summary').click();
    await page.locator('details[data-fields$="/listMarkets"] a').click();
    await page
      .getByRole("row", { name: /yes_price/ })
      .first()
      .waitFor();
  });

  it("has a button to copy each command and program", async () => {
    const { page } = await visit("/docs");
    for (const path of ["/docs", "/docs/mcp"]) {
      await page.goto(`${url}${path}`);
      const count = await page.locator(".command").count();
      assert.ok(count > 5);
      assert.equal(await page.locator(".command button[data-copy]:not([hidden])").count(), count);
    }
  });
});
