import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isForThisMachine } from "../../src/domain/addresses.ts";

describe("who reaches a service", () => {
  const alone = { host: "127.0.0.1", publicUrl: undefined, trustedProxies: [] };
  const settings = [
    ["a loopback address", alone, true],
    ["any loopback address", { ...alone, host: "127.8.0.1" }, true],
    ["the loopback address of IPv6", { ...alone, host: "::1" }, true],
    ["localhost", { ...alone, host: "localhost" }, true],
    ["all addresses", { ...alone, host: "0.0.0.0" }, false],
    ["all addresses of IPv6", { ...alone, host: "::" }, false],
    ["an address of its network", { ...alone, host: "192.0.2.7" }, false],
    ["a name like localhost", { ...alone, host: "localhost.example" }, false],
    ["a name like a loopback address", { ...alone, host: "127.example.com" }, false],
    ["a loopback address with a public URL", { ...alone, publicUrl: "https://board.example" }, false],
    ["a loopback address behind a named proxy", { ...alone, trustedProxies: ["127.0.0.1"] }, false],
  ] as const;
  for (const [name, reach, expected] of settings) {
    it(`${expected ? "is this machine alone" : "may be anybody"} where it listens on ${name}`, () => {
      assert.equal(isForThisMachine(reach), expected);
    });
  }
});
