import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { DAY_MS, event, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter, type TestWriter } from "../../support/store/writer.ts";

const CHEFS = "Ana Ruiz, Bo Lindqvist, Cem Aydin, Dora Novak, Eli Okafor, Fay Moreau, Hugo Prat, Jan Vos".split(", ");

const award = (platform: string): MarketRecord[] =>
  CHEFS.map((name) =>
    market({
      id: `${platform} ${name}`,
      title: `Will ${name} win the 2027 Golden Ladle award?`,
      eventId: "Golden Ladle award 2027",
      closesAt: START + 400 * DAY_MS,
      createdAt: START - 30 * DAY_MS,
    }),
  );

/** So many that a few changed markets are a small share. */
const others = (platform: string): MarketRecord[] =>
  Array.from({ length: 100 }, (_, index) =>
    market({
      id: `${platform}${index}`,
      title: `Will city number ${index} of Utopia${platform} elect mayor X${index}${platform}?`,
      eventId: `x${index}`,
      closesAt: START + 90 * DAY_MS,
    }),
  );

const listing = (markets: readonly MarketRecord[]) =>
  page(
    markets,
    [...new Set(markets.map(({ eventId }) => eventId))].map((id) => event({ id, title: id })),
  );

function openPlatforms(...platforms: readonly string[]) {
  const scripts = Object.fromEntries(
    platforms.map((platform) => [platform, { full: [listing([...award(platform), ...others(platform)])] }]),
  );
  return { ...openTestWriter({ scripts }), scripts };
}

/** Closes markets and lets them retire. */
async function retire({ db, writer }: Pick<TestWriter, "db" | "writer">, where: string): Promise<void> {
  db.exec(`UPDATE markets SET status = 'closed' WHERE ${where};
    UPDATE market_quotes SET updated_at = 0 WHERE market_key IN (SELECT market_key FROM markets WHERE ${where})`);
  await writer.matcher.retireClosed();
  await writer.matcher.runDue();
}

const SIX =
  "id LIKE '%Ana%' OR id LIKE '%Bo %' OR id LIKE '%Cem%' OR id LIKE '%Dora%' OR id LIKE '%Eli%' OR id LIKE '%Fay%'";
const matchesOf = ({ rows }: Pick<TestWriter, "rows">): unknown[] =>
  rows("SELECT a_market_key, b_market_key FROM matches ORDER BY 1, 2");

describe("retired markets", () => {
  it("keep their matches when a sibling changes, and through a rebuild", async () => {
    const test = openPlatforms("kalshi", "polymarket");
    await test.pass();
    const matches = matchesOf(test);
    assert.equal(matches.length, CHEFS.length);
    await retire(test, SIX);
    test.db.exec(`UPDATE markets SET title = 'Will Hugo Prat win the Golden Ladle award in 2027?' WHERE id = 'kalshi Hugo Prat';
      INSERT OR IGNORE INTO match_queue SELECT market_key, 0 FROM markets WHERE id LIKE '%Hugo%'`);
    await test.writer.matcher.runDue();
    assert.deepEqual(matchesOf(test), matches);
    await test.writer.matcher.rebuild();
    assert.deepEqual(matchesOf(test), matches);
  });

  it("keep their matches with markets that are still open", async () => {
    const test = openPlatforms("kalshi", "polymarket");
    await test.pass();
    const matches = matchesOf(test);
    await retire(test, `platform = 'kalshi' AND (${SIX})`);
    await test.writer.matcher.rebuild();
    assert.deepEqual(matchesOf(test), matches);
  });
});
