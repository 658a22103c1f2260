import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { servePages } from "../support/service/pages.ts";
import { DAY_MS, event, market, page, resolvedMarket, START } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

const NASTY = `<b>"rain" & 'snow'</b>`;

/** 120 markets on Kalshi and three others. */
async function open() {
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
  const test = openTestWriter({
    scripts: {
      kalshi: { full: [page(kalshi, [event({ id: "even", category: "sports" }), event({ id: "odd" })])] },
      manifold: { full: [page([market({ id: "m", title: NASTY, volume: 5 }), resolvedMarket({ id: "ended" })])] },
    },
  });
  await test.writer.runOnce(new Set());
  const site = await servePages(test);
  const { secret } = await site.make("pro");
  return { ...site, api: async (path: string) => (await site.get(`/api/v1${path}`, { "X-API-Key": secret })).json };
}

const site = await open();

/** The paths of the rows' links, in order. */
const rowsOf = (text: string): string[] =>
  [...text.matchAll(/<th scope="row"><a href="([^"]+)"/g)].map(([, href = ""]) => href);

/** The address a link with this text leads to. */
const linkTo = (text: string, label: string): string | undefined =>
  new RegExp(`<a [^>]*href="([^"]+)"[^>]*>${label}`).exec(text)?.[1]?.replaceAll("&amp;", "&");

describe("the page of all markets", () => {
  const queries = [
    "",
    "page=2",
    "page=3",
    "platform=manifold",
    "platform=kalshi&category=Sports",
    "status=closed",
    "status=all&sort=updated",
    "sort=closing",
    "sort=closing&order=desc&page=2",
    "sort=price&order=asc",
    "sort=volume_24h",
    "q=number+11",
    "min_volume=1100.5&sort=volume&order=asc",
    "closing_before=2026-12-01&sort=closing",
    "closing_before=2026-12-01T12:00:00Z",
  ];
  for (const query of queries) {
    it(`has the rows the API answers for ?${query}`, async () => {
      const { status, text } = await site.get(`/markets?${query}`);
      assert.equal(status, 200);
      const { data, meta } = await site.api(`/markets?${query}`);
      assert.ok(data.length > 0);
      const expected = data.map(({ platform, id }: { platform: string; id: string }) => `/markets/${platform}/${id}`);
      assert.deepEqual(rowsOf(text), expected);
      assert.match(text, new RegExp(`<p class="found">${meta.total} market`));
    });
  }

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
    assert.deepEqual(selected, ["kalshi", "politics", "all", "closing", "desc"]);
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

  it("has no page links where one page is enough", async () => {
    assert.doesNotMatch((await site.get("/markets?platform=manifold")).text, /class="pages"/);
  });

  it("says where the list ends on a page beyond its end", async () => {
    const { status, text } = await site.get("/markets?platform=kalshi&page=41");
    assert.equal(status, 200);
    assert.match(text, /120 markets, but no page 41/);
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

  it("keeps on phones the column it is sorted by", async () => {
    const heading = (text: string, label: string) =>
      new RegExp(`<th scope="col" class="([^"]*)"[^>]*><a[^>]*>${label}`).exec(text)?.[1];
    const { text } = await site.get("/markets?sort=closing");
    assert.deepEqual([heading(text, "Closes"), heading(text, "Volume")], ["num", "num wide"]);
  });

  it("leads on where nothing is found", async () => {
    const { status, text } = await site.get("/markets?q=nothing+like+it&page=3");
    assert.equal(status, 200);
    assert.match(text, /No market passes these filters/);
    assert.equal(linkTo(text, "Closed ones too"), "/markets?q=nothing+like+it&status=all");
    assert.equal(linkTo(text, "All open markets"), "/markets");
    assert.equal(linkTo((await site.get("/markets?q=nothing&status=all")).text, "Closed ones too"), undefined);
  });

  it("shows text as text", async () => {
    const { text } = await site.get(
      `/markets?q=${encodeURIComponent('"><b>rain')}&category=${encodeURIComponent("<i>")}`,
    );
    assert.doesNotMatch(text, /<b>|<i>/);
    assert.match(text, /value="&quot;&gt;&lt;b&gt;rain"/);
    assert.match((await site.get("/markets?platform=manifold")).text, /&lt;b&gt;&quot;rain&quot; &amp; /);
  });

  it("names the API request with the same rows", async () => {
    const { text } = await site.get("/markets?platform=kalshi&sort=volume&page=2");
    const [, path = ""] = /<code>GET ([^<]+)<\/code>/.exec(text) ?? [];
    assert.equal(path, "/api/v1/markets?platform=kalshi&amp;page=2");
  });
});

describe("a page to browse", () => {
  for (const [query, parameter] of [
    ["platform=nowhere", "platform"],
    ["status=maybe", "status"],
    ["sort=beauty", "sort"],
    ["order=up", "order"],
    ["min_volume=-1", "min_volume"],
    ["closing_before=soon", "closing_before"],
    ["q=a", "q"],
    ["page=0", "page"],
    ["page=1.5", "page"],
    ["page=1&page=2", "page"],
  ] as const) {
    it(`says what is wrong with ${query}`, async () => {
      const { status, headers, text } = await site.get(`/markets?${query}`, { Accept: "text/html" });
      assert.deepEqual([status, headers["content-type"]], [422, "text/html; charset=utf-8"]);
      assert.match(text, new RegExp(`role="alert">${parameter}: expected `, "i"));
      assert.match(text, /<a href="\/markets">Open the page without filters<\/a>/);
    });
  }
});
