import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { browserMissing } from "../support/service/browser.ts";
import { openSite } from "../support/service/site.ts";
import { FIND_SMALL_TARGETS } from "../support/web/targets.ts";

const site = browserMissing ? undefined : await openSite();
const matched = (await site?.findMatched()) ?? "";
const question = (await site?.findQuestion()) ?? "";
const event = await findEvent();

const LISTS = ["/", "/questions", "/markets", "/search?q=election", "/arbitrage", event];
const PATHS = [...LISTS, matched, question, "/analytics", "/status", "/keys", "/pricing", "/docs", "/docs/mcp"];
const PHONE = { viewport: { width: 390, height: 844 } };
const ROWS = 5;
const MAX_LINE = 75;

/** The event of that market. */
async function findEvent(): Promise<string> {
  const [, , platform = "", id = ""] = matched.split("/");
  const market = await site?.context.store.details.find(platform, decodeURIComponent(id), site.clock.now());
  return `/events/${platform}/${encodeURIComponent(market?.eventId ?? "")}`;
}

describe("a phone", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { visit, url } = site;

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
      assert.ok(rows > 0 && shown >= Math.min(ROWS, rows), `${path}: ${shown} of ${rows}`);
    }
  });

  it("has no page that scrolls sideways, and room for a finger on everything", async () => {
    const { page } = await visit("/status", PHONE);
    for (const path of PATHS) {
      await page.goto(`${url}${path}`);
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 390, path);
      assert.deepEqual(await page.evaluate(FIND_SMALL_TARGETS), [], path);
    }
  });

  it("shows every chip of a row", async () => {
    const { page } = await visit("/status", PHONE);
    for (const path of ["/", "/questions", "/search?q=win"]) {
      await page.goto(`${url}${path}`);
      const rights = await page
        .locator(".chip")
        .evaluateAll((all) =>
          all.map((one) => [one.getBoundingClientRect().right, one.closest("ul")?.scrollWidth ?? 0]),
        );
      assert.ok(rights.length > 0, path);
      for (const [right = 0, width = 0] of rights)
        assert.ok(right <= 380 && width <= 370, `${path}: ${right}, ${width}`);
    }
  });

  it("keeps filters in one row", async () => {
    const { page } = await visit("/", PHONE);
    for (const [path, selector] of [
      ["/", ".filters a"],
      ["/questions", "form.browse label"],
    ]) {
      await page.goto(`${url}${path}`);
      const bottoms = await page
        .locator(selector ?? "")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
      assert.ok(bottoms.length > 3 && Math.max(...bottoms) - Math.min(...bottoms) < 8, `${path}: ${bottoms}`);
    }
  });

  it("says the column of every figure of a wide table", async () => {
    const { page } = await visit("/status", PHONE);
    await page.goto(`${url}/admin#${site.context.operatorToken?.value}`);
    await page.waitForURL((address) => address.hash === "");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const withTables = [event, "/analytics", "/status", "/admin/sources", "/admin/settings"];
    for (const path of new Set([...PATHS, ...withTables])) {
      await page.goto(`${url}${path}`);
      const labels = (await page.evaluate(FIND_LABELS)) as string[];
      assert.ok(labels.length > 0 || !withTables.includes(path), path);
      for (const label of labels) assert.match(label, /^"[\p{L}\d]/u, `${path}: ${label}`);
    }
    await page.context().close();
  });

  it("fades names at the edge of the navigation, and shows the last one whole at its end", async () => {
    const { page } = await visit("/status", PHONE);
    const nav = page.getByRole("navigation", { name: "Site" });
    assert.match(
      String(await page.evaluate(`getComputedStyle(document.querySelector(".top nav")).maskImage`)),
      /linear-gradient/,
    );
    const room = await nav.evaluate((one) => {
      one.scrollLeft = one.scrollWidth;
      return one.getBoundingClientRect().right - (one.lastElementChild?.getBoundingClientRect().right ?? 0);
    });
    assert.ok(room >= 30, `${room} px`);
    await page.context().close();
  });

  it("brings the name of the page that is open into sight", async () => {
    const { page } = await visit("/pricing", PHONE);
    const name = page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Pricing" });
    const { x = 0, width = 0 } = (await name.boundingBox()) ?? {};
    assert.ok(x >= 12 && x + width <= 378, `${x} to ${x + width} px`);
    await page.context().close();
  });

  it("labels the days below bars without one touching another", async () => {
    const { page } = await visit("/analytics", PHONE);
    const places = await page
      .locator(".daily .time")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]));
    assert.ok(places.length > 3);
    places.slice(1).forEach(([left = 0], index) => {
      assert.ok(left - (places[index]?.[1] ?? 0) >= 6, JSON.stringify(places));
    });
    await page.getByRole("columnheader", { name: "Volume", exact: true }).first().waitFor();
    await page.context().close();
  });
});

