import { type Leg, netOf, type OpportunityType, PAIR_KEY_BASE, type Spread } from "../../domain/arbitrage.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";

export interface SpreadFilter {
  /** Missing for all types. */
  readonly type?: OpportunityType | undefined;
  /** Only these groups; missing for all. */
  readonly groupKeys?: readonly number[] | undefined;
  /** Those of both legs. */
  readonly platforms: readonly string[];
  /** Whether a leg may be one of a spread; missing for all. */
  readonly isLeg?: (leg: Leg) => boolean;
  readonly minSpread: Micros;
  readonly minScore: Micros;
}

/** Reads the best spread of each group, by what fees leave. The caller holds the transaction. */
export function openSpreads(db: Db): (filter: SpreadFilter) => readonly Spread[] {
  const list = prepare(db, "arbitrage", "list");
  const ofGroups = prepare(db, "arbitrage", "ofGroups");
  return ({ type, groupKeys, platforms, isLeg = () => true, minSpread, minScore }) => {
    const given = { platforms: JSON.stringify(platforms), minSpread, minScore };
    const minKey = type === "implied" ? PAIR_KEY_BASE : 0;
    const maxKey = type === "same" ? PAIR_KEY_BASE - 1 : Number.MAX_SAFE_INTEGER;
    const rows =
      groupKeys === undefined
        ? list.all({ ...given, minKey, maxKey })
        : ofGroups
            .all({ ...given, groupKeys: JSON.stringify(groupKeys) })
            .filter(({ groupKey }) => groupKey >= minKey && groupKey <= maxKey);
    return bestOfGroups(rows.map(toSpread).filter(({ legs }) => legs.every(isLeg)));
  };
}

type SpreadRow = Omit<SqlRow<"arbitrage", "list">, "hasBooks"> & { readonly hasBooks: 0 | 1 };

export function toSpread({ groupKey, score, hasBooks, volume, ...row }: SpreadRow): Spread {
  const { buyMarketKey, buySide, buyPrice, buyPlatform, buyCategory } = row;
  const yes: Leg = {
    ...{ marketKey: buyMarketKey, side: buySide, price: buyPrice },
    ...{ platform: buyPlatform, category: buyCategory },
  };
  const { sellMarketKey, sellSide, sellPrice, sellPlatform, sellCategory } = row;
  const no: Leg = {
    // To sell yes is to buy no.
    ...{ marketKey: sellMarketKey, side: sellSide, price: ONE - sellPrice },
    ...{ platform: sellPlatform, category: sellCategory },
  };
  return { groupKey, legs: [yes, no], score, hasBooks: hasBooks === 1, volume };
}

function bestOfGroups(spreads: readonly Spread[]): Spread[] {
  const best = new Map<number, { readonly spread: Spread; readonly net: Micros }>();
  for (const spread of spreads) {
    const known = best.get(spread.groupKey);
    const net = netOf(spread);
    if (known === undefined || net > known.net || (net === known.net && comesBefore(spread, known.spread)))
      best.set(spread.groupKey, { spread, net });
  }
  return [...best.values()].map(({ spread }) => spread);
}

/** Among equals, so that the same rows always give the same spread. */
const comesBefore = ({ legs: [a, b] }: Spread, { legs: [c, d] }: Spread): boolean =>
  a.marketKey < c.marketKey || (a.marketKey === c.marketKey && b.marketKey < d.marketKey);
