import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { describe, it } from "node:test";
import type { Config } from "../../../src/config.ts";
import { servePages } from "../../support/service/pages.ts";
import { startTestService } from "../../support/service/service.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const TOKEN = "operator-token-0123456789";
const PAGES = ["", "/sources", "/keys", "/pairs", "/pairs?show=vetoed", "/pairs?show=decided", "/backups", "/settings"];
const FORMS = ["/keys/revoke", "/pairs/decide", "/backups/make", "/sign-out"];

/** What a browser sends that asks the service itself. */
const DIRECT = { Connection: "keep-alive" };

const open = (config: Partial<Config> = {}) => servePages(openTestWriter(), config);

type Site = Awaited<ReturnType<typeof open>>;

/** Sends a form as a page of the service does. */
const postOwn = (site: Site, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  site.post(path, fields, { ...DIRECT, Origin: site.url, "Sec-Fetch-Site": "same-origin", ...headers });

async function signIn(site: Site): Promise<{ readonly Cookie: string }> {
  const { status, headers } = await postOwn(site, "/admin/sign-in", { token: TOKEN });
  assert.deepEqual([status, headers.location], [303, "/admin"]);
  return { Cookie: String(headers["set-cookie"]?.[0]?.split(";")[0]) };
}

describe("who may open the operator's pages", () => {
  const behindProxy = { trustedProxies: ["127.0.0.1"] };
  const requests: readonly (readonly [
    who: string,
    isLetIn: boolean,
    headers: Record<string, string>,
    config?: Partial<Config>,
  ])[] = [
    ["a browser of this machine", true, DIRECT],
    ["a browser at localhost", true, { ...DIRECT, Host: "localhost:8080" }],
    ["a browser at the loopback address of IPv6", true, { ...DIRECT, Host: "[::1]:8080" }],
    ["a name of another site that leads here", false, { ...DIRECT, Host: "rebound.example" }],
    ["a name that begins like this machine's", false, { ...DIRECT, Host: "127.0.0.1.example" }],
    ["a name that ends like this machine's", false, { ...DIRECT, Host: "notlocalhost" }],
    ["a proxy that names the caller", false, { ...DIRECT, "X-Forwarded-For": "198.51.100.7" }],
    ["a proxy that claims the caller is here", false, { ...DIRECT, "X-Forwarded-For": "127.0.0.1" }],
    ["a proxy that names its host", false, { ...DIRECT, "X-Forwarded-Host": "localhost" }],
    ["a proxy by RFC 7239", false, { ...DIRECT, Forwarded: "for=127.0.0.1" }],
    ["a proxy that names itself", false, { ...DIRECT, Via: "1.1 proxy" }],
    ["a proxy that sends X-Real-IP", false, { ...DIRECT, "X-Real-IP": "198.51.100.7" }],
    ["nginx as it comes, which closes and adds nothing", false, { Connection: "close" }],
    ["a browser, where a public address is set", false, DIRECT, { publicUrl: "https://board.example" }],
    ["a browser, where a proxy is trusted", false, DIRECT, behindProxy],
    [
      "a trusted proxy that claims the caller is here",
      false,
      { ...DIRECT, "X-Forwarded-For": "127.0.0.1" },
      behindProxy,
    ],
  ];
  for (const [who, isLetIn, headers, config] of requests) {
    it(`${who}: ${isLetIn ? "let in" : "not let in"}`, async () => {
      const site = await open(config);
      for (const path of PAGES) {
        const { status, text } = await site.get(`/admin${path}`, headers);
        assert.equal(status, isLetIn ? 200 : 403, path);
        assert.equal(/aria-label="Operator"/.test(text), isLetIn, path);
        if (!isLetIn) assert.match(text, /<h1>For the operator<\/h1>.*TOTEBOARD_ADMIN_TOKEN/s, path);
      }
    });
  }

  const ownAddress = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === "IPv4" && !one.internal)?.address;

  it("another machine, whatever Host it sends: not let in", {
    skip: ownAddress === undefined && "no network",
  }, async () => {
    const service = await startTestService({ flags: { host: "0.0.0.0" } });
    const status = (host: string) => fetch(`http://${host}:${service.port}/admin`).then((reply) => reply.status);
    assert.deepEqual([await status("127.0.0.1"), await status(String(ownAddress))], [200, 403]);
  });
});

