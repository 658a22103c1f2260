import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getPlatform } from "../../../src/domain/platforms.ts";
import { toQuestionId } from "../../../src/domain/questions.ts";
import { browserMissing, startBrowser } from "../../support/service/browser.ts";
import { openQuestionSite } from "../../support/service/question-site.ts";
import { findBarriers } from "../../support/service/site.ts";

const PLATFORMS = ["kalshi", "polymarket", "predictit"] as const;

/** Which markets of a question ask the opposite of the first, and the middle of each market's own book in cents. */
const GROUPS: readonly { readonly opposite: readonly string[]; readonly middles: readonly [number, number, number] }[] =
  [
    { opposite: [], middles: [40, 45, 43] },
    { opposite: ["polymarket"], middles: [40, 54, 43] },
    { opposite: ["polymarket"], middles: [46, 60, 43] },
    { opposite: ["predictit"], middles: [40, 42, 55] },
    { opposite: ["polymarket", "predictit"], middles: [60, 34, 37] },
    { opposite: ["polymarket", "predictit"], middles: [50, 48, 44] },
  ];

const site = browserMissing ? undefined : await open();

async function open() {
  const listOf = (place: number) =>
    GROUPS.map(({ middles }, index) => {
      const yesPrice = (middles[place] ?? assert.fail()) * 10_000;
      const title = `Question ${index} on ${PLATFORMS[place]}`;
      const book = { yesPrice, bestBid: yesPrice - 5_000, bestAsk: yesPrice + 5_000, volume: 2_000_000 };
      return { id: `q${index}`, eventId: `e${index}`, title, ...book };
    });
  const matches = GROUPS.flatMap(({ opposite }, index) =>
    ["polymarket", "predictit"].map((b) => ({
      ...{ a: "kalshi", b, id: `q${index}` },
      isInverted: opposite.includes(b),
    })),
  );
  const listed = Object.fromEntries(PLATFORMS.map((platform, place) => [platform, listOf(place)]));
  return { ...(await openQuestionSite({ listed, matches })), browser: await startBrowser() };
}

describe("the page of a question in a browser", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url, api, browser } = site;

  it("names the orders of the API, each with the side and the price that the linked page shows", async () => {
    const page = await browser.newPage();
    for (const [index, { opposite }] of GROUPS.entries()) {
      const id = toQuestionId("kalshi", `q${index}`);
      const [found] = await api(`/arbitrage?question_id=${id}`);
      await page.goto(`${url}/questions/${id}`);
      const links = page.locator(".spreads .orders a");
      assert.equal(await links.count(), 2, `question ${index} has a spread`);
      assert.deepEqual(
        await links.allInnerTexts(),
        found.legs.map(({ text }: { text: string }) => text),
      );
      const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
      for (const [place, leg] of found.legs.entries()) {
        assert.equal(paths[place], `/markets/${leg.platform}/${leg.market_id}`);
        await page.goto(`${url}${paths[place]}`);
        const [bid = 0, ask = 0] = ((await page.locator(".facts dd").first().innerText()).match(/[\d.]+/g) ?? []).map(
          Number,
        );
        const shown = leg.side === "yes" ? ask : 100 - bid;
        assert.equal(Math.round(leg.price * 1000) / 10, shown, `${index}: ${leg.text}`);
        assert.equal(leg.inverted, opposite.includes(leg.platform));
      }
    }
    await page.close();
  });

  it("has prices in the direction of the question, and says which market asks the opposite", async () => {
    const page = await browser.newPage();
    for (const [index, { opposite, middles }] of GROUPS.entries()) {
      await page.goto(`${url}/questions/${toQuestionId("kalshi", `q${index}`)}`);
      for (const [place, platform] of PLATFORMS.entries()) {
        const row = page.locator("tbody tr", { has: page.locator(`[data-key^="${platform}:"]`) });
        const isOpposite = opposite.includes(platform);
        const own = middles[place] ?? assert.fail();
        const expected = isOpposite ? 100 - own : own;
        assert.equal(await row.locator("td.yes").innerText(), `${expected}%`);
        assert.equal(await row.getByText("asks the opposite").count(), isOpposite ? 1 : 0);
        const note = page.getByText(`${getPlatform(platform).name} asks the opposite: `);
        assert.equal(await note.count(), isOpposite ? 1 : 0);
      }
    }
    await page.close();
  });

  it("draws its lines without a complaint, hinders nobody and fits a phone, in light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 800 } });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (line) => complaints.push(line.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(`${url}/questions/${toQuestionId("kalshi", "q1")}`);
      assert.equal(await page.locator(".lines .plot").count(), 1);
      assert.deepEqual(await findBarriers(page), []);
      assert.deepEqual(complaints, []);
      const widest = await page.locator("html").evaluate((html) => html.scrollWidth);
      assert.ok(widest <= 390, String(widest));
      await context.close();
    }
  });
});
