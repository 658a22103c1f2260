import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { openTestApi } from "../../support/service/api.ts";
import { browserMissing, countClicks, openVisitor } from "../../support/service/browser.ts";
import { page as listing, MINUTE_MS, market } from "../../support/store/builders.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

const TOKEN = "admin-token-of-a-test-0123";

describe("a platform that fails", { skip: browserMissing }, async () => {
  if (browserMissing) return;
  const script: Script = { full: [new UpstreamError("timeout", "kalshi.example")] };
  const writer = openTestWriter({ scripts: { kalshi: script } });
  await writer.writer.runOnce(new Set());
  const site = await openTestApi({ writer, hasPages: true, config: { adminToken: TOKEN, platforms: ["kalshi"] } });
  const visit = openVisitor(site.url);

  it("is seen with no click and read again with one", async () => {
    const { page } = await visit("/admin");
    await page.getByLabel("Operator token").fill(TOKEN);
    await page.keyboard.press("Enter");
    const { click, count } = countClicks();
    await page.locator(".glance .line", { hasText: "Kalshi" }).locator("[data-sign]").waitFor();
    await page
      .locator(".notes")
      .getByText(/Kalshi/)
      .waitFor();
    assert.equal(count(), 0);
    script.full = [listing([market({ id: "m1" })])];
    writer.clock.advance(MINUTE_MS);
    await click(page.locator(".glance .line", { hasText: "Kalshi" }).getByRole("button", { name: "Read now" }));
    await page.waitForURL(/\/admin\/sources#kalshi$/);
    await writer.writer.poller.whenIdle();
    await page.reload();
    await page.locator(".source", { hasText: "Kalshi" }).getByText("live").waitFor();
    assert.equal(count(), 1);
  });
});
