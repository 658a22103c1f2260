import { mirror } from "../../domain/matching/matches.ts";
import { listDifferences, type ReasonSide, toDifferences, toReadable } from "../../domain/matching/reason-texts.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { type Aged, type PriceAges, readPriceAges, withAges } from "../runs.ts";
import { type Question, readQuestions } from "./question.ts";

/** An open market that asks something close to a question, with the question it belongs to. */
export interface RelatedQuestion {
  readonly market: MatchedMarket;
  /** Of its question to the one it is related to: an ImpliedRelation or `related`. */
  readonly relation: string;
  /** In words, there against here. */
  readonly differences: readonly string[];
  readonly question: Question | undefined;
}

type RelatedMarket = Omit<RelatedQuestion, "question">;

const MAX_RELATED = 12;

/** Reads open markets close to a question's; of several of one question only the closest. The caller holds the transaction. */
export function listRelated(db: Db, question: Question, now: number): RelatedQuestion[] {
  const found = listClose(db, question, now);
  const keys = JSON.stringify(found.map(({ market }) => market.marketKey));
  const rows = prepare(db, "questions", "ofMarkets").all({ keys });
  const questionOf = new Map(rows.map(({ marketKey, questionKey }) => [marketKey, questionKey]));
  const others = found
    .map((one) => ({ ...one, questionKey: questionOf.get(one.market.marketKey) }))
    .filter(({ questionKey }) => questionKey !== question.questionKey);
  const nameOf = ({ market, questionKey }: (typeof others)[number]): number => questionKey ?? -market.marketKey;
  const related = [...Map.groupBy(others, nameOf).values()].flatMap(([first]) => first ?? []).slice(0, MAX_RELATED);
  const questionKeys = related.flatMap(({ questionKey }) => questionKey ?? []);
  const questions = new Map(readQuestions(db, questionKeys, now).map((one) => [one.questionKey, one]));
  return related.map(({ questionKey, ...one }) => withQuestion(one, questions.get(questionKey ?? 0)));
}

/** Those with a consequence first, then by how alike they are. */
function listClose(db: Db, question: Question, now: number): RelatedMarket[] {
  const hidden = prepare(db, "questions", "hiddenPlatforms").pluck().all();
  const ages = readPriceAges(db, now);
  return question.members
    .flatMap(({ marketKey, platform, title, isInverted }) =>
      listElsewhere(db, { marketKey, own: { platform, title }, ages, hidden }).related.map((market) => ({
        market,
        relation: isInverted ? turn(market.relation, "subset") : market.relation,
        differences: listDifferences(market.reasons),
      })),
    )
    .sort((a, b) => Number(isImplied(b)) - Number(isImplied(a)) || b.market.score - a.market.score);
}

/** A market that asks the opposite of its question is related to others as that question is. */
function withQuestion(found: RelatedMarket, question: Question | undefined): RelatedQuestion {
  const member = question?.members.find(({ marketKey }) => marketKey === found.market.marketKey);
  return { ...found, relation: member?.isInverted ? turn(found.relation, "superset") : found.relation, question };
}

const isImplied = ({ relation }: { readonly relation: string }): boolean => relation !== "related";

/** The relation of the opposite of one of both, where it has a name: `held` becomes disjoint, and the other way round. */
function turn(relation: string, held: "superset" | "subset"): string {
  if (relation === held) return "disjoint";
  return relation === "disjoint" ? held : "related";
}

/** A market on another platform that asks the same question, its opposite, or a similar one. */
export interface MatchedMarket extends Aged<SqlRow<"detail", "byKey">> {
  readonly marketKey: number;
  /** With an ImpliedRelation: how alike they are but for dates and figures. */
  readonly score: Micros;
  readonly relation: string;
  readonly reasons: readonly string[];
}

/** Markets of other platforms beside one market; open markets only in `related`. */
interface MarketsElsewhere {
  /** The same question or its opposite, best match first. */
  readonly matches: readonly MatchedMarket[];
  /** Similar questions; `relation` is that of theirs to the market's: `related` or an ImpliedRelation. */
  readonly related: readonly MatchedMarket[];
}

const MAX_PAIRS = 50;
const MAX_SIMILAR = 5;
const MAX_IMPLIED = 12;

/** A similar question that says nothing of the other never scores as high as a match. */
const MAX_RELATED_SCORE: Micros = 0.49 * ONE;

/** `isFirst` is 1 when the given market is the first of the pair. */
type PairRow = SqlRow<"detail", "matches">;

interface OneMarket {
  readonly marketKey: number;
  readonly own: ReasonSide;
  readonly ages: Pick<PriceAges, "of">;
  readonly hidden: readonly string[];
}

/** What other platforms have of a market's question; markets of `hidden` platforms are left out. */
export function listElsewhere(db: Db, market: OneMarket): MarketsElsewhere {
  const asked = { marketKey: market.marketKey, limit: MAX_PAIRS };
  const near = prepare(db, "detail", "related")
    .all(asked)
    .toSorted(byScore)
    .map(toRelated)
    .flatMap((row) => toMatched(db, row, market))
    .filter(({ status }) => status === "open");
  return {
    matches: prepare(db, "detail", "matches")
      .all(asked)
      .toSorted(byScore)
      .flatMap((row) => toMatched(db, row, market)),
    related: [
      ...near.filter(isImplied).slice(0, MAX_IMPLIED),
      ...near.filter((one) => !isImplied(one)).slice(0, MAX_SIMILAR),
    ],
  };
}

function toMatched(db: Db, row: PairRow, { own, ages, hidden }: OneMarket): readonly MatchedMarket[] {
  const market = prepare(db, "detail", "byKey").get({ marketKey: row.marketKey });
  if (market === undefined || hidden.includes(market.platform)) return [];
  const { score, relation } = row;
  const [first, second] = row.isFirst === 1 ? [own, market] : [market, own];
  const reasons = toReadable(JSON.parse(row.reasons) as string[], first, second);
  return withAges([{ ...market, marketKey: row.marketKey, score, relation, reasons }], ages);
}

const byScore = (a: PairRow, b: PairRow): number => b.score - a.score || a.marketKey - b.marketKey;

/** Words the reasons as differences from the market, lowers the score of a pair without relation, and turns it to the other market. */
function toRelated(row: PairRow): PairRow {
  const reasons = toDifferences(JSON.parse(row.reasons) as string[], { isTurned: row.isFirst === 1 });
  const relation = row.isFirst === 1 ? mirror(row.relation) : row.relation;
  const score = relation === "related" ? Math.min(row.score, MAX_RELATED_SCORE) : row.score;
  return { ...row, relation, score, reasons: JSON.stringify(reasons) };
}
