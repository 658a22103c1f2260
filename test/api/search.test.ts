import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parse } from "csv-parse/sync";
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

const titles = (...list: readonly (readonly [id: string, title: string, volume?: number])[]) =>
  list.map(([id, title, volume = 1000]) => market({ id, title, volume }));

const KALSHI = titles(
  ["fed", "Fed decision in December: cut 25bps?", 500_000],
  ["fed-hike", "Fed decision in December: hike?", 100],
  ["crime", "Who will be charged with a federal crime?", 90_000_000],
  ["btc", "Will Bitcoin be above $100,000 on Dec 31?", 70_000],
  ["sp", "S&P 500 above 7,000 at the end of 2026?"],
  ["bowl", "Who wins the Pro Football Championship?"],
  ["game", "Los Angeles L at Boston winner?"],
  ["gta", "GTA VI released in 2026?"],
  ["french", "French Open winner?", 8_000_000],
  ["30", "Rate panel splits?"],
  ["ny", "Rain in NYC in December?", 2_000_000],
  ["boston", "Who is the next mayor of Boston?"],
  ["jets", "New York governor race: who wins?"],
);
const POLYMARKET = titles(
  ["fed", "Will the FOMC cut rates by 25 bps in Dec?", 400_000],
  ["btc", "BTC to hit 100k before January", 60_000],
  ["eth", "Ethereum at $1.5M?"],
  ["bowl", "Super Bowl winner 2027"],
  ["recession", "US recession in 2026?"],
  ["france", "Will France leave the EU?", 10],
);
const MANIFOLD = titles(
  ["fed", "Does the Federal Reserve ease in December?", 10_000_000],
  ["pm", "Will the UK have a new prime minister?"],
  ["lal", "Lakers make the playoffs?"],
  ["mayor", "Zohran Mamdani re-elected?"],
  ["mayor2", "Mamdani approval above 50%?"],
  ["30", "Split of the rate panel?"],
  ["misspelt", "Recesion of the glaciers"],
  ...Array.from({ length: 25 }, (_, index) => [`r${index}`, `Recession number ${index}`, 1] as const),
);

const meaningServer = await openTestApi({
  scripts: {
    kalshi: {
      full: [page(KALSHI, [event({ id: "e1", category: "economics" })])],
      resolved: [page([resolvedMarket({ id: "old", title: "Fed decision in December of last year" })])],
    },
    polymarket: { full: [page(POLYMARKET, [event({ id: "e1", category: "crypto" })])] },
    manifold: { full: [page(MANIFOLD)] },
    predictit: { full: [page(titles(["30", "Will the rate panel split?"]))] },
  },
  matches: [
    { a: "kalshi", b: "polymarket", id: "fed" },
    { a: "kalshi", b: "manifold", id: "fed" },
    { a: "kalshi", b: "polymarket", id: "btc" },
    { a: "kalshi", b: "manifold", id: "30" },
    { a: "kalshi", b: "predictit", id: "30" },
  ],
});

async function searchMeaning(q: string, more = "") {
  const reply = await meaningServer.get(`/api/v1/search?q=${encodeURIComponent(q)}&status=open${more}`);
  assert.equal(reply.status, 200, reply.text);
  const { data, meta } = reply.json;
  return {
    meta,
    questions: data.questions.map(({ markets }: { markets: { platform: string; id: string }[] }) => markets.length),
    questionIds: data.questions.map(({ id }: { id: string }) => id),
    ids: data.markets.map(({ platform, id }: { platform: string; id: string }) => `${platform[0]}:${id}`),
    markets: data.markets,
  };
}

const FINDS_TOGETHER = ["Recession", "Mamdani", "Bitcoin", "France", "Lakers", "GTA", "French", "Fed", "crime", "UK"];

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

