import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findEvent, findMatched, findQuestion } from "../support/demo/paths.ts";
import { browserMissing, findBarriers, openVisitor } from "../support/service/browser.ts";
import { startTestService } from "../support/service/service.ts";

const site = browserMissing ? undefined : await startTestService({ isWholeDemo: true });
const matched = site ? await findMatched(site) : "";
const question = site ? await findQuestion(site) : "";
const event = site ? await findEvent(site) : "";

const PATHS = [
  "/",
  "/markets",
  "/markets?q=election&sort=closing",
  "/questions",
  "/questions?status=all&platform=manifold",
  matched,
  question,
  event,
  "/search?q=election",
  "/search?q=recesion&status=all",
  "/arbitrage",
  "/analytics",
  "/status",
  "/keys",
  "/docs",
  "/docs/markets",
  "/pricing",
];

/** Addresses of all pages, embeds and the operator's pages. */
const SWEPT = [
  ...PATHS,
  `${matched}?range=24h&view=candles`,
  matched.replace("/markets", "/embed"),
  `/embed${question}`,
  "/docs/fields/listMarkets",
  ...["", "/sources", "/keys", "/pairs", "/pairs?show=vetoed", "/pairs?show=decided", "/backups", "/settings"].map(
    (path) => `/admin${path}`,
  ),
];
/** Both colour schemes and both widths that pages are laid out for, once each. */
const SCREENS = [
  { colorScheme: "light", viewport: { width: 1280, height: 720 } },
  { colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;

describe("pages in a browser", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url } = site;
  const visit = openVisitor(site.url);

  it("load without a complaint, ask nobody else for anything, and hinder nobody, in light and dark", async () => {
    for (const screen of SCREENS) {
      const { page, complaints, addresses } = await visit("/", screen);
      await page.goto(String(site.operatorLink));
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      // The page that signs in answers 403, which the browser notes.
      complaints.length = 0;
      for (const path of SWEPT) {
        await page.goto(`${url}${path}`);
        assert.deepEqual(await findBarriers(page), []);
      }
      assert.deepEqual(complaints, []);
      assert.deepEqual(
        addresses.filter((address) => !address.startsWith(url)),
        [],
      );
    }
  });

  it("come at 60 KB at most with all files, and do not move once they are there", async () => {
    for (const path of PATHS) {
      const { page } = await visit("/healthz");
      let bytes = 0;
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      session.on("Network.loadingFinished", ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      await page.addInitScript(`window.shifts = 0; new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifts += entry.value;
      }).observe({ type: "layout-shift", buffered: true });`);
      await page.goto(`${url}${path}`, { waitUntil: "networkidle" });
      assert.ok(bytes > 0 && bytes <= 60_000, `${path}: ${bytes} bytes`);
      // A slow machine paints while rows still arrive, and columns find their widths then: a fault of the page shows each time.
      const shifts = async () => Number(await page.evaluate("window.shifts"));
      let least = await shifts();
      for (let turn = 0; least >= 0.01 && turn < 5; turn++) {
        await page.reload({ waitUntil: "networkidle" });
        least = Math.min(least, await shifts());
      }
      assert.ok(least < 0.01, `${path}: ${least}`);
    }
  });

  it("suggest markets while one types, for the mouse and for the keyboard", async () => {
    const { page, complaints } = await visit("/");
    const field = page.getByRole("combobox", { name: "Search markets" });
    await field.pressSequentially("elect");
    const options = page.getByRole("option");
    await options.first().waitFor();
    assert.match((await options.first().textContent()) ?? "", /elect/i);
    assert.deepEqual(await findBarriers(page), []);
    await field.press("ArrowDown");
    assert.equal(await options.first().getAttribute("aria-selected"), "true");
    assert.equal(await field.getAttribute("aria-activedescendant"), await options.first().getAttribute("id"));
    await field.press("Escape");
    assert.equal(await field.getAttribute("aria-expanded"), "false");
    await field.fill("electi");
    await options.first().waitFor();
    await field.press("ArrowDown");
    await field.press("Enter");
    await page.waitForURL(/\/(markets|questions)\//);
    await page.getByRole("combobox").fill("election");
    await options.first().click();
    await page.waitForURL(/\/(markets|questions)\//);
    assert.deepEqual(complaints, []);
  });

  it("filter and sort a list without JavaScript", async () => {
    const { page } = await visit("/questions", { viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
    const form = page.getByRole("form", { name: "Filters" });
    await form.getByLabel("Words in the title").fill("election");
    await form.getByRole("combobox", { name: "Platform" }).selectOption("Kalshi");
    await form.getByText("More filters").click();
    await form.getByLabel("Real money only").check();
    await form.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(/q=election/);
    await page.getByRole("columnheader", { name: "Volume" }).getByRole("link").click();
    await page.waitForURL(/order=asc/);
    assert.equal(new URL(page.url()).search, "?platform=kalshi&q=election&real_money_only=true&order=asc");
    assert.equal(await form.getByRole("combobox", { name: "Order" }).inputValue(), "asc");
    await page.getByRole("link", { name: "Next", exact: true }).click();
    await page.waitForURL(/page=2/);
    assert.match(await page.getByRole("navigation", { name: "Pages" }).innerText(), /Page 2 of \d+/);
    assert.ok((await page.locator("tbody tr").count()) > 0);
    await page.getByRole("link", { name: "Reset" }).click();
    await page.waitForURL(`${url}/questions`);
  });
});
