import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../../support/service/api.ts";
import { DAY_MS, event, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter } from "../../support/store/writer.ts";
import { signInAsOperator } from "../../support/web/operator.ts";

const TOKEN = "operator-token-0123456789";

const listing = (id: string, title: string) =>
  page([market({ id, title, eventId: id, closesAt: START + 40 * DAY_MS })], [event({ id, title })]);

/** A question of kalshi:K1 and polymarket:P1, and the operator's session. */
async function open() {
  const test = openTestWriter({
    scripts: {
      kalshi: { full: [listing("K1", "Will Acme release Orion before Jan 1, 2027?")] },
      polymarket: { full: [listing("P1", "Acme Orion released by December 31, 2026?")] },
    },
  });
  await test.writer.runOnce(new Set());
  const config = { adminToken: TOKEN, platforms: ["kalshi", "polymarket"] };
  const site = await openTestApi({ writer: test, hasPages: true, config });
  const session = await signInAsOperator(site, TOKEN);
  const question = String(test.value("SELECT id FROM questions WHERE group_key IS NOT NULL"));
  return {
    ...site,
    test,
    session,
    question,
    report: (fields: Record<string, string>) =>
      site.post("/questions/report", { question, market: "polymarket:P1", note: "", ...fields }),
    listed: async () => (await site.get("/admin/reports", session)).text,
    stored: () => Number(test.value("SELECT count(*) FROM match_reports")),
  };
}

describe("a report of a wrong match", () => {
  it("is sent from the question's page, and listed for the operator with the pair and a link to its review", async () => {
    const site = await open();
    const { text } = await site.get(`/questions/${site.question}`);
    assert.match(text, /<form [^>]*action="\/questions\/report">/);
    assert.deepEqual(
      [...text.matchAll(/type="radio" name="market" required value="([^"]+)"/g)].map(([, value]) => value).toSorted(),
      ["kalshi:K1", "polymarket:P1"],
    );
    const sent = await site.report({ note: "  The other year,\r\nand <b>not</b> this one. " });
    assert.equal(sent.status, 200);
    assert.match(sent.text, /You reported that Polymarket asks something else/);
    const listed = await site.listed();
    assert.match(listed, /1 report that Polymarket does not belong\. <a href="\/questions\/\w+">/);
    assert.match(listed, /<bdi>The other year, and &lt;b&gt;not&lt;\/b&gt; this one\.<\/bdi>/);
    const review =
      /href="(\/admin\/pairs\?show=decided&amp;a=polymarket%3AP1&amp;b=kalshi%3AK1)#pair"/.exec(listed)?.[1] ?? "";
    assert.match((await site.get(review.replaceAll("&amp;", "&"), site.session)).text, /Rules side by side/);
    assert.match((await site.get("/admin", site.session)).text, /1 report of wrong matches/);
  });

  it("is shown to nobody else, keeps no address, and ends when the operator is done", async () => {
    const site = await open();
    await site.report({ note: "It asks something else." });
    for (const path of [`/questions/${site.question}`, `/api/v1/questions/${site.question}`, "/admin/reports"]) {
      assert.doesNotMatch((await site.get(path)).text, /It asks something else/, path);
    }
    assert.doesNotMatch(JSON.stringify(site.test.rows("SELECT * FROM match_reports")), /127\.0\.0\.1|::1/);
    const pair = { a: "polymarket:P1", b: "kalshi:K1" };
    assert.equal((await site.post("/admin/reports/done", pair)).status, 403);
    assert.equal(site.stored(), 1);
    assert.equal((await site.post("/admin/reports/done", pair, site.session)).status, 303);
    assert.equal(site.stored(), 0);
    assert.match(await site.listed(), /No report is open/);
  });

  it("is refused for a market of another question, a long text and another site, and the sentence is not lost", async () => {
    const site = await open();
    const wrong: readonly (readonly [fields: Record<string, string>, status: number, message: RegExp])[] = [
      [{ market: "kalshi:K9", note: "Kept." }, 422, /Choose the market.*Kept\.<\/textarea>/s],
      [{ market: "" }, 422, /Choose the market/],
      [{ note: "x".repeat(501) }, 422, /“What differs” must be text of 0 to 500 characters/],
      [{ question: "0".repeat(16) }, 404, /no question with this id/],
      [{ question: "../admin" }, 422, /“Question” must be a question id/],
      [{ note: "x".repeat(20_000) }, 413, /./],
    ];
    for (const [fields, status, message] of wrong) {
      site.clock.advance(60_000);
      const refused = await site.report(fields);
      assert.equal(refused.status, status, JSON.stringify(fields).slice(0, 80));
      assert.match(refused.text, message);
    }
    const foreign = { Origin: "https://other.example", "Sec-Fetch-Site": "cross-site" };
    const fields = { question: site.question, market: "polymarket:P1" };
    assert.equal((await site.post("/questions/report", fields, foreign)).status, 403);
    assert.equal(site.stored(), 0);
  });

  it("is limited by address and in all, and a second one of the same pair replaces the first", async () => {
    const site = await open();
    for (let at = 0; at < 5; at++) assert.equal((await site.report({ note: `Reason ${at}` })).status, 200);
    const sixth = await site.report({});
    assert.equal(sixth.status, 429);
    assert.match(sixth.text, /At most 5 reports a minute are taken from one internet address/);
    assert.deepEqual(site.test.rows("SELECT note FROM match_reports").flat(), ["Reason 4"]);

    const fill = (count: number, origin: string) =>
      site.test.write(() =>
        site.test.db
          .prepare(
            `WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
            INSERT INTO match_reports (question_id, platform, id, other_platform, other_id, note, origin, reported_at)
            SELECT 'q', 'kalshi', number, 'polymarket', number, '', ${origin}, 0 FROM numbers`,
          )
          .run(count),
      );
    site.clock.advance(60_000);
    fill(19, "(SELECT origin FROM match_reports LIMIT 1)");
    assert.match((await site.report({})).text, /20 reports from your address wait/);
    site.test.write(() => site.test.db.exec("DELETE FROM match_reports"));
    fill(1000, "'other ' || number");
    assert.match((await site.report({})).text, /Too many reports wait/);
    assert.equal(site.stored(), 1000);
  });
});
