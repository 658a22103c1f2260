import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { DAY_MS, event, MINUTE_MS, market, page, START } from "../../support/store/builders.ts";
import { type Answer, DAILY, openListed, openTestWriter, type Script } from "../../support/store/writer.ts";

const TITLE = "Will the Orion ferry reach Malta in 2027?";

const ferry = (id: string, title: string, description: string | null) =>
  market({ id, title, eventId: id, description, closesAt: START + 40 * DAY_MS, createdAt: START - DAY_MS });

const listing = (...records: readonly ReturnType<typeof ferry>[]) =>
  page(
    records,
    records.map(({ id, title }) => event({ id, title })),
  );

const CARRIES = "Resolves YES if the Orion ferry carries paying passengers to Malta before Jan 1, 2028.";
const ANNOUNCED =
  "Resolves YES if the Orion ferry announces a line to Malta before Jan 1, 2028. It need not carry passengers.";

/** A platform without rules in its listing, beside one that has them. */
async function openFerries(byId: (ids: readonly string[]) => readonly Answer[]) {
  const manifold: Script = {
    full: [listing(ferry("m1", TITLE, null), ferry("m2", "Will it snow in Oslo in 2027?", null))],
    byId,
    hasRulesInListing: false,
  };
  const kalshi: Script = { full: [listing(ferry("k1", TITLE, CARRIES))] };
  const test = openTestWriter({
    scripts: { kalshi, manifold },
    passes: DAILY,
  });
  const askings = () => test.asked.filter((name) => name.includes("byId"));
  const turn = async (): Promise<void> => {
    await test.tick();
    await test.writer.matcher.runDue();
  };
  await turn();
  return { test, manifold, askings, turn };
}

describe("rules that only a single market's page has", () => {
  it("are asked for once, of markets that may match, and decide", async () => {
    const { test, askings, turn } = await openFerries(() => [listing(ferry("m1", TITLE, ANNOUNCED))]);
    assert.equal(test.value("SELECT count(*) FROM matches"), 1, "their titles match");
    await turn();
    assert.deepEqual(askings(), ["manifold byId m1"]);
    assert.equal(test.value("SELECT count(*) FROM matches"), 0);
    assert.equal(test.value("SELECT veto FROM near_misses"), "predicate");
    assert.match(
      String(test.value("SELECT reasons ->> 0 FROM near_misses")),
      /“.*Orion ferry.*” against “It need not carry passengers.”/,
    );
    await turn();
    assert.equal(askings().length, 1);
  });

  it("are not asked for again where there are none, or the platform does not know the market", async () => {
    for (const answer of [[listing(ferry("m1", TITLE, null))], [listing()]]) {
      const { test, manifold, askings, turn } = await openFerries(() => answer);
      await turn();
      await turn();
      assert.equal(askings().length, 1);
      assert.equal(test.value("SELECT count(*) FROM matches"), 1);
      test.clock.advance(DAY_MS);
      manifold.full = [listing(ferry("m1", TITLE, ANNOUNCED))];
      await test.writer.runOnce(new Set());
      assert.deepEqual(test.rows("SELECT description, changed_at FROM market_descriptions WHERE description <> ''"), [
        [CARRIES, null],
        [ANNOUNCED, null],
      ]);
    }
  });

  it("are other rules only where more than their space is", async () => {
    const test = await openListed(page([ferry("k1", TITLE, CARRIES)], [event({ id: "k1", title: TITLE })]));
    const changedAt = async (description: string) => {
      test.clock.advance(MINUTE_MS);
      test.script.full = [listing(ferry("k1", TITLE, description))];
      await test.pass();
      return test.value("SELECT changed_at FROM market_descriptions");
    };
    assert.equal(await changedAt(CARRIES.replaceAll(" ", "\n ")), null);
    assert.equal(await changedAt(ANNOUNCED), test.clock.now());
  });

  it("are asked for later where the platform fails", async () => {
    const { test, askings, turn } = await openFerries(() => [new UpstreamError("unreachable", "manifold.markets")]);
    await turn();
    await turn();
    assert.equal(askings().length, 1);
    test.clock.advance(10 * MINUTE_MS);
    await turn();
    assert.equal(askings().length, 2);
  });
});
