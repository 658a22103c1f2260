import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { browserMissing, findBarriers, openVisitor } from "../../support/service/browser.ts";
import { startTestService } from "../../support/service/service.ts";

const site = browserMissing ? undefined : await startTestService({ isWholeDemo: true });

const NO_BOX = { x: 0, y: 0, width: 0, height: 0 };

describe("keys in a browser", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url, context } = site;
  const visit = openVisitor(site.url);
  const statusOf = async (secret: string): Promise<number> =>
    (await fetch(`${url}/api/v1/markets`, { headers: { "X-API-Key": secret } })).status;

  async function makeKey(page: Page): Promise<string> {
    await page.getByLabel("Name").fill("My desk");
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByRole("button", { name: "Create a key" }).click();
    return (await page.locator("#secret").textContent()) ?? "";
  }

  /** How far "Copy" is from the left edge of the key above it, and where there is room, from the middle of the key beside it. */
  async function findCopyOffsets(page: Page) {
    const key = page.locator("#secret");
    const button = page.locator(".secret").getByRole("button", { name: "Copy" });
    const boxes = async () => Promise.all([key, button].map(async (one) => (await one.boundingBox()) ?? NO_BOX));
    const [above = NO_BOX, below = NO_BOX] = await boxes();
    const { width, height } = page.viewportSize() ?? NO_BOX;
    await page.setViewportSize({ width: 1280, height: 800 });
    const [left = NO_BOX, right = NO_BOX] = await boxes();
    await page.setViewportSize({ width, height });
    const wide = Math.round(left.y + left.height / 2 - right.y - right.height / 2);
    return { narrow: Math.round(below.x - above.x), wide };
  }

  for (const javaScriptEnabled of [true, false]) {
    it(`are made, used, rotated and revoked ${javaScriptEnabled ? "with" : "without"} JavaScript, in no address`, async () => {
      const options = { javaScriptEnabled, viewport: { width: 360, height: 740 } };
      const { page, complaints, addresses } = await visit("/keys", options);
      const first = await makeKey(page);
      assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
      if (javaScriptEnabled) assert.deepEqual(await findCopyOffsets(page), { narrow: 0, wide: 0 });
      assert.equal(await statusOf(first), 200);
      await page.getByRole("link", { name: "Back to keys" }).click();
      await page
        .getByText(/\d of 1,000/)
        .first()
        .waitFor();
      assert.ok(!(await page.content()).includes(first));
      if (javaScriptEnabled) assert.deepEqual(await findBarriers(page), []);
      await page.getByRole("button", { name: "Rotate" }).click();
      const second = (await page.locator("#secret").textContent()) ?? "";
      assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 200]);
      await page.getByRole("link", { name: "Back to keys" }).click();
      await page.locator("summary", { hasText: "Revoke" }).click();
      await page.getByRole("button", { name: "Revoke for good" }).click();
      await page.getByText("is revoked").waitFor();
      assert.equal(await statusOf(second), 401);
      assert.deepEqual(
        addresses.filter((address) => [first, second].some((secret) => address.includes(secret))),
        [],
      );
      assert.deepEqual(complaints, []);
    });
  }

  it("open what their plan has once one has signed in, until one signs out", async () => {
    const { secret } = await context.commands.createKey({ name: "Ada", email: "ada@example.org", tier: "pro" });
    const { page, complaints } = await visit("/arbitrage");
    await page.getByRole("link", { name: "Sign in with a key" }).click();
    await page.getByLabel("API key").fill(secret);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("You are signed in").waitFor();
    assert.equal(await page.evaluate("document.cookie + sessionStorage.length + localStorage.length"), "00");
    await page.goto(`${url}/arbitrage`);
    await page.getByText(/spreads, 1 to|^\d+ spreads?$/).waitFor();
    assert.equal(await page.getByRole("heading", { name: "See all spreads" }).count(), 0);
    await page.goto(`${url}/keys`);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.goto(`${url}/arbitrage`);
    await page.getByRole("heading", { name: "See all spreads" }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it("are asked for again where they were mistyped", async () => {
    const { page } = await visit("/keys");
    await page.getByLabel("API key").fill("tb_live_mistyped");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "This is not a valid API key." }).waitFor();
    const field = page.getByLabel("API key");
    assert.deepEqual([await field.getAttribute("aria-invalid"), await field.inputValue()], ["true", ""]);
    await page.locator("#key:focus").waitFor();
  });
});
