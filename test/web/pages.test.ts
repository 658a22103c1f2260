import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRoutes } from "../../src/api/index.ts";
import type { Config } from "../../src/config.ts";
import { PLANS } from "../../src/domain/accounts/plans.ts";
import { ERROR_STATUS } from "../../src/errors.ts";
import { limitText } from "../../src/web/page/figures.ts";
import { openTestApi } from "../support/service/api.ts";
import { offersAll } from "../support/store/arbitrage.ts";
import { event, market, page, resolvedMarket, START } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

const NASTY = `<script>alert("x")</script> & co`;
const books = (yesPrice: number) => ({ yesPrice, bestBid: yesPrice - 10_000, bestAsk: yesPrice + 10_000 });

/** Five questions that two platforms ask at different prices, and what else a listing holds. */
async function open(config: Partial<Config> = {}) {
  const asked = [1, 2, 3, 4, 5].map((index) => `q${index}`);
  const kalshi = [
    ...asked.map((id, index) =>
      market({ id, eventId: id, title: `Question ${id}`, ...books(400_000 + index * 10_000) }),
    ),
    market({ id: "nasty/1", title: NASTY, description: NASTY, url: "javascript:alert(1)", eventId: "n" }),
    market({ id: "nasty/2", title: "The other market", eventId: "n" }),
    market({ id: "sister", eventId: "q1", volume: 1 }),
    resolvedMarket({ id: "ended", eventId: "past" }),
  ];
  const polymarket = asked.map((id) => market({ id, eventId: id, title: `Asked ${id}`, ...books(550_000) }));
  const test = openTestWriter({
    scripts: {
      kalshi: { full: [page(kalshi, [event({ id: "n", title: NASTY })])], books: offersAll },
      polymarket: { full: [page(polymarket)], books: offersAll },
    },
  });
  await test.writer.runOnce(new Set());
  group(
    test,
    asked.map((id) => ({ a: "kalshi", b: "polymarket", id })),
  );
  await test.writer.books.run();
  return { ...(await openTestApi({ writer: test, hasPages: true, config })), test };
}

const site = await open();

describe("every page", () => {
  const paths = ["/", "/questions", "/markets", "/markets/kalshi/q1", "/search?q=question", "/arbitrage", "/analytics"];
  for (const path of [...paths, "/status", "/keys", "/docs", "/pricing"]) {
    it(`is whole, small, and allows nothing that is not its own: ${path}`, async () => {
      const { status, headers, bytes } = await site.get(path, { "Accept-Encoding": "br" });
      assert.equal(status, 200);
      assert.ok(bytes.length < 50_000, `${bytes.length} bytes`);
      assert.match(String(headers["content-security-policy"]), /default-src 'none'; script-src 'self'/);
      const { text } = await site.get(path);
      assert.match(text, /<h1[ >]/);
      assert.match(text, /<main id="main"/);
      assert.doesNotMatch(text, /<script>|<style| style="| on[a-z]+="|javascript:/);
      const assets = [...text.matchAll(/(?:href|src|content)="(?:http:\/\/[^/"]+)?(\/assets\/[^"]+)"/g)];
      assert.ok(assets.some(([name]) => name.includes("/assets/preview.png?v=")));
      for (const [, asset = ""] of assets) assert.equal((await site.get(asset)).status, 200, asset);
    });
  }

  it("shows text as text, whatever a platform writes", async () => {
    for (const path of [
      "/",
      "/markets",
      "/markets/kalshi/nasty%2F1",
      "/markets/kalshi/nasty%2F2",
      "/search?q=alert",
      "/search/suggestions?q=al",
      "/embed/kalshi/nasty%2F1",
      "/embed/events/kalshi/n",
    ]) {
      const { status, text } = await site.get(path);
      assert.equal(status, 200, path);
      assert.ok(text.includes("&lt;script&gt;"), path);
      assert.doesNotMatch(text, /<script>|javascript:/, path);
    }
  });

  it("repeats nothing of a query as markup", async () => {
    const { text } = await site.get(`/search?q=${encodeURIComponent('"><b>')}`);
    assert.doesNotMatch(text, /<b>/);
  });
});

