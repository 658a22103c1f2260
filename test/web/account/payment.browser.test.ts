import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { browserMissing, openVisitor } from "../../support/service/browser.ts";
import { startTestService } from "../../support/service/service.ts";

const site = browserMissing ? undefined : await startTestService({ isWholeDemo: true });

describe("paying in a browser", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url } = site;
  const visit = openVisitor(site.url);
  const statusOf = async (secret: string): Promise<number> =>
    (await fetch(`${url}/api/v1/usage`, { headers: { "X-API-Key": secret } })).status;

  async function makeKey(page: Page): Promise<string> {
    await page.getByRole("link", { name: "Create a key" }).click();
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByRole("button", { name: "Create a key" }).click();
    return (await page.locator("#secret").textContent()) ?? "";
  }

  async function pay(page: Page): Promise<void> {
    await page.getByRole("link", { name: "Continue to payment" }).click();
    await page.getByRole("button", { name: "Pay" }).click();
    await page.getByRole("heading", { name: "your key is on Pro" }).waitFor();
  }

  it("leads from the prices to a key on pro, and nowhere is the key in an address", async () => {
    const { page, complaints, addresses } = await visit("/pricing");
    const secret = await makeKey(page);
    assert.equal(await statusOf(secret), 403);
    await page.getByRole("button", { name: "Upgrade to Pro" }).click();
    await pay(page);
    assert.equal(await statusOf(secret), 200, "the same key calls a pro endpoint");
    assert.ok(!(await page.content()).includes(secret));
    assert.deepEqual(
      addresses.filter((address) => address.includes(secret) || !address.startsWith(url)),
      [],
    );
    assert.deepEqual(complaints, []);
  });

  it("works without JavaScript, from a key to its subscription and back to free", async () => {
    const { page } = await visit("/pricing", { javaScriptEnabled: false });
    const secret = await makeKey(page);
    assert.equal(await page.locator("[data-copy=secret]").isVisible(), false);
    await page.goto(`${url}/pricing`);
    await page.getByRole("button", { name: "Upgrade to Pro" }).click();
    await pay(page);
    assert.equal(await statusOf(secret), 200);
    await page.goto(`${url}/pricing`);
    await page.getByRole("button", { name: "Manage subscription" }).click();
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Cancel subscription" }).click();
    await page.getByText("is cancelled").waitFor();
    assert.equal(await statusOf(secret), 403);
  });
});
