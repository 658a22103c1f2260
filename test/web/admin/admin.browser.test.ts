import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { browserMissing, openVisitor, type Visitor } from "../../support/service/browser.ts";
import { startTestService } from "../../support/service/service.ts";

const site = browserMissing ? undefined : await startTestService({ isWholeDemo: true });

const PAGES = [
  "/admin",
  "/admin/sources",
  "/admin/keys",
  "/admin/pairs",
  "/admin/reports",
  "/admin/backups",
  "/admin/settings",
];

describe("the operator's pages in a browser", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url, context, clock } = site;
  const link = String(site.operatorLink);
  const look = openVisitor(url);

  /** Signs in by the link, or by pasting its token without scripts, and goes to a page. */
  const visit: Visitor = async (path, options = {}) => {
    clock.advance(61_000);
    const visited = await look("/admin", options);
    const { page, complaints } = visited;
    if (options.javaScriptEnabled === false) {
      await page.getByLabel("Operator token").fill(new URL(link).hash.slice(1));
      await page.getByRole("button", { name: "Sign in" }).click();
    } else await page.goto(link);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    // The page to sign in is a 403, which browsers note.
    complaints.length = 0;
    await page.goto(`${url}${path}`);
    return visited;
  };

  /** The names of the pair that is shown. */
  const namesOn = async (page: Page): Promise<readonly string[]> => {
    const form = page.locator(".review form:not(.last)");
    return Promise.all(["a", "b"].map((name) => form.locator(`[name=${name}]`).first().inputValue()));
  };
  const decided = () => context.store.review.listDecisions(10);

  it("have no sideways scrolling on a phone and a wide screen", async () => {
    for (const [width, colorScheme] of [
      [390, "dark"],
      [1920, "light"],
    ] as const) {
      const { page, complaints } = await visit("/admin", { viewport: { width, height: 844 }, colorScheme });
      for (const path of [...PAGES, "/admin/pairs?show=vetoed", "/admin/pairs?show=decided"]) {
        await page.goto(`${url}${path}`);
        const widest = await page.locator("html").evaluate((html) => html.scrollWidth);
        assert.ok(widest <= width, `${path}: ${widest} of ${width}`);
      }
      assert.deepEqual(complaints, []);
      await page.context().close();
    }
  });

  it("open by the link, whose token stays in no address and no history, and close by signing out", async () => {
    const { page } = await look("/status");
    await page.goto(link);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    assert.equal(page.url(), `${url}/admin`);
    await page.goBack();
    assert.ok(!page.url().includes("#"), page.url());
    await page.goto(`${url}/admin`);
    await page.evaluate(`location.assign(${JSON.stringify(new URL(link).hash)})`);
    await page.waitForURL(`${url}/admin`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "For the operator" }).waitFor();
    await page.getByLabel("Operator token").fill("a wrong one");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("This is not the operator token").waitFor();
    await page.goto(`${url}/status`);
    assert.equal(await page.getByRole("contentinfo").getByRole("link", { name: "Operator" }).count(), 0);
  });

  it("review pairs by keyboard: keys decide only a pair that was opened, and the last decision can be undone", async () => {
    const { page, complaints } = await visit("/admin");
    await page.getByRole("contentinfo").getByRole("link", { name: "Operator" }).click();
    await page.getByRole("navigation", { name: "Operator" }).getByRole("link", { name: "Pairs" }).click();
    // Keys are heard once the script of this page has run.
    await page.waitForURL(/\/admin\/pairs/);
    for (const key of ["c", "o", "r"]) await page.keyboard.press(key);
    assert.equal(decided().length, 0);
    const press = async (key: string): Promise<readonly string[]> => {
      const from = page.url();
      await page.keyboard.press(key);
      await page.waitForURL((address) => address.href !== from && address.searchParams.has("a"));
      return namesOn(page);
    };
    const [first, second] = [await press("n"), await press("n")];
    assert.notDeepEqual(second, first);
    await page.keyboard.press("r");
    await page.getByText("Last decision: rejected").waitFor();
    await page.waitForLoadState();
    assert.equal(await page.evaluate("document.activeElement.id"), "pair-2", "the pair after it has the focus");
    const third = await press("n");
    assert.ok(third.join() !== first.join() && third.join() !== second.join(), "and is the next one");
    clock.advance(1000);
    await page.keyboard.press("c");
    const [isDone, breaks] = [page.getByText("Last decision: confirmed"), page.getByText("This decision parts")];
    await isDone.or(breaks).first().waitFor();
    // Which pair comes third follows from the demo's matches: one that breaks others is asked about.
    if (await breaks.isVisible()) await page.getByRole("button", { name: /and part \d/ }).click();
    await isDone.waitFor();
    await page.waitForLoadState();
    assert.deepEqual(
      decided()
        .map(({ decision }) => decision)
        .toSorted(),
      ["confirmed", "rejected"],
    );
    assert.deepEqual(await press("u"), third, "what is undone is shown again");
    assert.deepEqual(
      decided().map(({ decision, aId, bId }) => [decision, ...[aId, bId].toSorted()]),
      [["rejected", ...second.map((name) => name.replace(/^\w+:/, "")).toSorted()]],
    );
    assert.deepEqual(complaints, []);
  });

  it("lead from a question to its pairs, for an operator who is signed in alone", async () => {
    const { page } = await visit("/admin");
    await page.goto(`${url}/questions`);
    const path = await page.locator('main a[href^="/questions/"]:not([href*="?"])').first().getAttribute("href");
    const { page: stranger } = await look(String(path));
    assert.equal(await stranger.getByRole("link", { name: "Review these pairs" }).count(), 0);
    await page.goto(`${url}${path}`);
    await page.getByRole("link", { name: "Review these pairs" }).click();
    await page.getByRole("heading", { name: "Pairs of a question" }).waitFor();
    assert.ok((await page.locator("[id^=pair-]").count()) > 0);
  });

  it("review nothing by keys that are typed into a field or go with Ctrl", async () => {
    const { page } = await visit("/admin/pairs");
    const before = decided().length;
    await page.locator("#pair-1").click();
    await page.waitForURL((address) => address.searchParams.has("a"));
    await page.getByRole("combobox", { name: "Search markets" }).pressSequentially("corc");
    await page.locator("h1").click();
    await page.keyboard.press("Control+r");
    await page.waitForLoadState();
    assert.equal(decided().length, before);
  });

  it("review and revoke without JavaScript too", async () => {
    const { page } = await visit("/admin/pairs?show=vetoed", { javaScriptEnabled: false });
    const before = decided().length;
    clock.advance(1000);
    await page.locator("#pair-1").click();
    await page.getByRole("button", { name: "Reject: different" }).click();
    await page.getByText("Last decision: rejected").waitFor();
    assert.equal(decided().length, before + 1);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await page.waitForURL(/#pair$/);
    assert.equal(decided().length, before);

    const { id } = await context.commands.createKey({ name: "To revoke", email: "a@example.org", tier: "free" });
    await page.goto(`${url}/admin/keys`);
    const row = page.getByRole("row", { name: /To revoke/ });
    await row.locator("summary", { hasText: "Revoke" }).last().click();
    await row.getByRole("button", { name: "Revoke for good" }).click();
    await row.getByText(/revoked/).waitFor();
    assert.notEqual(context.access.keys.find(id)?.revokedAt, null);
  });
});
