import { type Micros, ONE } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/index.ts";
import { prepareMarkets, type StoredMarket } from "../markets.ts";
import { nameSides } from "./groups.ts";

/** A market on another platform that asks the same as another one, the opposite, or nearly the same. */
export interface MatchedMarket extends StoredMarket {
  readonly score: Micros;
  readonly relation: string;
  readonly reasons: readonly string[];
}

const MOST_MATCHES = 50;
const MOST_RELATED = 5;

/** What is not the same question never scores as one that may be. */
const HIGHEST_RELATED: Micros = 0.49 * ONE;

interface PairRow {
  readonly marketKey: number;
  readonly score: Micros;
  readonly relation: string;
  readonly reasons: string;
  /** Whether the market asked about is the first of the two. */
  readonly isFirst: number;
}

/** Lists what other platforms have of a market's question: matches first, then the open ones that come near. */
export function openMatched(db: Db): (marketKey: number, platform: string) => MatchedMarket[] {
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
    const same = matches.all({ marketKey, limit: MOST_MATCHES }) as PairRow[];
    const near = related.all({ marketKey, limit: MOST_MATCHES }) as PairRow[];
    return [
      ...same.toSorted(bySureness).flatMap((row) => toMatched(row, platform)),
      ...near
        .toSorted(bySureness)
        .map(toRelated)
        .flatMap((row) => toMatched(row, platform))
        .filter(({ status }) => status === "open")
        .slice(0, MOST_RELATED),
    ];
  };
}

const bySureness = (a: PairRow, b: PairRow): number => b.score - a.score || a.marketKey - b.marketKey;

/** In words of what differs. */
function toRelated(row: PairRow): PairRow {
  const reasons = (JSON.parse(row.reasons) as string[]).map((reason) => reason.replace(/^refused: \w+: /, "differs: "));
  return { ...row, score: Math.min(row.score, HIGHEST_RELATED), reasons: JSON.stringify(reasons) };
}
