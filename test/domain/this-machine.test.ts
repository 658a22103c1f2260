import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isForThisMachine, isFromThisMachine } from "../../src/domain/this-machine.ts";

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

  const here = { host: "127.0.0.1:8080" };
  const requests: readonly (readonly [string, string, Record<string, string>, boolean])[] = [
    ["a browser of this machine", "127.0.0.1", here, true],
    ["a browser at localhost", "127.0.0.1", { host: "LocalHost:8080" }, true],
    ["a browser over IPv6", "::1", { host: "[::1]:8080" }, true],
    ["an IPv4 address in IPv6", "::ffff:127.0.0.1", here, true],
    ["another machine", "192.0.2.7", here, false],
    ["another machine in IPv6", "::ffff:192.0.2.7", here, false],
    ["a connection that is gone", "", here, false],
    ["no Host", "127.0.0.1", {}, false],
    ["a name of another site that leads here", "127.0.0.1", { host: "rebound.example" }, false],
    ["a name that begins like this machine's", "127.0.0.1", { host: "127.0.0.1.example" }, false],
    ["a name that ends like this machine's", "127.0.0.1", { host: "notlocalhost" }, false],
    ["a page of this machine", "127.0.0.1", { ...here, origin: "http://localhost:3000" }, true],
    ["a page of this machine over IPv6", "::1", { ...here, referer: "http://[::1]:8080/markets" }, true],
    ["a form of a page of ours", "127.0.0.1", { ...here, origin: "null", "sec-fetch-site": "same-origin" }, true],
    ["a page of another site", "127.0.0.1", { ...here, origin: "https://board.example" }, false],
    ["a page without an address", "127.0.0.1", { ...here, origin: "null" }, false],
    ["a link on another site", "127.0.0.1", { ...here, referer: "https://board.example/" }, false],
    ["a link that is no address", "127.0.0.1", { ...here, referer: "board" }, false],
    ...[
      ...["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-server", "via"],
      ...["x-real-ip", "x-client-ip", "true-client-ip", "client-ip", "cf-connecting-ip", "cf-ray", "cdn-loop"],
      ...["fastly-client-ip", "fly-client-ip", "x-envoy-external-address", "x-azure-clientip", "x-amzn-trace-id"],
    ].map((name) => [`a proxy that sends ${name}`, "127.0.0.1", { ...here, [name]: "127.0.0.1" }, false] as const),
  ];
  for (const [name, remoteAddress, headers, expected] of requests) {
    it(`${expected ? "includes" : "excludes"} ${name}`, () => {
      assert.equal(isFromThisMachine({ socket: { remoteAddress }, httpVersion: "1.1", headers }), expected);
      assert.equal(isFromThisMachine({ socket: { remoteAddress }, httpVersion: "1.0", headers }), false);
    });
  }
});
