import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toQuestionId } from "../../src/domain/questions.ts";
import { openTestApi } from "../support/service/api.ts";
import { openQuestionSite } from "../support/service/question-site.ts";
import { DAY_MS, event, market, page, resolvedMarket, START } from "../support/store/builders.ts";
import { type GivenMatch, group } from "../support/store/groups.ts";
import { openTestWriter, type Script } from "../support/store/writer.ts";

/** 120 markets on Kalshi, two on Manifold. */
async function openMarkets() {
  const kalshi = Array.from({ length: 120 }, (_, index) =>
    market({
      id: `k${index}`,
      eventId: index % 2 === 0 ? "even" : "odd",
      title: `Will number ${index} come?`,
      volume: 100_000 + index * 100,
      volume24h: 10_000 - index,
      yesPrice: 100_000 + index * 1000,
      closesAt: index === 7 ? null : START + (index + 1) * DAY_MS,
    }),
  );
  return openBoth({
    kalshi: { full: [page(kalshi, [event({ id: "even", category: "sports" }), event({ id: "odd" })])] },
    manifold: { full: [page([market({ id: "m", volume: 5 }), resolvedMarket({ id: "ended" })])] },
  });
}

/** 60 questions of Kalshi and Polymarket; Manifold asks the first as its opposite and the last one alone. */
async function openQuestions() {
  const ids = Array.from({ length: 60 }, (_, index) => `q${index}`);
  const asked = (platform: string) => (id: string, index: number) =>
    market({
      id,
      eventId: index % 2 === 0 ? "even" : "odd",
      title: `${platform} asks ${id}`,
      yesPrice: platform === "Kalshi" ? 300_000 : 300_000 + index * 5000,
      volume: 100_000 + index * 100,
      closesAt: START + (index + 1) * DAY_MS,
    });
  const events = [event({ id: "even", category: "sports" }), event({ id: "odd" })];
  const manifold = [
    market({ id: "q0", title: "Not q0", yesPrice: 680_000 }),
    market({ id: "q60", title: "Alone", volume: 9_000_000 }),
  ];
  const scripts = {
    kalshi: { full: [page(ids.map(asked("Kalshi")), events)] },
    polymarket: { full: [page(ids.map(asked("Polymarket")), events)] },
    manifold: { full: [page(manifold)] },
  };
  const matches = ids.map((id) => ({ a: "kalshi", b: "polymarket", id }));
  return openBoth(scripts, [...matches, { a: "kalshi", b: "manifold", id: "q0", isInverted: true }]);
}

/** The pages, and the API beside them. */
async function openBoth(scripts: Readonly<Record<string, Script>>, matches?: readonly GivenMatch[]) {
  const site = await openTestApi({ scripts, hasPages: true, ...(matches && { matches }) });
  const { secret } = await site.make({ tier: "pro" });
  return { ...site, api: async (path: string) => (await site.get(`/api/v1${path}`, { "X-API-Key": secret })).json };
}

const site = await openMarkets();
const asked = await openQuestions();

/** The paths of the rows' links, in order. */
const rowsOf = (text: string): string[] =>
  [...text.matchAll(/<th scope="row"><a href="([^"]+)"/g)].map(([, href = ""]) => href);

/** The address a link with this text leads to. */
const linkTo = (text: string, label: string): string | undefined =>
  new RegExp(`<a [^>]*href="([^"]+)"[^>]*>${label}`).exec(text)?.[1]?.replaceAll("&amp;", "&");

/** An object of the API. */
interface Listed {
  readonly platform: string;
  readonly id: string;
}

const split = (queries: string): readonly string[] => queries.split(" ");

const MARKET_QUERIES = [
  "",
  ...split("page=2 page=3 platform=manifold platform=kalshi&category=Sports status=closed status=all&sort=updated"),
  ...split("sort=closing sort=closing&order=desc&page=2 sort=price&order=asc sort=volume_24h q=number+11"),
  ...split("min_volume=1100.5&sort=volume&order=asc closing_before=2026-12-01&sort=closing"),
  ...split("closing_before=2026-12-01T12:00:00Z"),
];
const QUESTION_QUERIES = [
  "",
  ...split("page=2 platform=manifold category=Sports&order=asc status=all&sort=updated sort=closing&page=2"),
  ...split("sort=gap sort=platforms sort=volume_24h&order=asc q=polymarket+q1 min_volume=2110.5"),
  ...split("min_gap_cents=20&sort=gap&order=asc real_money_only=true closing_before=2026-12-01"),
];

const listing = (yesPrice: number) =>
  page([
    market({ id: "a", title: "Will it rain?", yesPrice }),
    market({ id: "b", title: "Will it snow?", yesPrice: 200_000 }),
    resolvedMarket({ id: "ended", title: "Did it hail?" }),
  ]);
