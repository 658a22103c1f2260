import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { describe, it } from "node:test";
import pino from "pino";
import { createAddressReader, createPeerReader } from "../../../src/http/connections/address.ts";

const logged: string[] = [];
const log = pino({ level: "warn", base: null }, { write: (line: string) => void logged.push(line) });

function addressOf(trusted: readonly string[], peer: string, headers: Record<string, string> = {}): string {
  return createAddressReader(
    { trustedProxies: trusted, publicUrl: undefined },
    log,
  )({ socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage);
}

describe("the address of a caller", () => {
  const peers: [string, string][] = [
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
  ];
  for (const [peer, expected] of peers) {
    it(`${peer} is ${expected}`, () => assert.equal(addressOf([], peer), expected));
  }

  const proxies = ["10.0.0.0/8", "::1", "2001:db8:f::/48"];
  for (const [peer, expected] of peers) {
    it(`${peer} counts its connections as ${expected}, a proxy none`, () => {
      assert.equal(createPeerReader([])(peer), expected);
      assert.equal(createPeerReader([...proxies, peer.replace(/^::ffff:|%.*$/g, "")])(peer), undefined);
    });
  }

  const rows: [string, string, string, string][] = [
    ["a proxy's caller", "10.0.0.1", "192.0.2.7", "192.0.2.7"],
    ["the last that is no proxy", "10.0.0.1", "198.51.100.1, 192.0.2.7, 10.9.9.9", "192.0.2.7"],
    ["not what a caller made up before", "::1", "10.0.0.5,192.0.2.7", "192.0.2.7"],
    ["a proxy, when all of them are", "10.0.0.1", "10.0.0.2, 10.0.0.3", "10.0.0.2"],
    ["the nearest proxy, when what follows is no address", "10.0.0.1", "192.0.2.7, unknown", "10.0.0.1"],
    ["the proxy, when nothing is there", "10.0.0.1", "", "10.0.0.1"],
    ["without a port", "10.0.0.1", "192.0.2.7:4711", "192.0.2.7"],
    ["of IPv6 the network", "2001:db8:f::1", "[2001:db8:1:2::3]:4711", "2001:db8:1:2::/64"],
    ["as IPv4 where it stands for one", "::ffff:10.0.0.1", "::ffff:192.0.2.7", "192.0.2.7"],
    ["the peer, when that is no proxy", "192.0.2.1", "192.0.2.7", "192.0.2.1"],
  ];
  for (const [name, peer, forwardedFor, expected] of rows) {
    it(`behind proxies is ${name}`, () => {
      assert.equal(addressOf(proxies, peer, { "x-forwarded-for": forwardedFor }), expected);
    });
  }

  describe("with a public address and no proxy named", () => {
    const publicUrl = "https://toteboard.example";
    const ask = (read: ReturnType<typeof createAddressReader>, peer: string, times: number) => {
      for (let time = 0; time < times; time++) {
        read({ socket: { remoteAddress: peer }, headers: {} } as unknown as IncomingMessage);
      }
    };

    it("gives one warning once 100 requests came from this machine alone: a proxy hides who asks", () => {
      logged.length = 0;
      const read = createAddressReader({ trustedProxies: [], publicUrl }, log);
      ask(read, "127.0.0.1", 99);
      assert.equal(logged.length, 0);
      ask(read, "::ffff:127.0.0.1", 200);
      assert.equal(logged.length, 1);
      assert.match(String(logged[0]), /TOTEBOARD_TRUSTED_PROXIES/);
    });

    it("gives none where somebody asked from elsewhere, a proxy is named or no public address is set", () => {
      logged.length = 0;
      const seen = createAddressReader({ trustedProxies: [], publicUrl }, log);
      ask(seen, "192.0.2.7", 1);
      ask(seen, "127.0.0.1", 200);
      ask(createAddressReader({ trustedProxies: ["127.0.0.1"], publicUrl }, log), "127.0.0.1", 200);
      ask(createAddressReader({ trustedProxies: [], publicUrl: undefined }, log), "127.0.0.1", 200);
      assert.equal(logged.length, 0);
    });
  });

  it("is the peer's where no proxy is known, with one warning however often forwarded headers come", () => {
    logged.length = 0;
    const read = createAddressReader({ trustedProxies: [], publicUrl: undefined }, log);
    const from = (headers: Record<string, string>) =>
      read({ socket: { remoteAddress: "10.0.0.1" }, headers } as unknown as IncomingMessage);
    assert.equal(from({}), "10.0.0.1");
    assert.equal(logged.length, 0);
    assert.equal(from({ "x-forwarded-for": "192.0.2.7" }), "10.0.0.1");
    assert.equal(from({ "x-forwarded-for": "192.0.2.7" }), "10.0.0.1");
    assert.equal(from({ forwarded: "for=192.0.2.7" }), "10.0.0.1");
    assert.equal(logged.length, 1);
    assert.match(String(logged[0]), /TOTEBOARD_TRUSTED_PROXIES/);
  });
});