describe("a wide screen", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { visit, url } = site;

  it("is used, with lines of text that are not too long", async () => {
    const { page } = await visit("/status", { viewport: { width: 1920, height: 1080 } });
    for (const path of PATHS) {
      await page.goto(`${url}${path}`);
      assert.ok(Number(await page.evaluate(`document.querySelector("main").clientWidth`)) > 1920 * 0.9, path);
      const [letters, text] = (await page.evaluate(FIND_LONGEST_LINE)) as [number, string];
      assert.ok(letters <= MAX_LINE, `${path}: ${letters} letters in "${text}"`);
    }
  });
});

describe("a wide screen, on single pages", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { visit, url } = site;
  const boxesOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => all.map((one) => [...one.getClientRects()].map(({ y }) => Math.round(y))));

  it("has the bars of all platforms at one height", async () => {
    for (const width of [1280, 1920]) {
      const { page } = await visit("/status", { viewport: { width, height: 1080 } });
      const tops = (await boxesOf(page, ".passes > li > svg")).flat();
      assert.equal(tops.length, 4);
      assert.equal(new Set(tops).size, width === 1920 ? 1 : 2, String(tops));
      await page.context().close();
    }
  });

  it("tears no part of the beginning of the reference across two columns", async () => {
    const { page } = await visit("/docs", { viewport: { width: 1920, height: 1080 } });
    for (const path of ["/docs", "/docs/mcp"]) {
      await page.goto(`${url}${path}`);
      const boxes = await boxesOf(page, ".intro > *");
      assert.ok(boxes.length > 2);
      for (const pieces of boxes) assert.equal(pieces.length, 1, path);
    }
    await page.goto(`${url}/docs`);
    await page.locator("#conventions summary").click();
    for (const pieces of await boxesOf(page, "#conventions > p")) assert.equal(pieces.length, 1);
    await page.context().close();
  });
});

describe("an update", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { visit, url } = site;

  it("moves nothing on a page", async () => {
    for (const path of ["/", "/questions", "/markets", event, matched, question]) {
      const { page } = await visit("/healthz");
      await page.clock.install();
      await page.addInitScript(`window.shifts = 0; new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifts += entry.value;
      }).observe({ type: "layout-shift", buffered: true });`);
      await page.goto(`${url}${path}`);
      await page.evaluate(`for (const cell of document.querySelectorAll("[data-key]")) {
        const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
        text.data = text.data.replace(/\\d/g, "5");
      }`);
      await page.clock.runFor(31_000);
      await page.locator(".changed").first().waitFor({ state: "attached" });
      assert.ok(Number(await page.evaluate("window.shifts")) <= 0.02, path);
      await page.context().close();
    }
  });
});

describe("the keyboard", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { visit } = site;

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

/** Run in a page: the most letters in a line of a text, and how it begins. */
const FIND_LONGEST_LINE = `(() => {
  let longest = [0, ""];
  for (const text of document.querySelectorAll("main :is(p, figcaption)")) {
    if (!text.checkVisibility() || text.closest("nav, table, .signal")) continue;
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    const lines = new Map();
    const range = document.createRange();
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest(".hide")) continue;
      for (let place = 0; place < walker.currentNode.length; place++) {
        range.setStart(walker.currentNode, place);
        range.setEnd(walker.currentNode, place + 1);
        const { width, bottom } = range.getBoundingClientRect();
        const line = Math.round(bottom / 8);
        if (width > 0) lines.set(line, (lines.get(line) ?? 0) + 1);
      }
    }
    const most = Math.max(0, ...lines.values());
    if (most > longest[0]) longest = [most, text.textContent.slice(0, 60)];
  }
  return longest;
})()`;
