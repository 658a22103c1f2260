import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { post, resolveByDns } from "../../src/deliveries/post.ts";
import { type AddressRules, createAddressRules } from "../../src/domain/addresses.ts";
import { faultOfUrl } from "../../src/domain/webhooks.ts";
import { openTestDeliveries } from "../support/deliveries/deliveries.ts";
import { type Receiver, startReceiver } from "../support/deliveries/receiver.ts";
import { listen } from "../support/service/listen.ts";
import { temporaryFolder } from "../support/service/process.ts";

/** What must never hear of anything: the same port of both loopback addresses. */
const v4 = await startReceiver();
const v6 = await startReceiver("::1");

const STANDARD = createAddressRules([]);
/** The same rules with every port allowed: the address alone has to stop what follows. */
const rules: AddressRules = { permits: (address) => STANDARD.permits(address, 443), permitsPort: () => true };

/** Addresses of IPv4 that are not public, from each block of the registry. */
const ADDRESSES = `
  0.0.0.0 0.1.2.3 0.255.255.255 10.0.0.0 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255
  127.0.0.1 127.0.0.2 127.1.2.3 127.255.255.254 169.254.0.1 169.254.169.254 169.254.170.2 169.254.255.255
  172.16.0.1 172.20.10.2 172.31.255.255 192.0.0.1 192.0.0.8 192.0.0.170 192.0.0.192 192.0.2.1 192.31.196.1
  192.52.193.1 192.88.99.1 192.168.0.1 192.168.1.1 192.168.255.255 192.175.48.1 198.18.0.1 198.19.255.255
  198.51.100.7 203.0.113.9 224.0.0.1 224.0.0.251 239.255.255.250 240.0.0.1 250.1.1.1 255.255.255.255`
  .trim()
  .split(/\s+/);

/** The same in other spellings, which URL reads. */
const SPELLINGS = `
  2130706433 017700000001 0x7f000001 0x7F.1 0x7f.0.0.1 0177.0.0.1 0177.0.0.01 127.1 127.0.1 0 00 0x0 0.0 0.0.0
  3232235521 0xc0a80001 0300.0250.0.1 192.168.257 10.1 012.0.0.1 0xa.0.0.1 167772161 2852039166 0xa9fea9fe
  0251.0376.0251.0376 169.254.43518 169.16689662 0xA9.0xFE.0xA9.0xFE 127.0.0.1. 2130706433. 127.000.000.001
  %31%32%37.0.0.1 127%2e0%2e0%2e1 127.0.0.1%00 １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 127．0．0．1 ｌｏｃａｌｈｏｓｔ ⓛⓞⓒⓐⓛⓗⓞⓢⓣ
  loc\u00adalhost ℓocalhost LOCALHOST%2e`
  .trim()
  .split(/\s+/);

/** Addresses of IPv6 that are not public. */
const ADDRESSES6 = `
  ::1 0:0:0:0:0:0:0:1 0000:0000:0000:0000:0000:0000:0000:0001 :: ::0 ::2 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:7f00:0001
  ::FFFF:127.0.0.1 0:0:0:0:0:ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:a9fe:a9fe ::ffff:192.168.0.1
  ::ffff:0.0.0.0 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 ::127.0.0.1 ::7f00:1 ::10.0.0.1 ::169.254.169.254
  64:ff9b::127.0.0.1 64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b::169.254.169.254 64:ff9b::8.8.8.8 64:ff9b:1::127.0.0.1
  64:ff9b:1::1 64:ff9b:1:ffff::1 2002:7f00:1:: 2002:7f00:0001::1 2002:a00:1::1 2002:c0a8:1::1 2002:a9fe:a9fe::1
  2002:808:808::1 2001:0:7f00:1::1 2001::1 2001:0:53aa:64c:0:fbff:80ff:fffe 2001:1::1 2001:2::1 2001:3::1 2001:4:112::1
  2001:10::1 2001:20::1 2001:30::1 2001:db8::1 2001:db8:ffff::1 3fff::1 3fff:fff::1 2620:4f:8000::1 100::1 100:0:0:1::1
  5f00::1 fc00::1 fc00::127.0.0.1 fd00::1 fd12:3456:789a::1 fd00:ec2::254 fe80::1 fe80::7f00:1 fe90::1 febf::1 fec0::1
  feff::1 ff02::1 ff01::1 ff05::2 ff0e::1 4000::1 8000::1 e000::1 1::1 200::1 400::1 f000::1`
  .trim()
  .split(/\s+/);

/** Around an address that is reached by name. */
const AROUND = [
  ...["user@127.0.0.1", "user:pass@127.0.0.1", "example.org@127.0.0.1", ":@127.0.0.1", "@127.0.0.1", "%40@127.0.0.1"],
  ...["example.org:80@127.0.0.1", "example.org%23@127.0.0.1", "example.org\\@127.0.0.1", "a:b@[::1]"],
  "1.1.1.1 &@127.0.0.1",
];

