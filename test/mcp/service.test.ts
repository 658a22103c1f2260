import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mcpRoutes } from "../../src/mcp/route.ts";
import { textOf, toCall } from "../support/mcp/client.ts";
import { openTestMcp } from "../support/mcp/test-tools.ts";
import { startTestServer } from "../support/service/api.ts";
import { event, market, page } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

const events = [
  event({ id: "KXFED-26DEC", url: "https://kalshi.com/markets/kxfed/event/kxfed-26dec" }),
  event({ id: "KXONE", url: "https://kalshi.com/markets/kxone/event/kxone" }),
];
const writer = openTestWriter({
  scripts: {
    kalshi: {
      full: [
        page(
          [
            market({ id: "KXFED-26DEC-CUT", eventId: "KXFED-26DEC", title: "Fed in December? Cut" }),
            market({ id: "KXFED-26DEC-HOLD", eventId: "KXFED-26DEC", title: "Fed in December? Hold" }),
            market({ id: "KXONE-1", eventId: "KXONE", title: "Rain in Paris?", bestBid: null }),
          ],
          events,
        ),
      ],
    },
    polymarket: {
      full: [
        page(
          [
            market({ id: "7", eventId: "e7", url: "https://polymarket.com/event/fed-december/cut", title: "A fall?" }),
            market({ id: "8", eventId: "e7", url: "https://polymarket.com/event/fed-december/hold", title: "A rest?" }),
          ],
          [event({ id: "e7", url: "https://polymarket.com/event/fed-december" })],
        ),
      ],
    },
  },
});
await writer.writer.runOnce(new Set());
const { context, server, send, call, makeKey } = await openTestMcp(writer);

