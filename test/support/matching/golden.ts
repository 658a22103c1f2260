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
 * The sets, each in a folder of `golden` but for the first, which is that folder itself. `field` and `unseen` are from when
 * the rules already existed. `practice` is for training a score; `fooling` is for measuring only. `games` has files for the
 * same side, the other side and traps. Nobody who wrote the pairs of `rules-unseen`, `wordings`, `families` and the blind
 * sets had seen a rule.
 */
export const GOLDEN_SETS = [
  ...([
    "golden",
    "field",
    "unseen",
    "practice",
    "fooling",
    "games",
    "rules",
    "rules-unseen",
    "wordings",
    "families",
  ] as const),
  ...(["blind", "blind2", "blind3", "blind4", "blind5", "blind6", "blind7", "blind8", "blind9", "blind10"] as const),
  ...(["blind11", "blind12", "blind13", "blind14", "blind15", "blind16", "blind17"] as const),
  ...(["blind18", "blind19", "blind20", "blind21", "blind22", "blind23", "blind24", "blind25", "blind26"] as const),
  ...(["blind27", "blind28", "blind29", "blind30", "blind31", "blind32", "blind33", "blind34", "blind35"] as const),
  ...(["blind36", "blind37", "blind38"] as const),
];
export type GoldenSet = (typeof GOLDEN_SETS)[number];

/** The sets that no score is trained with, but for those of titles alone. */
export const MEASURED_SETS: readonly GoldenSet[] = ["blind36", "blind37", "blind38"];

const folderOf = (set: GoldenSet): URL =>
  new URL(`../../matching/golden/${set === "golden" ? "" : `${set}/`}`, import.meta.url);

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

/**
 * When a market was made, which no set says: two months before it closes, so that "this year" is the year meant. Those without
 * rules are of older sets, which were written as of January 2026.
 */
export const createdAtOf = ({ closesAt, rules }: Pick<GoldenMarket, "closesAt" | "rules">): number =>
  rules === undefined || closesAt === null ? Date.parse("2026-01-20") : Date.parse(closesAt) - 60 * 86_400_000;
