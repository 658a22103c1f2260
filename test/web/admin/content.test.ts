import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readConfig } from "../../../src/config.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { openTestApi, type TestApi } from "../../support/service/api.ts";
import { temporaryFolder } from "../../support/service/process.ts";
import { eventually } from "../../support/service/service.ts";
import { DAY_MS, event, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";
import { openTestPayments } from "../../support/stripe/payments.ts";
import { OPERATOR_PAGES, signInAsOperator } from "../../support/web/operator.ts";

const SKIPPED = [
  { id: "combination", reason: "not_binary" },
  { id: "<b>poll</b>", reason: "not_binary" },
  { id: null, reason: "malformed" },
] as const;

const asked = (...titles: (readonly [id: string, title: string, rules: string])[]) =>
  page(
    titles.map(([id, title, description]) =>
      market({ id, title, description, eventId: id, closesAt: START + 40 * DAY_MS }),
    ),
    titles.map(([id, title]) => event({ id, title })),
  );

const SECRETS = {
  TOTEBOARD_ADMIN_TOKEN: "admin-token-in-use-0123",
  TOTEBOARD_METRICS_TOKEN: "metrics-token-in-use",
  TOTEBOARD_KEY: "tb_live_a_key_in_use_012345",
  STRIPE_SECRET_KEY: "sk_test_in_use",
  STRIPE_WEBHOOK_SECRET: "whsec_in_use",
};

/** Three platforms; kalshi:K1 matches polymarket:P1, polymarket:P2 is of its ladder, and a rule forbids K2 and P3. */
async function open(flags: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const environment = { ...SECRETS, TOTEBOARD_KALSHI_URL: "https://user:hidden-password@kalshi.example/api" };
  const backupDir = join(folder, "backups");
  const { db: _db, ...config } = readConfig(
    { "backup-dir": backupDir, ...flags },
    { isDemo: false, environment, envFile: join(folder, "none.env") },
  );
  const scripts = {
    kalshi: {
      full: [
        {
          ...asked(
            ["K1", "Will Acme release Orion before Jan 1, 2027?", "Rules of K1."],
            ["K2", "Will the Democrats win the Senate race in Florida in 2028?", "Rules of K2."],
          ),
          rejected: SKIPPED,
        },
      ],
    },
    polymarket: {
      full: [
        asked(
          ["P1", "Acme Orion released by December 31, 2026?", "Rules of P1."],
          ["P2", "Acme Orion released in 2028?", "Rules of P2."],
          ["P3", "Will the Democrats win the Senate race in 2028?", "Rules of P3."],
        ),
      ],
    },
    manifold: { full: [new UpstreamError("timeout", "manifold.example")] },
  } satisfies Record<string, Script>;
  const test = openTestWriter({ config, scripts });
  await test.writer.runOnce(new Set());
  const site = await openTestApi({
    writer: test,
    hasPages: true,
    config: { ...config, platforms: ["kalshi", "polymarket", "manifold"] },
  });
  return { ...(await signIn(site)), test, scripts, backupDir };
}

async function signIn(site: TestApi) {
  const session = await signInAsOperator(site, SECRETS.TOTEBOARD_ADMIN_TOKEN);
  return {
    ...site,
    session,
    read: async (path: string) => (await site.get(`/admin${path}`, session)).text,
    send: (path: string, fields: Parameters<TestApi["post"]>[1]) => site.post(`/admin${path}`, fields, session),
  };
}

describe("the operator's pages", () => {
  it("show no secret in use: no token, no key, no digest, no password in an address", async () => {
    const site = await open();
    const { secret } = await site.make({ tier: "pro" });
    const digests = site.test.rows("SELECT hex(digest) FROM key_secrets").flat() as string[];
    assert.ok(digests.length > 0);
    const texts = await Promise.all(OPERATOR_PAGES.map((path) => site.read(path)));
    for (const shown of [...Object.values(SECRETS), secret, "hidden-password", ...digests]) {
      for (const [at, text] of texts.entries()) {
        assert.ok(text.includes('aria-label="Operator"'), OPERATOR_PAGES[at] ?? "");
        // Its header names who is signed in.
        assert.match(text, /<a class="account" href="\/admin">Operator<\/a>/);
        assert.ok(!text.toLowerCase().includes(shown.toLowerCase()), `${OPERATOR_PAGES[at]} shows a secret`);
      }
    }
  });

  it("begin with the payments that are disputed", async () => {
    const config = { adminToken: SECRETS.TOTEBOARD_ADMIN_TOKEN };
    const payments = await openTestPayments({ hasPages: true, config });
    const site = await signIn(payments.gate);
    const { id, subscriptionId } = await payments.subscribe();
    assert.doesNotMatch(await site.read(""), /disputed/);
    await payments.notify(payments.stripe.dispute(subscriptionId).event);
    const text = (await site.read("")).replace(/<[^>]*>/g, "");
    assert.match(text, new RegExp(`Key ${id}: a payment of \\$49 is disputed`));
    await site.send("/keys/revoke", { id });
    await eventually(
      "the end of its subscription",
      () => payments.stripe.subscriptions.get(subscriptionId)?.status === "canceled",
    );
  });

  it("show each setting with its value and what set it, a secret as set", async () => {
    const site = await open({ "pages-per-minute": "77" });
    const text = await site.read("/settings");
    const row = (variable: string): string =>
      text
        .split("<tr>")
        .find((one) => one.includes(`<code>${variable}</code>`))
        ?.replace(/<[^>]*>/g, " ") ?? "";
    assert.match(row("TOTEBOARD_PAGES_PER_MINUTE"), / 77 .* flag .*--pages-per-minute/s);
    assert.match(row("TOTEBOARD_KALSHI_URL"), /https:\/\/…@kalshi\.example\/api .* environment/s);
    assert.match(row("TOTEBOARD_PORT"), / 8080 .* default/s);
    assert.match(row("TOTEBOARD_METRICS_ADDRESS"), / empty .* default/s);
    for (const variable of Object.keys(SECRETS)) assert.match(row(variable), / set .* environment/s, variable);
    assert.match(row("TOTEBOARD_MIRROR_URL"), / not set .* default/s);
  });

  it("show what is in force where no value was given", async () => {
    const site = await open();
    const toText = (page: string): string => page.replace(/<[^>]*>|\s+/g, " ").replace(/ +/g, " ");
    const text = toText(await site.read("/settings"));
    assert.match(text, /TOTEBOARD_PAGES_TIER .*? free the default/s);
    assert.match(text, /TOTEBOARD_PUBLIC_URL .*? http:\/\/127\.0\.0\.1:\d+ where it listens/s);
    assert.match(text, /TOTEBOARD_MAX_CONNECTIONS_PER_ADDRESS .*? 500 /s);
  });

  it("show passes with their errors, and samples of skipped records as text", async () => {
    const site = await open();
    const text = await site.read("/sources");
    assert.match(text, /2 records not yes\/no .*, such as <code>combination<\/code>, <code>&lt;b&gt;poll/);
    assert.match(text, /1 record unreadable/);
    const manifold = text.slice(text.indexOf('id="manifold"'));
    assert.match(manifold, /<p class="problem">.*<th scope="row">full<\/th>.*<strong class="failed">failed<\/strong>/s);
    assert.match(manifold, /Terms: .*manifold\.markets<\/a>/s);
  });

  it("begin with the platform that fails, why, since when, and a button to read it", async () => {
    const site = await open();
    const [first = ""] = (await site.read("")).split('<dl class="facts">');
    assert.match(first, /<p class="note">Manifold is down \(.*\) for <time/s);
    assert.deepEqual(
      [...(await site.read("")).matchAll(/name="platform" value="(\w+)"/g)].map(([, name]) => name),
      ["manifold"],
    );
  });

  it("read a platform now, unless it is being read, was read seconds ago, or is not read at all", async () => {
    const site = await open();
    const passes = () => site.test.asked.filter((one) => one === "kalshi full").length;
    const { status, text } = await site.send("/sources/read", { platform: "kalshi" });
    assert.equal(status, 429);
    // In place: in the section of the platform, on the page that has the button.
    assert.match(text, /<h2 id="kalshi">.*Kalshi was read 0 s ago; ask again in 15 s.*<h2 id="polymarket">/s);
    site.test.clock.advance(15_000);
    const sent = await site.send("/sources/read", { platform: "kalshi" });
    assert.deepEqual([sent.status, sent.headers.location], [303, "/admin/sources#kalshi"]);
    const again = await site.send("/sources/read", { platform: "kalshi" });
    assert.equal(again.status, 429);
    await site.test.writer.poller.whenIdle();
    assert.equal(passes(), 2);
    const other = await site.send("/sources/read", { platform: "predictit" });
    assert.equal(other.status, 422);
    assert.match(other.text, /expected one of kalshi, polymarket, manifold/);
    const idle = await open({ "no-ingest": "true" });
    const refused = await idle.send("/sources/read", { platform: "kalshi" });
    assert.match(refused.text, /No platform is read: this service was started with --no-ingest/);
  });

  it("show keys with tier, usage and owner, and revoke one for good", async () => {
    const site = await open();
    const { id, keyPrefix, secret } = await site.make({ tier: "pro" });
    await site.get("/api/v1/markets", { "X-API-Key": secret });
    const before = await site.read("/keys");
    assert.match(before, /1 in use, 0 revoked/);
    assert.match(before, /Ada<span class="sub">ada@example\.org<\/span>/);
    assert.ok(before.includes(`${keyPrefix}…`) && before.includes(id));
    assert.match(before, /<summary>pro .*<\/td>\s*<td [^>]*>1<span class="sub">of 300<\/span>/);
    assert.equal((await site.send("/keys/revoke", { id })).status, 303);
    assert.match(await site.read("/keys"), /0 in use, 1 revoked.*revoked <time/s);
    assert.equal((await site.get("/api/v1/markets", { "X-API-Key": secret })).status, 401);
    assert.equal((await site.send("/keys/revoke", { id: "nothing" })).status, 404);
    site.context.clock.advance(86_400_000);
    const { text } = await site.get("/admin/keys", await signInAsOperator(site, SECRETS.TOTEBOARD_ADMIN_TOKEN));
    const used = [...text.matchAll(/>(\d+)<span class="sub">of [\d,]+</g)].map(([, figure]) => figure);
    assert.deepEqual(used, ["0", "0", "1"], "of the minute, the day and the month");
  });

  it("create a key of any plan, show it once, and move it to another plan with the limits of that", async () => {
    const site = await open();
    const sent = { name: "Night <desk>", email: "desk@example.org", tier: "pro" };
    const { status, text } = await site.send("/keys/create", sent);
    const secret = /<code id="secret">(tb_live_\w+)<\/code>/.exec(text)?.[1] ?? "";
    assert.equal(status, 200);
    assert.match(text, /aria-label="Operator".*New key “Night &lt;desk&gt;”.*Its plan is pro/s);
    const call = async (path: string) => (await site.get(path, { "X-API-Key": secret })).status;
    assert.equal(await call("/api/v1/arbitrage"), 200);
    const list = await site.read("/keys");
    assert.ok(!list.includes(secret), "the key is shown once");
    const change = /formaction="\/admin(\/keys\/plan)" name="plan" value="(free [\w-]+)"/.exec(list);
    assert.equal((await site.send(change?.[1] ?? "", { plan: change?.[2] ?? "" })).status, 303);
    assert.equal(await call("/api/v1/arbitrage"), 403);
    assert.match(await site.read("/keys"), /<summary>free .*of 30<\/span>/s);
    const wrong: readonly (readonly [path: string, fields: Record<string, string>, status: number, message: RegExp])[] =
      [
        ["/keys/create", { ...sent, tier: "gold" }, 422, /“Plan” must be .*free, pro/],
        ["/keys/plan", { plan: "pro nothing" }, 404, /no key with this id/],
        ["/keys/plan", { plan: (change?.[2] ?? "").replace("free", "gold") }, 422, /expected one of free, pro/],
      ];
    for (const [path, fields, expected, message] of wrong) {
      const refused = await site.send(path, fields);
      assert.equal(refused.status, expected, JSON.stringify(fields));
      assert.match(refused.text, message);
      if (expected === 422) assert.match(refused.text, /<a href="\/admin\/keys">Back to the page/);
    }
  });

  it("say before a key goes to free that its subscription ends, and end it then alone", async () => {
    const site = await open();
    const { id } = await site.make({ tier: "pro" });
    assert.doesNotMatch(await site.read("/keys"), /cancel its subscription/);
    site.test.write(() =>
      site.test.db
        .prepare("INSERT INTO subscriptions VALUES ('sub_1', ?, 'cus_1', 'live', 'price_1', 0, NULL)")
        .run(id),
    );
    assert.match(await site.read("/keys"), /free, and cancel its subscription/);
    for (const [tier, isUnwanted] of [
      ["enterprise", 0],
      ["free", 1],
    ]) {
      await site.send("/keys/plan", { plan: `${tier} ${id}` });
      const found = site.test.rows("SELECT tier, is_unwanted FROM keys JOIN subscriptions USING (key_id)");
      assert.deepEqual(found, [[tier, isUnwanted]]);
    }
  });

  it("show keys page by page, the newest first", async () => {
    const site = await open();
    for (let at = 0; at < 51; at++) {
      site.context.clock.advance(1000);
      await site.make();
    }
    const first = await site.read("/keys");
    const rows = (text: string): number => text.split('name="id"').length - 1;
    const older = /href="\/admin(\/keys\?before=[^"]+)">Older keys/.exec(first)?.[1] ?? "";
    assert.deepEqual([rows(first), rows(await site.read(older))], [50, 1]);
  });

  it("make a checked backup, list it, and say why one failed", async () => {
    const site = await open();
    assert.match(await site.read("/backups"), /No backup in/);
    assert.equal((await site.send("/backups/make", {})).status, 303);
    const [name = ""] = readdirSync(site.backupDir);
    assert.match(name, /^toteboard-\d{8}T\d{6}Z\.db$/);
    assert.match(await site.read("/backups"), new RegExp(`${name}.*0\u00a0s ago.*\\d [kM]B`, "s"));
    assert.match(await site.read("/backups"), new RegExp(`href="/admin/backups/${name}" download`));
    const { status, headers, bytes } = await site.get(`/admin/backups/${name}`, site.session);
    assert.deepEqual([status, headers["content-disposition"]], [200, `attachment; filename="${name}"`]);
    assert.equal(headers["cache-control"], "no-store");
    assert.deepEqual(bytes, readFileSync(join(site.backupDir, name)));
    assert.equal((await site.get(`/admin/backups/${name}`)).status, 403);
    const failing = await open({ "backup-dir": join(site.backupDir, name, "below") });
    const failed = await failing.send("/backups/make", {});
    assert.equal(failed.status, 503);
    assert.match(failed.text, /The backup failed: no backup: ENOTDIR/);
  });
});