/** Names whose addresses, as a server of names gives them, must not be called. */
const NAMES = [
  ...["localhost", "localhost.", "sub.localhost", "a.b.localhost.", "LOCALHOST"],
  ...["127.0.0.1.nip.io", "localtest.me", "metadata.google.internal", "kubernetes.default.svc", "xn--n3h.example"],
];

const portOf = (host: string): string => `:${host.startsWith("[") ? v6.port : v4.port}`;
const withPort = (host: string): string => `http://${host}${portOf(host)}/hook`;

const literals = [
  ...[...ADDRESSES, ...SPELLINGS, ...AROUND].map(withPort),
  ...ADDRESSES6.map((address) => withPort(`[${address}]`)),
  ...["127.0.0.1", "[::1]", "0.0.0.0"].map((host) => `https://${host}${portOf(host)}/hook`),
];

const ports = [
  1, 21, 22, 23, 25, 53, 110, 143, 445, 465, 587, 1433, 2375, 3000, 3306, 5432, 6379, 8000, 8081, 9200, 11211, 27017,
  65535,
];

const schemes = [
  ...["ftp", "file", "gopher", "data", "javascript", "ws", "wss", "unix", "dict", "ldap"].map(
    (one) => `${one}://127.0.0.1/`,
  ),
  ...["", "127.0.0.1", "//127.0.0.1", "http:", "http://", "https://[", "http://[::1", "http://exa mple.org/"],
  "\nhttp://127.0.0.1/",
];

const request = (url: string) => ({ url: new URL(url), body: "{}" });
const signal = new AbortController().signal;
const neverAsked = () => Promise.reject(new Error("no name is asked for"));

function assertUntouched(...receivers: readonly Receiver[]): void {
  assert.deepEqual(
    receivers.flatMap(({ received }) => received),
    [],
  );
}

describe("a hostile target", () => {
  it("is among more than 200", () => {
    const all = new Set([...literals, ...ports, ...schemes, ...NAMES, ...ADDRESSES.map((one) => `by name ${one}`)]);
    assert.ok(all.size > 200, String(all.size));
  });

  for (const text of literals) {
    it(`is refused, and not called where it slips through: ${text}`, async () => {
      assert.notEqual(faultOfUrl(text, rules), undefined, "refused when a webhook is made");
      if (URL.canParse(text)) {
        const { outcome } = await post(request(text), { rules, signal, resolve: async () => ["127.0.0.1"] });
        assert.equal(outcome, "forbidden");
      }
      assertUntouched(v4, v6);
    });
  }

  for (const text of schemes) {
    it(`is refused for its form: ${JSON.stringify(text)}`, () => assert.notEqual(faultOfUrl(text, rules), undefined));
  }

  for (const port of ports) {
    it(`is refused for port ${port}, also of a public address`, async () => {
      for (const host of ["example.org", "8.8.8.8", "[2606:4700::1111]"]) {
        const text = `http://${host}:${port}/`;
        assert.match(faultOfUrl(text, STANDARD) ?? "", /^port 443, 80, 8443 or 8080; .* TOTEBOARD_WEBHOOK_ALLOW$/);
        const { outcome } = await post(request(text), { rules: STANDARD, signal, resolve: async () => ["8.8.8.8"] });
        assert.equal(outcome, "forbidden");
      }
    });
  }

  for (const name of NAMES) {
    it(`is not called by its name: ${name}`, async () => {
      const resolve = /localhost\.?$/i.test(name) ? resolveByDns : async () => ["127.0.0.1"];
      const { outcome } = await post(request(withPort(name)), { rules, signal, resolve });
      assert.equal(outcome, "forbidden");
      assertUntouched(v4, v6);
    });
  }

  for (const address of [...ADDRESSES, ...ADDRESSES6, "not an address", "127.1", ""]) {
    it(`is not called where a name leads to '${address}', alone or beside a public address`, async () => {
      for (const found of [[address], ["8.8.8.8", address], [address, "8.8.8.8"]]) {
        const { outcome } = await post(request(withPort("evil.example")), {
          rules,
          signal,
          resolve: async () => found,
        });
        assert.equal(outcome, "forbidden");
      }
      assertUntouched(v4, v6);
    });
  }

  it("is not called where the name leads elsewhere between check and connection", async () => {
    const open = createAddressRules(["127.0.0.2/32"]);
    let asked = 0;
    const resolve = async () => (asked++ % 2 === 0 ? ["127.0.0.2"] : ["127.0.0.1"]);
    const outcomes: string[] = [];
    for (let round = 0; round < 6; round++) {
      const text = `http://rebinding.example:${v4.port}/`;
      const { outcome } = await post(request(text), { rules: open, signal, resolve });
      outcomes.push(outcome);
    }
    // Nobody listens at the first address; the second one is not allowed.
    assert.deepEqual(outcomes, ["unreachable", "forbidden", "unreachable", "forbidden", "unreachable", "forbidden"]);
    assert.equal(asked, 6, "each connection asks once");
    assertUntouched(v4);
  });

  it("is not called by a redirect of an allowed one", async () => {
    const allowed = await startReceiver("127.0.0.2");
    const own = createAddressRules(["127.0.0.2/32"]);
    for (const status of [301, 302, 303, 307, 308]) {
      allowed.answer = () => ({ status, headers: { Location: `http://127.0.0.1:${v4.port}/` } });
      const answer = await post(request(allowed.url), { rules: own, signal, resolve: neverAsked });
      assert.deepEqual([answer.outcome, answer.statusCode], ["refused", status]);
    }
    assert.equal(allowed.received.length, 5);
    assertUntouched(v4);
  });

  it("is called where the operator allows its block, on any port, by address and by name", async () => {
    const allowed = createAddressRules(["127.0.0.0/8", "::1"]);
    const open = await startReceiver();
    const open6 = await startReceiver("::1");
    for (const url of [open.url, open6.url]) {
      assert.equal(faultOfUrl(url, allowed), undefined);
      assert.equal((await post(request(url), { rules: allowed, signal, resolve: neverAsked })).outcome, "delivered");
    }
    const byName = `http://localhost:${open.port}/`;
    assert.equal((await post(request(byName), { rules: allowed, signal, resolve: resolveByDns })).outcome, "delivered");
    assert.deepEqual([open.received.length, open6.received.length], [2, 1]);
  });

  it("is refused by the API without its text, and by the sender where it was let in before", async () => {
    const test = await openTestDeliveries({ config: { webhookAllow: [] } });
    const { secret } = await test.make({ tier: "enterprise" });
    for (const text of [...literals, ...schemes]) {
      const { status, json } = await test.ask("POST", "/api/v1/webhooks", secret, { target: "webhook", url: text });
      assert.equal(status, 422, text);
      assert.equal(json.detail.errors[0].parameter, "url", text);
      if (text.length > 12) assert.ok(!json.detail.message.includes(text), text);
    }
    const { id: keyId, ...key } = await test.make();
    const hook = await test.hook(key.secret, { target: "webhook", url: "https://example.org/" });
    test.writer.db.prepare("UPDATE webhooks SET address = ?").run(v4.url);
    test.enqueue({ keyId });
    await test.flush();
    const [{ attempts }] = await test.deliveries(key.secret, hook.id);
    assert.equal(attempts[0].outcome, "forbidden");
    assertUntouched(v4, v6);
  });
});

