import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findMatched, findQuestion } from "../support/demo/paths.ts";
import { browserMissing, openVisitor } from "../support/service/browser.ts";
import { startTestService } from "../support/service/service.ts";

const site = browserMissing ? undefined : await startTestService({ isWholeDemo: true });
const matched = site ? await findMatched(site) : "";
const question = site ? await findQuestion(site) : "";
const PATHS = [
  "/",
  "/questions",
  "/markets",
  "/search?q=election",
  "/arbitrage",
  matched,
  question,
  "/analytics",
].concat(["/status", "/keys", "/pricing", "/docs", "/docs/mcp"]);

describe("paper", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url } = site;
  const visit = openVisitor(site.url);

  it("is white in both schemes, without what only a screen can use", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await visit("/status", { colorScheme });
      for (const path of PATHS) {
        await page.goto(`${url}${path}`);
        await page.emulateMedia({ media: "print" });
        const shown = await page
          .locator("nav, form, button, .filters, .button, .more, .foot a")
          .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 80)));
        assert.deepEqual(shown, [], path);
        assert.equal(await page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)");
        await page.emulateMedia({ media: "screen" });
      }
    }
  });

  it("repeats the heads of tables and splits no row", async () => {
    const { page } = await visit("/questions");
    await page.emulateMedia({ media: "print" });
    assert.equal(
      await page.evaluate(`getComputedStyle(document.querySelector("thead")).display`),
      "table-header-group",
    );
    assert.equal(await page.evaluate(`getComputedStyle(document.querySelector("tbody tr")).breakInside`), "avoid");
    assert.ok((await page.pdf({ format: "A4" })).length > 10_000);
  });
});
