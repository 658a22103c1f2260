import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../../support/service/api.ts";
import { market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { parseAtom } from "../../support/web/feeds.ts";

const DAY_MS = 86_400_000;
const LONG =
  "Will it rain, snow; or \\ hail in a town with a very long name that goes on – été, 日本語 – beyond one line, and beyond a second one as well?";

const listed = (platform: string) => [
  market({ id: "q", title: "Will the Fed cut?", closesAt: START + DAY_MS }),
  market({ id: `own-${platform}`, title: LONG, closesAt: START + 2 * DAY_MS }),
  market({ id: `open-${platform}`, title: "Does it never end?", closesAt: null }),
];
const site = await openTestApi({
  scripts: {
    kalshi: {
      full: [page(listed("kalshi"))],
      resolved: [page([resolvedMarket({ id: "over", title: "Is it over?", closesAt: START - DAY_MS })])],
    },
    polymarket: { full: [page(listed("polymarket"))] },
  },
  matches: [{ a: "kalshi", b: "polymarket", id: "q" }],
  hasPages: true,
});
const [question] = (await site.get("/api/v1/questions", (await site.make({ tier: "free" })).secret)).json.data;
const IDS = `ids=${question.id},kalshi:own-kalshi,kalshi:q,polymarket:none`;

describe("a watchlist by its address", () => {
  it("shows questions and markets, and what is not known", async () => {
    const { status, text } = await site.get(`/watchlist?${IDS}`);
    assert.equal(status, 200);
    const rows = [...text.matchAll(/<tr data-row="([^"]+)"/g)].map(([, name]) => name);
    assert.deepEqual(rows, [`question:${question.id}`, "kalshi:q", "kalshi:own-kalshi"]);
    assert.match(text, /Not found: polymarket:none/);
    // Stars need the script.
    assert.doesNotMatch(text, /class="star"/);
    assert.match((await site.get("/watchlist")).text, /Your watchlist is empty/);
    const { status: refused, text: reason } = await site.get("/watchlist?ids=nowhere");
    assert.equal(refused, 422);
    assert.match(reason, /question ids and platform:id/);
  });

  it("says that a question is not found whose markets are no longer matched", async () => {
    group(site.writer, []);
    assert.match((await site.get(`/watchlist?ids=${question.id}`)).text, new RegExp(`Not found: ${question.id}`));
    group(site.writer, [{ a: "kalshi", b: "polymarket", id: "q" }]);
  });

  it("has a feed that leads back to it", async () => {
    const { text, status } = await site.get(`/feeds/watchlist.atom?${IDS}`);
    assert.equal(status, 200);
    const feed = parseAtom(text);
    assert.equal(feed.entries.length, 3);
    assert.match(feed.self, /\/feeds\/watchlist\.atom\?ids=/);
  });
});