describe("search by what words mean", () => {
  const FINDS: readonly (readonly [query: string, found: readonly string[]])[] = [
    ["btc", ["k:btc", "p:btc"]],
    ["bitcoin $100,000", ["k:btc", "p:btc"]],
    ["btc above 100k", ["k:btc"]],
    ["eth 1.5 million", ["p:eth"]],
    ["spx", ["k:sp"]],
    ["superbowl", ["k:bowl", "p:bowl"]],
    ["lal", ["k:game", "m:lal"]],
    ["britain prime minister", ["m:pm"]],
    ["gta 6", ["k:gta"]],
    ["fed 25 bps", ["k:fed", "p:fed"]],
    ["bitcoin 2026-12-31", ["k:btc"]],
    ['"btc"', ["p:btc"]],
    ["bitcoin -btc", ["k:btc"]],
    ["new york rain", ["k:ny"]],
    ["NYC governor", ["k:jets"]],
  ];
  for (const [query, found] of FINDS) {
    it(`finds ${found.join(" and ")} with ${query}`, async () => {
      const { ids, meta } = await searchMeaning(query);
      assert.deepEqual(ids.toSorted(), found.toSorted());
      assert.equal(meta.markets_found, found.length);
      assert.equal(meta.did_you_mean, undefined);
    });
  }

  it("gives the same question of three platforms first by any name of the bank and the month", async () => {
    for (const query of ["fed december", "fed dec", "fomc december", "federal reserve dec", "december fed"]) {
      const { questions, questionIds, markets } = await searchMeaning(query);
      assert.equal(questions[0], 3, query);
      assert.equal(markets[0].question_id, questionIds[0], query);
    }
  });

  it("puts whole words before words that only begin so, whatever was traded", async () => {
    const { ids } = await searchMeaning("fed");
    assert.equal(ids.at(-1), "k:crime");
    assert.equal(ids.length, 5);
  });

  it("puts a name before an adjective that may be part of another name", async () => {
    assert.deepEqual((await searchMeaning("france")).ids, ["p:france", "k:french"]);
  });

  it("puts questions on more platforms first", async () => {
    assert.deepEqual((await searchMeaning("dec")).questions, [3, 2]);
  });

  it("filters lists by the same names, but corrects no word there", async () => {
    const list = async (q: string) =>
      (await meaningServer.get(`/api/v1/markets?q=${encodeURIComponent(q)}`)).json.meta.total;
    assert.equal(await list("btc"), 2);
    assert.equal(await list("bitcoin 100k"), 2);
    assert.equal(await list("mamdami"), 0);
  });
});

describe("a search with a typing error", () => {
  for (const [query, meant] of [
    ["mamdami", "mamdani"],
    ["mamdnai", "mamdani"],
    ["approvel mamdani", "approval mamdani"],
    ["federalreserve", "federal reserve"],
  ] as const) {
    it(`offers ${meant} for ${query}, and finds nothing in its place`, async () => {
      const { ids, meta } = await searchMeaning(query);
      assert.deepEqual([ids, meta.query, meta.did_you_mean], [[], query, meant]);
      assert.ok((await searchMeaning(meant)).ids.length > 0);
    });
  }

  it("says as CSV what else it would find, has questions as rows too, and names the next page", async () => {
    const typo = await meaningServer.get("/api/v1/search?q=mamdami&format=csv");
    assert.match(String(typo.headers["x-warnings"]), /'mamdani' finds more/);
    assert.equal(typo.headers.link, undefined);
    for (const [query, warning] of [
      ["when will mamdani reach the approval", /searched without 'when will reach the'/],
      ["!!", /q holds no word/],
    ] as const) {
      const { headers } = await meaningServer.get(`/api/v1/search?q=${encodeURIComponent(query)}&format=csv`);
      assert.match(String(headers["x-warnings"]), warning);
    }
    const kinds = parse((await meaningServer.get("/api/v1/search?q=fed&format=csv")).bytes, { columns: true });
    const [first] = kinds as readonly { readonly kind: string; readonly title: string }[];
    assert.equal(first?.kind, "question");
    const many = await meaningServer.get("/api/v1/search?q=recession&limit=20&format=csv");
    const [, next = ""] = /^<([^>]+)>; rel="next"$/.exec(String(many.headers.link)) ?? [];
    assert.equal(new URL(next).search, "?q=recession&limit=20&format=csv&page=2");
    const last = await meaningServer.get(new URL(next).pathname + new URL(next).search);
    assert.equal(last.headers.link, undefined);
  });

  it("shows what has the word as typed, and offers the one that is much commoner", async () => {
    const { ids, meta } = await searchMeaning("recesion");
    assert.deepEqual(ids, ["m:misspelt"]);
    assert.equal(meta.did_you_mean, "recession");
  });

  it("leaves short words, quoted words and what nothing is like as they are", async () => {
    for (const query of ["frd", '"mamdami"', "zzzzzzzz"]) {
      const { ids, meta } = await searchMeaning(query);
      assert.deepEqual([ids, meta.did_you_mean], [[], undefined], query);
    }
  });

  it("leaves out small words that no title has beside the others", async () => {
    const { ids, meta } = await searchMeaning("when will mamdani reach the approval");
    assert.deepEqual([ids, meta.left_out], [["m:mayor2"], ["when", "will", "reach", "the"]]);
  });
});