const scripts = {
  kalshi: { full: [listing(300_000)] },
  polymarket: {
    full: [
      page([market({ id: "a", title: "Rain?", yesPrice: 300_000 }), resolvedMarket({ id: "ended", title: "Hail?" })]),
    ],
  },
};
const test = openTestWriter({ scripts });
await test.writer.runOnce(new Set());
group(test, [
  { a: "kalshi", b: "polymarket", id: "a" },
  { a: "kalshi", b: "polymarket", id: "ended" },
]);
test.clock.advance(DAY_MS + 1000);
scripts.kalshi.full = [listing(340_000)];
await test.writer.runOnce(new Set());
const movedSite = await openTestApi({ writer: test, hasPages: true });

/** The row with this name. */
async function rowOf(path: string, name: string): Promise<string> {
  const { text } = await movedSite.get(path);
  return text.split("<tr ").find((row) => row.startsWith(`data-row="${name}"`)) ?? assert.fail(`${path}: ${name}`);
}

describe("a page and the API", () => {
  for (const [queries, path, { get, api }, linkOf] of [
    [MARKET_QUERIES, "/markets", site, ({ platform, id }: Listed) => `/markets/${platform}/${id}`],
    [QUESTION_QUERIES, "/questions", asked, ({ id }: Listed) => `/questions/${id}`],
  ] as const) {
    for (const query of queries) {
      it(`have the same rows at ${path}?${query}`, async () => {
        const { status, text } = await get(`${path}?${query}`);
        assert.equal(status, 200);
        const { data, meta } = await api(`${path}?${query}`);
        assert.ok(data.length > 0);
        assert.deepEqual(rowsOf(text), data.map(linkOf));
        assert.ok(text.includes(`<p class="found">${meta.total} `));
      });
    }
  }
});

describe("the page of all markets", () => {
  it("takes the empty fields of its form as missing", async () => {
    const empty = "q=&platform=&category=&status=&min_volume=&closing_before=&sort=&order=&page=";
    const { status, text } = await site.get(`/markets?${empty}`);
    assert.equal(status, 200);
    assert.deepEqual(rowsOf(text), rowsOf((await site.get("/markets")).text));
    assert.doesNotMatch(text, />Reset</);
  });

  it("shows in its form what was chosen", async () => {
    const { text } = await site.get(
      "/markets?q=number&platform=kalshi&category=Politics&status=all&min_volume=20&closing_before=2027-01-01&sort=closing&order=desc",
    );
    const selected = [...text.matchAll(/<option value="([^"]*)" selected>/g)].map(([, value]) => value);
    assert.deepEqual(selected, ["kalshi", "politics", "closing", "all"]);
    assert.match(text, /name="q" value="number"/);
    assert.match(text, /type="number" name="min_volume" value="20"/);
    assert.match(text, /type="date" name="closing_before" value="2027-01-01"/);
    const { text: timed } = await site.get("/markets?closing_before=2027-01-01T06:30:00Z");
    assert.match(timed, /type="text" name="closing_before" value="2027-01-01T06:30:00.000Z"/);
  });

  it("leads from page to page with its filters, and names only what is no default", async () => {
    const query = "q=number&sort=volume_24h&order=desc&status=open&min_volume=0&platform=";
    const { text: first } = await site.get(`/markets?${query}&page=1`);
    assert.match(first, /120 markets, 1 to 50 on this page/);
    assert.match(first, /Page 1 of 3/);
    assert.equal(linkTo(first, "Previous"), undefined);
    assert.equal(linkTo(first, "Next"), "/markets?q=number&sort=volume_24h&page=2");
    const { text: second } = await site.get(linkTo(first, "Next") ?? "");
    assert.equal(linkTo(second, "Previous"), "/markets?q=number&sort=volume_24h");
    const { text: third } = await site.get(linkTo(second, "Next") ?? "");
    assert.match(third, /101 to 120 on this page.*Page 3 of 3/s);
    assert.equal(linkTo(third, "Next"), undefined);
    assert.equal(new Set([first, second, third].flatMap(rowsOf)).size, 120);
  });

  it("says where the list ends on a page beyond its end", async () => {
    const { status, text } = await site.get("/markets?platform=kalshi&page=41");
    assert.equal(status, 200);
    assert.match(text, /There is no page 41/);
    assert.equal(linkTo(text, "page 3"), "/markets?platform=kalshi&page=3");
    assert.equal(
      linkTo((await site.get("/markets?platform=manifold&page=2")).text, "page 1"),
      "/markets?platform=manifold",
    );
  });

  it("sorts by its headings, again the other way round, and from the first page", async () => {
    const { text } = await site.get("/markets?platform=kalshi&page=2");
    assert.match(text, /aria-sort="descending"><a href="[^"]*">Volume/);
    assert.equal(text.match(/aria-sort/g)?.length, 1);
    assert.equal(linkTo(text, "Volume"), "/markets?platform=kalshi&order=asc");
    assert.equal(linkTo(text, "Closes"), "/markets?platform=kalshi&sort=closing");
    assert.equal(linkTo(text, "Yes"), "/markets?platform=kalshi&sort=price");
    const { text: closing } = await site.get("/markets?sort=closing");
    assert.match(closing, /aria-sort="ascending"><a href="\/markets\?sort=closing&amp;order=desc">Closes/);
    const { text: reversed } = await site.get("/markets?sort=closing&order=desc");
    assert.equal(linkTo(reversed, "Closes"), "/markets?sort=closing");
  });

  it("leads on where nothing is found", async () => {
    const { status, text } = await site.get("/markets?q=nothing+like+it&page=3");
    assert.equal(status, 200);
    assert.match(text, /No market passes these filters/);
    assert.equal(linkTo(text, "Include closed ones"), "/markets?q=nothing+like+it&status=all");
    assert.equal(linkTo(text, "All open markets"), "/markets");
    assert.equal(linkTo((await site.get("/markets?q=nothing&status=all")).text, "Include closed ones"), undefined);
  });
});

