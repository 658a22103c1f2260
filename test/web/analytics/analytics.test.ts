import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dayOf } from "../../../src/domain/calendar.ts";
import { immediately } from "../../../src/store/database/db.ts";
import { servePages } from "../../support/service/pages.ts";
import { event, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const TODAY = dayOf(START);

/** Markets in two categories on two platforms, and what was traded on some days. */
async function open() {
  const events = (["sports", "crypto"] as const).map((category) => event({ id: category, category }));
  const of = (category: string, volume: number) => market({ id: category, eventId: category, volume });
  const test = openTestWriter({
    scripts: {
      kalshi: { full: [page([of("sports", 300_000_000), of("crypto", 100_000_000)], events)] },
      polymarket: { full: [page([of("sports", 600_000_000)], events)] },
      manifold: { full: [page([of("crypto", 900_000_000_000)], events)] },
    },
  });
  await test.writer.runOnce(new Set());
  const { volumes } = test.writer.writing;
  immediately(test.db, () => {
    volumes.insertPast(TODAY - 40, "kalshi", 1);
    volumes.insertPast(TODAY - 2, "kalshi", 100_000_000);
    volumes.insertPast(TODAY - 2, "polymarket", 300_000_000);
    volumes.insertPast(TODAY - 1, "polymarket", 50_000_000);
  });
  return servePages(test);
}

const site = await open();
const textOf = async (path: string) => (await site.get(path)).text;
/** The y and height of each bar of a day, by the day's text. */
const barsOf = (text: string, day: string) => {
  const [, group = ""] = new RegExp(`<g><title>${day}[^<]*</title>(.*?)</g>`).exec(text) ?? [];
  return [...group.matchAll(/class="p-(\w+)( partial)?" .*? y="([\d.]+)" height="([\d.]+)"/g)].map(
    ([, platform, partial, y, height]) => ({
      platform,
      isPartial: partial !== undefined,
      y: Number(y),
      height: Number(height),
    }),
  );
};

describe("volume by day", () => {
  it("is drawn in dollars, in proportion, one platform on the other, with the scale in dollars", async () => {
    const text = await textOf("/analytics");
    for (const mark of ["$0", "$1M", "$2M", "$3M", "$4M"]) assert.ok(text.includes(`>${mark}</text>`), mark);
    const [kalshi, polymarket, ...others] = barsOf(text, "18 Nov");
    assert.deepEqual([kalshi?.platform, polymarket?.platform, others.length], ["kalshi", "polymarket", 0]);
    assert.deepEqual([kalshi?.height, polymarket?.height], [55, 165]);
    assert.equal((polymarket?.y ?? 0) + (polymarket?.height ?? 0), kalshi?.y);
    assert.equal(barsOf(text, "19 Nov")[0]?.height, 27.5);
    assert.match(
      text,
      /<title>18 Nov, part of a day: Kalshi \$1M \(25\.0%\), Polymarket \$3M \(75\.0%\), together \$4M</,
    );
  });

  it("is drawn as shares by a link, which the page says it follows", async () => {
    const text = await textOf("/analytics?volume=share");
    assert.match(text, /<a href="\/analytics\?volume=share#daily" aria-current="true">/);
    for (const mark of ["0%", "25%", "50%", "75%", "100%"]) assert.ok(text.includes(`>${mark}</text>`), mark);
    assert.deepEqual(
      barsOf(text, "18 Nov").map(({ height }) => height),
      [55, 165],
    );
    assert.equal(barsOf(text, "19 Nov")[0]?.height, 220);
  });

  it("marks part of a day, says since when a platform is recorded, and which one publishes nothing", async () => {
    const text = await textOf("/analytics");
    assert.deepEqual(
      barsOf(text, "18 Nov").map(({ isPartial }) => isPartial),
      [false, true],
    );
    assert.match(text, /<p class="hint">Polymarket is recorded since 18 Nov\. PredictIt publishes no volume\.<\/p>/);
    assert.match(text, /2026-11-18 <span class="sub">partial<\/span><\/th><td [^>]*>\$1M · 25\.0%<\/td>/);
  });

  it("says so when nothing was traded yet", async () => {
    const empty = await servePages(openTestWriter());
    const { text } = await empty.get("/analytics");
    assert.match(text, /No trades are recorded yet/);
    assert.match(text, /No open market with volume yet/);
    assert.doesNotMatch(text, /NaN|Infinity/);
  });

  it("refuses another view", async () => assert.equal((await site.get("/analytics?volume=x")).status, 422));
});

describe("open markets by lifetime volume", () => {
  it("have ranges in dollars, without platforms that publish no volume", async () => {
    const text = await textOf("/analytics");
    assert.match(text, /class="name">\$0 – \$100<\/th>.*class="name">\$5M\+<\/th>/s);
    assert.match(text, /PredictIt publishes no volume and is left out\./);
  });
});

describe("volume by category and platform", () => {
  it("is a table of what the API answers, without play money", async () => {
    const text = await textOf("/analytics");
    assert.match(
      text,
      /<th scope="row" class="name"><span class="tag c-sports">Sports<\/span><\/th>\s*<td [^>]*><a href="\/markets\?platform=kalshi&amp;category=sports">\$3M<\/a> · 30\.0%<\/td>/,
    );
    const { secret } = await site.make("pro");
    const { json } = await site.get("/api/v1/analytics/category-volume", { "X-API-Key": secret });
    assert.deepEqual(
      json.data.map((row: Record<string, unknown>) => [
        row.category,
        row.platform,
        row.total_volume,
        row.share_percent,
      ]),
      [
        ["sports", "polymarket", 6_000_000, 60],
        ["sports", "kalshi", 3_000_000, 30],
        ["crypto", "kalshi", 1_000_000, 10],
      ],
    );
  });

  it("leads to a list of just those markets", async () => {
    const text = await textOf("/markets?platform=kalshi&category=crypto");
    assert.match(text, /data-row="kalshi:crypto"/);
    assert.doesNotMatch(text, /data-row="kalshi:sports"/);
  });
});