describe("filters and pages of a search", () => {
  it("counts closed markets beside the open ones", async () => {
    const { meta } = await searchMeaning("fed december");
    assert.equal(meta.closed_matches, 1);
    assert.equal((await meaningServer.get("/api/v1/search?q=fed&status=all")).json.meta.closed_matches, undefined);
  });

  it("filters by category and real money before it counts", async () => {
    assert.deepEqual((await searchMeaning("bitcoin", "&category=Crypto")).ids, ["p:btc"]);
    const real = await searchMeaning("fed december", "&real_money_only=true");
    assert.deepEqual([real.questions, real.ids, real.meta.markets_found], [[2], ["k:fed", "p:fed", "k:fed-hike"], 3]);
    const unknown = await searchMeaning("fed", "&category=nothing");
    assert.deepEqual([unknown.ids, unknown.meta.warnings.length], [[], 1]);
  });

  it("goes on page by page, each hit once", async () => {
    const all = (await searchMeaning("recession", "&limit=100")).ids;
    const paged: string[] = [];
    for (let number = 1; number <= 4; number++)
      paged.push(...(await searchMeaning("recession", `&limit=7&page=${number}`)).ids);
    assert.equal(all.length, 26);
    assert.deepEqual(paged, all);
    assert.deepEqual((await searchMeaning("recession", "&limit=7&page=5")).ids, []);
  });

  it("refuses a page further down than hits are compared", async () => {
    const { status, text } = await meaningServer.get("/api/v1/search?q=fed&limit=100&page=6");
    assert.equal(status, 422);
    assert.match(text, /page × page_size of at most 500, got 600/);
  });
});

describe("a search with words that no title has together", () => {
  for (const [query, found, leftOut] of [
    ["Who is the next prime minister of the UK?", ["m:pm"], ["Who", "is", "the", "next", "of"]],
    ["odds of lakers playoffs", ["m:lal"], ["odds", "of"]],
    ["btc above 100k", ["k:btc"], undefined],
  ] as const) {
    it(`leaves out words that only ask: ${query}`, async () => {
      const { ids, meta } = await searchMeaning(query);
      assert.deepEqual(ids.toSorted(), found.toSorted());
      assert.deepEqual(meta.left_out, leftOut);
    });
  }

  for (const [query, meant] of [
    ["NYC mayor", "NYC"],
    ["bitcoin 150k", "bitcoin"],
    ["Bitcion 150k", "bitcoin"],
    ["fed december zzyzx", "fed december"],
    ["will gta mamdani approval fall", "mamdani approval"],
  ] as const) {
    it(`finds nothing and offers one nearest text: ${query}`, async () => {
      const { ids, questions, meta } = await searchMeaning(query);
      assert.deepEqual([ids, questions, meta.left_out, meta.did_you_mean], [[], [], undefined, meant]);
      assert.ok((await searchMeaning(meant)).ids.length > 0);
    });
  }

  it("offers nothing where a filter removes the hits, in quotes, and where no word is known", async () => {
    for (const [query, more] of [
      ["mamdani approval", "&platform=kalshi"],
      ["gta mamdani", "&platform=predictit"],
      ['"gta mamdani"', ""],
      ["zzyzx qqxxq", ""],
    ] as const) {
      const { ids, meta } = await searchMeaning(query, more);
      assert.deepEqual([ids, meta.left_out, meta.did_you_mean], [[], undefined, undefined], query);
    }
  });

  it("answers a text of many common words that never meet", async () => {
    const many = FINDS_TOGETHER.join(" ").repeat(3).slice(0, 200);
    const { ids, meta } = await searchMeaning(many);
    assert.deepEqual(ids, []);
    assert.ok((await searchMeaning(meta.did_you_mean)).ids.length > 0);
  });
});

