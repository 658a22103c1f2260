import assert from "node:assert/strict";
import { it } from "node:test";
import { openStore } from "../../../src/store/open.ts";
import { market, page } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const AP = { name: "AP", url: "https://apnews.com/" };

it("a question has the rules and the settlement source of each member that has them", async () => {
  const test = openTestWriter({
    scripts: {
      kalshi: { full: [page([market({ id: "q", settlementSource: AP })])] },
      polymarket: {
        full: [page([market({ id: "q", description: "Rules.", settlementSource: { ...AP, name: null } })])],
      },
      predictit: { full: [page([market({ id: "q", description: "Short rules." })])] },
    },
  });
  await test.writer.runOnce(new Set());
  group(test, [
    { a: "kalshi", b: "polymarket" },
    { a: "kalshi", b: "predictit" },
  ]);
  const store = openStore(test.file, undefined);
  const found = store.questions.find(String(test.value("SELECT id FROM questions")), test.clock.now());
  assert.ok(found !== undefined && "found" in found);
  const { members, rules, settlementSources } = found.found;
  const texts = members.map(({ platform, marketKey }) => [
    platform,
    rules.get(marketKey),
    settlementSources.get(marketKey),
  ]);
  assert.deepEqual(texts.toSorted(), [
    ["kalshi", undefined, AP],
    ["polymarket", "Rules.", { ...AP, name: null }],
    ["predictit", "Short rules.", undefined],
  ]);
  store.close();
});
