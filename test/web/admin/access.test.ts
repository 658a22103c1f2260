import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import type { Config } from "../../../src/config.ts";
import { openTestApi } from "../../support/service/api.ts";
import { startForwarder } from "../../support/web/forwarder.ts";
import { OPERATOR_PAGES } from "../../support/web/operator.ts";

const TOKEN = "operator-token-0123456789";
const FORMS = [
  "/sources/read",
  "/keys/create",
  "/keys/plan",
  "/keys/revoke",
  "/pairs/decide",
  "/reports/done",
  "/backups/make",
  "/sign-out",
];

const open = ({ hasTerminal = false, ...config }: Partial<Config> & { readonly hasTerminal?: boolean } = {}) =>
  openTestApi({ hasPages: true, hasTerminal, config: { adminToken: TOKEN, ...config } });

/** A service on this machine alone whose terminal shows the link to its pages. */
const openMade = () => open({ adminToken: undefined, hasTerminal: true });

type Site = Awaited<ReturnType<typeof open>>;

const tokenOf = (site: Site): string => site.context.operatorToken?.value ?? "";

async function signIn(site: Site): Promise<{ readonly Cookie: string }> {
  const { status, headers } = await site.post("/admin/sign-in", { token: tokenOf(site) });
  assert.deepEqual([status, headers.location], [303, "/admin"]);
  return { Cookie: String(headers["set-cookie"]?.[0]?.split(";")[0]) };
}

const isOpen = async (site: Site, headers: Record<string, string>): Promise<boolean> =>
  (await site.get("/admin", headers)).status === 200;

describe("who may open the operator's pages without having signed in: nobody", () => {
  const behindProxy = { trustedProxies: ["127.0.0.1"] };
  const alive = { Connection: "keep-alive" };
  const requests: readonly (readonly [who: string, headers: Record<string, string>, config?: Partial<Config>])[] = [
    ["a browser of this machine", alive],
    ["nginx of today, which keeps connections and adds nothing", { ...alive, Host: "127.0.0.1:8080" }],
    ["nginx of old, which closes and adds nothing", { Connection: "close" }],
    ["a name of another site that leads here", { ...alive, Host: "rebound.example" }],
    ["a trusted proxy that claims the caller is here", { ...alive, "X-Forwarded-For": "127.0.0.1" }, behindProxy],
    ["a browser, where a public address is set", alive, { publicUrl: "https://board.example" }],
    ["a browser, where other machines have access", alive, { host: "0.0.0.0" }],
  ];
  for (const [who, headers, config] of requests) {
    it(`not ${who}`, async () => {
      for (const site of [await open(config), await open({ ...config, adminToken: undefined, hasTerminal: true })]) {
        for (const path of OPERATOR_PAGES) {
          const { status, text } = await site.get(`/admin${path}`, headers);
          assert.equal(status, 403, path);
          assert.match(text, /<h1>For the operator<\/h1>.*TOTEBOARD_ADMIN_TOKEN/s, path);
          assert.doesNotMatch(text, /aria-label="Operator"/, path);
        }
      }
    });
  }

  it("not somebody behind a forwarder of connections that asks for localhost and keeps them", async () => {
    const site = await openMade();
    const port = await startForwarder(site.port);
    const { host } = new URL(site.url);
    const asked = request({ port, path: "/admin", agent: false, headers: { Host: host, ...alive } });
    const [reply] = (await once(asked.end(), "response")) as [IncomingMessage];
    assert.equal(reply.statusCode, 403);
    assert.doesNotMatch(await text(reply), /aria-label="Operator"/);
    asked.destroy();
  });
});

describe("the token that the service makes", () => {
  it("is made only where it is shown and this machine alone has access, and differs with every start", async () => {
    const made = [tokenOf(await openMade()), tokenOf(await openMade())];
    assert.notEqual(made[0], made[1]);
    for (const token of made) assert.match(token, /^[\w-]{32}$/);
    const without: readonly Parameters<typeof open>[0][] = [
      { hasTerminal: false },
      { hasTerminal: true, host: "0.0.0.0" },
      { hasTerminal: true, publicUrl: "https://board.example" },
      { hasTerminal: true, trustedProxies: ["::1"] },
    ];
    for (const config of without) {
      const site = await open({ ...config, adminToken: undefined });
      assert.equal(site.context.operatorToken, undefined);
      assert.match((await site.get("/admin")).text, /Set <code>TOTEBOARD_ADMIN_TOKEN<\/code>/);
      for (const token of ["", "undefined"]) assert.equal((await site.post("/admin/sign-in", { token })).status, 403);
    }
    assert.deepEqual((await open({ hasTerminal: true })).context.operatorToken, { value: TOKEN, isMade: false });
  });

  it("opens the pages, and they stay closed to who has not signed in with it", async () => {
    const site = await openMade();
    const session = await signIn(site);
    for (const path of OPERATOR_PAGES) {
      assert.equal((await site.get(`/admin${path}`, session)).status, 200, path);
      assert.equal((await site.get(`/admin${path}`)).status, 403, path);
    }
    const refused = await site.post("/admin/sign-in", { token: `${tokenOf(site).slice(1)}a` });
    assert.deepEqual([refused.status, refused.headers["set-cookie"]], [403, undefined]);
  });
});

