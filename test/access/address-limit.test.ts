import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAddressLimit } from "../../src/access/address-limit.ts";
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
});
