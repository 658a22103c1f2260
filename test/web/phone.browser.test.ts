import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findPages } from "../support/demo/paths.ts";
import { browserMissing, openVisitor } from "../support/service/browser.ts";
import { startTestService } from "../support/service/service.ts";
import { FIND_SMALL_TARGETS } from "../support/web/targets.ts";

const site = browserMissing ? undefined : await startTestService({ isWholeDemo: true });
const pages = site && (await findPages(site));
const { matched, question, event, paths } = pages ?? { matched: "", question: "", event: "", paths: [] };
const LISTS = ["/", "/questions", "/markets", "/search?q=election", "/arbitrage"];
const PHONE = { viewport: { width: 390, height: 844 } };
const ROWS = 5;
const MIN_GAP_PX = 4;
/** The least room between a field of the filters and the button below it. */
const FIND_LEAST_GAP = `Math.min(100, ...[...document.querySelectorAll("form.browse > .send button")].flatMap((button) => {
  const { top } = button.getBoundingClientRect();
  return [...document.querySelectorAll("form.browse > label > :is(input, select)")]
    .map((field) => top - field.getBoundingClientRect().bottom).filter((gap) => gap > -5);
}))`;

describe("a phone", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url } = site;
  const visit = openVisitor(site.url);

  it("shows five rows of every list at once", async () => {
    const { page } = await visit("/status", PHONE);
    for (const path of LISTS) {
      await page.goto(`${url}${path}`);
      const rows = await page.locator("main [data-row]").count();
      const shown = Number(
        await page.evaluate(
          `[...document.querySelectorAll("main [data-row]")].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`,
        ),
      );
      // A spread is two orders with all their figures.
      const expected = path === "/arbitrage" ? 1 : ROWS;
      assert.ok(rows > 0 && shown >= Math.min(expected, rows), `${path}: ${shown} of ${rows}`);
    }
  });

  it("has no page that scrolls sideways, and room for a finger on everything", async () => {
    const { page } = await visit("/status", { viewport: { width: 360, height: 740 } });
    for (const path of [...paths, "/accuracy"]) {
      await page.goto(`${url}${path}`);
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 360, path);
      assert.deepEqual(await page.evaluate(FIND_SMALL_TARGETS), [], path);
      assert.ok(Number(await page.evaluate(FIND_LEAST_GAP)) >= MIN_GAP_PX, `${path}: the button touches a field`);
    }
  });

  it("has room for what each outcome costs on each platform, and for what each market was traded", async () => {
    const { page } = await visit(question, PHONE);
    // A day on which each outcome moved far.
    await page.evaluate(
      `for (const { firstChild } of document.querySelectorAll(".matrix .chg")) firstChild.data = "+15.8";`,
    );
    const moved = `document.querySelectorAll(".matrix .chg").length`;
    assert.ok(Number(await page.evaluate(moved)) > 0);
    // What each market counts for is folded.
    await page.evaluate(`document.querySelector("details:has(.members)").open = true;
      for (const line of document.querySelectorAll(".members .num .sub")) line.textContent = "$23.5K in 24 h";`);
    assert.ok(Number(await page.evaluate(`document.querySelectorAll(".members .num .sub").length`)) > 0);
    const wide = `[...document.querySelectorAll(":is(.matrix, .members) td")].filter((cell) => cell.scrollWidth > cell.clientWidth).length`;
    assert.equal(await page.evaluate(wide), 0);
    await page.context().close();
  });

  it("says the column of every figure of a wide table", async () => {
    const { page } = await visit("/status", PHONE);
    await page.goto(`${url}/admin#${site.context.operatorToken?.value}`);
    await page.waitForURL((address) => address.hash === "");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const withTables = [event, "/analytics", "/status", "/admin/sources", "/admin/settings"];
    for (const path of new Set([...paths, "/accuracy", ...withTables])) {
      await page.goto(`${url}${path}`);
      const labels = (await page.evaluate(FIND_LABELS)) as string[];
      assert.ok(labels.length > 0 || !withTables.includes(path), path);
      for (const label of labels) assert.match(label, /^"[\p{L}\d]/u, `${path}: ${label}`);
    }
    await page.context().close();
  });

  it("shows the names of all pages, platforms and categories without scrolling sideways", async () => {
    const { page } = await visit("/", PHONE);
    for (const list of [
      page.getByRole("navigation", { name: "Site" }),
      page.getByRole("navigation", { name: "Yours" }),
      page.getByRole("navigation", { name: "Lists" }),
      page.locator(".filters"),
    ])
      for (const link of await list.getByRole("link").all()) {
        const { x, width } = (await link.boundingBox()) ?? { x: -1, width: 0 };
        assert.ok(x >= 0 && x + width <= 390, `${await link.innerText()}: ${x} to ${x + width} px`);
      }
    await page.context().close();
  });
});

describe("an update", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url } = site;
  const visit = openVisitor(site.url);

  it("moves nothing on a page", async () => {
    for (const path of ["/", "/questions", "/markets", event, matched, question]) {
      const { page } = await visit("/healthz");
      await page.clock.install();
      await page.addInitScript(`window.shifts = 0; new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifts += entry.value;
      }).observe({ type: "layout-shift" });`);
      await page.goto(`${url}${path}`);
      // Where the machine is slow, columns find their widths while rows arrive: only the update is judged here.
      await page.evaluate(`window.shifts = 0; for (const cell of document.querySelectorAll("[data-key]")) {
        const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
        text.data = text.data.replace(/\\d/g, "5");
      }`);
      await page.clock.runFor(31_000);
      await page.locator(".changed").first().waitFor({ state: "attached" });
      const shifts = Number(await page.evaluate("window.shifts"));
      assert.ok(shifts <= 0.02, `${path}: ${shifts}`);
      await page.context().close();
    }
  });
});

describe("the keyboard", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const visit = openVisitor(site.url);

  it("gets to the first row with the second stop", async () => {
    const { page } = await visit("/status");
    for (const path of ["/", "/questions", "/markets"]) {
      await page.goto(`${site.url}${path}`);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      assert.ok(await page.evaluate("document.activeElement.closest('thead, [data-row]') !== null"), path);
    }
    await page.context().close();
  });

  it("goes to the search, and leaves the key to a field where one types", async () => {
    const { page, complaints } = await visit("/questions");
    await page.keyboard.press("/");
    assert.equal(await page.evaluate("document.activeElement.name"), "q");
    await page.keyboard.type("a/b");
    assert.equal(await page.getByRole("combobox", { name: "Search markets" }).inputValue(), "a/b");
    assert.deepEqual(complaints, []);
  });
});

/** Run in a page: the labels of cells of cards. Tables of prose have an input or a sentence in each, which needs none. */
const FIND_LABELS = `[...document.querySelectorAll(".board.full:not(.prose) :is(tbody, tfoot) td")]
  .filter((cell) => !cell.hasAttribute("colspan") && cell.textContent.trim() !== "")
  .map((cell) => getComputedStyle(cell, "::before").content)`;