describe("pages that everybody may see", () => {
  it("say so where there is none: as a page to a browser, as JSON to a program and under /api", async () => {
    const accept = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const page = await site.get("/marktes", accept);
    assert.deepEqual([page.status, page.headers["content-type"]], [404, "text/html; charset=utf-8"]);
    assert.match(page.text, /Not found/);
    assert.match(String(page.headers["content-security-policy"]), /default-src 'none'/);
    for (const reply of [await site.get("/marktes"), await site.get("/api/v1/marktes", accept)]) {
      assert.deepEqual([reply.status, reply.json.detail.error], [404, "not_found"]);
    }
  });

  it("give no more than a fixed number of lines", async () => {
    const rows = (await site.get("/search?q=question")).text.match(/<tr[^>]*>/g) ?? [];
    assert.ok(rows.length <= 26);
    const options = (await site.get("/search/suggestions?q=qu")).text.match(/role="option"/g) ?? [];
    assert.ok(options.length > 0 && options.length <= 8);
    assert.match((await site.get("/search?q=question&page=2")).text, /There is no page 2\./);
  });
});

describe("the page of a market", () => {
  it("shows the same question elsewhere with score, relation and reasons, and the event's other markets", async () => {
    const { text } = await site.get("/markets/kalshi/q1");
    assert.match(text, /Asked q1/);
    assert.match(text, /Yes here means yes there.*Match 95%/s);
    assert.match(text, /both by the end of 2026/);
    assert.match(text, /only (Kalshi|Polymarket) says May 2027/);
    assert.match(text, /Will sister happen\?/);
    assert.match(text, /href="https:\/\/example.com\/markets\/q1"/);
  });

  it("has a chart of the range that was asked for, readable without a script", async () => {
    for (const [range, label] of [
      ["1h", "1 hour"],
      ["30d", "30 days"],
      ["all", "All"],
    ] as const) {
      const { text } = await site.get(`/markets/kalshi/q1?range=${range}`);
      assert.match(text, /aria-label="Chance of yes over [^:]+: Kalshi 40%\. From [^"]+, all times/);
      assert.ok(text.includes(`aria-current="true">${label}`), range);
    }
    assert.equal((await site.get("/markets/kalshi/q1?range=9y")).status, 422);
  });

  it("has the platform asked for the past of an open market it does not know", async () => {
    const asked: unknown[] = [];
    const { get, context } = await open();
    Object.assign(context, {
      commands: {
        backfillHistory: async (input: unknown) => {
          asked.push(input);
          return "pending";
        },
      },
    });
    assert.match((await get("/markets/kalshi/q1?range=30d")).text, /Platforms are being asked for older prices/);
    assert.deepEqual(asked, [{ platform: "kalshi", id: "q1" }]);
    await get("/markets/kalshi/ended?range=30d");
    assert.equal(asked.length, 1);
  });
});

describe("the page of spreads", () => {
  it("shows all to a visitor on pro, as no request of the key", async () => {
    const { id, secret } = await site.make({ tier: "pro" });
    const { text } = await site.get("/arbitrage?sort=spread&min_confidence=low", site.sessionOf(secret));
    assert.equal(text.match(/<ul class="orders">/g)?.length, 5);
    const key = site.context.access.keys.find(id);
    assert.ok(key);
    assert.equal(site.context.access.counters.used(key, START).minute, 0);
  });

  it("shows no more than to everybody to a visitor on free, and says why", async () => {
    const { secret } = await site.make();
    const { text } = await site.get("/arbitrage?min_confidence=low", site.sessionOf(secret));
    assert.match(text, /needs a key on Pro, and yours is on Free.*<a [^>]*href="\/pricing">Plans and prices<\/a>/s);
    assert.equal(text.match(/<ul class="orders">/g)?.length, 3);
  });
});

