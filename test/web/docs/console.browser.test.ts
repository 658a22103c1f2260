import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Locator, Page } from "playwright-core";
import { browserMissing, countClicks } from "../../support/service/browser.ts";
import { findBarriers, openSite } from "../../support/service/site.ts";

const site = browserMissing ? undefined : await openSite();

const formOf = (page: Page, call: string): Locator => page.locator(`form[data-call="${call}"]`);
const inputOf = (form: Locator, name: string): Locator => form.locator(`tr[data-name="${name}"] :is(input, select)`);
const LIST = "GET /api/v1/markets";
const HISTORY = "GET /api/v1/markets/{platform}/{market_id}/history";

/** Run in the page: what is asked next begins to answer and never ends. */
const ENDLESS = `window.fetch = async (path, { signal }) => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("first event"));
      signal.addEventListener("abort", () => controller.error(signal.reason));
    },
  });
  const answer = new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  return Object.defineProperty(answer, "url", { value: location.origin + path });
}`;

describe("the console of the reference", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { visit, url, context } = site;
  const makeSecret = async (tier: "free" | "pro"): Promise<string> =>
    (await context.commands.createKey({ name: "Ada", email: "ada@example.org", tier, parentId: undefined })).secret;

  async function openDocs(tier: "free" | "pro" = "free") {
    const visited = await visit("/docs");
    const secret = await makeSecret(tier);
    await visited.page.locator("#key").fill(secret);
    return { ...visited, secret };
  }

  it("takes four clicks at most from nothing to the first answer of the API", async () => {
    const { page } = await visit("/");
    const { click, count } = countClicks();
    await click(page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Keys" }));
    await click(page.getByLabel("Name"));
    await page.keyboard.type("My desk");
    await page.keyboard.press("Tab");
    await page.keyboard.type("ada@example.org");
    await click(page.getByRole("button", { name: "Create a key" }));
    const secret = (await page.locator("#secret").textContent()) ?? "";
    assert.match((await page.locator(".call pre").textContent()) ?? "", new RegExp(`X-API-Key: ${secret}'`));
    await click(page.getByRole("button", { name: "Run" }));
    await page.getByText(/^200 OK/).waitFor();
    assert.match((await page.locator(".result").textContent()) ?? "", /"yes_price": 0\.\d/);
    assert.match((await page.locator(".left").textContent()) ?? "", /requests left/);
    assert.ok(count() <= 4, `${count()} clicks`);
  });

  it("takes four clicks at most to the history of a market with parameters of one's own", async () => {
    const { page } = await openDocs("pro");
    const { click, count } = countClicks();
    await click(page.locator('.toc a[href="#getMarketHistory"]'));
    const form = formOf(page, HISTORY);
    await click(inputOf(form, "hours"));
    await page.keyboard.type("48");
    await page.keyboard.press("Tab");
    // The interval: a letter chooses in a list.
    await page.keyboard.type("6h");
    await click(form.getByRole("button", { name: "Run" }));
    await form.getByText(/^200 OK/).waitFor();
    const answer = JSON.parse((await form.locator(".result").textContent()) ?? "");
    assert.equal(answer.data.interval ?? answer.meta.interval, "6h");
    assert.ok(count() <= 4, `${count()} clicks`);
  });

  it("says before a call which plan it needs, and after a refusal leads to the plans", async () => {
    const { page } = await openDocs();
    const form = formOf(page, HISTORY);
    assert.equal(await form.locator(".needs").textContent(), "Needs a key on pro, which costs nothing in this demo.");
    assert.equal(await formOf(page, LIST).locator(".needs").count(), 0);
    await form.getByRole("button", { name: "Run" }).click();
    await form.getByText(/^403 /).waitFor();
    const link = form.locator(".answer .problem a");
    assert.equal(await link.getAttribute("href"), `${url}/pricing`);
    assert.match((await form.locator(".answer .problem").textContent()) ?? "", /upgrade it at http\S+\/pricing\.$/);
  });

  it("shows the last character also where the bytes end within it", async () => {
    const { page } = await openDocs();
    await page.evaluate(`window.fetch = async (path) => Object.defineProperty(
      new Response(new Uint8Array([0x61, 0xc3]), { headers: { "Content-Type": "text/plain" } }),
      "url",
      { value: location.origin + path },
    )`);
    const form = formOf(page, LIST);
    await form.getByRole("button", { name: "Run" }).click();
    await form.getByText(/2 bytes/).waitFor();
    assert.equal(await form.locator(".result").textContent(), "a\ufffd");
  });

  it("writes what the server wrote, before anything is typed", async () => {
    const { page } = await visit("/docs");
    const served = (await page.evaluate(`fetch("/docs").then((answer) => answer.text()).then((text) =>
      [...new DOMParser().parseFromString(text, "text/html").querySelectorAll(".call")].map((form) =>
        form.querySelector("pre").textContent + form.querySelector(".address").textContent))`)) as string[];
    const written = (await page.evaluate(
      `[...document.querySelectorAll(".call")].map((form) =>
        form.querySelector("pre").textContent + form.querySelector(".address").textContent)`,
    )) as string[];
    assert.ok(served.length > 30);
    assert.deepEqual(written, served);
  });

  it("changes address and command while one types, in three languages, and copies what is shown", async () => {
    const { page, secret } = await openDocs();
    const form = formOf(page, LIST);
    await inputOf(form, "q").fill("it's “here” & there");
    await inputOf(form, "status").selectOption("all");
    const address = `${url}/api/v1/markets?status=all&q=it%27s+%E2%80%9Chere%E2%80%9D+%26+there`;
    assert.equal(await form.locator(".address").textContent(), `GET ${address}`);
    const code = form.locator("pre").first();
    assert.equal(await code.textContent(), `curl -H 'X-API-Key: ${secret}' '${address}'`);
    await form.getByRole("tab", { name: "curl" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.ok((await code.textContent())?.startsWith(`const response = await fetch("${address}", {`));
    await page.keyboard.press("ArrowRight");
    assert.match((await code.textContent()) ?? "", /urlopen\(request\)/);
    assert.equal(await form.getByRole("tab", { selected: true }).textContent(), "Python");
    assert.match((await formOf(page, HISTORY).locator("pre").first().textContent()) ?? "", /^import json/);
    await form.getByRole("button", { name: "Copy", exact: true }).click();
    await form.getByText("Copied").waitFor();
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), await code.textContent());
    await inputOf(form, "page_size").fill("3");
    assert.equal(await form.getByText("Copied").count(), 0);
  });

  it("sends several values of one parameter, and leaves out what is not set", async () => {
    const { page } = await openDocs("pro");
    const form = page.locator("form.call", { has: page.locator(".choices") }).first();
    const before = (await form.locator(".address").textContent()) ?? "";
    await form.locator(".choices").getByLabel("kalshi").check();
    await form.locator(".choices").getByLabel("manifold").check();
    const added = "platform=kalshi&platform=manifold";
    assert.ok((await form.locator(".address").textContent())?.includes(added), before);
  });

  it("shows errors of the service beside the inputs they name, and takes them back on the next key", async () => {
    const { page, complaints } = await openDocs();
    const form = formOf(page, LIST);
    await inputOf(form, "page_size").fill("3000");
    await inputOf(form, "closing_before").fill("soon");
    await form.getByRole("button", { name: "Run" }).click();
    await form.getByText(/^422 /).waitFor();
    const size = form.locator("tr[data-name=page_size]");
    assert.match(
      (await size.locator(".problem").textContent()) ?? "",
      /^Expected an integer from 1 to 200, got '3000'/,
    );
    assert.equal(await form.locator("tr .problem").count(), 2);
    assert.equal(await page.evaluate("document.activeElement.id"), "listMarkets.closing_before");
    assert.match(
      (await inputOf(form, "page_size").getAttribute("aria-describedby")) ?? "",
      /listMarkets\.page_size-problem/,
    );
    assert.deepEqual(await findBarriers(page), []);
    await inputOf(form, "page_size").fill("2");
    assert.equal(await size.locator(".problem").count(), 0);
    await inputOf(form, "closing_before").fill("");
    await form.getByRole("button", { name: "Run" }).click();
    await form.getByText(/^200 OK/).waitFor();
    // The browser itself reports the status 422.
    assert.deepEqual(
      complaints.filter((line) => !line.includes("422")),
      [],
    );
  });

  it("says what is missing before anything is sent: the key, or a part of the address", async () => {
    const { page, addresses } = await visit("/docs");
    const form = formOf(page, HISTORY);
    await form.getByRole("button", { name: "Run" }).click();
    await page.getByText("This call needs a key").waitFor();
    assert.equal(await page.evaluate("document.activeElement.id"), "key");
    await page.locator("#key").fill("tb_live_mistyped");
    for (const [value, message] of [
      ["", /Expected a value/],
      ["..", /Expected an id/],
    ] as const) {
      await inputOf(form, "market_id").fill(value);
      await form.getByRole("button", { name: "Run" }).click();
      assert.match((await form.locator("tr[data-name=market_id] .problem").textContent()) ?? "", message);
    }
    assert.deepEqual(
      addresses.filter((address) => address.includes("/api/v1/")),
      [],
    );
    await inputOf(form, "market_id").fill("x/../y");
    await form.getByRole("button", { name: "Run" }).click();
    await form.getByText(/^401 /).waitFor();
    assert.match((await page.locator("#key-problem").textContent()) ?? "", /not a valid API key/);
    assert.ok(addresses.some((address) => address.includes("/x%2F..%2Fy/history")));
  });

  it("shows all headers, says where it cuts an answer, and gives the rest", async () => {
    const { page } = await openDocs();
    const form = formOf(page, LIST);
    await inputOf(form, "page_size").fill("200");
    await form.getByRole("button", { name: "Run" }).click();
    await form.getByText(/^200 OK · \d+ ms · [\d,]+ bytes$/).waitFor();
    await form.getByText(/Shown: the first 20,000 of [\d,]+ characters\./).waitFor();
    assert.match(
      (await form.locator(".answer details pre").textContent()) ?? "",
      /^etag: .*ratelimit: "minute";r=\d+/ims,
    );
    const download = page.waitForEvent("download");
    await form.getByRole("button", { name: "Download" }).click();
    assert.equal((await download).suggestedFilename(), "toteboard-markets.json");
    await form.getByRole("button", { name: "Copy the answer" }).click();
    await form.getByText("The whole answer is copied.").waitFor();
    const copied = JSON.parse(String(await page.evaluate("navigator.clipboard.readText()")));
    assert.equal(copied.data.length, 200);
    await form.getByRole("button", { name: "Show all" }).click();
    assert.deepEqual(JSON.parse((await form.locator(".result").textContent()) ?? ""), copied);
    assert.equal(await form.getByRole("button", { name: "Show all" }).isVisible(), false);
  });

  it("shows a stream as it comes, and stops it", async () => {
    const { page } = await openDocs();
    const form = formOf(page, "GET /api/v1/stream");
    await page.evaluate(ENDLESS);
    await inputOf(form, "poll").fill("");
    await form.getByRole("button", { name: "Run" }).click();
    await form.locator(".result", { hasText: "first event" }).waitFor();
    await form.getByRole("button", { name: "Stop" }).click();
    await form.getByText("Stopped.").waitFor();
    assert.equal(await form.getByRole("button", { name: "Run" }).count(), 1);
    assert.equal(await form.locator(".result").textContent(), "first event");
  });

  it("runs nothing by accident: it asks before a change, and never sends what cannot be undone", async () => {
    const { page, addresses } = await openDocs();
    const sent = (): string[] => addresses.filter((address) => address.includes("/api/v1/"));
    for (const call of [
      "DELETE /api/v1/keys/{key_id}",
      "POST /api/v1/keys/{key_id}/rotate",
      "POST /api/v1/webhooks/stripe",
    ]) {
      const form = formOf(page, call);
      assert.equal(await form.locator(".run button").count(), 0, call);
      await form.getByText("cannot be undone").waitFor();
    }
    await inputOf(formOf(page, "DELETE /api/v1/keys/{key_id}"), "key_id").press("Enter");
    const form = formOf(page, "POST /api/v1/keys");
    await inputOf(form, "name").press("Enter");
    await page.keyboard.press("Enter");
    await form.getByText("This creates a new key").waitFor();
    assert.deepEqual(sent(), []);
    await form.getByRole("button", { name: "Cancel" }).click();
    assert.deepEqual([sent(), await form.locator(".question").count()], [[], 0]);
    await form.getByRole("button", { name: "Run …" }).click();
    await form.getByRole("button", { name: "Run it" }).click();
    await form.getByText(/^201 Created/).waitFor();
    assert.equal(sent().length, 1);
  });

  it("keeps the key in the tab, in headers, and in no address", async () => {
    const { page, addresses, complaints, secret } = await openDocs();
    await formOf(page, LIST).getByRole("button", { name: "Run" }).click();
    await formOf(page, LIST)
      .getByText(/^200 OK/)
      .waitFor();
    await page.goto(`${url}/docs/mcp`);
    assert.match((await page.locator("#text-claude-code").textContent()) ?? "", new RegExp(`X-API-Key: ${secret}"`));
    await page.goto(`${url}/docs`);
    assert.equal(await page.locator("#key").inputValue(), secret);
    await page.getByRole("button", { name: "Forget this key" }).click();
    assert.match((await formOf(page, LIST).locator("pre").first().textContent()) ?? "", /YOUR_KEY/);
    assert.equal(await page.evaluate("sessionStorage.length"), 0);
    assert.deepEqual([addresses.filter((address) => address.includes(secret)), complaints], [[], []]);
  });
});
