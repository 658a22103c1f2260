import { type Micros, ONE } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/index.ts";
import { prepareMarkets, type StoredMarket } from "../markets.ts";
import { nameSides } from "./groups.ts";

/** A market on another platform that asks the same question, its opposite, or a similar one. */
export interface MatchedMarket extends StoredMarket {
  readonly score: Micros;
  readonly relation: string;
  readonly reasons: readonly string[];
}

const MAX_PAIRS = 50;
const MAX_RELATED = 5;

/** A similar question never scores as high as a match. */
const MAX_RELATED_SCORE: Micros = 0.49 * ONE;

interface PairRow {
  readonly marketKey: number;
  readonly score: Micros;
  readonly relation: string;
  readonly reasons: string;
  /** 1 when the given market is the first of the pair. */
  readonly isFirst: number;
}

/** Lists the markets of other platforms that match one, best first, and after them open markets that are similar. */
export function openMatchedMarkets(db: Db): (marketKey: number, platform: string) => MatchedMarket[] {
  const matches = prepare(db, "detail", "matches");
  const related = prepare(db, "detail", "related");
  const byKey = prepareMarkets(db, "detail", "byKey");
  const toMatched = (row: PairRow, platform: string): MatchedMarket[] => {
    const market = byKey.get({ marketKey: row.marketKey }) as StoredMarket | undefined;
    if (market === undefined) return [];
    const { score, relation } = row;
    const sides = row.isFirst === 1 ? ([platform, market.platform] as const) : ([market.platform, platform] as const);
    return [{ ...market, score, relation, reasons: nameSides(JSON.parse(row.reasons) as string[], ...sides) }];
  };
  return (marketKey, platform) => {
    const same = matches.all({ marketKey, limit: MAX_PAIRS }) as PairRow[];
    const near = related.all({ marketKey, limit: MAX_PAIRS }) as PairRow[];
    return [
      ...same.toSorted(byScore).flatMap((row) => toMatched(row, platform)),
      ...near
        .toSorted(byScore)
        .map(toRelated)
        .flatMap((row) => toMatched(row, platform))
        .filter(({ status }) => status === "open")
        .slice(0, MAX_RELATED),
    ];
  };
}

const byScore = (a: PairRow, b: PairRow): number => b.score - a.score || a.marketKey - b.marketKey;

/** Words the reasons as differences and lowers the score. */
function toRelated(row: PairRow): PairRow {
  const reasons = (JSON.parse(row.reasons) as string[]).map((reason) => reason.replace(/^refused: \w+: /, "differs: "));
  return { ...row, score: Math.min(row.score, MAX_RELATED_SCORE), reasons: JSON.stringify(reasons) };
}
