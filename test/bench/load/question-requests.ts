import { mix } from "../../../src/demo/chance.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import { QUESTION_SORTS } from "../../../src/store/questions/select.ts";
import { LARGE_PLATFORMS } from "../data/catalogue.ts";
import { WATCHED } from "../data/filling.ts";
import { drawOne, drawWord } from "../data/words.ts";

const PATH = "/api/v1/questions";
const CATEGORIES = ["politics", "sports", "crypto", "economics", "climate", "science"] as const;
const SIZES = ["20", "50", "50", "200"] as const;

/** `count` different requests for a list of questions: all sorts, filters, words, and pages far down. */
export function questionListPaths(count: number): string[] {
  const paths = new Set<string>();
  for (let key = 1; paths.size < count; key++) {
    const query = new URLSearchParams({ page_size: drawOne(SIZES, key, 1), sort: drawOne(QUESTION_SORTS, key, 2) });
    if (mix(key, 3) % 3 === 0) query.set("platform", drawOne(LARGE_PLATFORMS, key, 4));
    if (mix(key, 5) % 3 === 0) query.set("category", drawOne(CATEGORIES, key, 6));
    if (mix(key, 7) % 4 === 0) query.set("min_gap_cents", String(mix(key, 8) % 8));
    if (mix(key, 9) % 8 === 0) query.set("q", `${drawWord(key, 10)} ${drawWord(key, 11)}`);
    else query.set("page", String(1 + (mix(key, 12) % 20)));
    // Makes each request one that no cache has.
    query.set("min_volume", String(mix(key, 13) % 10_000));
    paths.add(`${PATH}?${query}`);
  }
  return [...paths];
}

/** `count` questions, and 30 days of the one on four platforms whose markets have the most points. */
export function questionPaths(file: string, count: number): { readonly one: string[]; readonly history: string[] } {
  const db = openDatabase(file, "read-only", undefined);
  try {
    const list = "SELECT id FROM questions WHERE group_key IS NOT NULL ORDER BY question_key LIMIT ?";
    const watched = `SELECT questions.id FROM markets JOIN match_groups USING (market_key) JOIN questions USING (group_key)
      WHERE platform = ? AND markets.id = ?`;
    const id = String(db.prepare(watched).pluck().get(WATCHED.platform, WATCHED.id));
    const hours = Array.from({ length: Math.min(count, 300) }, (_, index) => 720 - index);
    return {
      one: (db.prepare(list).pluck().all(count) as string[]).map((one) => `${PATH}/${one}`),
      history: hours.map((hour, index) => `${PATH}/${id}/history?hours=${hour}&interval=${["15m", "1h"][index % 2]}`),
    };
  } finally {
    db.close();
  }
}