describe("the token of the operator", () => {
  const config = { publicUrl: "https://board.example", adminToken: TOKEN };

  it("opens a session of 12 hours, in a cookie that is not the token and goes nowhere else", async () => {
    const site = await open({ adminToken: TOKEN, trustedProxies: ["127.0.0.1"] });
    const { headers } = await postOwn(site, "/admin/sign-in", { token: TOKEN });
    const cookie = String(headers["set-cookie"]);
    assert.match(cookie, /^toteboard_admin=[\w.-]+; Path=\/admin; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    assert.ok(!cookie.includes(TOKEN));
    const session = { Cookie: cookie.split(";")[0] ?? "" };
    for (const path of PAGES) assert.equal((await site.get(`/admin${path}`, session)).status, 200, path);
    site.context.clock.advance(12 * 3_600_000 + 1000);
    assert.equal((await site.get("/admin", session)).status, 403);
  });

  it("is asked for in a form, and a wrong one is refused without saying more", async () => {
    const site = await open(config);
    assert.match((await site.get("/admin")).text, /<input id="token" name="token" type="password"/);
    for (const token of ["", "wrong", `${TOKEN} `.repeat(2), TOKEN.slice(1), TOKEN.toUpperCase()]) {
      const { status, text, headers } = await postOwn(site, "/admin/sign-in", { token });
      assert.deepEqual([status, headers["set-cookie"]], [403, undefined]);
      assert.match(text, /role="alert"[^>]*>This is not the token/);
      assert.ok(token === "" || !text.includes(`"${token}"`));
    }
  });

  it("may be tried five times a minute by one address, the right one included", async () => {
    const site = await open(config);
    for (let at = 0; at < 5; at++)
      assert.equal((await postOwn(site, "/admin/sign-in", { token: "wrong" })).status, 403);
    const { status, headers } = await postOwn(site, "/admin/sign-in", { token: TOKEN });
    assert.deepEqual([status, headers["retry-after"]], [429, "60"]);
    site.context.clock.advance(61_000);
    await signIn(site);
  });

  it("opens nothing where none is set", async () => {
    const site = await open({ trustedProxies: ["127.0.0.1"] });
    for (const token of ["", "undefined"]) {
      assert.equal((await postOwn(site, "/admin/sign-in", { token })).status, 403);
    }
  });

  it("opens nothing with a session that was made up, changed, or ended by signing out", async () => {
    const site = await open(config);
    const { Cookie } = await signIn(site);
    assert.equal((await site.get("/admin", { Cookie })).status, 200);
    assert.equal((await site.get("/admin", { Cookie: `a=b; ${Cookie}; c=d` })).status, 200);
    const [, expiresAt = "", signature = ""] = /=(\d+)\.(.*)$/.exec(Cookie) ?? [];
    const forged = [
      `${Number(expiresAt) + 1}.${signature}`,
      `${expiresAt}.${signature.toLowerCase()}`,
      `${expiresAt}.${"A".repeat(43)}`,
      `${expiresAt}.`,
      signature,
      TOKEN,
      "",
    ];
    for (const value of forged) {
      assert.equal((await site.get("/admin", { Cookie: `toteboard_admin=${value}` })).status, 403, value);
    }
    const out = await postOwn(site, "/admin/sign-out", {}, { Cookie });
    assert.deepEqual([out.status, /Max-Age=0/.test(String(out.headers["set-cookie"]))], [303, true]);
    assert.equal((await site.get("/admin", { Cookie })).status, 403);
  });

  it("is in no line of the log and no answer, right or wrong", async () => {
    const site = await open(config);
    const wrong = "a-wrong-token-0123456789";
    const refused = await postOwn(site, "/admin/sign-in", { token: wrong });
    const session = await signIn(site);
    const replies = [refused, ...(await Promise.all(PAGES.map((path) => site.get(`/admin${path}`, session))))];
    const said = [...replies.map(({ text }) => text), JSON.stringify(site.context.logged)].join("\n");
    for (const secret of [TOKEN, wrong, session.Cookie.split("=")[1] ?? ""]) assert.ok(!said.includes(secret));
    assert.match(said, /a wrong token for the operator's pages/);
  });
});

describe("forms of the operator's pages", () => {
  const foreign: readonly (readonly [what: string, headers: Record<string, string>])[] = [
    ["another site", { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }],
    ["another site, by a browser that only names its origin", { Origin: "https://evil.example" }],
    ["another site, by a browser that only names the relation", { "Sec-Fetch-Site": "cross-site" }],
    ["another program of this machine", { Origin: "http://localhost:3000", "Sec-Fetch-Site": "same-site" }],
    ["another program, by a browser that only names its origin", { Origin: "http://127.0.0.1:3000" }],
    ["a page that hides where it is from", { Origin: "null" }],
    ["nobody knows where", {}],
  ];
  for (const [what, headers] of foreign) {
    it(`do nothing when they come from ${what}`, async () => {
      const site = await open();
      const { id } = await site.make();
      for (const path of FORMS) {
        const { status } = await site.post(`/admin${path}`, { id }, { ...DIRECT, ...headers });
        assert.equal(status, 403, path);
      }
      assert.equal(site.context.access.keys.find(id)?.revokedAt, null);
    });
  }

  it("do nothing for callers who are not let in, from a page of the service as well", async () => {
    const site = await open({ publicUrl: "https://board.example" });
    const { id } = await site.make();
    for (const path of FORMS) assert.equal((await postOwn(site, `/admin${path}`, { id })).status, 403, path);
    assert.equal(site.context.access.keys.find(id)?.revokedAt, null);
  });

  it("work from a page of the service, also by a browser that only names its origin", async () => {
    const site = await open();
    for (const headers of [{ "Sec-Fetch-Site": "same-origin" }, { Origin: site.url }]) {
      const { id } = await site.make();
      const { status, headers: got } = await site.post("/admin/keys/revoke", { id }, { ...DIRECT, ...headers });
      assert.deepEqual([status, got.location], [303, "/admin/keys"]);
      assert.notEqual(site.context.access.keys.find(id)?.revokedAt, null);
    }
  });
});

describe("the operator's pages", () => {
  it("are kept by nobody, framed by nobody and found by no search engine, errors included", async () => {
    const site = await open();
    for (const path of [...PAGES, "/pairs?show=nothing", "/pairs?a=kalshi:x&b=manifold:y", "/pairs?a=x&b=y"]) {
      const first = await site.get(`/admin${path}`, DIRECT);
      const { headers, text } = first;
      assert.equal(headers["cache-control"], "no-store", path);
      assert.equal(headers.etag, undefined, path);
      assert.equal(headers["x-frame-options"], "DENY", path);
      assert.match(String(headers["content-security-policy"]), /frame-ancestors 'none'/, path);
      assert.match(String(headers["x-robots-tag"]), /noindex/, path);
      assert.equal(headers["access-control-allow-origin"], undefined, path);
      assert.doesNotMatch(text, /rel="canonical"|<script>|<style| style="| on[a-z]+="/, path);
    }
    assert.match((await site.get("/robots.txt")).text, /^Disallow: \/admin$/m);
    assert.doesNotMatch((await site.get("/sitemap.xml")).text, /admin/);
  });

  it("count as no public page: they can be read when an address has had all of its pages", async () => {
    const site = await open({ pagesPerMinute: 1 });
    for (let at = 0; at < 3; at++) assert.equal((await site.get("/admin", DIRECT)).status, 200);
    assert.deepEqual([(await site.get("/keys")).status, (await site.get("/keys")).status], [200, 429]);
    assert.equal((await site.get("/admin", DIRECT)).status, 200);
  });

  it("are linked to in the footer where only this machine can read it", async () => {
    const link = /<a href="\/admin">Operator<\/a>/;
    assert.match((await (await open()).get("/keys")).text, link);
    for (const config of [{ host: "0.0.0.0" }, { publicUrl: "https://board.example" }, { trustedProxies: ["::1"] }]) {
      assert.doesNotMatch((await (await open(config)).get("/keys")).text, link);
    }
  });
});