describe("the page of all questions", () => {
  it("has a chip for each market, with its price in the question's direction", async () => {
    const { text } = await asked.get("/questions?platform=manifold");
    const chips = [...text.matchAll(/<a class="chip" href="([^"]+)" title="([^"]*)">(.*?)<\/a>/g)].map(
      ([, href, title, content = ""]) => [href, title, content.replaceAll(/<[^>]+>/g, "")],
    );
    assert.deepEqual(chips, [
      ["/markets/kalshi/q0", "Kalshi asks: “Kalshi asks q0”", "Kalshi 30%"],
      ["/markets/manifold/q0", "Manifold asks the opposite: “Not q0”. Yes there is 68%.", "Manifold 32% opposite play"],
      ["/markets/polymarket/q0", "Polymarket asks: “Polymarket asks q0”", "Polymarket 30%"],
    ]);
    const { text: real } = await asked.get("/questions?real_money_only=true");
    assert.doesNotMatch(real, /p-manifold/);
    assert.match(real, /name="real_money_only" value="true" checked/);
  });

  it("has a chip for the other side of a game where its price differs, since price and gap count it", async () => {
    const sides = ["even", "odd"].map((eventId) => ({ eventId, home: `${eventId}-home`, away: `${eventId}-away` }));
    const games = await openQuestionSite({
      listed: {
        kalshi: sides.flatMap(({ eventId, home, away }) => [
          { id: home, eventId, title: "Home?", yesPrice: 390_000 },
          { id: away, eventId, title: "Away?", yesPrice: eventId === "even" ? 610_000 : 580_000 },
        ]),
        polymarket: sides.map(({ eventId, home }) => ({ id: home, eventId, title: "Home?", yesPrice: 390_000 })),
      },
      matches: sides.flatMap(({ home, away }) => [
        { a: "kalshi", b: "polymarket", id: home },
        { a: "kalshi", b: "polymarket", id: away, idOfB: home, isInverted: true },
      ]),
    });
    const { text } = await games.get("/questions?sort=gap");
    const rows = [...text.matchAll(/<tr data-row.*?<\/tr>/gs)].map(([row]) => row);
    const chipsOf = (row: string) =>
      [...row.matchAll(/<a class="chip".*?<\/a>/g)].map(([chip]) => chip.replaceAll(/<[^>]+>/g, ""));
    assert.deepEqual(rows.map(chipsOf), [
      ["Kalshi 39%", "Kalshi 42% opposite", "Polymarket 39%"],
      ["Kalshi 39%", "Polymarket 39%"],
    ]);
    assert.match(rows[0] ?? "", />3\.0¢</);
  });

  it("leads on where nothing is found", async () => {
    const { text } = await asked.get("/questions?q=alone");
    assert.match(text, /No question passes these filters/);
    assert.equal(linkTo(text, "All open questions"), "/questions");
    assert.match((await asked.get("/markets?q=alone")).text, /1 market</);
  });
});

describe("lists", () => {
  it("show how the price of a market moved in 24 hours, and its course", async () => {
    for (const path of ["/markets", "/markets?platform=kalshi"]) {
      const row = await rowOf(path, "kalshi:a");
      assert.match(row, /chg up">\+4\.0</, path);
      assert.match(row, /<svg class="spark"/, path);
    }
  });

  it("show the same of a question, weighted as its price is", async () => {
    const [id = ""] = /question:([0-9a-f]{16})/.exec((await movedSite.get("/questions")).text)?.slice(1) ?? [];
    const row = await rowOf("/questions", `question:${id}`);
    assert.match(row, /\+2\.0</);
    assert.match(row, /<svg class="spark"/);
  });

  it("say how a market ended, show its last price as such, and no movement", async () => {
    for (const path of ["/markets?status=closed"]) {
      const row = await rowOf(path, "kalshi:ended");
      assert.match(row, /<td class="yes over"/, path);
      assert.match(row, /resolved: (yes|no)/, path);
      assert.doesNotMatch(row, /class="spark"|¢/, path);
    }
    const row = await rowOf("/questions?status=closed", `question:${toQuestionId("kalshi", "ended")}`);
    assert.match(row, /resolved: yes/);
    assert.doesNotMatch(row, /class="spark"/);
  });

  it("show the outcomes of a topic with how each moved, and how it ended", async () => {
    const path = "/markets/kalshi/b";
    assert.match(await rowOf(path, "outcome:kalshi:a"), /chg up">\+2\.0</);
    const ended = await rowOf(path, "outcome:kalshi:ended");
    assert.match(ended, /<span class="play">(yes|no)</);
    assert.match(ended, /chg none/);
  });
});
