import type { JudgedResult } from "../../../src/domain/accuracy.ts";
import { CATEGORIES } from "../../../src/domain/categories/names.ts";
import { ONE } from "../../../src/domain/prices.ts";
import { type Db, immediately } from "../../../src/store/database/db.ts";

const PLATFORMS = ["kalshi", "manifold", "polymarket", "predictit"];
const HORIZONS = 11;
const DAY = 86_400;
const FROM = Date.parse("2024-11-20T00:00:00Z") / 1000;

/** Numbers in 0..1 that are the same each time (Park and Miller's generator). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A market of the first group; without an event, of the first one. */
export const judged = (price: number, isYes: boolean, event = 0): JudgedResult => ({
  price: Math.round(price * ONE),
  isYes,
  weight: 1,
  group: 0,
  event,
});

/**
 * Writes resolved markets straight into their tables: two or three to an event, one in six in a question with the market before,
 * some of them asked the other way round, some that resolved otherwise, some split, void, or of unknown age or price.
 */
export function fillResults(db: Db, count: number): void {
  const random = createRandom(5);
  const event = db.prepare(
    `INSERT INTO events (event_key, platform, id, title, category, url, tags, is_partial, opened_at, updated_at)
    VALUES (?, ?, ?, 'x', ?, 'https://x.org', '[]', 0, 0, 0)`,
  );
  const market = db.prepare(
    `INSERT INTO markets (market_key, event_key, platform, id, title, url, category, description_crc, status, closes_at,
      created_at, outcome, resolved_at, first_seen_at)
    VALUES (?, ?, ?, ?, 'x', 'https://x.org', ?, 0, 'closed', ?, ?, ?, ?, 0)`,
  );
  const quotes = db.prepare(
    "INSERT INTO market_quotes (market_key, volume, volume_24h, updated_at) VALUES (?, ?, 0, 0)",
  );
  const prices = db.prepare(`INSERT INTO criterion_prices VALUES (NULL, ?, ?${", ?".repeat(5 + HORIZONS)})`);
  const member = db.prepare("INSERT INTO match_groups VALUES (?, ?, ?)");
  const question = db.prepare(
    "INSERT INTO questions (id, market_key, group_key, changed_at, generation) VALUES (?, ?, ?, 0, ?)",
  );
  const priceNear = (chance: number): number | null =>
    random() < 0.1 ? null : Math.round(1e6 * Math.min(1, Math.max(0, chance + 0.3 * (random() - 0.5))));
  immediately(db, () => {
    let [isYes, endedAt, chance] = [false, 0, 0];
    for (let key = 1; key <= count; key++) {
      const isMatched = key % 6 === 0;
      const place = Math.ceil(key / 3);
      const platform = PLATFORMS[(place + Number(isMatched)) % 4] ?? "";
      const category = CATEGORIES[place % CATEGORIES.length] ?? "other";
      // Its question is on another platform, so it has an event of its own there.
      const eventKey = isMatched ? count + key : place;
      if (isMatched || key % 3 === 1) event.run(eventKey, platform, `e${eventKey}`, category);
      const isInverted = isMatched && random() < 0.2;
      if (!isMatched) [chance, endedAt] = [random(), FROM + Math.floor(random() * 700 * DAY)];
      else endedAt += Math.floor(random() * 0.3 * DAY);
      // One in a hundred resolves otherwise than its question.
      const asked = isMatched && random() > 0.01 ? isYes : random() < chance;
      if (!isMatched) isYes = asked;
      const seen = isInverted ? 1 - chance : chance;
      const lot = random();
      const outcome = lot < 0.01 ? "split" : lot < 0.02 ? "void" : asked !== isInverted ? "yes" : "no";
      const createdAt = random() < 0.05 ? null : (endedAt - Math.ceil(random() * 300 * DAY)) * 1000;
      market.run(key, eventKey, platform, `m${key}`, category, endedAt * 1000, createdAt, outcome, endedAt * 1000);
      quotes.run(key, random() < 0.2 ? 0 : Math.floor(1e7 * random() ** 3));
      prices.run(key, endedAt, ...Array.from({ length: 5 + HORIZONS }, () => priceNear(seen)));
      if (!isMatched) continue;
      member.run(key - 1, key - 1, 0);
      member.run(key, key - 1, Number(isInverted));
      question.run(`q${key}`, key - 1, key - 1, key);
    }
  });
}