/** Public addresses, most of them next to a block that is not. */
const PUBLIC = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 172.15.255.255 172.32.0.0
  223.255.255.255 2001:200::1 2400::1 2a00::1 3ffe::1`
  .trim()
  .split(/\s+/);

const PUBLIC_URLS = `
  https://example.org/hook http://example.org:8080/ https://EXAMPLE.org:8443 https://xn--bcher-kva.example/
  http://8.8.8.8/ https://[2606:4700:4700::1111]/x https://[2A00:1450::1]/ https://example.org?token=a@b`
  .trim()
  .split(/\s+/);

describe("a public target", () => {
  for (const text of PUBLIC_URLS) {
    it(`is accepted: ${text}`, () => assert.equal(faultOfUrl(text, STANDARD), undefined));
  }

  for (const address of PUBLIC) {
    it(`may have the address ${address}`, () => assert.ok(STANDARD.permits(address, 443)));
  }
});

const skip = spawnSync("openssl", ["version"]).status === 0 ? false : "openssl is not installed";

describe("a webhook by https", { skip }, () => {
  it("is sent to where its certificate is trusted and of its name alone", async () => {
    const folder = temporaryFolder();
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const made = spawnSync("openssl", [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"],
      ...["-keyout", key, "-out", cert, ...subject],
    ]);
    assert.equal(made.status, 0, made.stderr.toString());
    let requests = 0;
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
      requests++;
      response.writeHead(204).end();
    });
    const port = await listen(server);
    const rules = createAddressRules(["127.0.0.0/8"]);
    const send = (host: string) =>
      post(
        { url: new URL(`https://${host}:${port}/`), body: "{}" },
        { rules, signal: new AbortController().signal, resolve: resolveByDns },
      );
    const untrusted = await send("localhost");
    assert.deepEqual(
      [untrusted.outcome, untrusted.answer, requests],
      ["unreachable", "DEPTH_ZERO_SELF_SIGNED_CERT", 0],
    );
    const before = getCACertificates();
    setDefaultCACertificates([...before, readFileSync(cert, "utf8")]);
    after(() => setDefaultCACertificates(before));
    assert.deepEqual([(await send("localhost")).outcome, requests], ["delivered", 1]);
    const other = await send("127.0.0.1");
    assert.deepEqual([other.outcome, other.answer, requests], ["unreachable", "ERR_TLS_CERT_ALTNAME_INVALID", 1]);
  });
});
