import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toQuestionId } from "../../src/domain/questions.ts";
import { openTestApi } from "../support/service/api.ts";
import { DAY_MS, market, page, resolvedMarket } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

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
const site = await openTestApi({ writer: test, hasPages: true });

/** The row with this name. */
async function rowOf(path: string, name: string): Promise<string> {
  const { text } = await site.get(path);
  return text.split("<tr ").find((row) => row.startsWith(`data-row="${name}"`)) ?? assert.fail(`${path}: ${name}`);
}

describe("lists", () => {
  it("show how the price of a market moved in 24 hours, and its course", async () => {
    for (const path of ["/markets", "/markets?platform=kalshi"]) {
      const row = await rowOf(path, "kalshi:a");
      assert.match(row, /chg up">\+4\.0</, path);
      assert.match(row, /<svg class="spark"/, path);
    }
  });

  it("show the same of a question, weighted as its price is", async () => {
    const [id = ""] = /question:([0-9a-f]{16})/.exec((await site.get("/questions")).text)?.slice(1) ?? [];
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