describe("the folder of backups", () => {
  it("may hold a link to nothing, what is left of a backup that was cut off, or be no folder", async () => {
    const site = await open();
    mkdirSync(site.backupDir);
    symlinkSync("nothing", join(site.backupDir, "toteboard-20261120T030000Z.db"));
    writeFileSync(join(site.backupDir, "toteboard-20261119T030000Z.db"), "x");
    writeFileSync(join(site.backupDir, "toteboard-20261120T030000Z.db.unfinished"), "x");
    symlinkSync(site.test.file, join(site.backupDir, "toteboard-20261118T030000Z.db"));
    writeFileSync(join(site.backupDir, "notes.txt"), "x");
    assert.match(await site.read("/backups"), /<h2>1 backup<\/h2>/);
    const listed = [
      "notes.txt",
      "toteboard-20261118T030000Z.db",
      "toteboard-20261119T030000Z.db.unfinished",
      "..%2Ftest.db",
    ];
    for (const name of listed) {
      const { status, text } = await site.get(`/admin/backups/${name}`, site.session);
      assert.equal(status, 404, name);
      assert.match(text, /no backup of this name/i);
    }
    const broken = await open();
    writeFileSync(broken.backupDir, "a file in its place");
    for (const path of ["/backups", ""]) assert.match(await broken.read(path), /The folder cannot be read: ENOTDIR/);
  });
});