describe("the token of the operator", () => {
  const config = { publicUrl: "https://board.example", adminToken: TOKEN };

  it("opens a session of 12 hours, in a cookie that goes nowhere else", async () => {
    const site = await open({ adminToken: TOKEN, trustedProxies: ["127.0.0.1"] });
    const { headers } = await site.post("/admin/sign-in", { token: TOKEN });
    const cookie = String(headers["set-cookie"]);
    assert.match(cookie, /^toteboard_admin=[\w-]{43}; Path=\/admin; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    const session = { Cookie: cookie.split(";")[0] ?? "" };
    for (const path of OPERATOR_PAGES) assert.equal((await site.get(`/admin${path}`, session)).status, 200, path);
    site.context.clock.advance(12 * 3_600_000);
    assert.equal(await isOpen(site, session), false);
  });

  it("is asked for in a form, and a wrong one is refused without saying more", async () => {
    const site = await open(config);
    assert.match((await site.get("/admin")).text, /<input id="token" name="token" type="password"/);
    for (const token of ["", "wrong", TOKEN.slice(1), TOKEN.toUpperCase()]) {
      const { status, text, headers } = await site.post("/admin/sign-in", { token });
      assert.deepEqual([status, headers["set-cookie"]], [403, undefined]);
      assert.match(text, /role="alert"[^>]*>This is not the operator token/);
      assert.ok(token === "" || !text.includes(`"${token}"`));
    }
  });

  it("may be wrong five times a minute at one address, and opens the pages whatever came before", async () => {
    const site = await open(config);
    const guess = () => site.post("/admin/sign-in", { token: "wrong" });
    for (let at = 0; at < 5; at++) assert.equal((await guess()).status, 403);
    const { status, headers } = await guess();
    assert.deepEqual([status, headers["retry-after"]], [429, "60"]);
    await signIn(site);
    site.context.clock.advance(61_000);
    assert.equal((await guess()).status, 403);
  });

  it("opens nothing with a session that was made up, or ended by signing out in any browser", async () => {
    const site = await open(config);
    const [session, other] = [await signIn(site), await signIn(site)];
    assert.ok(await isOpen(site, { Cookie: `a=b; ${session.Cookie}; c=d` }));
    for (const value of ["", TOKEN, "A".repeat(43), session.Cookie.slice(16).toLowerCase()])
      assert.equal(await isOpen(site, { Cookie: `toteboard_admin=${value}` }), false, value);
    const out = await site.post("/admin/sign-out", {}, session);
    assert.deepEqual([out.status, /Max-Age=0/.test(String(out.headers["set-cookie"]))], [303, true]);
    assert.deepEqual([await isOpen(site, session), await isOpen(site, other)], [false, false]);
  });

  it("is in no line of the log and no answer, right or wrong, set or made", async () => {
    for (const site of [await open(config), await openMade()]) {
      const wrong = "a-wrong-token-0123456789";
      const refused = await site.post("/admin/sign-in", { token: wrong });
      const session = await signIn(site);
      const replies = [
        refused,
        ...(await Promise.all(OPERATOR_PAGES.map((path) => site.get(`/admin${path}`, session)))),
      ];
      const said = [...replies.map(({ text }) => text), JSON.stringify(site.context.logged)].join("\n");
      for (const secret of [tokenOf(site), wrong, session.Cookie.split("=")[1] ?? ""])
        assert.ok(!said.includes(secret));
      assert.match(said, /a wrong token for the operator's pages.*the operator signed in/s);
    }
  });
});

describe("forms of the operator's pages", () => {
  const foreign: readonly (readonly [what: string, headers: Record<string, string>])[] = [
    ["another site", { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }],
    ["another site, by a browser that only names the relation", { "Sec-Fetch-Site": "cross-site" }],
    ["another program of this machine", { Origin: "http://localhost:3000", "Sec-Fetch-Site": "same-site" }],
    ["another program, by a browser that only names its origin", { Origin: "http://127.0.0.1:3000" }],
    ["a page that hides where it is from", { Origin: "null" }],
    ["nobody knows where", {}],
  ];
  for (const [what, headers] of foreign) {
    it(`do nothing when they come from ${what}`, async () => {
      const site = await open();
      const session = await signIn(site);
      const { id } = await site.make();
      for (const path of FORMS) {
        const { status } = await site.postFrom(`/admin${path}`, { id }, { ...session, ...headers });
        assert.equal(status, 403, path);
      }
      assert.equal(site.context.access.keys.find(id)?.revokedAt, null);
    });
  }

  it("do nothing for callers who are not let in, from a page of the service as well", async () => {
    const site = await open({ publicUrl: "https://board.example" });
    const { id } = await site.make();
    for (const path of FORMS) assert.equal((await site.post(`/admin${path}`, { id })).status, 403, path);
    assert.equal(site.context.access.keys.find(id)?.revokedAt, null);
  });

  it("work from a page of the service, also by a browser that only names its origin", async () => {
    const site = await open();
    const session = await signIn(site);
    for (const headers of [{ "Sec-Fetch-Site": "same-origin" }, { Origin: site.url }]) {
      const { id } = await site.make();
      const { status, headers: got } = await site.postFrom("/admin/keys/revoke", { id }, { ...session, ...headers });
      assert.deepEqual([status, got.location], [303, "/admin/keys"]);
      assert.notEqual(site.context.access.keys.find(id)?.revokedAt, null);
    }
  });
});

describe("the operator's pages", () => {
  it("are kept by nobody, framed by nobody and found by no search engine, errors included", async () => {
    const site = await open();
    const session = await signIn(site);
    for (const path of [...OPERATOR_PAGES, "/pairs?show=nothing", "/pairs?a=kalshi:x&b=manifold:y", "/pairs?a=x&b=y"]) {
      const first = await site.get(`/admin${path}`, session);
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
  });

  it("count as no public page: they can be read when an address has had all of its pages", async () => {
    const site = await open({ pagesPerMinute: 1 });
    const session = await signIn(site);
    for (let at = 0; at < 3; at++) assert.equal((await site.get("/admin", session)).status, 200);
    assert.deepEqual([(await site.get("/keys")).status, (await site.get("/keys")).status], [200, 429]);
    assert.equal((await site.get("/admin", session)).status, 200);
  });
});
