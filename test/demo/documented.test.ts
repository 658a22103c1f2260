import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestService } from "../support/service/service.ts";

const service = await startTestService({ isDemo: true, flags: { "no-ingest": false } });
await service.ready;

/** Every answer is held against the API's description on its way. */
async function get(path: string) {
  const { status, body } = await service.get(path);
  assert.equal(status, 200, path);
  return body;
}

describe("the demo's data", () => {
  it("has sizes of its most profitable opportunities", async () => {
    const { data } = await get("/api/v1/arbitrage?sort=net");
    assert.ok(
      data.some(({ size, size_source }: { size: number; size_source: string }) => size > 0 && size_source === "book"),
    );
  });

  it("has a few implied opportunities, and none too good to be true", async () => {
    const { data } = await get("/api/v1/arbitrage?type=implied&min_spread=0.001&page_size=100");
    const gains = data.map(({ roi_percent }: { roi_percent: number }) => roi_percent);
    assert.ok(gains.length > 0 && gains.length < 20, `${gains.length} implied`);
    assert.ok(Math.max(...gains) < 10, `${Math.max(...gains)} %`);
  });
});
