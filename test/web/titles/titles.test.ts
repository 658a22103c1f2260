import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openKalshi } from "../../../src/sources/kalshi/kalshi.ts";
import { openLimitless } from "../../../src/sources/limitless.ts";
import { openManifold } from "../../../src/sources/manifold.ts";
import { openPolymarket } from "../../../src/sources/polymarket/polymarket.ts";
import { openPredictit } from "../../../src/sources/predictit.ts";
import type { Listing, Source } from "../../../src/sources/source.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import { openTestApi } from "../../support/service/api.ts";
import { startTestService } from "../../support/service/service.ts";
import { START } from "../../support/store/builders.ts";
import { listPayloads, payloadsMissing, readPayload } from "../../support/upstream/payloads.ts";
import { isBare, toLabels, walkTitles } from "../../support/web/bare-titles.ts";
import { ARABIC, CUP, GAME, openHostileTitles, RAIN } from "../../support/web/hostile-titles.ts";

const site = await openHostileTitles();
const read = async (path: string): Promise<string> => (await site.get(path)).text;

/** What a reader of the whole text of a link or heading gets. */
const textOf = (markup: string): string => markup.replaceAll(/<[^>]+>/g, "");
const linkOf = (text: string, path: string): string =>
  new RegExp(`<a href="${path}" class="title" dir="auto">(.*?)</a>`, "s").exec(text)?.[1] ?? "";

/** Fails with all bare titles and their pages. Gives how many titles were read. */
function expectNone(titles: ReadonlyMap<string, readonly string[]>, labels: readonly unknown[]): number {
  const known = toLabels(labels.map(String));
  const bare = [...titles].flatMap(([path, shown]) =>
    shown.filter((title) => isBare(title, known)).map((title) => `${path}: ${title}`),
  );
  assert.deepEqual(bare, []);
  return [...titles.values()].flat().length;
}

const LABELS = "SELECT DISTINCT outcome_label FROM markets WHERE outcome_label IS NOT NULL";

const SOURCES: Readonly<Record<string, Source>> = {
  kalshi: openKalshi({}),
  limitless: openLimitless({}),
  manifold: openManifold({}),
  polymarket: openPolymarket({}),
  predictit: openPredictit({}),
};

describe("a title on pages", () => {
  for (const path of ["/markets"]) {
    it(`sets the outcome apart from its event, and reads as one text: ${path}`, async () => {
      const link = linkOf(await read(path), "/markets/kalshi/cup-Reds");
      assert.equal(link, `<span class="of">${CUP}</span> <bdi class="outcome">Reds</bdi>`);
      assert.equal(textOf(link), `${CUP} Reds`);
    });
  }

  it("is the outcome below a heading with its event, which is heard with it", async () => {
    const text = await read("/markets/kalshi/cup-Blues");
    assert.match(text, new RegExp(`<h2[^>]*>.*${CUP.replace("?", "\\?")}`));
    assert.equal(textOf(linkOf(text, "/markets/kalshi/cup-Reds")), `Reds, ${CUP}`);
  });

  it("joins both parts by a colon for those who hear it", async () => {
    const link = linkOf(await read("/markets"), "/markets/kalshi/game-Reds");
    assert.equal(textOf(link), `${GAME}: Reds`);
    assert.match(link, /<span class="hide">:<\/span>/);
  });

  it("is the heading of its page in the same two parts, and one part where it stands alone", async () => {
    const [, heading = ""] = /<h1 [^>]*>(.*?)<\/h1>/.exec(await read("/markets/kalshi/cup-Yes")) ?? [];
    assert.equal(heading, `<span class="of">${CUP}</span> <bdi class="outcome">Yes</bdi>`);
    assert.match(
      await read("/markets/manifold/rain-ann"),
      new RegExp(`<h1 class="title" dir="auto">${RAIN.replace("?", "\\?")}</h1>`),
    );
  });

  it("does not turn what follows it: those within sentences are kept apart", async () => {
    const text = await read(`/markets/kalshi/${encodeURIComponent("arabic-الهلال")}`);
    assert.match(text, new RegExp(`<bdi><a href="/events/kalshi/arabic">${ARABIC.replace("?", "\\?")}</a></bdi>`));
  });
});

