import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { market, page } from "../../support/store/builders.ts";
import { openListed } from "../../support/store/writer.ts";

const AP = { name: "AP", url: "https://apnews.com/" };
const ESPN = { name: "ESPN", url: null };

type Texts = Partial<Pick<MarketRecord, "description" | "settlementSource" | "volume">>;

/** Reads a market once for each of these, and gives what was written and what is stored after each. */
async function readAll(...given: readonly Texts[]) {
  const test = await openListed(page([]));
  const stored: unknown[] = [];
  for (const record of given) {
    const { inserted, changed } = await test.read([market({ id: "a", ...record })]);
    const texts = test.rows("SELECT description, settlement_source FROM market_descriptions");
    stored.push([inserted + changed, ...texts.flat()]);
  }
  return { test, stored };
}

describe("the settlement source of a stored market", () => {
  it("is stored where there is no description, which may come later", async () => {
    const { stored } = await readAll({ settlementSource: AP }, { description: "Rules.", settlementSource: AP });
    assert.deepEqual(stored, [
      [1, "", JSON.stringify(AP)],
      [1, "Rules.", JSON.stringify(AP)],
    ]);
  });

  it("is added to a stored description, and replaced by another", async () => {
    const { stored } = await readAll(
      { description: "Rules." },
      { description: "Rules.", settlementSource: AP },
      { description: "Rules.", settlementSource: ESPN },
    );
    assert.deepEqual(stored, [
      [1, "Rules.", null],
      [1, "Rules.", JSON.stringify(AP)],
      [1, "Rules.", JSON.stringify(ESPN)],
    ]);
  });

  it("stays when a listing leaves it out, and writes nothing when it comes back", async () => {
    const { stored } = await readAll(
      { description: "Rules.", settlementSource: AP },
      { description: "Rules." },
      { settlementSource: AP },
      {},
      { description: "Better rules." },
      { description: "Better rules.", settlementSource: AP },
    );
    const ap = JSON.stringify(AP);
    assert.deepEqual(stored, [
      [1, "Rules.", ap],
      [0, "Rules.", ap],
      [0, "Rules.", ap],
      [0, "Rules.", ap],
      [1, "Better rules.", ap],
      [0, "Better rules.", ap],
    ]);
  });
});