describe("the review of pairs", () => {
  const P1 = { a: "kalshi:K1", b: "polymarket:P1" };
  const matchesOf = (site: Awaited<ReturnType<typeof open>>) =>
    site.test
      .rows(
        "SELECT b.id FROM matches JOIN markets AS b ON b.market_key IN (a_market_key, b_market_key) AND b.platform = 'polymarket'",
      )
      .flat();

  const PAIR = "/pairs?show=doubtful&a=kalshi%3AK1&b=polymarket%3AP1";
  const VETOED = "/pairs?show=vetoed&a=kalshi%3AK2&b=polymarket%3AP3";

  it("lists pairs with none chosen, no rungs of one ladder, and what a rule forbids apart", async () => {
    const site = await open();
    const listed = (text: string) =>
      [...text.matchAll(/<a href="\/admin([^"#]*)#pair" id="pair-\d+"/g)].map(([, to]) => to);
    const [doubtful, vetoed] = [await site.read("/pairs"), await site.read("/pairs?show=vetoed")];
    assert.deepEqual(listed(doubtful), [PAIR.replaceAll("&", "&amp;")]);
    assert.deepEqual(listed(vetoed), [VETOED.replaceAll("&", "&amp;")]);
    const [queued = ""] = /id="pair-1".*?<\/a>/s.exec(doubtful) ?? [];
    assert.match(queued.replaceAll(/<[^>]*>/g, " "), /Kalshi.*Polymarket/s);
    for (const text of [doubtful, vetoed]) assert.doesNotMatch(text, /name="decision"|data-hotkey="[cor]"/);
  });

  it("shows both rules, score, reasons, and what a rule forbids", async () => {
    const site = await open();
    const doubtful = await site.read(PAIR);
    assert.match(doubtful, /Pair 1 of 1 .*a match now/s);
    assert.match(doubtful, /Rules of (K1|P1)\..*Rules of (K1|P1)\./s);
    assert.match(doubtful, /<li>in both titles: .*Orion/);
    const vetoed = await site.read(VETOED);
    assert.match(vetoed, /no match: .*; score without this rule/);
    assert.match(vetoed, /Florida/);
  });

  it("applies decisions as toteboard pairs does, leaves decided pairs out, and takes decisions back", async () => {
    const site = await open();
    assert.deepEqual(matchesOf(site), ["P1"]);
    const { status, headers } = await site.send("/pairs/decide", { ...P1, decision: "rejected", show: "doubtful" });
    assert.deepEqual([status, headers.location], [303, "/admin/pairs?show=doubtful#pair-1"]);
    assert.match(await site.read("/pairs"), /Last decision: rejected.*There is no pair to decide/s);
    await site.test.writer.matcher.runDue();
    assert.deepEqual(matchesOf(site), []);
    assert.match(await site.read(PAIR), /rejected by hand/);

    const undone = await site.send("/pairs/decide", { ...P1, decision: "forgotten", show: "doubtful" });
    assert.equal(undone.headers.location, `/admin${PAIR}#pair`);
    assert.match(await site.read(PAIR), /being compared again/);
    await site.test.writer.matcher.runDue();
    assert.deepEqual(matchesOf(site), ["P1"]);
    assert.match(await site.read(PAIR), /a match now/);

    await site.send("/pairs/decide", { a: "polymarket:P3", b: "kalshi:K2", decision: "inverted", show: "vetoed" });
    await site.test.writer.matcher.runDue();
    assert.deepEqual(site.test.rows("SELECT relation FROM matches WHERE score = 1000000"), [["inverted"]]);
    assert.match(await site.read("/pairs?show=decided"), /confirmed/);
  });

  it("shows pairs of the same two events as one family, decides all of it at once and takes that back", async () => {
    const site = await open();
    const { test } = site;
    const show = (kind: string) => `Will a ${kind} dog win Best in Show at the 2027 Westminster Dog Show?`;
    const kinds = ["Terrier", "Hound"].map((kind) => ({ id: kind, title: show(kind), eventId: "E" }));
    const dogs = page(
      kinds.map((one) => market({ ...one, closesAt: START + 40 * DAY_MS })),
      [event({ id: "E", title: "Best in Show at the 2027 Westminster Dog Show" })],
    );
    for (const script of [site.scripts.kalshi, site.scripts.polymarket]) script.full = [dogs];
    await test.writer.runOnce(new Set(["kalshi", "polymarket"]));
    const text = await site.read("/pairs");
    assert.match(text, /2 alike, of the same two events/);
    const [family = ""] = /<details class="family"[^>]*>.*?<\/form>/s.exec(text) ?? [];
    const named: [string, string][] = [...family.matchAll(/name="([ab])" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value],
    );
    const decide = (decision: string, ...more: [string, string][]) =>
      site.send("/pairs/decide", [...named, ["show", "doubtful"], ["decision", decision], ...more]);
    // A pair can be looked at, and left out.
    for (const kind of ["Terrier", "Hound"]) assert.equal(family.split(show(kind)).length, 4, kind);
    assert.match(family, /<a href="[^"]*a=[^"]*Hound[^"]*">/);
    const isBoth = await decide("rejected", ["left_out", "0"], ["left_out", "1"]);
    assert.deepEqual([isBoth.status, /every pair is left out/i.test(isBoth.text)], [422, true]);
    const isLeftOut = await decide("rejected", ["left_out", "1"]);
    const partsOfOne = /name="parts" value="(\w+)"/.exec(isLeftOut.text)?.[1];
    if (partsOfOne !== undefined) await decide("rejected", ["left_out", "1"], ["parts", partsOfOne]);
    assert.equal(site.context.store.review.listDecisions(10).length, 1);
    await decide("forgotten", ["left_out", "1"]);
    const parts = /name="parts" value="(\w+)"/.exec((await decide("rejected")).text)?.[1];
    if (parts !== undefined) await decide("rejected", ["parts", parts]);
    const decided = () => site.context.store.review.listDecisions(10).map(({ decision }) => decision);
    assert.deepEqual(decided(), ["rejected", "rejected"]);
    const undo = /<form class="last".*?<\/form>/s.exec(await site.read("/pairs"))?.[0] ?? "";
    assert.match(undo, /Last decision: rejected, 2 pairs/);
    await decide("forgotten");
    assert.deepEqual(decided(), []);
  });

  it("says that matching has not finished, in place of that nothing is in doubt", async () => {
    const test = openTestWriter();
    const { read } = await signIn(
      await openTestApi({ writer: test, hasPages: true, config: { adminToken: SECRETS.TOTEBOARD_ADMIN_TOKEN } }),
    );
    for (const path of ["/pairs", ""]) assert.match(await read(path), /Matching has not finished/);
    await test.writer.matcher.runDue();
    assert.match(await read("/pairs"), /There is no pair to decide/);
    assert.match(await read(""), /0 pairs in doubt/);
  });

  it("refuses what is no pair, in words", async () => {
    const site = await open();
    const wrong: readonly (readonly [Record<string, string>, number, RegExp])[] = [
      [{ ...P1, decision: "constructor" }, 422, /expected one of same, inverted, rejected, forgotten/],
      [{ a: "kalshi:K1", b: "nowhere:P1", decision: "same" }, 422, /named platform:id/],
      [{ a: "polymarket:P1", b: "polymarket:P2", decision: "same" }, 422, /different platforms/],
      [{ a: "kalshi:K9", b: "polymarket:P1", decision: "same" }, 404, /no market kalshi:K9/],
      [{}, 422, /named platform:id/],
    ];
    for (const [fields, expected, message] of wrong) {
      const { status, text } = await site.send("/pairs/decide", { show: "doubtful", ...fields });
      assert.equal(status, expected, JSON.stringify(fields));
      assert.match(text, message);
    }
    const unknown = { a: { platform: "kalshi", id: "K1" }, b: { platform: "polymarket", id: "P1" }, isInverted: null };
    await assert.rejects(
      site.context.commands.decidePairs({ pairs: [unknown], isInverted: null, kind: "constructor" as "rejected" }),
      {
        code: "validation_error",
      },
    );
    assert.equal(site.context.store.review.listDecisions(1).length, 0);
    const alike = await site.get("/admin/pairs?a=polymarket:P1&b=polymarket:P2", site.session);
    assert.equal(alike.status, 422);
    assert.match(alike.text, /a pair needs two platforms/i);
  });

  it("asks again before a decision breaks matches, names their questions, and takes it back", async () => {
    const site = await open();
    const { test } = site;
    const show = (kind: string) => `Will a ${kind} dog win Best in Show at the 2027 Westminster Dog Show?`;
    const dogs = asked(["N", show("Terrier"), "N"], ["S", show("Hound"), "S"]);
    for (const script of [site.scripts.kalshi, site.scripts.polymarket]) script.full = [dogs];
    await test.writer.runOnce(new Set(["kalshi", "polymarket"]));
    const matched = () =>
      test
        .rows(
          `SELECT group_concat(platform || ' ' || id, ', ' ORDER BY platform) FROM match_groups JOIN markets USING (market_key)
          WHERE id IN ('N', 'S') GROUP BY group_key ORDER BY 1`,
        )
        .flat();
    const before = ["kalshi N, polymarket N", "kalshi S, polymarket S"];
    assert.deepEqual(matched(), before);
    const wrong = { a: "kalshi:N", b: "polymarket:S", decision: "same", show: "doubtful" };
    const { status, text } = await site.send("/pairs/decide", wrong);
    assert.equal(status, 200);
    assert.match(text, /role="alert">This decision parts 2 questions/);
    const parted = text.split('<p class="parted">').slice(1);
    for (const kind of ["Terrier", "Hound"]) {
      const [one = ""] = parted.filter((part) => part.startsWith("<a") && part.includes(kind));
      assert.match(one, /^<a href="\/questions\/\w+">Will a .*No longer together: Kalshi \| Polymarket/s);
    }
    assert.doesNotMatch(text, /data-hotkey/);
    await test.writer.matcher.runDue();
    assert.deepEqual([matched(), site.context.store.review.listDecisions(1)], [before, []]);

    const parts = /name="parts" value="(\w+)"/.exec(text)?.[1] ?? "";
    assert.equal((await site.send("/pairs/decide", { ...wrong, decision: "inverted", parts: "other" })).status, 200);
    assert.equal((await site.send("/pairs/decide", { ...wrong, parts })).status, 303);
    await test.writer.matcher.runDue();
    assert.deepEqual(matched(), ["kalshi N, polymarket S"]);
    await site.send("/pairs/decide", { ...wrong, decision: "forgotten" });
    await test.writer.matcher.runDue();
    assert.deepEqual(matched(), before);
    // What parts nothing but the pair itself is done at once.
    const { status: done } = await site.send("/pairs/decide", { ...wrong, b: "polymarket:N", decision: "rejected" });
    assert.equal(done, 303);
  });

  it("shows all pairs of a question", async () => {
    const site = await open();
    const id = String(site.test.value("SELECT id FROM questions WHERE group_key IS NOT NULL"));
    const text = await site.read(`/pairs?question=${id}`);
    assert.match(
      text,
      /Pairs of a question.*href="\/admin\/pairs\?show=decided&amp;a=kalshi%3AK1&amp;b=polymarket%3AP1#pair"/s,
    );
    assert.match(await site.read("/pairs?question=0000000000000000"), /no question with this id/i);
  });

  it("takes back a decision whose markets are no longer stored", async () => {
    const site = await open();
    await site.send("/pairs/decide", { ...P1, decision: "rejected", show: "doubtful" });
    site.test.rows("UPDATE pair_decisions SET b_id = 'gone' RETURNING b_id");
    assert.match(await site.read("/pairs?show=decided"), /gone, no longer stored/);
    const fields = { a: "kalshi:K1", b: "polymarket:gone", decision: "forgotten" };
    const { headers } = await site.send("/pairs/decide", { ...fields, show: "doubtful" });
    assert.doesNotMatch(String(headers.location), /gone/);
    assert.match(await site.read("/pairs?show=decided"), /No pair is decided yet/);
  });
});
