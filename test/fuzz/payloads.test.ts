import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PLATFORMS } from "../../src/domain/platforms.ts";
import { openSources } from "../../src/sources/index.ts";
import { openTestWriter } from "../support/store/writer.ts";
import { LISTINGS, type UpstreamPlatform } from "../support/upstream/upstream-listings.ts";
import { chanceOf, SEED } from "./chance.ts";
import { limitlessPage } from "./limitless-page.ts";
import { mutateJson } from "./mutations.ts";
import { STORED_BADLY } from "./stored.ts";

/** Records that are mutated and read, in all. */
const RECORDS = Number(process.env.TEST_FUZZ_RECORDS ?? 6000);
const RECORDS_A_PAGE = 30;
const NOW = Date.UTC(2026, 10, 20);

const listed = (platform: UpstreamPlatform, path: string): unknown =>
  LISTINGS[platform](path, new URLSearchParams("limit=1000"), { markets: RECORDS_A_PAGE, round: 0 }).body;

/** A page as each platform gives it. */
const PAGES: Readonly<Record<string, unknown>> = {
  polymarket: listed("polymarket", "/events/keyset"),
  kalshi: listed("kalshi", "/events"),
  manifold: listed("manifold", "/v0/search-markets"),
  predictit: listed("predictit", "/api/marketdata/all/"),
  limitless: limitlessPage(RECORDS_A_PAGE),
};

describe(`mutated records of the platforms (seed ${SEED})`, () => {
  for (const [stream, [platform, page]] of Object.entries(PAGES).entries()) {
    const pages = Math.ceil(RECORDS / PLATFORMS.length / RECORDS_A_PAGE);
    it(`of ${platform} break nothing, and nothing bad is stored (${pages * RECORDS_A_PAGE})`, async (t) => {
      const chance = chanceOf(stream);
      const source = openSources({}).get(platform) ?? assert.fail(`no source for ${platform}`);
      const rates = [0.002, 0.01, 0.05, 0.2];
      let read = 0;
      const script = { full: [] as ReturnType<typeof source.normalise>[] };
      const test = openTestWriter({ scripts: { [platform]: script } });
      for (let count = 1; count <= pages; count++) {
        const mutated = JSON.parse(JSON.stringify(mutateJson(page, chance, rates[count % rates.length] ?? 0)));
        const listing = source.normalise(mutated, NOW);
        read += listing.markets.length;
        script.full.push(listing);
        if (script.full.length < 50 && count < pages) continue;
        const run = await test.pass([platform]);
        assert.ok(["ok", "held"].includes(run.status), `${run.status} ${run.error}`);
        assert.deepEqual(test.rows(STORED_BADLY), []);
        script.full = [];
        test.clock.advance(60_000);
      }
      assert.deepEqual(test.rows("PRAGMA integrity_check"), [["ok"]]);
      assert.ok(read > 0);
      t.diagnostic(`${read} markets were read from ${pages * RECORDS_A_PAGE} records`);
    });
  }

  it("covers every platform", () => {
    assert.deepEqual(Object.keys(PAGES).sort(), PLATFORMS.map(({ id }) => id).sort());
  });
});
