import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { EventRecord, MarketRecord } from "../../src/domain/markets.ts";
import { toQuestionId } from "../../src/domain/questions.ts";
import { openTestTools } from "../support/mcp/test-tools.ts";
import { openTestApi } from "../support/service/api.ts";
import { DAY_MS, event, market, page, START } from "../support/store/builders.ts";
import { type GivenMatch, group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

const OUTCOMES = ["cut", "hold", "hike"] as const;
const PRICES = { cut: 620_000, hold: 350_000, hike: 30_000 } as const;

interface Listed {
  readonly events: EventRecord[];
  readonly markets: MarketRecord[];
}

/** A meeting as a platform lists it: a market for each outcome. */
function meeting(month: string, title: string, given: Partial<MarketRecord> = {}): Listed {
  const eventId = `fed-${month}`;
  return {
    events: [
      event({
        id: eventId,
        title,
        category: "economics",
        isExclusive: true,
        imageUrl: "https://example.com/fed.png",
      }),
    ],
    markets: OUTCOMES.map((outcome) =>
      market({
        ...{
          id: `${month}-${outcome}`,
          eventId,
          category: "economics",
          outcomeLabel: `Fed will ${outcome}`,
        },
        ...{
          title: `${title}: ${outcome}`,
          yesPrice: PRICES[outcome],
          bestBid: null,
          bestAsk: PRICES[outcome] + 10_000,
        },
        ...given,
      }),
    ),
  };
}

const single = (id: string, title: string, given: Partial<MarketRecord> = {}): Listed => ({
  events: [event({ id: `event-${id}`, title })],
  markets: [market({ id, eventId: `event-${id}`, title, ...given })],
});

const listing = (...all: readonly Listed[]) => ({
  full: [
    page(
      all.flatMap(({ markets }) => markets),
      all.flatMap(({ events }) => events),
    ),
  ],
});

const test = openTestWriter({
  scripts: {
    kalshi: listing(
      meeting("dec", "Fed decision in Dec 2026?"),
      meeting("jan", "Fed decision in Jan 2027?", {
        closesAt: START + 60 * DAY_MS,
      }),
      single("rain", "Will it rain?", {
        volume: 5_000_000,
        volume24h: 400_000,
        closesAt: START + DAY_MS,
      }),
    ),
    polymarket: listing(
      meeting("dec", "Fed decision in December?", {
        volume: 300_000,
        volume24h: 90_000,
      }),
      meeting("jan", "Fed decision in January?", {
        closesAt: START + 60 * DAY_MS,
      }),
    ),
    manifold: listing(
      single("dec-cut", "Will the Fed cut in December?", {
        volume: 90_000_000,
        yesPrice: 900_000,
      }),
    ),
  },
});
await test.writer.runOnce(new Set());
const both = ["dec", "jan"].flatMap((month) =>
  OUTCOMES.map(
    (outcome): GivenMatch => ({
      a: "kalshi",
      b: "polymarket",
      id: `${month}-${outcome}`,
    }),
  ),
);
group(test, [...both, { a: "kalshi", b: "manifold", id: "dec-cut" }]);
const server = await openTestApi({ writer: test });
const ask = await openTestTools(test);

async function get(path: string) {
  const reply = await server.get(`/api/v1/topics${path}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
}

const titlesOf = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title);
const DEC = "Fed decision in December?";
const JAN = "Fed decision in Jan 2027?";
const RAIN = "Will it rain?";

describe("GET /api/v1/topics", () => {
  it("lists an event of several platforms once, and a market alone as what it is", async () => {
    const { data, meta } = await get("?sort=volume");
    assert.equal(meta.total, 3);
    assert.deepEqual(titlesOf({ data }), [RAIN, DEC, JAN]);
    const [, { outcomes, last_updated, ...december }] = data;
    assert.ok(Date.parse(last_updated) >= START);
    assert.deepEqual(december, {
      id: "kalshi:fed-dec",
      title: DEC,
      image_url: "https://example.com/fed.png",
      url: "/topics/kalshi:fed-dec",
      category: "economics",
      status: "open",
      platforms: ["polymarket", "kalshi", "manifold"],
      mutually_exclusive: true,
      outcomes_count: 3,
      moved: null,
      // Without Manifold's mana.
      volume: 3 * 1000 + 3 * 3000,
      volume_24h: 3 * 10 + 3 * 900,
      close_time: new Date(START + 30 * DAY_MS).toISOString(),
      resolved_at: null,
    });
    assert.deepEqual(
      outcomes.map(({ name, price }: { name: string; price: number }) => [name, price]),
      [
        ["Fed will cut", 0.62],
        ["Fed will hold", 0.35],
        ["Fed will hike", 0.03],
      ],
    );
    const [{ platforms, ...cut }] = outcomes;
    assert.deepEqual(cut, {
      name: "Fed will cut",
      question_id: toQuestionId("kalshi", "dec-cut"),
      platform: "polymarket",
      market_id: "dec-cut",
      price: 0.62,
      price_change_24h: null,
      status: "open",
      outcome: null,
      stale: false,
      volume: 4000,
      volume_24h: 910,
    });
    assert.deepEqual(
      platforms.map((one: Record<string, unknown>) => [
        one.platform,
        one.price,
        one.best,
        one.inverted,
        one.play_money,
      ]),
      [
        ["polymarket", 0.62, true, false, false],
        ["kalshi", 0.62, false, false, false],
        ["manifold", 0.9, false, false, true],
      ],
    );
  });

  it("names the only outcome of a market alone yes", async () => {
    const { data } = await get("?q=rain");
    assert.equal(data[0].outcomes_count, 1);
    assert.equal(data[0].mutually_exclusive, false);
    assert.deepEqual([data[0].outcomes[0].name, data[0].outcomes[0].question_id], ["Yes", null]);
  });

  for (const [query, expected] of [
    ["?platform=manifold", [DEC]],
    ["?platform=polymarket&sort=id", [DEC, JAN]],
    ["?category=economics&sort=closing", [DEC, JAN]],
    ["?sort=closing", [RAIN, DEC, JAN]],
    ["?sort=volume_24h", [RAIN, DEC, JAN]],
    ["?min_platforms=3", [DEC]],
    ["?min_volume=10000", [RAIN, DEC]],
    ["?min_volume_24h=4000", [RAIN]],
    ["?closing_before=2026-11-25", [RAIN]],
    ["?closing_after=2027-01-01", [JAN]],
    ["?q=hike&sort=id", [DEC, JAN]],
    ["?q=fed%20december", [DEC]],
    ["?event=manifold:event-dec-cut", [DEC]],
    ["?event=polymarket:fed-jan,kalshi:event-rain&sort=volume", [RAIN, JAN]],
    ["?market=polymarket:jan-hold", [JAN]],
    [`?question=${toQuestionId("kalshi", "jan-hike")}`, [JAN]],
    ["?event=kalshi:none", []],
    ["?status=closed", []],
  ] as const) {
    it(`lists ${expected.length} for '${query}'`, async () => assert.deepEqual(titlesOf(await get(query)), expected));
  }

  it("asks movers for a volume of $10,000, unless told otherwise", async () => {
    assert.deepEqual(titlesOf(await get("?sort=movers")), [RAIN, DEC]);
    assert.equal((await get("?sort=movers&min_volume=0")).meta.total, 3);
  });

  it("goes on behind the last row by its cursor", async () => {
    const first = await get("?page_size=2&sort=volume");
    const next = await get(`?page_size=2&sort=volume&cursor=${first.meta.next_cursor}`);
    assert.deepEqual([...titlesOf(first), ...titlesOf(next)], [RAIN, DEC, JAN]);
    assert.equal(next.meta.next_cursor, null);
  });

  it("gives a row of CSV for each outcome", async () => {
    const reply = await server.get("/api/v1/topics?q=december&format=csv&fields=id,outcome_name,outcome_price");
    assert.deepEqual(reply.text.trim().split("\r\n"), [
      "id,outcome_name,outcome_price",
      "kalshi:fed-dec,Fed will cut,0.62",
      "kalshi:fed-dec,Fed will hold,0.35",
      "kalshi:fed-dec,Fed will hike,0.03",
    ]);
  });
});

it("a market that only tries its platform out is listed where it is named, and not among others", async () => {
  const other = await openTestApi({
    scripts: { manifold: listing(single("try", "test"), single("rain", RAIN)) },
  });
  const listed = async (query: string) => titlesOf((await other.get(`/api/v1/topics${query}`)).json);
  assert.deepEqual(await listed(""), [RAIN]);
  assert.deepEqual(await listed("?q=test"), []);
  for (const name of ["event=manifold:event-try", "market=manifold:try"])
    assert.deepEqual(await listed(`?${name}`), ["test"]);
});

it("a topic that should have closed already comes last in the order of closes", async () => {
  const other = await openTestApi({
    scripts: {
      kalshi: listing(
        single("late", "Late", { closesAt: START + DAY_MS }),
        single("far", "Far", { closesAt: START + 9 * DAY_MS }),
        single("near", "Near", { closesAt: START + 3 * DAY_MS }),
      ),
    },
  });
  const list = async (query: string) => (await other.get(`/api/v1/topics?sort=closing${query}`)).json;
  assert.deepEqual(titlesOf(await list("")), ["Late", "Near", "Far"]);
  other.context.clock.advance(2 * DAY_MS);
  assert.deepEqual(titlesOf(await list("")), ["Near", "Far", "Late"]);
  const { next_cursor } = (await list("&page_size=2")).meta;
  assert.deepEqual(titlesOf(await list(`&cursor=${next_cursor}`)), ["Late"]);
});

it("a topic has the title of an event that asks what its outcomes say, and not the opposite, and ends as that says", async () => {
  const ended = { status: "closed", volume: 0 } as const;
  const other = await openTestApi({
    scripts: {
      predictit: listing(
        single("snow", "Will snow fall?", { yesPrice: 700_000, volume: 0 }),
        single("hail", "Will hail fall?", { ...ended, outcome: "yes" }),
      ),
      kalshi: listing(
        single("snow", "Will no snow fall?", { yesPrice: 300_000, volume: 90_000 }),
        single("hail", "Will no hail fall?", { ...ended, outcome: "no" }),
      ),
    },
    matches: ["snow", "hail"].map((id) => ({ a: "predictit", b: "kalshi", id, isInverted: true })),
  });
  const [hail] = (await other.get("/api/v1/topics?status=closed")).json.data;
  assert.equal(hail.outcomes[0].outcome, hail.title.includes("no") ? "no" : "yes");
  const { json } = await other.get("/api/v1/topics");
  const [{ title, outcomes, moved: _ }] = json.data;
  const { question_id, name, price } = outcomes[0];
  const question = (await other.get(`/api/v1/questions/${question_id}`)).json.data;
  assert.deepEqual([json.meta.total, title, name, price], [1, question.title, "Yes", question.price]);
});

it("a topic shows of two sides on one platform the one that is offered, however little the other would cost", async () => {
  const side = (id: string, yesPrice: number, bestBid: number | null, bestAsk: number | null) =>
    market({ id, eventId: "game", title: `Will ${id} win?`, yesPrice, bestBid, bestAsk });
  const listed = [event({ id: "game", title: "Jets at Stars" })];
  const other = await openTestApi({
    scripts: {
      kalshi: {
        full: [page([side("jets", 600_000, 590_000, 610_000), side("stars", 400_000, null, 410_000)], listed)],
      },
      polymarket: { full: [page([side("jets", 600_000, 580_000, 620_000)], listed)] },
    },
    matches: [
      { a: "kalshi", b: "polymarket", id: "jets" },
      { a: "polymarket", b: "kalshi", id: "jets", idOfB: "stars", isInverted: true },
    ],
  });
  const { data } = (await other.get("/api/v1/topics")).json;
  const offers = data[0].outcomes[0].platforms.map(({ platform, market_id, cost }: Record<string, unknown>) => [
    platform,
    market_id,
    cost !== null,
  ]);
  assert.deepEqual(offers, [
    ["polymarket", "jets", true],
    ["kalshi", "jets", true],
  ]);
});

it("a topic closes with the first of its open markets", async () => {
  const [closed, open] = [1, 9].map((days) =>
    market({ id: `in ${days}`, closesAt: START + days * DAY_MS, status: days === 1 ? "closed" : "open" }),
  );
  assert.ok(closed !== undefined && open !== undefined);
  const site = await openTestApi({ scripts: { kalshi: { full: [page([closed, open])] } } });
  const [{ close_time }] = (await site.get("/api/v1/topics")).json.data;
  assert.equal(close_time, new Date(START + 9 * DAY_MS).toISOString());
});

it("API, CSV and the tool for assistants give the same figures", async () => {
  const { data } = await get("?sort=volume_24h");
  const { text } = await server.get(
    "/api/v1/topics?sort=volume_24h&format=csv&fields=id,volume_24h,outcome_name,outcome_price",
  );
  const { data: shown, text: said } = await ask("find_topics", {
    sort: "volume_24h",
  });
  const published = data.flatMap(({ id, volume_24h, outcomes }: Published) =>
    outcomes.map(({ name, price }) => [id, volume_24h, name, price]),
  );
  assert.deepEqual(text.trim().split("\r\n").slice(1), published.map(String));
  assert.deepEqual(
    shown.topics.flatMap(({ topic, volume_24h, outcomes }: Shown) =>
      outcomes.map(({ name, yes }) => [topic, volume_24h, name, yes / 100]),
    ),
    published,
  );
  const best = data[1].outcomes[0].platforms.find(({ best }: { best: boolean }) => best);
  const { reference, cheapest, cost } = shown.topics[1].outcomes[0];
  assert.deepEqual(
    [reference, cheapest, cost],
    [data[1].outcomes[0].question_id, "polymarket", Math.round(best.cost * 10_000) / 100],
  );
  assert.match(said, /Fed decision in December\? \(kalshi:fed-dec\): Fed will cut 62¢ \(Polymarket [\d.]+¢\)/);
});

interface Published {
  readonly id: string;
  readonly volume_24h: number;
  readonly outcomes: readonly {
    readonly name: string;
    readonly price: number;
  }[];
}

interface Shown {
  readonly topic: string;
  readonly volume_24h: number;
  readonly outcomes: readonly { readonly name: string; readonly yes: number }[];
}

describe("GET /api/v1/topics/{topic_id}", () => {
  it("has all outcomes, and the events of all platforms", async () => {
    const { data, meta } = await get("/kalshi%3Afed-dec");
    assert.equal(meta.moved_from, undefined);
    assert.equal(data.outcomes.length, 3);
    assert.deepEqual(
      data.events.map(({ platform, event_id, market_count }: Record<string, unknown>) => [
        platform,
        event_id,
        market_count,
      ]),
      [
        ["manifold", "event-dec-cut", 1],
        ["polymarket", "fed-dec", 3],
        ["kalshi", "fed-dec", 3],
      ],
    );
  });

  it("answers by each of its events, and says which id lasts", async () => {
    const { data, meta } = await get("/manifold:event-dec-cut");
    assert.deepEqual([data.id, meta.moved_from], ["kalshi:fed-dec", "manifold:event-dec-cut"]);
  });

  for (const id of ["kalshi:none", "none", ":", "kalshi:"]) {
    it(`knows no '${id}'`, async () => {
      const { status, json } = await server.get(`/api/v1/topics/${id}`);
      assert.deepEqual([status, json.detail.error], [404, "topic_not_found"]);
    });
  }
});
