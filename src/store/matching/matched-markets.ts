import { mirror } from "../../domain/matching/matches.ts";
import { type ReasonSide, toDifferences, toReadable } from "../../domain/matching/reason-texts.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { type Aged, type PriceAges, withAges } from "../price-ages.ts";

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
const MAX_RELATED = 5;
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
  const isImplied = ({ relation }: MatchedMarket): boolean => relation !== "related";
  return {
    matches: prepare(db, "detail", "matches")
      .all(asked)
      .toSorted(byScore)
      .flatMap((row) => toMatched(db, row, market)),
    related: [
      ...near.filter(isImplied).slice(0, MAX_IMPLIED),
      ...near.filter((one) => !isImplied(one)).slice(0, MAX_RELATED),
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
