import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { CATEGORIES } from "../../../src/domain/categories/names.ts";

/** Pairs that look alike and mostly are not, by what tells them apart; each has close positives beside the negatives. */
const TRAPS = [
  "month",
  "year",
  "threshold",
  "exact-vs-at-least",
  "touch-vs-settle",
  "party",
  "place",
  "cut-vs-hike",
  "nominee-vs-winner",
  "nth-place",
  "margin-or-seats-vs-win",
  "first-half-or-map-vs-match",
  "next-or-first-vs-standalone",
  "announcement-vs-event",
  "hour-vs-day",
  "crossed-control",
  "partial-names",
  "parent-vs-outcome",
  "inverted-polarity",
] as const;

/** The traps, `rules` for pairs that only their rules tell apart, and `plain`: ordinary questions in different wording, and a few that are merely near in topic. */
const GOLDEN_CLASSES = [...TRAPS, "rules", "plain"] as const;
const GOLDEN_PLATFORMS = ["kalshi", "manifold", "polymarket", "predictit"] as const;

/**
 * `same` and `inverted` are to be matched, `different` and `related` are not. `related` marks those where yes on one
 * side means yes on the other as well, for certain; it says nothing about how near the wordings are.
 */
const GOLDEN_LABELS = ["same", "inverted", "different", "related"] as const;

const words = v.pipe(v.string(), v.trim(), v.nonEmpty());

const goldenMarket = v.strictObject({
  platform: v.picklist(GOLDEN_PLATFORMS),
  eventTitle: words,
  title: words,
  outcomeLabel: v.nullable(words),
  /** What Kalshi's event says below its title ("In 2027"); missing elsewhere. */
  eventNote: v.optional(v.nullable(words)),
  /** The address of the event's page, which may name the league and the day of a game; missing outside the games. */
  url: v.optional(v.pipe(words, v.url())),
  closesAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  category: v.picklist(CATEGORIES),
  /** What the market's page says must happen; missing outside the sets of that name. */
  rules: v.optional(words),
});

const goldenPair = v.strictObject({
  class: v.picklist(GOLDEN_CLASSES),
  label: v.picklist(GOLDEN_LABELS),
  a: goldenMarket,
  b: goldenMarket,
  why: words,
});

export type GoldenMarket = Readonly<v.InferOutput<typeof goldenMarket>>;
export type GoldenPair = Readonly<v.InferOutput<typeof goldenPair>>;

/**
 * The folders of the sets. `golden` has a file for each class, the others a file for each category. `field` and `unseen`
 * are from when the rules already existed. `practice` is for training a score; `fooling` is for measuring only. `games`
 * has files for the same side, the other side and traps. Nobody who wrote the pairs of `rules-unseen`, `wordings`, `families`,
 * `blind` and `blind2` to `blind17` had seen a rule; the last three are for measuring only.
 */
const GOLDEN_SETS = {
  golden: "../../matching/golden/",
  field: "../../matching/golden/field/",
  unseen: "../../matching/golden/unseen/",
  practice: "../../matching/golden/practice/",
  fooling: "../../matching/golden/fooling/",
  games: "../../matching/golden/games/",
  rules: "../../matching/golden/rules/",
  "rules-unseen": "../../matching/golden/rules-unseen/",
  wordings: "../../matching/golden/wordings/",
  families: "../../matching/golden/families/",
  blind: "../../matching/golden/blind/",
  blind2: "../../matching/golden/blind2/",
  blind3: "../../matching/golden/blind3/",
  blind4: "../../matching/golden/blind4/",
  blind5: "../../matching/golden/blind5/",
  blind6: "../../matching/golden/blind6/",
  blind7: "../../matching/golden/blind7/",
  blind8: "../../matching/golden/blind8/",
  blind9: "../../matching/golden/blind9/",
  blind10: "../../matching/golden/blind10/",
  blind11: "../../matching/golden/blind11/",
  blind12: "../../matching/golden/blind12/",
  blind13: "../../matching/golden/blind13/",
  blind14: "../../matching/golden/blind14/",
  blind15: "../../matching/golden/blind15/",
  blind16: "../../matching/golden/blind16/",
  blind17: "../../matching/golden/blind17/",
} as const;
export type GoldenSet = keyof typeof GOLDEN_SETS;

const folderOf = (set: GoldenSet): URL => new URL(GOLDEN_SETS[set], import.meta.url);

/** The names of a set's files, without their ending. */
const listGoldenFiles = (set: GoldenSet): string[] =>
  readdirSync(fileURLToPath(folderOf(set)))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();

/** The labelled pairs of one file; throws, naming the file and the place in it, where they do not fit the schema. */
function readGoldenFile(name: string, set: GoldenSet): readonly GoldenPair[] {
  const rows: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, folderOf(set)), "utf8"));
  const parsed = v.safeParse(v.array(goldenPair), rows);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`${set}/${name}.json at ${v.getDotPath(issue) ?? "its root"}: ${issue.message}`);
}

/** All labelled pairs of a set, by file name and in the order of each file. */
export const readGoldenPairs = (set: GoldenSet = "golden"): readonly GoldenPair[] =>
  listGoldenFiles(set).flatMap((name) => readGoldenFile(name, set));

/** Whether a matcher is to accept the pair, in either polarity. */
export const isMatch = (pair: GoldenPair): boolean => pair.label === "same" || pair.label === "inverted";
