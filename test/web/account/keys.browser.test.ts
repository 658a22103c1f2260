import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { browserMissing } from "../../support/service/browser.ts";
import { findBarriers, openSite } from "../../support/service/site.ts";

const site = browserMissing ? undefined : await openSite();

describe("keys in a browser", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { visit, url } = site;
  const statusOf = async (secret: string): Promise<number> =>
    (await fetch(`${url}/api/v1/markets`, { headers: { "X-API-Key": secret } })).status;

  async function makeKey(page: Page): Promise<string> {
    await page.getByLabel("Name").fill("My desk");
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByRole("button", { name: "Create a key" }).click();
    return (await page.locator("#secret").textContent()) ?? "";
  }

  it("are made, copied, used, rotated and revoked, and are in no address", async () => {
    const { page, complaints, addresses } = await visit("/keys");
    const first = await makeKey(page);
    await page.locator("[data-copy=secret]").click();
    await page.getByText("Copied", { exact: true }).waitFor();
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), first);
    assert.equal(await statusOf(first), 200);

    await page.getByRole("link", { name: "Back to keys" }).click();
    assert.equal(await page.getByLabel("API key").inputValue(), first, "this tab remembers it");
    assert.ok(!(await page.content()).includes(first));
    await page.getByRole("button", { name: "Show usage" }).click();
    await page.getByText("1 of 1,000").waitFor();
    assert.deepEqual(await findBarriers(page), []);

    await page.getByLabel(/Hours/).fill("0");
    await page.getByRole("button", { name: "Rotate" }).click();
    const second = (await page.locator("#secret").textContent()) ?? "";
    assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 200]);

    await page.getByRole("link", { name: "Back to keys" }).click();
    await page.getByRole("button", { name: "Show usage" }).click();
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

  it("are forgotten when one wants them to be, and by another tab", async () => {
    const { page } = await visit("/keys");
    await makeKey(page);
    await page.goto(`${url}/keys`);
    await page.getByRole("button", { name: "Forget this key" }).click();
    await page.reload();
    assert.equal(await page.getByLabel("API key").inputValue(), "");
  });

  it("are forgotten on the page of plans by the button alone, not by a click on the hint", async () => {
    const { page } = await visit("/keys");
    const secret = await makeKey(page);
    await page.goto(`${url}/pricing`);
    await page.getByText("Your key is sent to this server only").click();
    assert.equal(await page.getByLabel("API key").inputValue(), secret);
    await page.getByRole("button", { name: "Forget this key" }).click();
    assert.equal(await page.getByLabel("API key").inputValue(), "");
    await page.reload();
    assert.equal(await page.getByLabel("API key").inputValue(), "");
  });

  it("are typed in each time where the browser allows no storage", async () => {
    const { page, complaints } = await visit("/keys");
    await page.addInitScript(() => {
      const refuse = { get: () => fail() };
      const fail = (): never => {
        throw new DOMException("refused", "SecurityError");
      };
      Object.defineProperty(globalThis, "sessionStorage", refuse);
    });
    await page.goto(`${url}/keys`);
    const secret = await makeKey(page);
    await page.goto(`${url}/keys`);
    await page.getByLabel("API key").fill(secret);
    await page.getByRole("button", { name: "Show usage" }).click();
    await page.getByRole("heading", { name: "Requests" }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it("are left to be corrected where they were mistyped", async () => {
    const { page } = await visit("/keys");
    for (const [path, button] of [
      ["/keys", "Show usage"],
      ["/arbitrage", "Show"],
    ] as const) {
      await page.goto(`${url}${path}`);
      await page.getByLabel("API key").fill("tb_live_mistyped");
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("alert").waitFor();
      assert.equal(await page.getByLabel("API key").inputValue(), "tb_live_mistyped", path);
    }
  });

  it("run the examples of the reference", async () => {
    const { page } = await visit("/keys");
    await makeKey(page);
    await page.getByRole("link", { name: "API reference" }).click();
    const example = page.locator(".operation", { has: page.locator("#listMarkets") });
    await example.getByRole("button", { name: "Run" }).click();
    await example.getByText(/^200 OK/).waitFor();
  });

  it("are made, used, rotated and revoked without JavaScript too", async () => {
    const { page } = await visit("/keys", { javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    const first = await makeKey(page);
    await page.goto(`${url}/keys`);
    await page.getByLabel("API key").fill(first);
    await page.getByRole("button", { name: "Show usage" }).click();
    await page.locator("#rotate").fill(first);
    await page.getByRole("button", { name: "Rotate" }).click();
    const second = (await page.locator("#secret").textContent()) ?? "";
    assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 200]);
    await page.goto(`${url}/keys`);
    await page.getByLabel("API key").fill(second);
    await page.getByRole("button", { name: "Show usage" }).click();
    await page.locator("#revoke").fill(second);
    await page.locator("summary", { hasText: "Revoke" }).click();
    await page.getByRole("button", { name: "Revoke for good" }).click();
    await page.getByText("is revoked").waitFor();
    assert.equal(await statusOf(second), 401);
  });
});
