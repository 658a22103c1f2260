import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { browserMissing, openVisitor } from "../../support/service/browser.ts";
import { startTestService } from "../../support/service/service.ts";
import { sessionOf } from "../../support/service/session.ts";

const site = browserMissing ? undefined : await startTestService({ isWholeDemo: true });

describe("the reference in a browser", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url, context } = site;
  const visit = openVisitor(site.url);

  const sectionOf = (page: Page, id: string) => page.locator(`.operation[aria-labelledby=${id}]`);

  it("leads from the index to an operation, which has the fields of its answer", async () => {
    const { page, complaints } = await visit("/docs#listMarkets");
    await page.locator("#listMarkets a").click();
    await page.waitForURL(/\/docs\/markets#listMarkets$/);
    await sectionOf(page, "listMarkets").locator("summary", { hasText: "Fields of the answer" }).click();
    const row = sectionOf(page, "listMarkets").getByRole("row", { name: /data\[\]\.volume_24h/ });
    assert.match(await row.innerText(), /number\s+Volume of the last 24 hours/);
    assert.deepEqual(complaints, []);
  });

  it("runs a call that only reads, says what a refusal says, and offers no other call", async () => {
    const { page } = await visit("/docs/markets");
    const list = sectionOf(page, "listMarkets");
    await list.getByRole("button", { name: "Run" }).click();
    await list.getByText(/^401 /).waitFor();
    assert.match((await list.locator(".result").textContent()) ?? "", /"missing_api_key"/);
    const { secret } = await context.commands.createKey({ name: "Ada", email: "ada@example.org", tier: "free" });
    const [name = "", value = ""] = sessionOf(context, secret).Cookie.split("=");
    await page.context().addCookies([{ name, value, url }]);
    await list.getByRole("button", { name: "Run" }).click();
    await list.getByText(/^200 OK/).waitFor();
    assert.match((await list.locator(".result").textContent()) ?? "", /^\{\n {2}"data": \[/);
    await page.goto(`${url}/docs/account`);
    await sectionOf(page, "createKey").waitFor();
    for (const id of ["createKey", "revokeKey", "rotateKey"])
      assert.equal(await sectionOf(page, id).locator("[data-run]").count(), 0, id);
  });

  it("has static examples without JavaScript, and nothing that does nothing", async () => {
    for (const path of ["/docs", "/docs/markets", "/docs/mcp"]) {
      const { page } = await visit(path, { javaScriptEnabled: false });
      assert.equal(await page.locator("main :is(button, input, select, [role=tablist]):visible").count(), 0, path);
    }
    const { page } = await visit("/docs/markets", { javaScriptEnabled: false });
    const command = page.locator("#call-listMarkets");
    assert.equal(await command.innerText(), `curl -H 'X-API-Key: YOUR_KEY' '${url}/api/v1/markets'`);
    await sectionOf(page, "listMarkets").getByText("In Python").click();
    assert.match(await page.locator("#python-listMarkets").innerText(), /^import json, urllib\.request/);
    await sectionOf(page, "listMarkets").locator("summary", { hasText: "Fields of the answer" }).click();
    await sectionOf(page, "listMarkets")
      .getByRole("row", { name: /yes_price/ })
      .first()
      .waitFor();
  });

  it("has a button to copy each command and program", async () => {
    const { page } = await visit("/docs/markets");
    await sectionOf(page, "listMarkets").getByRole("button", { name: "Copy" }).first().click();
    await page.getByText("Copied").waitFor();
    assert.match(String(await page.evaluate("navigator.clipboard.readText()")), /^curl -H 'X-API-Key: YOUR_KEY'/);
    for (const path of ["/docs/examples", "/docs/markets", "/docs/mcp"]) {
      await page.goto(`${url}${path}`);
      const count = await page.locator(".command").count();
      assert.ok(count > 5);
      assert.equal(await page.locator(".command button[data-copy]").count(), count);
    }
  });
});
