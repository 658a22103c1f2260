import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Context } from "../../src/context.ts";
import { createResponseCache } from "../../src/http/responding/prepare.ts";
import { openTestApi, type Reply } from "../support/service/api.ts";
import { SECOND_MS, START } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

const SECRET = /tb_live_[0-9A-Za-z]{38}/;
const idAndDate = ({ headers }: Reply) => ({ "x-request-id": headers["x-request-id"], date: headers.date });

/** Gives how many boards were drawn since. */
function countBoards({ store }: Pick<Context, "store">): () => number {
  let made = 0;
  const { list } = store.topics;
  const counting: typeof list = (...asked) => {
    made++;
    return list(...asked);
  };
  Object.assign(store, { topics: { ...store.topics, list: counting } });
  return () => made;
}

describe("the pages of the site", () => {
  it("have a limit a minute for each address, all pages together, then a plain 429", async () => {
    const test = openTestWriter();
    const { get } = await openTestApi({ writer: test, hasPages: true, config: { pagesPerMinute: 3 } });
    for (const path of ["/", "/status", "/search?q=question"]) assert.equal((await get(path)).status, 200);
    const { status, headers, text } = await get("/analytics");
    assert.deepEqual([status, headers["retry-after"], headers["cache-control"]], [429, "60", "no-store"]);
    assert.equal((await get("/billing/cancelled")).status, 429);
    assert.match(String(headers["content-type"]), /^text\/html/);
    assert.match(text, /At most 3 pages a minute/);
    assert.equal((await get("/search/suggestions?q=qu")).status, 200, "typing is counted apart");
    assert.equal((await get("/assets/site.css")).status, 200);
    test.clock.fixAt(START + 60 * SECOND_MS);
    assert.equal((await get("/analytics")).status, 200);
  });

  it("are counted together with the forms in them, each of which is refused as a page", async () => {
    const forms = ["/pricing/upgrade", "/pricing/manage"];
    for (const path of [
      ...forms,
      ...["make", "sign-in", "sign-out", "rotate", "revoke"].map((name) => `/keys/${name}`),
    ]) {
      const { get, post } = await openTestApi({ hasPages: true, config: { pagesPerMinute: 2 } });
      assert.notEqual((await post(path, { key: "guessed" })).status, 429, path);
      await get("/status");
      const { status, headers, text } = await post(path, { key: "guessed" });
      assert.deepEqual([status, headers["retry-after"], headers["cache-control"]], [429, "60", "no-store"], path);
      assert.match(text, /At most 2 pages a minute are shown to one internet address\. Try again in 60 seconds/);
      const again = await get("/markets?q=rain&page=2");
      assert.equal(again.status, 429, path);
      assert.match(again.text, /<a href="\/markets\?q=rain&amp;page=2">Open the page again</);
    }
  });

  it("are kept for a second, each by its own filters", async () => {
    const test = openTestWriter();
    const { get, context } = await openTestApi({ writer: test, hasPages: true });
    const made = countBoards(context);
    const [first, second] = [await get("/"), await get("/")];
    assert.deepEqual([made(), second.text], [1, first.text]);
    test.clock.fixAt(START + SECOND_MS - 1);
    const again = await get("/");
    assert.deepEqual([made(), again.text, again.headers], [1, first.text, { ...first.headers, ...idAndDate(again) }]);
    assert.notEqual((await get("/?platform=kalshi")).text, (await get("/?platform=polymarket")).text);
    assert.equal(made(), 3);
    test.clock.fixAt(START + SECOND_MS);
    await get("/");
    assert.equal(made(), 4);
  });

  it("name their visitor also where they are refused", async () => {
    const { get, make, sessionOf } = await openTestApi({ hasPages: true, config: { pagesPerMinute: 1 } });
    const session = sessionOf((await make({ name: "Desk of Ada" })).secret);
    const browser = { ...session, Accept: "text/html" };
    for (const [path, status] of [
      ["/nothing-here", 404],
      ["/markets?page=x", 422],
      ["/analytics", 429],
    ] as const) {
      const { text, ...reply } = await get(path, browser);
      assert.deepEqual([reply.status, /class="account"[^>]*>([^<]*)</.exec(text)?.[1]], [status, "Desk of Ada"], path);
    }
    assert.match((await get("/analytics")).text, />Sign in</);
  });

  it("name the key that their visitor has signed in with, to nobody else", async () => {
    const { get, make, sessionOf } = await openTestApi({ hasPages: true, config: { pagesTier: "free" } });
    const [free, other] = [await make({ name: "Desk of Ada" }), await make({ name: "Script of Bob" })];
    const accountOf = async (headers = {}) => {
      const answer = await get("/", headers);
      return [/class="account"[^>]*>([^<]*)</.exec(answer.text)?.[1], /Cookie/.test(String(answer.headers.vary))];
    };
    assert.deepEqual(await accountOf(sessionOf(free.secret)), ["Desk of Ada", true]);
    assert.deepEqual(await accountOf(sessionOf(other.secret)), ["Script of Bob", true]);
    assert.deepEqual(await accountOf(), ["Sign in", false]);
    for (const path of ["/keys", "/pricing"])
      for (const [key, stranger] of [
        [free, other],
        [other, free],
      ] as const) {
        const { text, headers } = await get(path, sessionOf(key.secret));
        assert.ok(text.includes(key.keyPrefix) || path === "/pricing", path);
        assert.ok(!text.includes(stranger.keyPrefix), path);
        assert.match(String(headers.vary), /Cookie/);
      }
  });

  it("are never kept where they are somebody's own", async () => {
    const cache = createResponseCache();
    const kept: string[] = [];
    const noting = {
      ...cache,
      set: (...[request, prepared, ...made]: Parameters<typeof cache.set>) => {
        kept.push(request.route.path, prepared.body.toString());
        cache.set(request, prepared, ...made);
      },
    };
    const { get, post, make, sessionOf } = await openTestApi({ hasPages: true, cache: noting });
    const { id, secret, keyPrefix } = await make({ tier: "pro" });
    const child = await make({ tier: "free", parentId: id });
    for (let time = 0; time < 3; time++) {
      const session = sessionOf(secret);
      for (const path of ["/pricing/upgrade", "/pricing/manage"]) await post(path, {}, session);
      await post("/keys/sign-in", { key: secret });
      const [made = ""] =
        (await post("/keys/make", { name: "Mine", email: "ada@example.org" })).text.match(SECRET) ?? [];
      assert.match((await post("/keys/rotate", { grace_hours: "0" }, sessionOf(made))).text, SECRET);
      await post("/keys/revoke", { id: child.id }, session);
      for (const path of ["/keys", "/pricing", "/arbitrage", "/billing/success?session_id=cs_1", "/api/v1/keys"]) {
        await get(path, { "X-API-Key": secret });
        await get(path, session);
      }
      assert.doesNotMatch((await get("/arbitrage")).text, /needs a key on Pro, and yours/);
    }
    assert.deepEqual([...new Set(kept.filter((one) => one.startsWith("/")))], ["/keys", "/pricing", "/arbitrage"]);
    assert.ok(!kept.some((one) => one.includes(keyPrefix) || SECRET.test(one)));
  });
});
