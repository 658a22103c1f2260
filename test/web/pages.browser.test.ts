import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findPages } from "../support/demo/paths.ts";
import { browserMissing, findBarriers, openVisitor } from "../support/service/browser.ts";
import { startTestService } from "../support/service/service.ts";

const site = browserMissing ? undefined : await startTestService({ isWholeDemo: true });
const pages = site && (await findPages(site));

describe("pages in a browser", { skip: browserMissing }, () => {
  if (site === undefined || pages === undefined) return;
  const { url } = site;
  const visit = openVisitor(site.url);

  it("come at 60 KB at most with all files, and do not move once they are there", async () => {
    for (const path of pages.paths) {
      const { page } = await visit("/healthz");
      let bytes = 0;
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      session.on("Network.loadingFinished", ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      await page.addInitScript(`window.shifts = 0; new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifts += entry.value;
      }).observe({ type: "layout-shift", buffered: true });`);
      await page.goto(`${url}${path}`, { waitUntil: "networkidle" });
      assert.ok(bytes > 0 && bytes <= 60_000, `${path}: ${bytes} bytes`);
      // A slow machine paints while rows still arrive, and columns find their widths then: a fault of the page shows each time.
      const shifts = async () => Number(await page.evaluate("window.shifts"));
      let least = await shifts();
      for (let turn = 0; least >= 0.01 && turn < 5; turn++) {
        await page.reload({ waitUntil: "networkidle" });
        least = Math.min(least, await shifts());
      }
      assert.ok(least < 0.01, `${path}: ${least}`);
    }
  });

  it("suggest markets while one types, for the mouse and for the keyboard", async () => {
    const { page, complaints } = await visit("/");
    const field = page.getByRole("combobox", { name: "Search markets" });
    await field.pressSequentially("elect");
    const options = page.getByRole("option");
    await options.first().waitFor();
    assert.match((await options.first().textContent()) ?? "", /elect/i);
    assert.deepEqual(await findBarriers(page), []);
    await field.press("ArrowDown");
    assert.equal(await options.first().getAttribute("aria-selected"), "true");
    assert.equal(await field.getAttribute("aria-activedescendant"), await options.first().getAttribute("id"));
    await field.press("Escape");
    assert.equal(await field.getAttribute("aria-expanded"), "false");
    await field.fill("electi");
    await options.first().waitFor();
    await field.press("ArrowDown");
    await field.press("Enter");
    await page.waitForURL(/\/(markets|questions)\//);
    await page.getByRole("combobox").fill("election");
    await options.first().click();
    await page.waitForURL(/\/(markets|questions)\//);
    assert.deepEqual(complaints, []);
  });

  it("filter and sort a list without JavaScript", async () => {
    const { page } = await visit("/questions", { viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
    const form = page.getByRole("form", { name: "Filters" });
    await form.getByLabel("Words in the title").fill("election");
    await form.getByRole("combobox", { name: "Platform" }).selectOption("Kalshi");
    await form.getByText("More filters").click();
    await form.getByLabel("Real money only").check();
    await form.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(/q=election/);
    await page.getByRole("columnheader", { name: "Volume" }).getByRole("link").click();
    await page.waitForURL(/order=asc/);
    assert.equal(new URL(page.url()).search, "?platform=kalshi&q=election&real_money_only=true&order=asc");
    await page.getByRole("link", { name: "Next", exact: true }).click();
    await page.waitForURL(/page=2/);
    assert.match(await page.getByRole("navigation", { name: "Pages" }).innerText(), /Page 2 of \d+/);
    assert.ok((await page.locator("tbody tr").count()) > 0);
    await page.getByRole("link", { name: "Reset" }).click();
    await page.waitForURL(`${url}/questions`);
  });
});
