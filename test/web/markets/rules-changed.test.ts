import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../../support/service/api.ts";
import { HOUR_MS, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

const RULES = "Resolves to yes if it rains in Paris.";

describe("the page of a market whose rules changed", () => {
  it("marks when another text was last read, and nothing before", async () => {
    const script: Script = { full: [] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    const readAt = async (hours: number, description: string | null) => {
      test.clock.fixAt(START + hours * HOUR_MS);
      script.full = [page([market({ id: "rain", yesPrice: 400_000 + hours * 10_000, description })])];
      await test.writer.runOnce(new Set());
    };
    await readAt(0, RULES);
    for (const [hours, same] of [RULES, null, `${RULES}\n`, RULES.replace(" ", "  \r\n")].entries())
      await readAt(hours + 1, same);
    const site = await openTestApi({ writer: test, hasPages: true });
    const path = "/markets/kalshi/rain?range=24h";
    assert.doesNotMatch((await site.get(path)).text, /Rules changed|, changed/);
    await readAt(5, "Resolves to yes if it snows in Paris.");
    await readAt(6, null);
    const { text } = await site.get(path);
    assert.match(text, /<li><span class="at">20 Nov 2026, 17:00<\/span> Rules changed<\/li>/);
    assert.match(
      text,
      /Rules on Kalshi, changed<.*The rules changed: a different text was read at <time[^>]*>20 Nov 2026, 17:00/s,
    );
  });
});
