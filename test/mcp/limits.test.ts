import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toCall } from "../support/mcp/client.ts";
import { openTestMcp } from "../support/mcp/test-tools.ts";
import { market, page } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

const writer = openTestWriter({ scripts: { kalshi: { full: [page([market({ id: "a", title: "Rain?" })])] } } });
await writer.writer.runOnce(new Set());
const { context, send, call, makeKey } = await openTestMcp(writer);

describe("a tool that needs matched markets", () => {
  it("says how far matching is while that is under way", async () => {
    const { noteMatching } = context.passes;
    const { secret } = await makeKey("pro");
    const told = "Still matching: 1,200 of 4,000 markets compared. Until it ends, questions and spreads are missing.";
    for (const name of ["find_questions", "find_topics", "find_spreads", "find_markets"]) {
      noteMatching({ stage: "compare", done: 1200, total: 4000 });
      const { text, data } = await call(name, {}, secret);
      noteMatching(null);
      const expected = name === "find_markets" ? undefined : [told];
      assert.deepEqual([data.warnings, text.startsWith(told)], [expected, expected !== undefined], name);
      const after = await call(name, {}, secret);
      assert.deepEqual([after.data.warnings, after.text.includes(told)], [undefined, false], name);
    }
  });
});

describe("/mcp, as often as it may be asked", () => {
  it("counts a call by the time that passes, also while the clock is held", async () => {
    const { secret } = await makeKey("free");
    const { clock } = context;
    clock.holdAt(clock.now() - 3_600_000);
    try {
      const left = async () =>
        Number(/"minute";r=(\d+)/.exec(String((await call("movers", {}, secret)).headers.ratelimit))?.[1]);
      const first = await left();
      assert.equal(await left(), first - 1);
      for (let count = 0; count < first - 1; count++) await call("movers", {}, secret);
      assert.match((await call("movers", {}, secret)).text, /per minute reached/);
    } finally {
      clock.holdAt(0);
    }
  });

  it("asks for the pro plan only where a flag that needs it is set", async () => {
    const { secret } = await makeKey("free");
    const ask = async (given: object) => (await call("get_question", { question: "kalshi:a", ...given }, secret)).text;
    // Some assistants send text for a flag.
    for (const accuracy of [true, "true"]) assert.match(await ask({ accuracy }), /needs the pro plan/);
    assert.equal(await ask({ accuracy: false }), await ask({}));
    assert.doesNotMatch(await ask({}), /pro plan/);
  });

  it("takes the key from its address, for clients that send no header", async () => {
    const { secret, id } = await makeKey("free");
    const ask = async (query: string) => (await send(toCall("movers", {}), { query })).json.result;
    assert.notEqual((await ask(`?api_key=${secret}`)).isError, true);
    const key = context.access.keys.find(id) ?? assert.fail("the key");
    assert.equal(context.access.counters.used(key, context.clock.now()).day, 1);
    for (const query of ["", "?api_key=tb_live_wrong"]) {
      const { isError, content } = await ask(query);
      assert.equal(isError, true);
      assert.match(content[0].text, /behind its address as \?api_key=/);
    }
  });

  it("counts a call of a tool that there is not", async () => {
    const { secret, id } = await makeKey("free");
    await send(toCall("get_markets", {}), { secret });
    const key = context.access.keys.find(id) ?? assert.fail("the key");
    assert.equal(context.access.counters.used(key, context.clock.now()).day, 1);
  });

  for (const [what, message, id] of [
    ["discovery", { jsonrpc: "2.0", id: 7, method: "ping" }, 7],
    ["calls", toCall("movers", {}), /^\d+$/],
    ["batches", [toCall("movers", {})], null],
    ["what is no JSON", "{", null],
  ] as const) {
    it(`limits ${what} without a key by address, and answers as the protocol says`, async () => {
      context.clock.advance(61_000);
      const replies = await Promise.all(Array.from({ length: 31 }, () => send(message)));
      const refused = replies.filter(({ status }) => status === 429);
      assert.equal(refused.length, 1);
      const { json, headers } = refused[0] ?? assert.fail();
      assert.match(json.error.message, /At most 30 messages a minute/);
      assert.match(String(headers["retry-after"]), /^\d+$/);
      if (id instanceof RegExp) assert.match(String(json.id), id);
      else assert.equal(json.id, id);
      const wrongKey = await send(message, { secret: "tb_live_wrong" });
      assert.equal(wrongKey.status, 429);
      const keyed = await send({ jsonrpc: "2.0", id: 8, method: "ping" }, { secret: context.secret });
      assert.equal(keyed.status, 200);
      assert.equal((await call("movers", {})).status, 200);
    });
  }

  it("limits discovery with a key by that key", async () => {
    const { secret } = await makeKey("free");
    const ping = { jsonrpc: "2.0", id: 9, method: "ping" };
    const replies = await Promise.all(Array.from({ length: 31 }, () => send(ping, { secret })));
    assert.deepEqual(
      replies.filter(({ status }) => status !== 200).map(({ json }) => json.id),
      [9],
    );
  });

  for (const [params, said] of [
    [undefined, /^params\.name must be the name of a tool; there are find_questions, /],
    [{ name: 5 }, /^params\.name must be the name of a tool; there are find_questions, /],
    [{ name: "movers", arguments: [] }, /^params\.arguments must be an object/],
  ] as const) {
    it(`says what a call lacks: ${JSON.stringify(params)}`, async () => {
      const { json } = await send(
        { jsonrpc: "2.0", id: 3, method: "tools/call", params },
        { secret: (await makeKey("pro")).secret },
      );
      assert.deepEqual([json.id, json.error.code], [3, -32_602]);
      assert.match(json.error.message, said);
    });
  }
});
