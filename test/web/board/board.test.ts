import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { isLedByOpposite } from "../../../src/web/topics.ts";
import { openTestApi } from "../../support/service/api.ts";
import { event, HOUR_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

/** The board over platforms that answer like this, once each was asked. */
async function readBoard(scripts: Readonly<Record<string, Script>>) {
  const site = await openTestApi({ scripts, hasPages: true, config: { platforms: Object.keys(scripts) } });
  return async (path = "/") => (await site.get(path)).text;
}

const unreachable: Script = { full: [new UpstreamError("connection", "gamma-api.polymarket.com")] };
const some: Script = { full: [page([market({ id: "q" })])] };
const notesOf = (text: string): string[] =>
  [...text.matchAll(/<p class="note"[^>]*>(.+?)<\/p>/gs)].map(([, note = ""]) => note.replaceAll(/<[^>]*>/g, ""));

describe("the board before there is data", () => {
  it("shows what other platforms have beside why one has nothing", async () => {
    const read = await readBoard({ kalshi: some, polymarket: unreachable });
    assert.equal(notesOf(await read()).length, 1);
    assert.match(await read(), /class="grid"/);
    assert.doesNotMatch(await read("/?platform=polymarket"), /class="grid"/);
  });
});

describe("the grid of the board", async () => {
  const closesAt = START + 20 * HOUR_MS;
  const site = await openTestApi({
    scripts: {
      kalshi: {
        full: [page([market({ id: "q", yesPrice: 300_000 }), market({ id: "alone", eventId: "e2", closesAt })])],
      },
      polymarket: { full: [page([market({ id: "q", yesPrice: 610_000, bestBid: 600_000, bestAsk: 620_000 })])] },
      manifold: { full: [page([market({ id: "q", yesPrice: 350_000 })])] },
    },
    matches: [
      { a: "kalshi", b: "polymarket", isInverted: true },
      { a: "kalshi", b: "manifold" },
    ],
    hasPages: true,
    config: { platforms: ["kalshi", "polymarket", "manifold"] },
  });
  const { secret } = await site.make({ tier: "pro" });
  const rowsOf = (text: string) =>
    [...text.matchAll(/<tr data-row="([^"]+)">(.*?)<\/tr>/gs)].map(([, id = "", row = ""]) => ({
      id,
      cells: [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = ""]) => cell.replaceAll(/<[^>]*>/g, "")),
      row,
    }));

  it("has a row a topic in the order of the API, with a column a platform in the direction of the topic", async () => {
    const { data } = (await site.get("/api/v1/topics", { "X-API-Key": secret })).json;
    const rows = rowsOf((await site.get("/")).text);
    assert.deepEqual(
      rows.map(({ id }) => id),
      data.map((topic: { id: string }) => topic.id),
    );
    const asked = rows.find(({ cells }) => cells.includes("39%, cheapest"));
    assert.ok(asked !== undefined, `its inverted market is turned: ${JSON.stringify(rows.map(({ cells }) => cells))}`);
    assert.ok(asked.cells.includes("35%"));
    const alone = rows.find(({ row }) => row.includes("alone"));
    assert.equal(alone?.cells.filter((cell) => cell === "–").length, 2, "two platforms do not ask it");
  });

  it("knows which of the markets of an outcome ask its opposite", async () => {
    const topic = await site.context.store.topics.find("kalshi", "e1", START);
    const outcome = topic?.outcomes.find(({ offers }) => offers.length === 3) ?? assert.fail();
    const turned = outcome.offers.filter(({ platform, id }) => isLedByOpposite({ ...outcome, platform, id }));
    assert.deepEqual(
      turned.map(({ platform }) => platform),
      ["polymarket"],
    );
  });

  it("has lists with addresses, and keeps filters from one to the next", async () => {
    const { text } = await site.get("/?tab=closing&platform=kalshi");
    const tabs = /<nav class="tabs".*?<\/nav>/s.exec(text)?.[0] ?? "";
    assert.deepEqual(
      [...tabs.matchAll(/href="([^"]+)"/g)].map(([, path]) => path?.replaceAll("&amp;", "&")),
      [
        "/?platform=kalshi",
        "/?tab=movers&platform=kalshi",
        "/?tab=closing&platform=kalshi",
        "/arbitrage",
        "/?tab=results&platform=kalshi",
      ],
    );
    assert.match(rowsOf(text)[0]?.row ?? "", /alone/, "it closes first");
  });

  it("asks of movers for $10,000, which can be changed", async () => {
    const { text } = await site.get("/?tab=movers");
    assert.match(text, /Lifetime volume of at least/, "the column beside it has that of a day");
    assert.match(text, /aria-current="true">\$10K</);
    assert.match(text, /href="\/\?tab=movers&amp;min_volume=0">\$0</);
  });
});

describe("the outcome of a row", async () => {
  const events = ["race", "game", "over", "ladder"].map((id) => event({ id, title: `Event ${id}` }));
  const listed = (ada: number, ben: number) =>
    page(
      [
        market({ id: "ada", eventId: "race", outcomeLabel: "Ada", yesPrice: ada }),
        market({ id: "ben", eventId: "race", outcomeLabel: "Ben", yesPrice: ben }),
        market({ id: "game", eventId: "game", outcomeLabel: "Boston", yesPrice: 400_000 }),
      ],
      events,
    );
  const over = { outcome: "no", yesPrice: 0, settlementPrice: 0 } as const;
  const script: Script = {
    full: [listed(600_000, 200_000)],
    resolved: [
      page(
        [
          resolvedMarket({ id: "over", eventId: "over", ...over }),
          resolvedMarket({ id: "low", eventId: "ladder", outcomeLabel: "Above 1" }),
          resolvedMarket({ id: "high", eventId: "ladder", outcomeLabel: "Above 2" }),
          resolvedMarket({ id: "top", eventId: "ladder", outcomeLabel: "Above 3", ...over }),
        ],
        events,
      ),
    ],
  };
  const writer = openTestWriter({ scripts: { kalshi: script } });
  await writer.writer.runOnce(new Set());
  writer.clock.fixAt(START + 25 * HOUR_MS);
  script.full = [listed(610_000, 350_000)];
  await writer.writer.runOnce(new Set());
  const site = await openTestApi({ writer, hasPages: true, config: { platforms: ["kalshi"] } });
  const rowOf = async (path: string, title: string): Promise<string> =>
    (await site.get(path)).text.split("<tr ").find((row) => row.includes(`>${title}<`)) ?? "";

  it("is the likeliest on the board, and among movers the one that moved most", async () => {
    assert.match(await rowOf("/", "Event race"), /<strong>61%<\/strong>.*\+1\.0/s);
    const moved = await rowOf("/?tab=movers&min_volume=0", "Event race");
    assert.match(moved, /<bdi>Ben<\/bdi> 35%.*<bdi>Ada<\/bdi> 61%.*<strong>35%<\/strong>.*\+15\.0/s);
  });

  it("is named where it is the only one and has a name", async () => {
    assert.match(await rowOf("/", "Event game"), /<bdi>Boston<\/bdi> 40%/);
  });

  it("is No where the only one without a name resolved no", async () => {
    assert.match(await rowOf("/?tab=results", "Event over"), /class="num yes"[^>]*>No</);
  });

  it("is not one rung of a ladder where several resolved yes", async () => {
    assert.match(await rowOf("/?tab=results", "Event ladder"), /class="num yes"[^>]*>Several</);
  });
});
