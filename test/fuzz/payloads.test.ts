import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PLATFORMS } from "../../src/domain/platforms.ts";
import { openSources } from "../../src/sources/index.ts";
import { LISTINGS, UPSTREAM_PLATFORMS } from "../support/upstream-listings.ts";
import { openTestWriter } from "../support/writer.ts";
import { chanceOf, SEED } from "./chance.ts";
import { mutateJson } from "./mutations.ts";
import { STORED_BADLY } from "./stored.ts";

/** Records that are mutated and read, in all. */
const RECORDS = Number(process.env.TEST_FUZZ_RECORDS ?? 6000);
const RECORDS_A_PAGE = 30;
const NOW = Date.UTC(2026, 10, 20);

const PAGES: Readonly<Record<string, string>> = {
  polymarket: "/events/keyset",
  kalshi: "/events",
  manifold: "/v0/search-markets",
  predictit: "/api/marketdata/all/",
};

describe(`mutated records of the platforms (seed ${SEED})`, () => {
  for (const [stream, platform] of UPSTREAM_PLATFORMS.entries()) {
    const pages = Math.ceil(RECORDS / UPSTREAM_PLATFORMS.length / RECORDS_A_PAGE);
    it(`of ${platform} break nothing, and nothing bad is stored (${pages * RECORDS_A_PAGE})`, async (t) => {
      const chance = chanceOf(stream);
      const source = openSources({}).get(platform) ?? assert.fail(`no source for ${platform}`);
      const { body } = LISTINGS[platform](PAGES[platform] ?? "", new URLSearchParams("limit=1000"), {
        markets: RECORDS_A_PAGE,
        round: 0,
      });
      const rates = [0.002, 0.01, 0.05, 0.2];
      let read = 0;
      const script = { full: [] as ReturnType<typeof source.normalise>[] };
      const test = openTestWriter({ scripts: { [platform]: script } });
      for (let page = 0; page < pages; page++) {
        const mutated = JSON.parse(JSON.stringify(mutateJson(body, chance, rates[page % rates.length] ?? 0)));
        const listing = source.normalise(mutated, NOW);
        read += listing.markets.length;
        script.full.push(listing);
        if (script.full.length < 50 && page + 1 < pages) continue;
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

  it("covers every platform that is on by default", () => {
    const names = PLATFORMS.filter(({ onByDefault }) => onByDefault).map(({ id }) => id);
    assert.deepEqual([...UPSTREAM_PLATFORMS], names);
  });
});
