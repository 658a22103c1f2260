import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAddressLimit } from "../../src/access/limit.ts";
import { AppError } from "../../src/errors.ts";
import { START } from "../support/store/builders.ts";

const refused = (run: () => void): AppError => {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error;
  }
  assert.fail("nothing was refused");
};

describe("the limit of an address", () => {
  it("forgets those heard of longest ago, and nobody who still asks", () => {
    const limit = createAddressLimit();
    limit.admit("old", START, { perMinute: 1 });
    limit.admit("keen", START, { perMinute: 2 });
    for (let index = 0; index < 3999; index++) {
      limit.admit(`address ${index}`, START, { perMinute: 1 });
      if (index === 100) limit.admit("keen", START, { perMinute: 2 });
    }
    limit.admit("old", START, { perMinute: 1 });
    refused(() => limit.admit("keen", START, { perMinute: 2 }));
  });

  it("says when there is room for all requests of a file", () => {
    const limit = createAddressLimit();
    for (const [second, requests] of [3, 5, 2].entries()) {
      limit.admit("reader", START + second * 1000, { perMinute: 10, requests });
    }
    const waits = [1, 3, 4, 9].map(
      (requests) =>
        refused(() => limit.admit("reader", START + 2000, { perMinute: 10, requests })).headers["Retry-After"],
    );
    assert.deepEqual(waits, ["58", "58", "59", "60"]);
  });
});
