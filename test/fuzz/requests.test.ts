import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openWorld } from "../support/service/conformance.ts";
import { assertDocumented } from "../support/service/documented.ts";
import { testConfig } from "../support/store/writer.ts";
import { chanceOf, SEED } from "./chance.ts";
import { flood } from "./flood.ts";
import { generate } from "./generate.ts";

const REQUESTS = Number(process.env.TEST_FUZZ_REQUESTS ?? 3000);
/** Growth of the memory that the second half of a long run may show. */
const GROWTH_BYTES = 150e6;

const world = await openWorld();
const { platforms } = testConfig();

describe(`generated requests (seed ${SEED})`, () => {
  it(`are answered as documented, and none breaks anything (${REQUESTS})`, async (t) => {
    const { secret } = await world.key("enterprise");
    const chance = chanceOf(100);
    const { counts, wrong, memory } = await flood({
      port: world.port,
      count: REQUESTS,
      generate: () => generate(chance, secret),
      judge(answered) {
        // Payments are not set up here.
        assert.ok(answered.status < 500 || answered.status === 503, `status ${answered.status}`);
        assertDocumented(platforms, answered);
        return String(answered.status);
      },
    });
    t.diagnostic(
      `${JSON.stringify(counts)}, memory in MB: ${memory.map((bytes) => Math.round(bytes / 1e6)).join(" ")}`,
    );
    assert.deepEqual(wrong, []);
    assert.ok((counts["200"] ?? 0) >= 0.3 * REQUESTS, "many are answered 200");
    if (REQUESTS >= 100_000) assert.ok((memory.at(-1) ?? 0) - (memory[4] ?? 0) < GROWTH_BYTES, "memory stays bounded");
    assert.deepEqual(
      world.logged.filter(({ level }) => Number(level) >= 50),
      [],
      "nothing failed inside",
    );
  });
});