describe("the reference", () => {
  const endpoints = createRoutes({ platforms: ["kalshi", "polymarket"] });

  it("has every operation, with an example that is answered", async () => {
    const index = (await site.get("/docs")).text;
    const tags = new Set(endpoints.map(({ tag }) => tag));
    const pages = await Promise.all([...tags].map(async (tag) => (await site.get(`/docs/${tag}`)).text));
    const text = pages.join("");
    for (const { operationId } of endpoints)
      for (const page of [index, text]) assert.ok(page.includes(` id="${operationId}"`), operationId);
    const { secret } = await site.make({ tier: "pro" });
    const commands = [
      ...text.matchAll(/<code id="call-\w+">curl (?!-X)[^\n]*? &#39;https?:\/\/[^/]+([^<]+)&#39;<\/code>/g),
    ];
    // An alert and a webhook are their key's own.
    const targets = commands
      .map(([, path = ""]) => path.replaceAll("&amp;", "&"))
      .filter((path) => !/\/(alerts|webhooks)\/./.test(path));
    assert.ok(targets.length > 12);
    for (const path of targets) assert.equal((await site.get(path, { "X-API-Key": secret })).status, 200, path);
  });

  it("has no other page", async () => {
    assert.equal((await site.get("/docs/nothing")).status, 404);
    assert.match((await site.get("/docs/mcp")).text, /<h1>Tools for assistants/);
  });

  it("exists in short as plain text", async () => {
    const { headers, text } = await site.get("/llms.txt");
    assert.match(String(headers["content-type"]), /^text\/plain/);
    for (const { path } of endpoints) assert.ok(text.includes(path.replaceAll(/:([a-z_]+)/g, "{$1}")), path);
    assert.ok(!text.includes("&quot;"));
  });

  it("names each error, each plan with its limits and each way to send a key, also as plain text", async () => {
    const rows = [
      ...Object.entries(ERROR_STATUS).map(([code, status]) => [code, String(status)]),
      ...PLANS.map(({ tier, perMinute, perDay, perMonth }) => [tier, ...[perMinute, perDay, perMonth].map(limitText)]),
      ...["X-API-Key: YOUR_KEY", "Authorization: Bearer YOUR_KEY", "?api_key=YOUR_KEY"].map((way) => [way]),
    ];
    const [page, plain] = [await site.get("/docs"), await site.get("/llms.txt")];
    const shown = page.text.replaceAll(/ data-label="[^"]*"/g, "");
    for (const [name = "", ...cells] of rows) {
      const row = `<code>${name}</code></th>${cells.map((cell) => `<td>${cell}</td>`).join("")}`;
      assert.ok(shown.includes(row), name);
      assert.ok(plain.text.includes(`| ${[`\`${name}\``, ...cells].join(" | ")} |`), name);
    }
  });
});

describe("the board", () => {
  it("is filtered by its address, and says by what", async () => {
    const { text } = await site.get("/?platform=kalshi&category=politics");
    assert.match(text, /href="\/\?platform=kalshi&amp;category=politics" aria-current="true"/);
    assert.match(text, /Question q1/);
    assert.doesNotMatch((await site.get("/?platform=manifold&category=politics")).text, /Question q1/);
    assert.doesNotMatch((await site.get("/?category=sports")).text, /Question q1/);
  });
});

it("robots.txt allows pages, and keeps programs and lists with filters out", async () => {
  const { headers, text } = await site.get("/robots.txt");
  assert.match(String(headers["content-type"]), /^text\/plain/);
  for (const line of ["User-agent: *", "Disallow: /api/", "Disallow: /*?", "Allow: /assets/", "Allow: /feeds/"]) {
    assert.ok(text.split("\n").includes(line), line);
  }
  assert.doesNotMatch(text, /Disallow: \/(markets|questions|events)?$/m);
});
