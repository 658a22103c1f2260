import { setImmediate } from "node:timers/promises";
import {
  type Criterion,
  createBins,
  createComparison,
  createEventErrors,
  createScores,
  type EventErrors,
  HORIZONS,
  type Score,
  type Weight,
} from "../domain/accuracy.ts";
import { orientPrice } from "../domain/arbitrage.ts";
import { consistently, type Db, prepare, type SqlRow } from "./database/db.ts";
import {
  countDecided,
  type FoundResult,
  findPrice,
  findResult,
  gatherResults,
  type ResultFilters,
  type Results,
  resultsOf,
  type ScoreGroup,
  syncSomeResults,
  testOf,
} from "./results.ts";

/** Which resolved markets are judged, and by which of their prices. */
export interface JudgedQuery {
  readonly platforms: readonly string[];
  /** Those that relative scores compare with. */
  readonly rivals: readonly string[];
  /** Missing for all. */
  readonly categories?: readonly string[] | undefined;
  readonly criterion: Criterion;
  readonly weight: Weight;
  /** Cents. */
  readonly minVolume: number;
  /** When they ended, epoch milliseconds; `to` is exclusive. Missing for all. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Of a platform or a category. */
export interface NamedScore extends Score {
  readonly name: string;
}

export interface PlatformScore extends NamedScore {
  /** The share of its resolved markets whose price is known. */
  readonly coverage: number;
  /** Null where none of its questions was asked elsewhere. */
  readonly relativeBrier: number | null;
  readonly relativeN: number;
}

export interface HorizonScore extends NamedScore {
  readonly criterion: Criterion;
}

/** A resolved market of a question. */
export type MatchedResult = SqlRow<"criteria", "listMatched">;

/** A question with its resolved markets. */
export interface Disagreement {
  readonly questionId: string;
  readonly markets: readonly MatchedResult[];
}

type ScoredQuery = ResultFilters & Pick<JudgedQuery, "criterion" | "weight"> & { readonly events: EventErrors };
type DisagreementQuery = Pick<JudgedQuery, "platforms" | "categories" | "from" | "to">;

const HORIZON_NAMES = Object.keys(HORIZONS) as (keyof typeof HORIZONS)[];
const MAX_REMEMBERED = 100;
const QUESTIONS_A_TURN = 1000;

/** Takes in all results that were committed, in turns. */
export async function syncResults(db: Db): Promise<void> {
  while (consistently(db, () => syncSomeResults(db))) await setImmediate();
}

/** Bins, and how many markets were split: they are in none. */
export async function calibrate(db: Db, query: JudgedQuery) {
  await syncResults(db);
  const bins = createBins(1);
  const split = await gatherResults(resultsOf(db), { ...query, kind: undefined }, bins.add);
  return { bins: bins.list(0), split };
}

interface CategoryQuery {
  readonly category: string;
  readonly platforms: readonly string[];
}

/** Scores of platforms on a category, by prices a day before the end. */
export const scoreCategory = (db: Db, { category, platforms }: CategoryQuery) =>
  remember(db, ["category", category, platforms], async (results) => {
    const events = createEventErrors(results.eventsEnd);
    const asked = { platforms, categories: [category], criterion: "1d", weight: "none", events } as const;
    return (await scoreBy(results, "platform", asked)).found;
  });

/** Those that have a market with such a price; also by time before the end, and all together by category. */
export const score = (db: Db, query: JudgedQuery) =>
  remember(db, ["score", query], async (results) => {
    const scored = { ...query, events: createEventErrors(results.eventsEnd) };
    const byTime = new Map<Criterion, Awaited<ReturnType<typeof scoreBy>>>();
    for (const criterion of new Set([...HORIZON_NAMES, query.criterion])) {
      byTime.set(criterion, await scoreBy(results, "platform", { ...scored, criterion }));
    }
    const { found: categories } = await scoreBy(results, "category", scored);
    const compared = await compare(db, results, query);
    const resolved = countDecided(results, query);
    const { found = [], split = 0 } = byTime.get(query.criterion) ?? {};
    return {
      split,
      /** The lowest Brier score first. */
      platforms: found.map((one): PlatformScore => {
        return { ...one, coverage: one.n / (resolved[one.group] ?? 0), ...compared.find(one.name) };
      }),
      horizons: HORIZON_NAMES.flatMap((criterion) =>
        (byTime.get(criterion)?.found ?? []).map((one): HorizonScore => ({ ...one, criterion })),
      ),
      /** The most markets first. */
      categories: categories.sort((a, b) => b.n - a.n),
    };
  });

/** Questions whose markets resolved differently, the latest first, and how many resolved on two platforms. */
export async function listDisagreements(
  db: Db,
  query: DisagreementQuery,
  { limit, page = 1 }: { limit: number; page?: number },
) {
  const found = await remember(db, ["disagreements", query], (results) => findDiffering(db, results, query));
  const shown = found.differing.slice((page - 1) * limit, page * limit);
  const matched = prepare(db, "criteria", "listMatched").all({ keys: JSON.stringify(shown.flat()) });
  const rows = Map.groupBy(matched, (row) => row.questionId);
  const disagreements = [...rows].map(([questionId, markets]): Disagreement => ({ questionId, markets }));
  return { compared: found.compared, disagreed: found.differing.length, disagreements };
}

interface KnownAnswers {
  readonly version: string;
  readonly byQuery: Map<string, unknown>;
}

/** By connection. */
const answers = new WeakMap<Db, KnownAnswers>();

/** Answers a query by `work`, once until a market resolves or a question changes. */
async function remember<Answer>(
  db: Db,
  query: readonly unknown[],
  work: (results: Results) => Promise<Answer>,
): Promise<Answer> {
  await syncResults(db);
  const results = resultsOf(db);
  const version = `${results.seq} ${prepare(db, "questions", "lastGeneration").pluck().get()}`;
  let known = answers.get(db);
  if (known?.version !== version || known.byQuery.size === MAX_REMEMBERED) {
    known = { version, byQuery: new Map() };
    answers.set(db, known);
  }
  const key = JSON.stringify(query);
  const answer = known.byQuery.has(key) ? (known.byQuery.get(key) as Answer) : await work(results);
  known.byQuery.set(key, answer);
  return answer;
}

async function scoreBy(results: Results, kind: ScoreGroup, { events, ...query }: ScoredQuery) {
  const names = results.names[kind];
  const scores = createScores(names.length, events);
  const split = await gatherResults(results, { ...query, kind }, scores.add);
  return { found: scores.list().map((one) => ({ ...one, name: names[one.group] ?? "" })), split };
}

/** The same as a market of a question. */
interface ComparedResult extends FoundResult {
  readonly marketKey: number;
  /** Whether its yes is the no of the question. */
  readonly isInverted: boolean;
}

/** Of questions that resolved on several of the platforms: the results. */
async function* listCompared(db: Db, results: Results, query: DisagreementQuery) {
  const isAsked = testOf(results, query);
  for (let rows = listMembers(db, 0); rows.length > 0; rows = listMembers(db, rows.at(-1)?.questionKey ?? 0)) {
    for (const members of Map.groupBy(rows, ({ questionKey }) => questionKey).values()) {
      const found = members.flatMap(({ marketKey, isInverted }): ComparedResult[] => {
        const result = findResult(results, marketKey, isAsked);
        return result === undefined ? [] : [{ ...result, marketKey, isInverted: isInverted === 1 }];
      });
      if (found.some(({ platform }) => platform !== found[0]?.platform)) yield found;
    }
    await setImmediate();
  }
}

async function compare(db: Db, results: Results, { rivals, criterion, ...query }: JudgedQuery) {
  const comparison = createComparison();
  for await (const found of listCompared(db, results, { ...query, platforms: rivals })) {
    const given = found.flatMap((result) => {
      const priced = findPrice(result, criterion);
      if (priced === undefined) return [];
      const price = orientPrice(priced.price, result.isInverted);
      return [{ platform: result.platform, price, isYes: isYesOf(result), day: priced.day }];
    });
    comparison.add(given);
  }
  return comparison;
}

/** The keys of markets, question by question, the latest first; and how many questions were compared. */
async function findDiffering(db: Db, results: Results, query: DisagreementQuery) {
  const differing: { keys: readonly number[]; endedAt: number }[] = [];
  let compared = 0;
  for await (const found of listCompared(db, results, query)) {
    compared++;
    const [yes, no] = [found.filter(isYesOf), found.filter((result) => !isYesOf(result))];
    if (yes.length === 0 || no.length === 0) continue;
    const endedAt = Math.max(...found.map((result) => result.endedAt));
    differing.push({ keys: found.map(({ marketKey }) => marketKey), endedAt });
  }
  return { compared, differing: differing.sort((a, b) => b.endedAt - a.endedAt).map(({ keys }) => keys) };
}

/** In the direction of its question. */
const isYesOf = ({ isYes, isInverted }: ComparedResult): boolean => isYes !== isInverted;

/** The markets of some questions, by question: of those whose keys are greater than one. */
const listMembers = (db: Db, after: number) =>
  prepare(db, "questions", "membersAfter").all({ after, limit: QUESTIONS_A_TURN });
