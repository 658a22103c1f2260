import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAddressLimit } from "../../src/access/address-limit.ts";
import { AppError } from "../../src/errors.ts";
import { SECOND_MS, START } from "../support/store/builders.ts";

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
  it("admits up to its quota in any 60 seconds, and says when the next request may come", () => {
    const limit = createAddressLimit();
    for (let second = 0; second < 3; second++) limit.admit("a", START + second * SECOND_MS, 3);
    const { code, status, headers, message } = refused(() => limit.admit("a", START + 10 * SECOND_MS, 3));
    assert.deepEqual([code, status, headers["Retry-After"]], ["rate_limit_exceeded", 429, "50"]);
    assert.match(message, /At most 3 pages a minute/);
    limit.admit("a", START + 60 * SECOND_MS, 3);
    refused(() => limit.admit("a", START + 60 * SECOND_MS, 3));
  });

  it("is that of one address alone", () => {
    const limit = createAddressLimit();
    limit.admit("a", START, 1);
    limit.admit("b", START, 1);
    refused(() => limit.admit("a", START, 1));
  });

  it("forgets those heard of longest ago, and nobody who still asks", () => {
    const limit = createAddressLimit();
    limit.admit("old", START, 1);
    limit.admit("keen", START, 2);
    for (let index = 0; index < 3999; index++) {
      limit.admit(`address ${index}`, START, 1);
      if (index === 100) limit.admit("keen", START, 2);
    }
    limit.admit("old", START, 1);
    refused(() => limit.admit("keen", START, 2));
  });
});
