import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestDeliveries } from "../../support/deliveries/deliveries.ts";
import { startReceiver } from "../../support/deliveries/receiver.ts";
import { browserMissing, countClicks, openVisitor } from "../../support/service/browser.ts";
import { eventually } from "../../support/service/service.ts";
import { page as listing, market, SECOND_MS } from "../../support/store/builders.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

describe("an alert in a browser", { skip: browserMissing }, async () => {
  if (browserMissing) return;
  const at = (yesPrice: number): Script["full"] => [listing([market({ id: "m1", yesPrice })])];
  const script: Script = { full: at(500_000) };
  const writer = openTestWriter({ scripts: { kalshi: script } });
  await writer.pass();
  const site = await openTestDeliveries({ writer, hasPages: true });
  site.sender.start();
  const receiver = await startReceiver();
  const visit = openVisitor(site.url);
  const typesOf = () => receiver.received.map(({ body }) => JSON.parse(body).type);

  it("takes two clicks from a market until its message arrives", async () => {
    const { secret } = await site.make();
    const { page, complaints } = await visit("/keys");
    await page.getByLabel("API key").fill(secret);
    await page.keyboard.press("Enter");
    await page.getByText("You are signed in").waitFor();
    await page.goto(`${site.url}/markets/kalshi/m1`);
    const { click, count } = countClicks();
    await click(page.getByRole("link", { name: "Alert me" }));
    await click(page.getByRole("radio", { name: "Webhook, for a program" }));
    await page.keyboard.press("Tab");
    await page.keyboard.type(`${receiver.url}/hook`);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Your alert is on" }).waitFor();
    assert.deepEqual(typesOf(), ["webhook.test"]);
    script.full = at(620_000);
    writer.clock.advance(60 * SECOND_MS);
    await writer.pass();
    await site.flush();
    await eventually("the message of the alert", () => typesOf().includes("market.price_crossed"));
    assert.equal(count(), 2);
    assert.deepEqual(complaints, []);
  });
});
