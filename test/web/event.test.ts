import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { toQuestion } from "../../src/api/questions.ts";
import type { EventRecord, MarketRecord } from "../../src/domain/markets.ts";
import { openTestApi } from "../support/service/api.ts";
import { event, market, page } from "../support/store/builders.ts";

const FED = "Fed decision in December?";

const outcome = (id: string, outcomeLabel: string | null, yesPrice: number, more: Partial<MarketRecord> = {}) =>
  market({ id, eventId: "fed", title: `${FED} ${outcomeLabel ?? id}`, outcomeLabel, yesPrice, ...more });

const elsewhere = (id: string, yesPrice: number, eventId = `e-${id}`) =>
  market({ id, eventId, title: `Will it be ${id}?`, yesPrice });

const fed = (given: Partial<EventRecord> = {}) => event({ id: "fed", title: FED, isExclusive: true, ...given });

/** A decision with three outcomes on Kalshi, of which others ask two; and what else an event may be. */
async function open() {
  const kalshi = [
    outcome("hold", "Hold", 545_000, { volume: 100_00 }),
    outcome("cut", "Cut", 400_000, { volume: 900_00 }),
    outcome("hike", null, 80_000, { volume: 500_00 }),
    ...Array.from({ length: 60 }, (_, index) =>
      market({ id: `team${index}`, eventId: "cup", title: `Cup: team ${index}`, outcomeLabel: `Team ${index}` }),
    ),
    market({ id: "alone", eventId: "single", title: "A single market" }),
    market({ id: "twin1", eventId: "twins", title: "Twins: early", outcomeLabel: "Same" }),
    market({ id: "twin2", eventId: "twins", title: "Twins: late", outcomeLabel: "Same", yesPrice: 300_000 }),
  ];
  const scripts = {
    kalshi: { full: [page(kalshi, [fed(), event({ id: "twins", title: "Twins" })])] },
    // The opposite question: yes on it is no on the cut.
    polymarket: {
      full: [page([elsewhere("hold", 560_000), elsewhere("cut", 570_000)])],
    },
    manifold: { full: [page([elsewhere("hold", 700_000), elsewhere("team0", 600_000)])] },
  };
  const matches = [
    { a: "kalshi", b: "polymarket", id: "hold" },
    { a: "kalshi", b: "manifold", id: "hold" },
    { a: "kalshi", b: "manifold", id: "team0" },
    { a: "kalshi", b: "polymarket", id: "cut", isInverted: true },
  ];
  return openTestApi({ scripts, matches, hasPages: true });
}

const site = await open();
const { secret } = await site.make();

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<span class="hide">.*?<\/span>/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The cells of the matrix as text, a list for each row. */
async function matrixOf(path: string): Promise<string[][]> {
  const { text } = await site.get(path);
  const [, table = ""] = /<div class="scroll matrix".*?<table[^>]*>(.*?)<\/table>/s.exec(text) ?? [];
  return [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => textOf(cell)),
  );
}

/** The questions of the API, by the id of the Kalshi market. */
async function questionsOfKalshi() {
  const data: ReturnType<typeof toQuestion>[] = (await site.get("/api/v1/questions?platform=kalshi", secret)).json.data;
  return new Map(data.map((one) => [one.markets.find(({ platform }) => platform === "kalshi")?.id, one]));
}

const question = async (id: string) => (await questionsOfKalshi()).get(id) ?? assert.fail(id);

describe("the address of an event", () => {
  it("leads to its likeliest outcome, with the platform marked", async () => {
    const { id } = await question("hold");
    for (const [path, platform] of [
      ["/events/kalshi/fed", "kalshi"],
      ["/events/polymarket/e-hold", "polymarket"],
    ]) {
      const { status, headers } = await site.get(`${path}?range=24h`);
      assert.deepEqual([status, headers.location], [303, `/questions/${id}?platform=${platform}&range=24h`]);
    }
    const { text } = await site.get(`/questions/${id}?platform=polymarket`);
    assert.match(text, /<th scope="col" class="num marked"><span class="tag p-polymarket">/);
    assert.equal((await site.get("/events/kalshi/none")).status, 404);
  });

  it("leads to the market of an outcome that one platform alone asks", async () => {
    assert.equal((await site.get("/events/kalshi/single")).headers.location, "/markets/kalshi/alone");
    assert.equal((await site.get("/topics/kalshi%3Asingle")).headers.location, "/markets/kalshi/alone");
  });
});

describe("the outcomes of a topic", () => {
  it("are tabs with their chances on the page of each, whatever asks it", async () => {
    const [hold, cut] = [await question("hold"), await question("cut")];
    for (const path of [`/questions/${hold.id}`, "/markets/kalshi/hike"]) {
      const { text } = await site.get(path);
      const tabs = /<nav class="tabs outcomes".*?<\/nav>/s.exec(text)?.[0] ?? "";
      const links = [...tabs.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
      assert.deepEqual(links, [`/questions/${hold.id}`, `/questions/${cut.id}`, "/markets/kalshi/hike"], path);
      assert.match(tabs, new RegExp(`href="${path}" aria-current="page"`));
      assert.match(tabs, /title="Hold"><bdi>Hold<\/bdi>/, "a long name is cut");
    }
  });

  it("have the price of each platform in the direction of the outcome, in one table", async () => {
    const rows = await matrixOf(`/questions/${(await question("hold")).id}`);
    const byName = new Map(rows.map(([name = "", , , ...cells]) => [name, cells.map((cell) => cell.split(" ")[0])]));
    assert.deepEqual(byName.get("Outcome"), ["Polymarket", "Kalshi", "Manifold", "Volume"]);
    assert.deepEqual(byName.get("Cut")?.slice(0, 3), ["43%", "40%", "–"], "yes there is no here");
    assert.deepEqual(byName.get("Hold")?.slice(0, 3), ["56%", "55%", "70%"]);
    assert.match(rows.at(-1)?.join(" ") ?? "", /Yes on every outcome, of which one at most pays \$1 – 128\.10¢/);
  });

  it("are files of the platforms that ask several in one event", async () => {
    const { text } = await site.get(`/questions/${(await question("hold")).id}`);
    const section = /<section aria-labelledby="outcomes">.*?<\/section>/s.exec(text)?.[0] ?? "";
    const files = [...section.matchAll(/href="([^"]+\.csv)" download title="All outcomes on /g)].map(
      ([, href]) => href,
    );
    assert.deepEqual(files, ["/events/kalshi/fed/markets.csv"]);
  });

  it("are offered as one frame for other sites, beside the frame of the page", async () => {
    for (const path of ["/markets/kalshi/hike", `/questions/${(await question("cut")).id}`]) {
      const { text } = await site.get(path);
      assert.match(text, /id="embed-outcomes">&lt;iframe src=&quot;[^ ]*\/embed\/events\/kalshi\/fed&quot;/, path);
    }
    assert.doesNotMatch((await site.get("/markets/kalshi/alone")).text, /id="embed-outcomes"/);
  });

  it("are fifty at most, and say how many more there are", async () => {
    const rows = await matrixOf("/markets/kalshi/team5");
    assert.equal(rows.length, 51);
    assert.match((await site.get("/markets/kalshi/team5")).text, /and 10 more outcomes/);
  });
});
