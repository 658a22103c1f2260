import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SettlementSource } from "../../src/domain/markets.ts";
import { openTestApi } from "../support/service/api.ts";
import { book } from "../support/store/arbitrage.ts";
import { market, page } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

/** One question on two platforms, which settle it alike but for a bout that is cancelled. */
const FIGHT = "Will Ann Lee beat Bo Diaz by December 31, 2026?";
const KALSHI = "If Ann Lee beats Bo Diaz before Jan 1, 2027, then the market resolves to Yes.";
const POLYMARKET = 'This market will resolve to "Yes" if Ann Lee beats Bo Diaz by December 31, 2026. Otherwise, "No".';

type Sources = Readonly<Record<"kalshi" | "polymarket", SettlementSource | null>>;

async function open(cancelled: string, sources: Sources = { kalshi: null, polymarket: null }) {
  const toScript = (platform: keyof Sources, description: string, yesPrice: number) => ({
    full: [
      page([market({ id: "q", title: FIGHT, description, settlementSource: sources[platform], ...book(yesPrice) })]),
    ],
  });
  const test = openTestWriter({
    scripts: {
      kalshi: toScript("kalshi", KALSHI + cancelled, 400_000),
      polymarket: toScript("polymarket", POLYMARKET, 450_000),
    },
  });
  await test.pass();
  const site = await openTestApi({ writer: test, hasPages: true });
  const { secret } = await site.make({ tier: "pro" });
  const get = async (path: string) => (await site.get(`/api/v1${path}`, { "X-API-Key": secret })).json.data;
  const [question] = await get("/questions");
  const detail = await get(`/questions/${question.id}`);
  const [spread] = await get("/arbitrage?all=true&min_confidence=low&min_match_score=0");
  const list = (await site.get("/questions")).text;
  return { question, detail, spread, list, page: (await site.get(`/questions/${question.id}`)).text };
}

describe("what platforms settle differently", () => {
  it("is named on the question, in its list and on its spread, which is not of high confidence", async () => {
    const {
      question,
      detail,
      spread,
      list,
      page: shown,
    } = await open(" If the bout is cancelled, it settles at the fair market price.");
    const inShort = "If cancelled: fair price on Kalshi, not said on Polymarket";
    const risks = [
      {
        kind: "cancelled",
        texts: [inShort, "Kalshi: “If the bout is cancelled, it settles at the fair market price.”"],
      },
    ];
    assert.deepEqual([question.risks, detail.risks, spread.risks], [risks, risks, risks]);
    assert.deepEqual([spread.confidence, spread.match_score], ["medium", 0.89]);
    assert.ok(shown.includes(inShort) && list.includes(inShort));
  });

  it("is that other sources decide, which is said and forbids no high confidence", async () => {
    const named = (name: string | null, url: string | null) => ({ name, url });
    const espn = named("ESPN", "https://www.espn.com");
    const { question, spread, list } = await open("", {
      kalshi: espn,
      polymarket: named(null, "https://www.ufc.com/results"),
    });
    const risks = [{ kind: "source", texts: ["Settled by ESPN on Kalshi, by www.ufc.com on Polymarket"] }];
    assert.deepEqual([question.risks, spread.risks, spread.confidence], [risks, risks, "high"]);
    assert.ok(list.includes("Settled by ESPN on Kalshi"));
    for (const same of [named(null, "https://www.espn.com/mma"), named("espn.com", null), null])
      assert.deepEqual((await open("", { kalshi: espn, polymarket: same })).question.risks, []);
    const bureau = named("Bureau of Labor Statistics", null);
    const address = named(null, "https://www.bls.gov");
    assert.deepEqual((await open("", { kalshi: bureau, polymarket: address })).question.risks, []);
  });

  it("is nothing where both say the same, and the match is proven", async () => {
    const { question, detail, spread } = await open("");
    assert.deepEqual([question.risks, detail.risks, spread.risks], [[], [], []]);
    assert.deepEqual([spread.confidence, spread.match_score >= 0.9], ["high", true]);
  });
});
