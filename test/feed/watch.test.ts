import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { toQuestionId } from "../../src/domain/questions.ts";
import { listNamed } from "../../src/feed/watch.ts";
import { openStore } from "../../src/store/open.ts";
import { market, page } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

const listing = (...markets: Parameters<typeof market>[0][]) => ({ full: [page(markets.map(market))] });
const test = openTestWriter({
  scripts: {
    kalshi: listing({ id: "q" }, { id: "a:b", eventId: "e2" }, { id: "c", eventId: "e2" }),
    polymarket: listing({ id: "q" }),
  },
});
await test.writer.runOnce(new Set());
group(test, [{ a: "kalshi", b: "polymarket" }]);
const store = openStore(test.file, undefined);
after(() => store.close());

const NOTHING = { markets: [], events: [], questions: [] };

async function namesOf(named: Partial<typeof NOTHING>): Promise<string[]> {
  const hub = { named: () => ({ ...NOTHING, ...named }) };
  const markets = await listNamed({ hub, store, clock: test.clock });
  return markets.map(({ platform, id }) => `${platform}:${id}`).sort();
}

describe("the markets that are watched for streams", () => {
  const question = ["kalshi", "polymarket"].map((platform) => toQuestionId(platform, "q"));

  for (const [what, named, expected] of [
    ["none", {}, []],
    ["those that are named, whatever their ids hold", { markets: ["kalshi:a:b"] }, ["kalshi:a:b"]],
    ["those of an event", { events: ["kalshi:e2"] }, ["kalshi:a:b", "kalshi:c"]],
    ["those of a question", { questions: question }, ["kalshi:q", "polymarket:q"]],
    ["each once", { markets: ["kalshi:q"], questions: question }, ["kalshi:q", "polymarket:q"]],
    ["none of what does not exist", { events: ["kalshi:none"], questions: ["0000000000000000"] }, []],
  ] as [string, Partial<typeof NOTHING>, string[]][]) {
    it(`are ${what}`, async () => assert.deepEqual(await namesOf(named), expected));
  }
});
