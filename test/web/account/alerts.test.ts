import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../../support/service/api.ts";
import { HOUR_MS, market, page } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

const script: Script = { full: [page([market({ id: "m1", yesPrice: 500_000 })])] };
const writer = openTestWriter({ scripts: { kalshi: script, polymarket: script } });
await writer.writer.runOnce(new Set());
for (const price of [0.61, 0.55, 0.62]) {
  writer.clock.fixAt(writer.clock.now() + HOUR_MS);
  script.full = [page([market({ id: "m1", yesPrice: price * 1e6 })])];
  await writer.writer.runOnce(new Set());
}
group(writer, [{ a: "kalshi", b: "polymarket", id: "m1" }]);
const site = await openTestApi({ writer, hasPages: true });

describe("Alert me", () => {
  it("is on the page of a market and of a question, and on a watchlist", async () => {
    const question = String(writer.value("SELECT id FROM questions"));
    for (const [path, href] of [
      [`/questions/${question}`, `/alerts?about=${question}`],
      ["/markets/kalshi/m1", "/alerts?about=kalshi%3Am1"],
      ["/watchlist?ids=kalshi:m1", "/alerts?about=kalshi%3Am1&amp;when=moved"],
    ] as const) {
      const { text } = await site.get(path);
      assert.ok(text.includes(`href="${href}">Alert me</a>`), path);
    }
  });

  it("says when it would have fired, and asks to sign in", async () => {
    const { status, text } = await site.get("/alerts?about=kalshi%3Am1&when=above&value=60");
    assert.equal(status, 200);
    assert.match(text, /It would have fired 2 times in the last 30 days/);
    assert.match(text, /<th scope="row">2026-11-20<\/th><td data-label="Times" class="num">2<\/td>/);
    assert.match(text, /Sign in with a key to make it/);
    assert.match((await site.get("/alerts?about=kalshi%3Am1&when=spread")).text, /No preview/);
  });

  it("says at which times and prices to who may read the archive", async () => {
    const path = "/alerts?about=kalshi%3Am1&when=above&value=60";
    const pro = site.sessionOf((await site.make({ tier: "pro" })).secret);
    assert.match((await site.get(path, pro)).text, /Yes is at 61%, at or above 60%/);
    for (const headers of [{}, site.sessionOf((await site.make()).secret)])
      assert.doesNotMatch((await site.get(path, headers)).text, /Yes is at 61%/);
  });

  it("says what is wrong", async () => {
    assert.match((await site.get("/alerts?about=kalshi%3Am9&when=above")).text, /There is no market kalshi:m9/);
    assert.match((await site.get("/alerts?about=nowhere%3Am9&when=above")).text, /expected platform:id/);
    const { text } = await site.get(`/alerts?about=${encodeURIComponent('"><script>x</script>')}`);
    assert.ok(!text.includes("<script>x"));
  });

  it("says where to begin to who names nothing yet, without an error", async () => {
    const { text } = await site.get("/alerts");
    assert.match(text, /choose “Alert me” on its page/);
    assert.doesNotMatch(text, /scope\.market|Please check the form|Make this alert/);
    assert.doesNotMatch((await site.get("/alerts?when=spread")).text, /choose “Alert me” on its page/);
  });

  it("makes an alert for who is signed in, which the page of keys lists and deletes", async () => {
    const { secret } = await site.make();
    const session = site.sessionOf(secret);
    assert.match((await site.get("/alerts?about=kalshi%3Am1", session)).text, /Make this alert/);
    const form = { about: "kalshi:m1", when: "below", value: "40" };
    const made = await site.post("/alerts/make", form, session);
    assert.deepEqual([made.status, made.headers.location], [303, "/keys#alerts"]);
    const { text } = await site.get("/keys", session);
    assert.match(text, /price crossed down to 40%/);
    const id = /name="id" value="([0-9a-f-]{36})"/.exec(text.slice(text.indexOf('id="alerts"')))?.[1] ?? "";
    // A key may delete its own alone.
    const other = await site.post("/alerts/delete", { id }, site.sessionOf((await site.make()).secret));
    assert.equal(other.status, 404);
    assert.equal((await site.post("/alerts/delete", { id }, session)).status, 303);
    assert.ok(!(await site.get("/keys", session)).text.includes(id));
  });

  it("makes none without a key, from another site, or beyond the plan", async () => {
    const form = { about: "kalshi:m1", when: "above", value: "60" };
    assert.equal((await site.post("/alerts/make", form)).status, 401);
    const { secret } = await site.make();
    const session = site.sessionOf(secret);
    assert.equal(
      (await site.postFrom("/alerts/make", form, { ...session, Origin: "https://evil.example" })).status,
      403,
    );
    for (let count = 0; count < 3; count++) await site.post("/alerts/make", form, session);
    const refused = await site.post("/alerts/make", form, session);
    assert.equal(refused.status, 403);
    assert.match(refused.text, /has at most 3 alerts/);
  });
});