describe("a search for an id or the address of a page", () => {
  for (const [query, ids] of [
    ["kalshi:btc", ["k:btc"]],
    ["KALSHI:BTC", ["k:btc"]],
    ["fed-hike", ["k:fed-hike"]],
    ["https://kalshi.com/markets/x/fed-hike", ["k:fed-hike"]],
    ["https://kalshi.com/markets/mamdani-approval", ["m:mayor2"]],
  ] as const) {
    it(`finds ${ids[0]} with ${query}`, async () => {
      const found = await searchMeaning(query);
      assert.deepEqual(found.ids, ids);
    });
  }

  it("takes an address of up to 500 characters, and words of up to 200", async () => {
    const long = (length: number) => "https://kalshi.com/markets/x/fed-hike?utm_source=".padEnd(length, "a");
    assert.deepEqual((await searchMeaning(long(500))).ids, ["k:fed-hike"]);
    const statusOf = async (q: string) => (await meaningServer.get(`/api/v1/search?q=${encodeURIComponent(q)}`)).status;
    assert.deepEqual([await statusOf(long(501)), await statusOf("a".repeat(201))], [422, 422]);
  });

  it("holds its filters for every row, also of what an id names", async () => {
    const find = async (query: string) => {
      const { data, meta } = (await meaningServer.get(`/api/v1/search?${query}`)).json;
      const counts = [meta.questions_found, meta.events_found, meta.markets_found];
      assert.deepEqual(counts, [data.questions.length, data.events.length, data.markets.length], query);
      return counts;
    };
    for (const [query, counts] of [
      ["q=30", [1, 0, 1]],
      ["q=30&platform=predictit", [1, 0, 1]],
      ["q=30&real_money_only=true", [1, 0, 1]],
      ["q=30&platform=manifold&real_money_only=true", [0, 0, 0]],
      ["q=30&platform=manifold&category=crypto", [0, 0, 0]],
      ["q=kalshi:old", [0, 0, 1]],
      ["q=kalshi:old&status=open", [0, 0, 0]],
      ["q=kalshi:fed&status=closed", [0, 0, 0]],
      ["q=kalshi:fed&category=economics", [1, 0, 1]],
      ["q=kalshi:fed&category=politics", [0, 0, 0]],
      ["q=manifold:fed", [1, 0, 1]],
      ["q=manifold:fed&real_money_only=true", [1, 0, 0]],
      ["q=rate+panel&platform=manifold,predictit&real_money_only=true", [1, 0, 1]],
      ["q=rate+panel&platform=kalshi,predictit&category=economics,politics,other", [1, 0, 2]],
      ["q=rate+panel&platform=manifold&real_money_only=true", [0, 0, 0]],
      ["q=rate+panel&platform=predictit&real_money_only=true", [1, 0, 1]],
    ] as const) {
      assert.deepEqual(await find(query), counts, query);
    }
    assert.equal((await searchMeaning("kalshi:old")).meta.closed_matches, 1);
  });

  it("finds the question of a market", async () => {
    const { questions, markets: own } = await searchMeaning("polymarket:btc");
    assert.deepEqual([questions, own[0].question_id !== null], [[2], true]);
    assert.deepEqual((await searchMeaning("kalshi:btc", "&platform=manifold")).ids, []);
  });

  it("finds all markets of an event", async () => {
    const { markets, meta } = await searchMeaning("manifold:e1");
    assert.deepEqual([markets.length, meta.markets_found, meta.events_found], [20, MANIFOLD.length, 1]);
  });
});