describe("/mcp", () => {
  it("answers discovery without a key, in JSON", async () => {
    const { status, headers, json } = await send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    assert.equal(status, 200);
    assert.match(headers["content-type"] ?? "", /^application\/json/);
    assert.equal(json.result.tools.length, 9);
    const ping = await send({ jsonrpc: "2.0", id: 2, method: "ping" });
    assert.deepEqual(ping.json, { jsonrpc: "2.0", id: 2, result: {} });
  });

  it("states the bounds of arguments, all but lower ones of 1", async () => {
    const { json } = await send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const tools: { name: string; inputSchema: { properties: Record<string, Record<string, unknown>> } }[] =
      json.result.tools;
    const argumentOf = (tool: string, name: string) =>
      tools.find((one) => one.name === tool)?.inputSchema.properties[name];
    for (const tool of ["find_questions", "find_markets"]) {
      const { minLength, maxLength } = argumentOf(tool, "query") ?? {};
      assert.deepEqual([minLength, maxLength], [2, 200], tool);
    }
    assert.deepEqual(argumentOf("price_history", "points"), { type: "integer", minimum: 2, maximum: 100, default: 25 });
    assert.equal(argumentOf("find_spreads", "stake")?.maximum, 1_000_000);
    assert.deepEqual(argumentOf("movers", "limit"), { type: "integer", maximum: 20 });
  });

  it("takes a notification without an answer", async () => {
    const { status, text } = await send({ jsonrpc: "2.0", method: "notifications/initialized" });
    assert.deepEqual([status, text], [202, ""]);
  });

  it("refuses GET and DELETE, for there are no streams and no sessions", async () => {
    for (const method of ["GET", "DELETE"]) {
      const { status, headers } = await server.send("/mcp", { method, isAnonymous: true });
      assert.deepEqual([status, headers.allow], [405, "POST, OPTIONS"]);
    }
  });

  it("refuses what is no message", async () => {
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    assert.equal((await send("{")).json.error.code, -32_700);
    assert.equal((await send([ping, ping])).json.error.code, -32_600);
    assert.equal((await send(ping, { headers: { "Content-Type": "text/plain" } })).status, 415);
    assert.equal((await send(`"${"x".repeat(70_000)}"`)).status, 413);
  });

  it("lets no page of another site ask", async () => {
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const from = async (origin: string) => (await send(ping, { headers: { Origin: origin } })).status;
    assert.equal(await from("http://evil.example:8080"), 403);
    assert.equal(await from("null"), 403);
    assert.equal(await from(`${context.site.origin()}.evil.example`), 403);
    assert.equal(await from("http://localhost:6274"), 200);
    assert.equal(await from(context.site.origin()), 200);
  });

  it("says where a key comes from, and what a wrong one is", async () => {
    const { result } = (await send(toCall("movers", {}))).json;
    assert.equal(result.isError, true);
    assert.match(textOf(result), /make a free one at http.*\/keys/);
    assert.match(
      (await call("movers", {}, "tb_live_wrong")).text,
      /not a valid API key: make a free one at http.*\/keys/,
    );
  });

  it("counts a call like a request, and refuses one too many in words", async () => {
    const { secret } = await makeKey("free");
    const first = await call("movers", {}, secret);
    assert.match(String(first.headers.ratelimit), /"minute";r=\d+/);
    const left = Number(/r=(\d+)/.exec(String(first.headers.ratelimit))?.[1]);
    for (let count = 0; count < left; count++) await call("movers", {}, secret);
    const refused = await call("movers", {}, secret);
    assert.deepEqual([refused.status, refused.isError], [200, true]);
    assert.match(refused.text, /per minute reached \(Free plan\)\. Try again in \d+ seconds\..*pricing/);
  });

  it("takes null for an argument that is left out", async () => {
    const { secret } = await makeKey("free");
    const [given, without] = [await call("movers", { platform: null }, secret), await call("movers", {}, secret)];
    assert.deepEqual([given.isError, given.text], [without.isError, without.text]);
  });

  it("says what was expected, and what was meant", async () => {
    for (const [name, given, said] of [
      ["find_markets", { platfrom: "kalshi" }, /no argument 'platfrom'; did you mean platform\?/],
      ["find_markets", { platform: "kalshy" }, /platform: expected one of .*kalshi.*, got 'kalshy'/],
      ["find_markets", { limit: 21 }, /limit: expected an integer from 1 to 20, got '21'/],
      ["find_markets", { query: { a: 1 } }, /query: expected text of 2 to 200 characters/],
      ["get_market", {}, /market: required; expected/],
      ["get_market", { market: "hello" }, /expected platform:id, a question id .*, got 'hello'/],
      ["get_market", { market: "kalshi:KXFED-26DEC-CAT" }, /closest ids: kalshi:KXFED-26DEC-CUT/],
      ["get_market", { market: "kalshi:KXFED-26DEC" }, /is an event; get_event lists its markets/],
      [
        "get_market",
        { market: "https://kalshi.com/markets/kxfed/event/kxfed-26dec" },
        /this page has 2 markets, such as/,
      ],
      [
        "get_market",
        { market: "https://polymarket.com/event/no-such-thing" },
        /try find_markets with query 'no such thing'/,
      ],
      ["get_market", { market: "https://polymarket.com/event/no-%E0%A4%A" }, /with query 'no E0 A4 A'/],
      ["get_event", { event: "0123456789abcdef" }, /; get_question shows it/],
      ["get_market", { market: "limitless:x" }, /limitless is not read here; platforms:/],
      ["get_question", { question: "kalshi:KXONE-1" }, /no other platform asks .*; get_market shows it/],
      ["get_event", { event: "kalshi:NONE" }, /kalshi has no event or market 'NONE'/],
      ["price_history", { of: "kalshi:KXONE-1", points: 101 }, /points: expected an integer from 2 to 100/],
    ] as const) {
      const { text, isError, data } = await call(name, given);
      assert.match(text, said);
      assert.deepEqual([isError, data], [true, undefined]);
    }
    const unknown = await send(toCall("get_markets", {}), { secret: context.secret });
    assert.deepEqual(
      [unknown.json.error.code, /did you mean get_market\?/.test(unknown.json.error.message)],
      [-32_602, true],
    );
  });

  for (const [address, found] of [
    ["kalshi:KXFED-26DEC-CUT", "kalshi:KXFED-26DEC-CUT"],
    ["KALSHI:KXFED-26DEC-CUT", "kalshi:KXFED-26DEC-CUT"],
    ["https://kalshi.com/markets/kxone/event/kxone", "kalshi:KXONE-1"],
    ["https://www.kalshi.com/markets/kxone/will-it-rain/kxone?utm=1#top", "kalshi:KXONE-1"],
    ["kalshi.com/markets/kxfed/x/kxfed-26dec-hold/", "kalshi:KXFED-26DEC-HOLD"],
    ["https://polymarket.com/event/fed-december/hold", "polymarket:8"],
    ["https://polymarket.com/event/fed-december/cut?tid=5", "polymarket:7"],
  ] as const) {
    it(`finds the market of ${address}`, async () =>
      assert.equal((await call("get_market", { market: address })).data.market, found));
  }

  it("finds the event of a page, of a market and of its own id", async () => {
    for (const given of ["https://polymarket.com/event/fed-december", "polymarket:e7", "polymarket:7"]) {
      assert.equal((await call("get_event", { event: given })).data.event, "polymarket:e7");
    }
  });

  it("gives prices and fees in cents, a time in UTC, and no offer where a book has none", async () => {
    const { data, text } = await call("get_market", { market: "kalshi:KXONE-1" });
    assert.deepEqual([data.yes, data.ask, data.buy_yes], [40, 41, { price: 41, fee: 1.7, cost: 42.7 }]);
    assert.deepEqual([data.bid, data.buy_no, data.as_of], [null, null, "2026-11-20T12:00Z"]);
    assert.match(text, /buy yes 42\.7¢ \(fee 1\.7\), buy no not offered/);
  });

  it("says how many more there are, and how to get them", async () => {
    const { data, text } = await call("get_event", { event: "polymarket:e7", limit: 1 });
    assert.deepEqual([data.total, data.next_page, data.markets.length], [2, 2, 1]);
    assert.match(text, /1 more markets: page=2\./);
    const second = await call("get_event", { event: "polymarket:e7", limit: 1, page: 2 });
    assert.deepEqual([second.data.next_page, second.data.markets.length], [undefined, 1]);
  });

  it("tells nothing of an error of its own, logs it and charges nothing", async () => {
    const { secret, id } = await makeKey("pro");
    const broken = {
      ...context,
      store: { ...context.store, topics: { ...context.store.topics, listMovers: () => assert.fail("secret detail") } },
    };
    const other = await startTestServer(broken, { routes: mcpRoutes(context.config) });
    const reply = await other.send("/mcp", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-API-Key": secret },
      body: JSON.stringify(toCall("movers", {})),
    });
    assert.equal(textOf(reply.json.result), "something went wrong here and was logged; try again");
    assert.ok(context.logged.some(({ msg, request_id }) => msg === "request failed" && request_id !== undefined));
    const key = context.access.keys.find(id) ?? assert.fail("the key");
    assert.equal(context.access.counters.used(key, context.clock.now()).day, 0);
  });
});
