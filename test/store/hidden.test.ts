import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openStore } from "../../src/store/open.ts";
import { market, page, START } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

const EVERYTHING = { status: "all", sort: "volume", order: "desc" } as const;
const FIRST = { page: 1, size: 50 };

describe("a platform that has been switched off", () => {
  const stored = async () => {
    const scripts = {
      kalshi: { full: [page([market({ id: "k1", title: "Will the bridge open?" })])] },
      manifold: { full: [page([market({ id: "m1", title: "Will the bridge open?" })])] },
    };
    const test = openTestWriter({ scripts });
    await test.tick();
    return test;
  };

  it("is neither listed, nor counted, nor found", async () => {
    const store = openStore((await stored()).file, undefined, ["kalshi"]);
    const { markets, total } = store.markets.list({ ...EVERYTHING, minVolume: 0, now: START }, FIRST);
    assert.deepEqual([markets.map(({ id }) => id), total], [["k1"], 1]);
    const events = store.events.list(EVERYTHING, FIRST);
    assert.deepEqual([events.events.map(({ platform }) => platform), events.total], [["kalshi"], 1]);
    const found = store.search.find({ text: "bridge", status: "all", limit: 10, now: START });
    assert.deepEqual([found.markets.map(({ id }) => id), found.marketsFound], [["k1"], 1]);
    store.close();
  });
});
