import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { browserMissing, startBrowser } from "../../support/service/browser.ts";
import { startTestService } from "../../support/service/service.ts";
import { fixedClock } from "../../support/store/writer.ts";

const started = browserMissing ? undefined : await start();

async function start() {
  const flags = { "keys-per-hour": "1000" };
  const service = await startTestService({ isDemo: true, flags, clock: fixedClock() });
  return { browser: await startBrowser(), service };
}

describe("paying in a browser", { skip: browserMissing }, () => {
  if (started === undefined) return;
  const { browser, service } = started;

  /** A page that notes what the browser complains of and every address it asks for. */
  async function openPage(options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    const complaints: string[] = [];
    const addresses: string[] = [];
    page.on("console", (line) => complaints.push(line.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => addresses.push(request.url()));
    return { page, complaints, addresses };
  }

  const statusOf = async (secret: string): Promise<number> =>
    (await fetch(`${service.url}/api/v1/usage`, { headers: { "X-API-Key": secret } })).status;

  async function makeKey(page: Page): Promise<string> {
    await page.goto(`${service.url}/pricing`);
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
    const { page, complaints, addresses } = await openPage();
    const secret = await makeKey(page);
    await page.locator("[data-copy=secret]").click();
    await page.getByText("Copied", { exact: true }).waitFor();
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), secret);
    assert.equal(await statusOf(secret), 403);
    await pay(page);
    assert.equal(await statusOf(secret), 200, "the same key calls a pro endpoint");
    assert.ok(!(await page.content()).includes(secret));
    assert.deepEqual(
      addresses.filter((address) => address.includes(secret) || !address.startsWith(service.url)),
      [],
    );
    assert.deepEqual(complaints, []);
  });

  it("works without JavaScript, from a key to its subscription and back to free", async () => {
    const { page } = await openPage({ javaScriptEnabled: false });
    const secret = await makeKey(page);
    assert.equal(await page.locator("[data-copy=secret]").isVisible(), false);
    await page.goto(`${service.url}/pricing`);
    await page.getByRole("button", { name: "Upgrade to Pro" }).click();
    await pay(page);
    assert.equal(await statusOf(secret), 200);
    await page.goto(`${service.url}/pricing`);
    await page.getByRole("button", { name: "Manage subscription" }).click();
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Cancel subscription" }).click();
    await page.getByText("is cancelled").waitFor();
    assert.equal(await statusOf(secret), 403);
  });

  it("can be left without paying", async () => {
    const { page } = await openPage();
    const secret = await makeKey(page);
    await page.getByRole("link", { name: "Continue to payment" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "Nothing was paid" }).waitFor();
    assert.equal(await statusOf(secret), 403);
  });

  it("can be done with the keyboard alone", async () => {
    const { page } = await openPage();
    await page.goto(`${service.url}/pricing`);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Skip to content");
    await page.getByLabel("Email").focus();
    await page.keyboard.type("ada@example.org");
    await page.keyboard.press("Enter");
    await page.locator("#secret").waitFor();
    await page.getByRole("link", { name: "Continue to payment" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Pay" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "your key is on Pro" }).waitFor();
  });

  it("fits a narrow screen, in light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await openPage({ colorScheme, viewport: { width: 320, height: 640 } });
      await makeKey(page);
      for (const path of ["", "/pricing", "/billing/cancelled"]) {
        if (path !== "") await page.goto(`${service.url}${path}`);
        assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true, path);
      }
    }
  });
});
