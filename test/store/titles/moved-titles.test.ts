import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { mix } from "../../../src/demo/chance.ts";
import { openStore } from "../../../src/store/open.ts";
import { MINUTE_MS, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter, type TestWriter } from "../../support/store/writer.ts";

const MARKETS = 1500;
const PASSES = 4;

/** Volumes as they are: many alike, few large; up to twice as much once all passes are done. */
const volumeAt = (id: number, pass: number): number => {
  const steps = Array.from({ length: 8 }, (_, step) => mix(id, step) % 1000);
  const first = Math.round(Math.exp(9 + steps.reduce((sum, step) => sum + step, 0) / 1000));
  return Math.round(first * (1 + (pass / PASSES) * ((mix(id, 99) % 1000) / 1000)));
};

const listingAt = (pass: number) =>
  page(
    Array.from({ length: MARKETS }, (_, id) =>
      market({ id: `m${id}`, title: `Storm of number${id % 7}`, volume: volumeAt(id, pass) }),
    ),
  );

async function openCrept(): Promise<TestWriter> {
  const script = { full: [listingAt(0)] };
  const test = openTestWriter({ scripts: { kalshi: script } });
  await test.pass();
  for (let pass = 1; pass <= PASSES; pass++) {
    test.clock.advance(MINUTE_MS);
    script.full = [listingAt(pass)];
    await test.pass();
  }
  return test;
}

describe("titles whose volumes have changed since they were indexed", async () => {
  const test = await openCrept();
  const store = openStore(test.file, undefined);
  after(() => store.close());
  const best = (count: number, words = "Storm%"): unknown[] =>
    test
      .rows(
        "SELECT id FROM markets JOIN market_quotes USING (market_key) WHERE title LIKE ? ORDER BY volume DESC, market_key LIMIT ?",
        words,
        count,
      )
      .flat();

  it("are searched by what is traded now", () => {
    for (const limit of [1, 10, 20, 50, 100]) {
      const found = store.search.find({ text: "storm", status: "open", limit, now: START });
      assert.deepEqual(
        found.markets.map(({ id }) => id),
        best(limit),
        `the best ${limit}`,
      );
    }
    const found = store.search.find({ text: "storm number3", status: "all", limit: 20, now: START });
    assert.deepEqual(
      found.markets.map(({ id }) => id),
      best(20, "%number3"),
    );
  });

  it("are listed by what is traded now, page by page", () => {
    const query = { text: "storm", status: "open", minVolume: 0, sort: "volume", order: "desc", now: START } as const;
    const listed: string[] = [];
    let after: string | undefined;
    for (let count = 0; count < 5; count++) {
      const slice = after === undefined ? { page: 1, size: 50 } : { after, size: 50 };
      const { markets, nextCursor } = store.markets.list(query, slice);
      listed.push(...markets.map(({ id }) => id));
      after = nextCursor;
    }
    assert.deepEqual(listed, best(250));
  });
});