describe("markets of one title on one platform", () => {
  const noteOf = (text: string, id: string): string =>
    /<span class="sub">(?<note>.*?)<\/span><\/th>/s.exec(text.slice(text.lastIndexOf(`/markets/manifold/${id}"`)))
      ?.groups?.note ?? "";
  for (const path of ["/markets", "/markets?platform=manifold&sort=closing"]) {
    it(`are told apart by who made them where they close together: ${path}`, async () => {
      const text = await read(path);
      assert.match(noteOf(text, "rain-ann"), / · <bdi>by ann<\/bdi>$/);
      assert.match(noteOf(text, "rain-ben"), / · <bdi>by ben<\/bdi>$/);
    });
  }

  it("have their author on their pages; others have none", async () => {
    assert.match(await read("/markets/manifold/rain-ben"), /, by <bdi>ben<\/bdi><\/p>/);
    assert.doesNotMatch(await read("/markets/kalshi/longest"), /, by <bdi>/);
  });
});

describe("markets made to try a platform out", () => {
  const IDS = /manifold\/trial/;

  it("are not on the board, nor in its lists as files and its feeds", async () => {
    for (const path of [
      "/",
      "/?platform=manifold",
      "/topics.csv",
      "/topics.csv?tab=results",
      "/search?q=test",
      "/feeds/resolved.atom",
    ]) {
      const { status, text } = await site.get(path);
      assert.equal(status, 200, path);
      assert.doesNotMatch(text, IDS, path);
      assert.doesNotMatch(text, /trial/, path);
    }
  });

  it("are not matched, so no question has one", async () => {
    assert.doesNotMatch(await read("/questions?status=all"), IDS);
  });

  it("are found among markets by their words, since nothing that is stored is out of reach", async () => {
    assert.match(await read("/markets?q=parade+test&status=all"), IDS);
  });
});

describe("the demo", () => {
  it("has no bare title on any page of its lists, nor on pages of what they list", async () => {
    const flags = { "pages-per-minute": "100000" };
    const service = await startTestService({ isWholeDemo: true, flags });
    const titles = await walkTitles(async (path) => (await fetch(`${service.url}${path}`)).text());
    const now = service.context.clock.now();
    const { markets } = await service.context.store.markets.list(
      { status: "all", minVolume: 0, sort: "volume", order: "desc", now },
      { page: 1, size: 100 },
    );
    const events = await Promise.all(
      markets.map(({ platform, eventId }) => service.context.store.events.find(platform, eventId, now)),
    );
    const labels = events.flatMap((event) => event?.markets.flatMap(({ outcomeLabel }) => outcomeLabel ?? []) ?? []);
    assert.equal(labels.length > 20, true, "there are names of outcomes");
    assert.equal(expectNone(titles, labels) > 1000, true);
    const db = openDatabase(service.config.db, "read-only", undefined);
    const stored = db.prepare("SELECT title FROM markets UNION SELECT title FROM events").pluck().all().map(String);
    db.close();
    assert.equal(expectNone(new Map([["stored", stored]]), labels) > 3000, true);
  });
});

describe("all captured responses", { skip: payloadsMissing }, () => {
  const listingsOf = (platform: string, source: Source): readonly Listing[] =>
    listPayloads(platform).map((path) => source.normalise(readPayload(path), START));

  it("have no bare title on pages, in files or in the API, also where a market came without its event", async () => {
    const scripts = Object.fromEntries(
      Object.entries(SOURCES).map(([platform, source]) => [platform, { full: listingsOf(platform, source) }]),
    );
    const site = await openTestApi({ scripts, hasPages: true, config: { pagesPerMinute: 100_000 } });
    const get = async (path: string): Promise<string> => (await site.get(path)).text;
    const titles = await walkTitles(get);
    const labels = site.writer.rows(LABELS).flat();
    assert.equal(expectNone(titles, labels) > 1000, true);
    const { secret } = await site.make({ tier: "pro" });
    for (let page = 1; page <= 50; page++) {
      const path = `/api/v1/markets?status=all&page_size=100&page=${page}`;
      const { json } = await site.get(path, { "X-API-Key": secret });
      const shown = json.data.map(({ title }: { title: string }) => title);
      expectNone(new Map([[path, shown]]), labels);
      if (shown.length < 100) break;
    }
    const stored = site.writer.rows("SELECT title FROM markets UNION SELECT title FROM events").flat().map(String);
    assert.equal(expectNone(new Map([["stored", stored]]), labels) > 1000, true);
  });
});
