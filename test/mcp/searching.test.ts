import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openLocalTools } from "../../src/mcp/tool-service.ts";
import { textOf } from "../support/mcp/client.ts";
import { openTestContext } from "../support/service/test-context.ts";
import { market, page } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

const rain = [
  market({ id: "0", title: "Rain in Paris by December?" }),
  market({ id: "1", title: "Bitcoin above 90000?" }),
];
const writer = openTestWriter({
  scripts: {
    kalshi: { full: [page([...rain, market({ id: "2", title: "Republican nominee 2028: Hollister" })])] },
    polymarket: { full: [page([...rain, market({ id: "3", title: "Snow in Paris?" })])] },
    predictit: { full: [page([market({ id: "4", title: "Snow in Rome?" })])] },
  },
});
await writer.writer.runOnce(new Set());
group(writer, [
  { a: "kalshi", b: "polymarket", id: "0" },
  { a: "kalshi", b: "polymarket", id: "1" },
]);
const { store, clock, config } = await openTestContext({ writer });
const tools = openLocalTools({
  store,
  clock,
  platforms: config.platforms,
  onError: (error) => assert.fail(String(error)),
});

async function find(name: string, given: Record<string, unknown>) {
  const answer = await tools.call(name, given);
  const text = textOf(answer);
  assert.notEqual(answer.isError, true, text);
  return { text, data: answer.structuredContent ?? assert.fail("no data") };
}

describe("searches of the tools", () => {
  for (const [name, query, total, leftOut] of [
    ["find_questions", "what's the price of bitcoin", 1, ["what's", "the", "price", "of"]],
    ["find_questions", "Where is rain in Paris cheapest?", 1, ["Where", "is", "in", "cheapest"]],
    ["find_markets", "What would 2028 nominee Hollister cost me on each platform, fees included?", 1, undefined],
    ["find_markets", "Will Hollister's dog be the 2028 nominee?", 1, ["Will", "dog", "be", "the"]],
    ["find_markets", "Snow Republican nominee Hollister", 1, ["Snow"]],
    ["find_markets", "rain paris", 2, undefined],
  ] as const) {
    it(`${name} finds what is closest, and says what it left out: ${query}`, async () => {
      const { text, data } = await find(name, { query });
      assert.equal(data.total, total, text);
      if (leftOut === undefined) return;
      assert.deepEqual(data.left_out, leftOut);
      assert.ok(text.startsWith(`Searched without: ${leftOut.join(", ")}.\n`), text);
    });
  }

  for (const name of ["find_questions", "find_markets"]) {
    for (const sort of ["volume", "closing"]) {
      it(`${name} by ${sort} corrects an error, and says so`, async () => {
        const { text, data } = await find(name, { query: "bitcion", sort });
        assert.deepEqual([data.total, data.corrected], [name === "find_questions" ? 1 : 2, "bitcoin"]);
        assert.match(text, /^No title has these words as typed\. Searched for: bitcoin\./);
      });
    }

    it(`${name} never leaves out the only name`, async () => {
      const { data } = await find(name, { query: "what is the price of zzyzx" });
      assert.equal(data.total, 0);
    });

    it(`${name} names the filter that removes all hits`, async () => {
      const { text } = await find(name, { query: "bitcoin", platform: "predictit" });
      assert.match(text, /None has platform 'predictit'; with another platform there are [12]\./);
    });
  }

  it("says where words are only on one platform, and that closed markets have them", async () => {
    const { text } = await find("find_questions", { query: "snow" });
    assert.match(text, /^No two platforms ask this, but 2 single markets .*find_markets with query 'snow'/);
    const closed = await find("find_markets", { query: "snow", status: "closed" });
    assert.match(closed.text, /None has status 'closed'; with another status there are 2\./);
  });
});
