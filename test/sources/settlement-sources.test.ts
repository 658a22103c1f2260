import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SettlementSource } from "../../src/domain/markets.ts";
import { openLimitless } from "../../src/sources/limitless.ts";
import type { Source } from "../../src/sources/source.ts";
import * as kalshi from "../support/upstream/kalshi-pages.ts";
import * as polymarket from "../support/upstream/polymarket-pages.ts";

const limitless = openLimitless({ limitless: "http://stand.in/limitless" });

const sourcesOf = (source: Source, body: unknown) =>
  source.normalise(body, kalshi.NOW).markets.map(({ settlementSource }) => settlementSource);

describe("the settlement source of a kalshi market", () => {
  const rows: [string, unknown, SettlementSource | null][] = [
    [
      "is the one that its event names",
      [{ name: "the Governing League", url: "https://www.nfl.com/" }],
      { name: "the Governing League", url: "https://www.nfl.com/" },
    ],
    [
      "has all names, and no address, where the event names several",
      [
        { name: "Fox Sports", url: "https://www.foxsports.com" },
        { name: "ESPN", url: "https://espn.com" },
      ],
      { name: "Fox Sports, ESPN", url: null },
    ],
    [
      "does not have the address of Kalshi itself, which stands for none",
      [
        { name: "\ue907NASA Goddard\nInstitute", url: "https://www.nasa.gov" },
        { name: "news outlets", url: "https://kalshi.com/" },
      ],
      { name: "NASA Goddard Institute, news outlets", url: "https://www.nasa.gov/" },
    ],
    ["has no address that is not http", [{ name: "AP", url: "javascript:alert(1)" }], { name: "AP", url: null }],
    ["is null where the event names none", [], null],
    ["is null where the event has no such field", undefined, null],
    ["is null where nothing of it is readable", [null, 7, { name: "", url: 3 }], null],
    ["is null for another kind of field", "AP", null],
  ];
  for (const [name, settlement_sources, expected] of rows) {
    it(name, () => {
      const body = { events: [kalshi.event([kalshi.market()], { settlement_sources })] };
      assert.deepEqual(sourcesOf(kalshi.source, body), [expected]);
    });
  }

  it("is null in a list of markets, which does not name it", () => {
    assert.deepEqual(sourcesOf(kalshi.source, { markets: [kalshi.market()] }), [null]);
  });
});

describe("the settlement source of a polymarket market", () => {
  const rows: [string, own: unknown, ofEvent: unknown, SettlementSource | null][] = [
    ["is its own", "https://hltv.org", "https://kick.com/rlgcs", { name: null, url: "https://hltv.org/" }],
    ["is its event's where it has none", "", "https://apnews.com/", { name: null, url: "https://apnews.com/" }],
    ["is a name where it is no address", " coingecko.com ", "", { name: "coingecko.com", url: null }],
    ["is a name where it is of another kind", "javascript:alert(1)", "", { name: "javascript:alert(1)", url: null }],
    ["is a name where it is several addresses", "http://a b", "", { name: "http://a b", url: null }],
    ["is null for a picture", "", "https://www.worldatlas.com/upload/shutterstock-606897284.jpg", null],
    ["is null for empty text", "", "", null],
    ["is null for a missing or unreadable field", undefined, 7, null],
  ];
  for (const [name, resolutionSource, ofEvent, expected] of rows) {
    it(name, () => {
      const own = { resolutionSource };
      const events = [polymarket.event([polymarket.market(own)], { resolutionSource: ofEvent })];
      assert.deepEqual(sourcesOf(polymarket.source, { events }), [expected]);
      const short = { id: "9001", title: "When will the bridge open?", resolutionSource: ofEvent };
      const listed = polymarket.market({ ...own, events: [short] });
      assert.deepEqual(sourcesOf(polymarket.source, [listed]), [expected]);
    });
  }
});

describe("the settlement source of a limitless market", () => {
  const of = (description: unknown) =>
    sourcesOf(limitless, { data: [{ slug: "sol", title: "SOL up or down?", description, prices: [0.5, 0.5] }] })[0];

  it("is the link that its description calls so", () => {
    const link = '<a href="https://data.test/sol?a=1&amp;b=2" target="_blank">Chainlink SOL/USD</a>';
    const first = '<p>By the <a href="https://other.test">rules</a>.</p>';
    assert.deepEqual(of(`${first}<p><br></p><p>Resolution source: ${link} data stream.</p>`), {
      name: "Chainlink SOL/USD",
      url: "https://data.test/sol?a=1&b=2",
    });
  });

  it("is null without such a link", () => {
    for (const description of [
      "<p>By the <a href='https://x.test'>exchange</a>.</p>",
      "<p>Resolution source: the exchange.</p>",
      '<p>Resolution source: <a href="javascript:alert(1)">here</a></p>',
      null,
    ]) {
      assert.equal(of(description), null);
    }
  });
});
