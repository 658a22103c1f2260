import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mix } from "../../../src/demo/chance.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import { QUESTION_SORTS } from "../../../src/store/questions/questions.ts";
import { countGroups, countMarkets, LARGE_PLATFORMS, marketOfGroup } from "../data/catalogue.ts";
import { WATCHED } from "../data/filling.ts";
import { idOf } from "../data/pages.ts";
import { drawOne, drawWord, questionOf, VOCABULARY } from "../data/words.ts";
import type { Setting } from "../setting.ts";

const API = "/api/v1";
const CATEGORIES = ["politics", "sports", "crypto", "economics", "climate", "science", "world", "culture"] as const;
const SORTS = ["volume", "volume", "price", "updated", "volume_24h", "closing"] as const;
const SIZES = ["20", "50", "50", "100"] as const;
const STATUSES = ["open", "open", "open", "all"] as const;
const LISTS = 1000;
const REQUESTS = 500;

/** What each endpoint is asked, every request another one. */
export function pathsOf(setting: Setting): Readonly<Record<string, readonly string[]>> {
  return {
    ...questionPaths(setting.file),
    markets: coldPaths(LISTS),
    search: searchPaths(),
    arbitrage: distinct(REQUESTS, arbitragePath),
    compare: comparePaths(setting),
    "history 720 h": historyPaths(setting),
    analytics: analyticsPaths(),
  };
}

/** `count` different paths, each drawn by the next key. */
function distinct(count: number, draw: (key: number) => string): string[] {
  const paths = new Set<string>();
  for (let key = 1; paths.size < count; key++) paths.add(draw(key));
  return [...paths];
}

/**
 * Requests for lists of markets, drawn from a fixed seed: six of eight are filters, orders and pages, one has a lowest
 * volume, one has words.
 */
export const coldPaths = (count: number): string[] =>
  distinct(count, (key) => {
    const query = new URLSearchParams({ page_size: drawOne(SIZES, key, 1) });
    if (mix(key, 2) % 3 > 0) query.set("platform", drawOne(LARGE_PLATFORMS, key, 3));
    if (mix(key, 4) % 2 > 0) query.set("category", drawOne(CATEGORIES, key, 5));
    query.set("status", drawOne(STATUSES, key, 6));
    query.set("sort", drawOne(SORTS, key, 7));
    query.set("order", drawOne(["asc", "desc", "desc"], key, 8));
    // Callers look at first pages more often than at later ones.
    query.set("page", String(Math.floor(41 ** (mix(key, 9) / 2 ** 32))));
    const kind = mix(key, 10) % 8;
    if (kind === 0) query.set("min_volume", String(mix(key, 11) % 100_000));
    if (kind === 1) query.set("q", `${drawWord(key, 12)} ${drawWord(key, 13)}`);
    return `${API}/markets?${query}`;
  });

/** Lists of questions of all sorts, single questions, and 30 days of the one whose markets have the most points. */
function questionPaths(file: string): Readonly<Record<string, readonly string[]>> {
  const db = openDatabase(file, "read-only", undefined);
  const ids = db
    .prepare("SELECT id FROM questions WHERE group_key IS NOT NULL ORDER BY question_key LIMIT ?")
    .pluck()
    .all(REQUESTS);
  const watched = db
    .prepare(`SELECT questions.id FROM markets JOIN match_groups USING (market_key) JOIN questions USING (group_key)
      WHERE platform = ? AND markets.id = ?`)
    .pluck()
    .get(WATCHED.platform, WATCHED.id);
  db.close();
  return {
    questions: distinct(LISTS, questionListPath),
    "one question": ids.map((id) => `${API}/questions/${id}`),
    "question history 720 h": Array.from(
      { length: 300 },
      (_, index) => `${API}/questions/${watched}/history?hours=${720 - index}&interval=${["15m", "1h"][index % 2]}`,
    ),
  };
}

function questionListPath(key: number): string {
  const query = new URLSearchParams({
    page_size: drawOne(["20", "50", "50", "200"], key, 1),
    sort: drawOne(QUESTION_SORTS, key, 2),
  });
  if (mix(key, 3) % 3 === 0) query.set("platform", drawOne(LARGE_PLATFORMS, key, 4));
  if (mix(key, 5) % 3 === 0) query.set("category", drawOne(CATEGORIES, key, 6));
  if (mix(key, 7) % 4 === 0) query.set("min_gap_cents", String(mix(key, 8) % 8));
  if (mix(key, 9) % 8 === 0) query.set("q", `${drawWord(key, 10)} ${drawWord(key, 11)}`);
  else query.set("page", String(1 + (mix(key, 12) % 20)));
  // Makes each request one that no cache has.
  query.set("min_volume", String(mix(key, 13) % 10_000));
  return `${API}/questions?${query}`;
}

