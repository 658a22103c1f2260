import {
  EVENT_KEY_BASE,
  KEY_RANGES,
  type Leg,
  netOf,
  type OpportunityType,
  type Spread,
  toType,
} from "../../domain/arbitrage.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";

/** A spread, and what fees leave of it for one contract of each leg. */
export interface NetSpread extends Spread {
  readonly net: Micros;
}

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

/** Reads the best spread of each group and event, by what fees leave. The caller holds the transaction. */
export function openSpreads(db: Db): (filter: SpreadFilter) => readonly NetSpread[] {
  const list = prepare(db, "arbitrage", "list");
  const ofGroups = prepare(db, "arbitrage", "ofGroups");
  const readEventLegs = openEventLegs(db);
  return ({ type, groupKeys, platforms, isLeg = () => true, minSpread, minScore }) => {
    const given = { platforms: JSON.stringify(platforms), minSpread, minScore };
    const [minKey, maxKey] = type === undefined ? [0, Number.MAX_SAFE_INTEGER] : KEY_RANGES[type];
    const rows =
      groupKeys === undefined
        ? list.all({ ...given, minKey, maxKey })
        : ofGroups
            .all({ ...given, groupKeys: JSON.stringify(groupKeys) })
            .filter(({ groupKey }) => groupKey >= minKey && groupKey <= maxKey);
    const spreads = rows.map(toSpread);
    const ofEvents = readEventLegs(spreads.filter(({ groupKey }) => toType(groupKey) === "event"));
    const found = [...spreads.filter(({ groupKey }) => toType(groupKey) !== "event"), ...ofEvents];
    return bestOfGroups(found.filter(({ legs }) => legs.every(isLeg)));
  };
}

type SpreadRow = Omit<SqlRow<"arbitrage", "list">, "hasBooks"> & { readonly hasBooks: 0 | 1 };

export function toSpread(row: SpreadRow): Spread {
  const yes: Leg = {
    marketKey: row.buyMarketKey,
    side: row.buySide,
    price: row.buyPrice,
    platform: row.buyPlatform,
    feeKind: row.buyFeeKind,
    feeRate: row.buyFeeRate,
  };
  const no: Leg = {
    marketKey: row.sellMarketKey,
    side: row.sellSide,
    // To sell yes is to buy no.
    price: ONE - row.sellPrice,
    platform: row.sellPlatform,
    feeKind: row.sellFeeKind,
    feeRate: row.sellFeeRate,
  };
  const { groupKey, score, hasBooks, volume } = row;
  return { groupKey, legs: [yes, no], pays: ONE, score, hasBooks: hasBooks === 1, volume };
}

/** Puts an order for each open outcome in place of the two that are stored. */
function openEventLegs(db: Db): (spreads: readonly Spread[]) => Spread[] {
  const listOutcomes = prepare(db, "arbitrage", "outcomes");
  return (spreads) => {
    const eventKeys = spreads.map(({ groupKey }) => groupKey - EVENT_KEY_BASE);
    const found = listOutcomes.all({ eventKeys: JSON.stringify(eventKeys) });
    const byVolume = found.toSorted((a, b) => b.volume - a.volume || a.marketKey - b.marketKey);
    const outcomes = Map.groupBy(byVolume, ({ eventKey }) => eventKey);
    return spreads.flatMap((spread): Spread[] => {
      const side = spread.legs[0]?.side ?? "yes";
      const legs = (outcomes.get(spread.groupKey - EVENT_KEY_BASE) ?? []).flatMap(
        ({ eventKey: _, volume: __, bestBid, bestAsk, ...market }): Leg[] => {
          const price = side === "yes" ? bestAsk : bestBid && ONE - bestBid;
          return price === null ? [] : [{ ...market, side, price }];
        },
      );
      return [{ ...spread, legs, pays: side === "yes" ? ONE : (legs.length - 1) * ONE }];
    });
  };
}

function bestOfGroups(spreads: readonly Spread[]): NetSpread[] {
  const best = new Map<number, NetSpread>();
  for (const spread of spreads) {
    const known = best.get(spread.groupKey);
    const net = netOf(spread);
    if (known === undefined || net > known.net || (net === known.net && comesBefore(spread, known)))
      best.set(spread.groupKey, { ...spread, net });
  }
  return [...best.values()];
}

/** Among equals, so that the same rows always give the same spread. */
function comesBefore(one: Spread, other: Spread): boolean {
  const [a = 0, b = 0] = one.legs.map(({ marketKey }) => marketKey);
  const [c = 0, d = 0] = other.legs.map(({ marketKey }) => marketKey);
  return a < c || (a === c && b < d);
}
