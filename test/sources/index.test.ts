import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PLATFORMS } from "../../src/domain/platforms.ts";
import { openSources } from "../../src/sources/index.ts";

describe("openSources", () => {
  it("has the source of every platform, under its id", () => {
    const sources = openSources({});
    assert.deepEqual(
      [...sources.keys()],
      PLATFORMS.map((platform) => platform.id),
    );
    for (const [id, source] of sources) assert.equal(source.platform, id);
  });

  it("can fetch what changed and what resolved lately where the platform has times for it", () => {
    const sources = openSources({});
    for (const { id, passes } of PLATFORMS) {
      assert.equal(sources.get(id)?.fetchActive !== undefined, passes.active !== null, id);
      assert.equal(sources.get(id)?.fetchResolved !== undefined, passes.resolved !== null, id);
    }
  });
});
