import { existsSync, readFileSync } from "node:fs";
import { type Corpus, countedOf, type WeighedProposition, weigh } from "../../../src/domain/matching/weighing.ts";
import type { Proposition } from "../../../src/domain/propositions/proposition.ts";
import { toProposition } from "../../../src/domain/propositions/read-market.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import {
  createdAtOf,
  type GoldenMarket,
  type GoldenSet,
  isMatch,
  readGoldenPairs,
} from "../../support/matching/golden.ts";

export interface LearnedMarket {
  readonly platform: string;
  /** As the labelled pairs name it. */
  readonly id: string;
  readonly eventTitle: string;
  readonly weighed: WeighedProposition | undefined;
}

export interface LabelledPair {
  readonly a: LearnedMarket;
  readonly b: LearnedMarket;
  readonly label: "same" | "inverted" | "different";
  readonly isMatch: boolean;
  /** The set it comes from. */
  readonly source: string;
  /** Pairs of one family have one text; families are never split between training and measuring. */
  readonly family: string;
}

/** Whether a pair is of real titles. The score is calibrated on these alone, since the others are made to be hard. */
export const isNatural = (pair: LabelledPair | undefined): boolean => NATURAL.has(pair?.source ?? "");

const NATURAL: ReadonlySet<string> = new Set(["shared", "external", "blind", "pool"]);

type MarketText = Parameters<typeof toProposition>[0];
type Row = MarketText & { readonly platform: string; readonly id: string };

function toMarkets(rows: readonly Row[], others: readonly LearnedMarket[] = []): LearnedMarket[] {
  const propositions = rows.map((row) => toProposition(row));
  const corpus = toCorpus([...propositions, ...others.map(({ weighed }) => weighed?.proposition)]);
  return rows.map(({ platform, id, eventTitle, description }, at) => {
    const proposition = propositions[at];
    const weighed =
      proposition === undefined ? undefined : weigh(proposition, corpus, { description: () => description ?? null });
    return { platform, id, eventTitle, weighed };
  });
}

function toCorpus(propositions: readonly (Proposition | undefined)[]): Corpus {
  const counts = new Map<string, number>();
  let size = 0;
  for (const proposition of propositions) {
    if (proposition === undefined) continue;
    size++;
    for (const word of new Set(countedOf(proposition))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return { size, frequencyOf: (word) => counts.get(word) ?? 0 };
}

/** The markets of a database into which the given titles were ingested, by platform and id of the titles' files. */
export function readPool(file: string, mapFile: string): Map<string, LearnedMarket> {
  const names = JSON.parse(readFileSync(mapFile, "utf8")) as Record<string, Record<string, string>>;
  const db = openDatabase(file, "read-only", undefined);
  const rows = db
    .prepare(`SELECT markets.platform, markets.id, markets.title, outcome_label AS outcomeLabel, events.title AS eventTitle,
      markets.closes_at AS closesAt, created_at AS createdAt, events.url AS url, market_descriptions.description,
      iif(markets.platform = 'kalshi', events.description, NULL) AS eventNote, markets.platform = 'kalshi' AS hasLateClose
      FROM markets JOIN events USING (event_key) LEFT JOIN market_descriptions USING (market_key)`)
    .all() as Row[];
  db.close();
  const named = rows.map((row) => ({ ...row, id: names[row.platform]?.[row.id] ?? row.id }));
  named.sort((a, b) => Number(keyOf(a) > keyOf(b)) - Number(keyOf(a) < keyOf(b)));
  return new Map(toMarkets(named).map((market) => [keyOf(market), market]));
}

export const keyOf = ({ platform, id }: { platform: string; id: string }): string => `${platform} ${id}`;

interface FilePair {
  readonly a_platform: string;
  readonly a_id: string;
  readonly b_platform: string;
  readonly b_id: string;
  readonly label: number | null | string;
  readonly family?: string;
  readonly topic?: string;
}

/** Labelled pairs of a file of JSON lines, between markets of the pool. */
export function readPairs(file: string, source: string, pool: ReadonlyMap<string, LearnedMarket>): LabelledPair[] {
  if (!existsSync(file)) return [];
  const rows = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as FilePair);
  return rows.flatMap((row): LabelledPair[] => {
    const a = pool.get(`${row.a_platform} ${row.a_id}`);
    const b = pool.get(`${row.b_platform} ${row.b_id}`);
    const label = row.label === 1 ? "same" : row.label === 0 ? "different" : row.label;
    if (a === undefined || b === undefined || (label !== "same" && label !== "inverted" && label !== "different"))
      return [];
    return [{ a, b, label, isMatch: label !== "different", source, family: row.family ?? row.topic ?? "" }];
  });
}

/** The pairs of golden sets, with their own markets and any others as the corpus. */
export function readGolden(sets: readonly GoldenSet[], others?: Iterable<LearnedMarket>): LabelledPair[] {
  const pairs = sets.flatMap((set) => readGoldenPairs(set).map((pair) => ({ set, pair })));
  const rows = pairs.flatMap(({ pair: { a, b } }) => [toRow(a), toRow(b)]);
  const markets = toMarkets(rows, others && [...others]);
  return pairs.flatMap(({ set, pair }, at): LabelledPair[] => {
    const [a, b] = [markets[2 * at], markets[2 * at + 1]];
    if (a === undefined || b === undefined) return [];
    const label = pair.label === "related" ? "different" : pair.label;
    return [{ a, b, label, isMatch: isMatch(pair), source: set, family: "" }];
  });
}

const toRow = (one: GoldenMarket): Row => ({
  ...one,
  description: one.rules ?? null,
  hasLateClose: one.platform === "kalshi",
  id: one.title,
  closesAt: one.closesAt === null ? null : Date.parse(one.closesAt),
  createdAt: createdAtOf(one),
});

/**
 * Gives each pair one of `count` folds. Pairs that share an event or a named family have the same one; with `byTemplate`,
 * so have pairs of which two titles differ in names, dates and figures only.
 */
export function toFolds(pairs: readonly LabelledPair[], count: number, { byTemplate = false } = {}): number[] {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    while (parents.get(root) !== undefined && parents.get(root) !== root) root = parents.get(root) ?? root;
    parents.set(name, root);
    return root;
  };
  const join = (one: string, other: string) => parents.set(rootOf(one), rootOf(other));
  const eventOf = (market: LearnedMarket) => `${market.platform} ${market.eventTitle.toLowerCase()}`;
  for (const { a, b, family, isMatch: same } of pairs) {
    if (family !== "") join(eventOf(a), family);
    if (same) join(eventOf(a), eventOf(b));
    if (byTemplate) for (const one of [a, b]) join(eventOf(one), templateOf(one));
    if (byTemplate) join(eventOf(a), eventOf(b));
  }
  const roots = pairs.map(({ a }) => rootOf(eventOf(a)));
  return roots.map((root) => hash(root) % count);
}

/** What is left of a title without names, dates and figures: the words of a family of questions. */
function templateOf({ eventTitle, weighed }: LearnedMarket): string {
  if (weighed === undefined) return `* ${eventTitle.toLowerCase()}`;
  const { entity } = weighed.proposition;
  return `* ${[...weighed.weights.keys()].filter((word) => !weighed.names.has(word) && !entity.includes(word)).join(" ")}`;
}

function hash(text: string): number {
  let value = 2166136261;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16777619) >>> 0;
  return value >>> 8;
}
