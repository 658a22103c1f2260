import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { toCategory, toStoredCategory, usualCategory } from "../../src/domain/categories/categories.ts";
import type { Category } from "../../src/domain/categories/names.ts";
import { parseWordLists } from "../../src/domain/word-lists.ts";
import { readKalshi } from "../../src/sources/kalshi/records.ts";
import { readLimitless } from "../../src/sources/limitless.ts";
import { readManifold } from "../../src/sources/manifold.ts";
import { readPolymarket } from "../../src/sources/polymarket/records.ts";
import { openPredictit } from "../../src/sources/predictit.ts";
import { payloadsMissing, readPayload } from "../support/upstream/payloads.ts";

const SHARED = new URL("../../../shared/data/matching/", import.meta.url);
const JUDGED = new URL("judged-categories.txt", import.meta.url);
const MAX_SHARE_OF_OTHER = 0.06;
const MIN_SHARE_RIGHT = 0.95;

/** A row of titles_<platform>.jsonl: a market. */
interface TitleRow {
  readonly id: string;
  readonly title: string;
  readonly event_title?: string;
  readonly category?: string | null;
  readonly slug?: string;
}

const readTitles = (platform: string): TitleRow[] =>
  readFileSync(new URL(`titles_${platform}.jsonl`, SHARED), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as TitleRow);

/** The right categories of titles, by platform and the beginning of their hash. */
function readJudged(): Map<string, readonly string[]> {
  const lists = parseWordLists("judged-categories.txt", readFileSync(JUDGED, "utf8"));
  const rows = [...lists].flatMap(([platform, list]) => list.rows.map((row) => [platform, ...row.split(": ")]));
  return new Map(
    rows.flatMap(([platform, categories = "", titles = ""]) =>
      titles.split(", ").map((title) => [`${platform},${title}`, categories.split(" ")] as const),
    ),
  );
}

describe("the categories of real titles", {
  skip: existsSync(SHARED) ? false : "../shared/data/matching is not here",
}, () => {
  it("are other for 6% at most", (test) => {
    let [titles, others] = [0, 0];
    for (const platform of POOLED) {
      const rows = readTitles(platform);
      const unknown = rows.filter((row) => categoryOf(row, platform) === "other");
      test.diagnostic(`${platform}: ${unknown.length} of ${rows.length}`);
      titles += rows.length;
      others += unknown.length;
    }
    assert.ok(others <= MAX_SHARE_OF_OTHER * titles, `${others} of ${titles}`);
  });

  // 100 titles a platform, one a family where there are enough, judged by hand before the rules saw them. Where two
  // categories are right, both are listed.
  it("are right for 95% of a sample that made no rule, and other for 6% of it", (test) => {
    const judged = readJudged();
    const all = { titles: 0, right: 0, others: 0 };
    for (const platform of POOLED) {
      const found = { titles: 0, right: 0, others: 0 };
      for (const row of readTitles(platform)) {
        const right = judged.get(`${platform},${hash("sha256", row.id).slice(0, 12)}`);
        if (right === undefined) continue;
        const category = categoryOf(row, platform);
        found.titles++;
        if (right.includes(category)) found.right++;
        if (category === "other") found.others++;
      }
      test.diagnostic(`${platform}: ${found.right} of ${found.titles} right, ${found.others} other`);
      for (const key of ["titles", "right", "others"] as const) all[key] += found[key];
    }
    assert.equal(all.titles, judged.size);
    assert.ok(all.right >= MIN_SHARE_RIGHT * all.titles, `${all.right} of ${all.titles}`);
    assert.ok(all.others <= MAX_SHARE_OF_OTHER * all.titles, `${all.others} of ${all.titles}`);
  });
});

const NOW = Date.UTC(2026, 10, 20);
const POOLED = ["kalshi", "polymarket", "manifold", "predictit"];

function categoryOf({ id, title, event_title, category, slug }: TitleRow, platform: string): Category {
  const labels = category == null ? [] : [category];
  const codes = platform === "kalshi" ? { series: id.split("-")[0] ?? null } : { slug: slug ?? null };
  return toCategory({ labels, title: event_title ?? title, usual: usualCategory(platform), ...codes });
}

describe("the categories of captured events", { skip: payloadsMissing }, () => {
  it("follow the tags where there are tags", () => {
    const { events } = readPolymarket(readPayload("polymarket/gamma_public-search_2026-08-18.json"), NOW);
    const fed = readPolymarket(readPayload("polymarket/details/search_response.json"), NOW);
    const tagged = [...events, ...fed.events].filter(({ tags }) => tags.length > 0);
    assert.ok(tagged.length > 0);
    for (const { tags, category, title } of tagged)
      assert.equal(toCategory({ labels: tags, title: "" }), category, title);
  });

  it("are the same when new rules read them from the database", () => {
    const { normalise } = openPredictit({});
    const read = {
      kalshi: [
        readKalshi(readPayload("kalshi/2026-10/events.json"), NOW),
        readKalshi(readPayload("kalshi/2026-01/events_list.json"), NOW),
      ],
      polymarket: [
        readPolymarket(readPayload("polymarket/gamma_public-search_2026-08-18.json"), NOW),
        readPolymarket(readPayload("polymarket/gamma_markets_active_100_2026-02-13.json"), NOW),
        readPolymarket(readPayload("polymarket/gamma_markets_first20_by_id_legacy_2026-02-07.json"), NOW),
      ],
      manifold: [
        readManifold(readPayload("manifold/full_markets_with_answers_8_2026-05-03.json"), 0),
        readManifold(readPayload("manifold/lite_markets_100_2026-01-31.json"), 0),
      ],
      limitless: [readLimitless(readPayload("limitless/limitless_markets_5_2026-06-21.json"), 0)],
      predictit: [normalise(readPayload("predictit/marketdata_25markets_2026-01-31.json"), 0)],
    };
    for (const [platform, listings] of Object.entries(read)) {
      const events = listings.flatMap((listing) => listing.events);
      assert.ok(events.length > 0, platform);
      for (const event of events) assert.equal(toStoredCategory({ platform, ...event }), event.category, event.title);
    }
  });
});
