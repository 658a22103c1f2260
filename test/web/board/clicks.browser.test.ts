import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findQuestion } from "../../support/demo/paths.ts";
import { browserMissing, countClicks, openVisitor } from "../../support/service/browser.ts";
import { startTestService } from "../../support/service/service.ts";

const site = browserMissing ? undefined : await startTestService({ isWholeDemo: true });
const question = site ? await findQuestion(site) : "";

describe("the way to what people come for", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url, context } = site;
  const visit = openVisitor(url);

  it("takes three clicks from nothing to the answer of a first call", async () => {
    const { page } = await visit("/");
    const { click, count } = countClicks();
    await click(page.getByRole("link", { name: "Sign in" }));
    await click(page.getByLabel("Name"));
    await page.keyboard.type("My desk");
    await page.keyboard.press("Tab");
    await page.keyboard.type("ada@example.org");
    await page.keyboard.press("Enter");
    // The button does nothing before the script of its page has run.
    await page.waitForURL(/\/keys\/make/);
    await click(page.getByRole("button", { name: "Run" }));
    await page.getByText(/^200 OK/).waitFor();
    assert.equal(count(), 3);
  });

  it("takes one click from the board to thirty days of a question, compared", async () => {
    const { page } = await visit("/");
    const { click, count } = countClicks();
    await click(page.locator(".grid a.title[href*='/questions/']").first());
    await page.waitForURL(/\/questions\//);
    const range = page.getByRole("navigation", { name: "Range" }).locator("[aria-current]");
    assert.equal(await range.innerText(), "30 days");
    assert.ok((await page.locator(".chart.lines .legend strong").count()) >= 2);
    assert.equal(count(), 1);
  });

  it("takes two clicks on a question to have its frame for another site", async () => {
    const { page } = await visit(question);
    const { click, count } = countClicks();
    await click(page.locator("#embed summary"));
    await click(page.locator(".share").getByRole("button", { name: "Copy" }).first());
    await page.getByText("Copied").first().waitFor();
    assert.match(
      String(await page.evaluate("navigator.clipboard.readText()")),
      /^<iframe src="http.*\/embed\/questions\//,
    );
    assert.equal(count(), 2);
  });

  it("shows the operator the state of each platform with no click, and changes the plan of a key with three", async () => {
    const { id, name } = await context.commands.createKey({
      name: "Trading floor",
      email: "floor@example.org",
      tier: "free",
    });
    const { page } = await visit("/admin");
    await page.goto(String(site.operatorLink));
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.waitForLoadState();
    for (const platform of ["Polymarket", "Kalshi", "Manifold", "PredictIt"])
      assert.ok(
        await page.locator(".glance .line", { hasText: platform }).locator("[data-sign]").isVisible(),
        platform,
      );
    const { click, count } = countClicks();
    await click(page.getByRole("navigation", { name: "Operator" }).getByRole("link", { name: "Keys" }));
    const row = page.getByRole("row", { name });
    await click(row.locator("summary", { hasText: "change it" }));
    await click(row.getByRole("button", { name: "pro" }));
    await page.waitForURL(/\/admin\/keys$/);
    await row.locator("summary", { hasText: /^pro/ }).waitFor();
    assert.equal(context.access.keys.find(id)?.tier, "pro");
    assert.equal(count(), 3);
  });

  it("decides a doubtful family with two clicks, its pairs in sight, and one more leaves one out", async () => {
    const { page } = await visit("/admin");
    await page.goto(String(site.operatorLink));
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const { click, count } = countClicks();
    await click(page.getByRole("navigation", { name: "Operator" }).getByRole("link", { name: "Pairs" }));
    await page.waitForURL(/\/admin\/pairs/);
    const family = page.locator(".queue .family").first();
    const pairs = await family.locator("li").count();
    assert.ok(pairs > 1 && (await family.locator("li").last().isVisible()));
    assert.equal(await family.locator("li").last().getByRole("link").locator(".line").count(), 2);
    await click(family.getByRole("checkbox", { name: "Leave out" }).last());
    await click(family.getByRole("button", { name: "Reject all that are not ticked" }));
    await page.getByText("Last decision: rejected").waitFor();
    assert.equal(context.store.review.listDecisions(100).length, pairs - 1);
    assert.equal(count(), 3);
  });
});
