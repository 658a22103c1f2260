import { mix } from "../../../src/demo/chance.ts";
import { type GroupLink, RULES_VERSION, toGroups } from "../../../src/domain/matching/matches.ts";
import { flushGathered } from "../../../src/store/catalogue/gathered.ts";
import { closeMarket } from "../../../src/store/catalogue/market-writer.ts";
import { type Db, immediately } from "../../../src/store/database/db.ts";
import { savePosition } from "../../../src/store/database/properties.ts";
import { saveGroups } from "../../../src/store/matching/pairs.ts";
import type { Writing } from "../../../src/writer/transactions.ts";
import {
  type Catalogue,
  countGroups,
  isInverted,
  LARGE_PLATFORMS,
  marketOfGroup,
  platformsOfGroup,
} from "./catalogue.ts";
import { idOf } from "./pages.ts";

const DAY_MS = 86_400_000;
const HOUR_SECONDS = 3600;

/** The market whose history is requested, its group of four, hours of its history, and changes in each hour. */
export const WATCHED = { platform: "kalshi", id: idOf.kalshi(0), group: 0, hours: 900, pointsAnHour: 12 } as const;

/** Groups of markets that ask the same, as matching would have left them. */
export function fillGroups(writing: Pick<Writing, "db" | "clock">, catalogue: Catalogue): void {
  const { db } = writing;
  const findKey = db.prepare("SELECT market_key FROM markets WHERE platform = ? AND id = ?").pluck();
  const match = db.prepare(
    "INSERT INTO matches (a_market_key, b_market_key, score, relation, reasons) VALUES (?, ?, ?, ?, ?)",
  );
  const fill = (group: number): void => {
    const members = platformsOfGroup(group)
      .map((platform) => ({
        platform,
        marketKey: Number(findKey.get(platform, idOf[platform](marketOfGroup(platform, group)))),
        isInverted: platform === "polymarket" && isInverted(group),
      }))
      .sort((one, other) => one.marketKey - other.marketKey);
    const links: GroupLink[] = [];
    for (const [index, { marketKey: a, isInverted }] of members.entries()) {
      for (const { marketKey: b, isInverted: isOtherInverted } of members.slice(index + 1)) {
        const relation = isInverted === isOtherInverted ? "same" : "inverted";
        const reasons = JSON.stringify(["same words: 8 of 9", "closes at the same time"]);
        match.run(a, b, 800_000 + (mix(group, b) % 200_000), relation, reasons);
        links.push({ a, b, relation });
      }
    }
    saveGroups(
      writing,
      members,
      toGroups(
        members.map((member) => ({ ...member, eventKey: member.marketKey })),
        links,
      ),
      catalogue.madeAt,
    );
  };
  for (let group = 0; group < countGroups(catalogue); group++) fill(group);
}

/** Of events that no group has, one in so many stays open: of 300,000 markets 60,000 do. */
const OPEN_ONE_IN = 6;
const STEP_CLOSED = 10_000;

/** Closes most markets, in an order that is not that of their keys, as the writer closes what a listing lacks. */
export function closeMost(writing: Writing): void {
  const { db, clock } = writing;
  const keys = db
    .prepare(`SELECT market_key FROM markets
      WHERE event_key % ? > 0 AND market_key NOT IN (SELECT market_key FROM match_groups)
      ORDER BY market_key * 7919 % 1000003`)
    .pluck()
    .all(OPEN_ONE_IN);
  const now = clock.now();
  for (const [index, key] of keys.entries()) {
    closeMarket(writing, Number(key), "missing", now + index);
    if (index % STEP_CLOSED === 0) flushGathered(writing);
  }
  flushGathered(writing);
}

/** A month of prices of every tenth market, one with very many, and what each platform traded a day. */
export function fillArchive(db: Db, { madeAt }: Catalogue): void {
  const now = Math.floor(madeAt / 1000);
  const price = "max(10000, min(990000, yes_price + ((market_key * 31 + n * 17) % 41 - 20) * 1000))";
  const points = (count: number, everySeconds: number, which: string): string => `
    WITH RECURSIVE numbers (n) AS (SELECT ${count} UNION ALL SELECT n - 1 FROM numbers WHERE n > 1)
    INSERT OR IGNORE INTO history_points (market_key, at, yes_price, volume)
    SELECT market_key, ${now} - n * ${everySeconds} - market_key % 300, ${price}, volume * (1000 - n % 1000) / 1000
    FROM markets JOIN market_quotes USING (market_key) CROSS JOIN numbers
    WHERE ${which} AND has_price
    ORDER BY 1, 2`;
  const { platform, id, hours, pointsAnHour } = WATCHED;
  const askedToo = platformsOfGroup(WATCHED.group)
    .filter((other) => other !== platform)
    .map((other) => `('${other}', '${idOf[other](marketOfGroup(other, WATCHED.group))}')`);
  const isAskedToo = `(platform, id) IN (VALUES ${askedToo.join()})`;
  const isWatched = `platform = '${platform}' AND id = '${id}'`;
  const today = Math.floor(madeAt / DAY_MS);
  immediately(db, () => {
    db.exec(points(hours * pointsAnHour, HOUR_SECONDS / pointsAnHour, isWatched));
    db.exec(points(hours * 6, HOUR_SECONDS / 6, isAskedToo));
    db.exec(points(45, 16 * HOUR_SECONDS, `market_key % 10 = 0 AND NOT (${isWatched}) AND NOT ${isAskedToo}`));
    const volume = db.prepare(
      "INSERT OR REPLACE INTO daily_volumes (day, platform, volume, markets) VALUES (?, ?, ?, ?)",
    );
    for (let day = today - 365; day <= today; day++) {
      for (const name of LARGE_PLATFORMS) volume.run(day, name, mix(day, name.length) % 1e9, 10_000);
    }
  });
}

/** A platform's prices are stale after three times as long. */
const RHYTHM_MS = 600_000;

/** Makes every platform's last pass one that ended at `at`, since only fresh prices are compared; the next one is due. */
export function freshen(db: Db, at: number): void {
  const startedAt = at - RHYTHM_MS;
  db.prepare("UPDATE ingest_runs SET started_at = @startedAt, finished_at = @at, next_at = @at").run({ startedAt, at });
}

/** Leaves nothing for the daily upkeep and for matching to begin with, since that would be measured too. */
export function settle(db: Db): void {
  savePosition(db, "match-rules", RULES_VERSION);
  savePosition(db, "kept-bounded-on", Date.now());
}
