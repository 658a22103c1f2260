import { volumeBucketOf } from "../domain/analytics.ts";
import type { MarketRow } from "./catalogue.ts";
import { type Db, openStatements, prepare } from "./db.ts";
import { getQuery } from "./queries.ts";

type NextRow = Omit<MarketRow, "updatedAt">;

/** Fields that are set together, by the statement part that sets them: those under the same indexes. */
const PARTS: readonly (readonly [part: string, fields: readonly (keyof NextRow)[]])[] = [
  [
    "setState",
    ["eventKey", "category", "status", "closesAt", "outcome", "settlementPrice", "resolvedAt", "missingSince"],
  ],
  ["setQuotes", ["bestBid", "bestAsk", "lastPrice", "priceSource", "rawVolume", "liquidity", "openInterest"]],
  ["setPrice", ["yesPrice"]],
  ["setVolume", ["volume"]],
  ["setVolume24h", ["volume24h"]],
  ["setWords", ["title", "outcomeLabel", "url", "historyKey", "descriptionCrc", "createdAt"]],
];
const STATE = 1;

/** Sets what of a market's row is different, so that only the indexes over that are written to. */
export function openMarketUpdate(db: Db) {
  const statements = openStatements(db);
  const follow = openFollowing(db);
  return (platform: string, before: MarketRow, row: NextRow, now: number): void => {
    const parts = changedParts(before, row);
    statements(textOf(parts)).run({ now, ...row });
    // Where the state is set, triggers do the rest.
    if ((parts & STATE) === 0) follow(platform, before, row);
  };
}

/** Keeps the counts and the spreads that depend on quotes and volumes alone. */
function openFollowing(db: Db): (platform: string, before: MarketRow, row: NextRow) => void {
  const add = prepare(db, "catalogue", "addToCounts");
  const findGroup = prepare(db, "catalogue", "findGroupKey").pluck();
  const spreads = ["deleteSpreads", "insertSpreads"].map((name) => prepare(db, "catalogue", name));
  const count = (platform: string, { category, status, volume }: NextRow, bucket: number, markets: number): void =>
    void add.run({ platform, category, status, bucket, markets, volume: markets * volume });
  return (platform, before, row) => {
    if (row.yesPrice !== null && row.volume !== before.volume) {
      const [from, to] = [volumeBucketOf(before.volume), volumeBucketOf(row.volume)];
      if (from === to) {
        const { category, status } = row;
        add.run({ platform, category, status, bucket: to, markets: 0, volume: row.volume - before.volume });
      } else {
        count(platform, before, from, -1);
        count(platform, row, to, 1);
      }
    }
    if (QUOTED.every((field) => before[field] === row[field])) return;
    const groupKey = findGroup.get(row.marketKey);
    if (groupKey !== undefined) for (const statement of spreads) statement.run(groupKey);
  };
}

const QUOTED = ["yesPrice", "bestBid", "bestAsk", "volume"] as const satisfies readonly (keyof NextRow)[];

/** One bit for each of `PARTS`. */
function changedParts(before: MarketRow, row: NextRow): number {
  let parts = (before.yesPrice === null) === (row.yesPrice === null) ? 0 : STATE;
  for (const [index, [, fields]] of PARTS.entries()) {
    if (fields.some((field) => before[field] !== row[field])) parts |= 1 << index;
  }
  return parts;
}

const texts = new Map<number, string>();

function textOf(parts: number): string {
  const known = texts.get(parts);
  if (known !== undefined) return known;
  const sets = PARTS.filter((_, index) => (parts & (1 << index)) !== 0).map(([part]) => getQuery("catalogue", part));
  const text = `${[getQuery("catalogue", "updateMarket"), ...sets].join(", ")} ${getQuery("catalogue", "hasMarketKey")}`;
  texts.set(parts, text);
  return text;
}
