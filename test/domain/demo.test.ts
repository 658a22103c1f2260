import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { allowsFixedKeys } from "../../src/domain/demo.ts";

describe("keys that follow from a seed", () => {
  const alone = { host: "127.0.0.1", publicUrl: undefined, trustedProxies: [] };

  it("are for a demo that only this machine reaches", () => {
    for (const host of ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
      assert.ok(allowsFixedKeys({ ...alone, host }), host);
    for (const host of ["0.0.0.0", "::", "10.0.0.1", "127.example.com", "localhost.example.com"]) {
      assert.ok(!allowsFixedKeys({ ...alone, host }), host);
    }
    assert.ok(!allowsFixedKeys({ ...alone, publicUrl: "https://demo.example.com" }));
    assert.ok(!allowsFixedKeys({ ...alone, trustedProxies: ["127.0.0.1"] }));
  });
});
