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

const SOURCES: Readonly<Record<string, Source>> = {
  kalshi: openKalshi({}),
  limitless: openLimitless({}),
  manifold: openManifold({}),
  polymarket: openPolymarket({}),
  predictit: openPredictit({}),
};

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
