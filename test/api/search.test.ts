import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { event, HOUR_MS, market, page, resolvedMarket, START } from "../support/store/builders.ts";

/** More titles with the same word than are compared, all of them better known than those looked for. */
const CROWD = Array.from({ length: 450 }, (_, index) =>
  market({
    id: `crowd${index}`,
    eventId: "crowd",
    title: `Rain tomorrow in town ${index}, or gold`,
    volume: 1_000_000,
  }),
);

const records = [
  market({ id: "words", title: "Will snow and wind come before frost?", volume: 900_000 }),
  market({ id: "order", title: "Frost, then snow?", volume: 800_000 }),
  market({ id: "exact", title: "Frost snow", volume: 100 }),
  market({ id: "closing", title: "Frost snow tonight", volume: 700_000, closesAt: START + HOUR_MS }),
  resolvedMarket({ id: "ended", title: "Frost snow last year", volume: 950_000 }),
  market({ id: "unpriced", title: "Frost snow unpriced", yesPrice: null }),
  market({ id: "gold", eventId: "e9", title: "Gold!", volume: 0 }),
  market({ id: "phrase", eventId: "e9", title: "Is gold rain likely?", volume: 0 }),
];
const server = await openTestApi({
  scripts: {
    kalshi: { full: [page([...records, ...CROWD], [event({ id: "e9", title: "Frost and other weather" })])] },
    manifold: { full: [page([market({ id: "mana", title: "Snow or frost?" })])] },
  },
});

async function search(query: string) {
  const reply = await server.get(`/api/v1/search?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return { ...reply.json, ids: reply.json.data.markets.map(({ id }: { id: string }) => id) };
}

describe("GET /api/v1/search", () => {
  it("puts the exact title first, then words in order, then all words; open first, then by volume", async () => {
    const { ids, meta } = await search("q=frost+snow");
    assert.deepEqual(ids, ["exact", "order", "closing", "ended", "words", "mana"]);
    assert.deepEqual(
      { ...meta, response_ms: 0 },
      {
        query: "frost snow",
        page: 1,
        questions_found: 0,
        events_found: 0,
        markets_found: 6,
        total_pages: 1,
        found_is_capped: false,
        response_ms: 0,
      },
    );
  });

  it("finds events by their titles", async () => {
    const { data, meta } = await search("q=OTHER+frost");
    assert.deepEqual(
      data.events.map(({ id, market_count }: { id: string; market_count: number }) => [id, market_count]),
      [["e9", 2]],
    );
    assert.deepEqual([meta.events_found, meta.markets_found, meta.total_pages], [1, 0, 1]);
  });

  it("filters by platform and status before it counts", async () => {
    assert.deepEqual((await search("q=frost&platform=manifold")).ids, ["mana"]);
    assert.deepEqual((await search("q=snow+frost&status=closed")).ids, ["ended"]);
    const open = await search("q=snow+frost&status=open&limit=1");
    assert.deepEqual([open.ids.length, open.meta.markets_found], [1, 5]);
  });

  it("loses neither an exact title nor a phrase behind hundreds of better known hits", async () => {
    const exact = await search("q=gold&limit=3");
    assert.deepEqual([exact.ids[0], exact.meta.markets_found], ["gold", 452]);
    assert.equal((await search("q=gold+rain")).ids[0], "phrase");
    assert.equal((await search("q=rain+gold&limit=100")).ids.includes("phrase"), false);
  });

  it("says so when there is nothing to look for", async () => {
    const { data, meta } = await search("q=%3F%21");
    assert.deepEqual(data, { questions: [], events: [], markets: [] });
    assert.deepEqual(meta.warnings, ["q holds no word or symbol that could be found in a title"]);
    const both = await search("q=%3F%21&lmit=3");
    assert.equal(both.meta.warnings.length, 2);
  });
});