/** Names and figures that titles also write otherwise. */
const OTHERWISE = "btc,btc 100k,fed december,fomc dec,usa election,s&p,eth 5k,bitcoin dec 12,gop house".split(",");
const TYPING_ERRORS = 40;

/**
 * What people search for: the commonest words, other names, typing errors, beginnings of two letters, and words by how often
 * they are used.
 */
function searchPaths(): string[] {
  const commonest = VOCABULARY.slice(0, 20);
  const beginnings = [...new Set(VOCABULARY.filter((word) => word.length > 2).map((word) => word.slice(0, 2)))];
  const terms = new Set([
    ...commonest.filter((word) => word.length > 1),
    ...OTHERWISE,
    ...misspelt(),
    ...beginnings.slice(0, 80),
  ]);
  for (let key = 1; terms.size < LISTS; key++) {
    const words = Array.from({ length: 1 + (mix(key, 1) % 3) }, (_, place) => drawWord(key, 20 + place));
    const text = words.join(" ");
    if (text.length > 1) terms.add(text);
  }
  return [...terms].map((term) => `${API}/search?q=${encodeURIComponent(term)}`);
}

/** Words without one of their letters. */
function misspelt(): string[] {
  const words = VOCABULARY.filter((word) => /^[a-z]{6,}$/.test(word)).slice(0, TYPING_ERRORS);
  return words.map((word, key) => {
    const at = 1 + (mix(key, 40) % (word.length - 2));
    return word.slice(0, at) + word.slice(at + 1);
  });
}

function arbitragePath(key: number): string {
  const query = new URLSearchParams({
    min_spread: String((mix(key, 1) % 60) / 10),
    min_match_score: String(0.8 + (mix(key, 2) % 20) / 100),
    real_money_only: String(mix(key, 3) % 2 === 0),
    sort: drawOne(["spread", "net", "confidence", "volume"], key, 4),
    page: String(1 + (mix(key, 5) % 5)),
  });
  if (mix(key, 6) % 3 === 0) query.set("platform", drawOne(LARGE_PLATFORMS, key, 7));
  return `${API}/arbitrage?${query}`;
}

/** By market, by words of a question that has partners, and by any words. */
function comparePaths({ markets, madeAt }: Setting): string[] {
  const groups = countGroups({ markets, madeAt, round: 0 });
  return distinct(REQUESTS, (key) => {
    const group = mix(key, 1) % groups;
    const words = questionOf(mix(group, 77)).replace(/[?:]/g, "").split(" ");
    const from = mix(key, 2) % words.length;
    const query = drawOne<Record<string, string>>(
      [
        { platform: "kalshi", market_id: idOf.kalshi(marketOfGroup("kalshi", group)) },
        { q: words.slice(from, from + 3).join(" ") },
        { q: drawWord(key, 3) },
      ],
      key,
      4,
    );
    // One letter is no search.
    if (query.q?.length === 1) query.q += "a";
    return `${API}/compare?${new URLSearchParams({ ...query, limit: String(1 + (key % 100)) })}`;
  });
}

/** One in five of the market with the most points, raw or as candles. */
function historyPaths(setting: Setting): string[] {
  const { platform, id } = WATCHED;
  const intervals = ["raw", "raw", "5m", "15m", "1h", "6h", "1d"] as const;
  const kalshi = countMarkets("kalshi", { ...setting, round: 0 });
  return distinct(REQUESTS, (key) => {
    const market = key % 5 === 0 ? id : idOf.kalshi(mix(key, 1) % kalshi);
    const hours = 720 - (mix(key, 2) % 20);
    return `${API}/markets/${platform}/${market}/history?hours=${hours}&interval=${drawOne(intervals, key, 3)}`;
  });
}

function analyticsPaths(): string[] {
  const shares = Array.from({ length: 365 }, (_, day) => `${API}/analytics/platform-share?days=${day + 1}`);
  const buckets = LARGE_PLATFORMS.flatMap((platform) =>
    ["open", "closed", "all"].flatMap((status) =>
      ["true", "false"].map(
        (money) =>
          `${API}/analytics/volume-distribution?platform=${platform}&status=${status}&real_money_only=${money}`,
      ),
    ),
  );
  return [...shares, ...buckets];
}

/** Writes paths where the load generator reads them; gives the file. */
export function keepPaths(folder: string, name: string, paths: readonly string[]): string {
  const file = join(folder, `${name}.txt`);
  writeFileSync(file, `${paths.join("\n")}\n`);
  return file;
}
