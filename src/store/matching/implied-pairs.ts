import { parseSpreadKey, type SpreadSubject, toSpreadKey } from "../../domain/arbitrage.ts";
import { toDifferences, toReadable } from "../../domain/matching/reason-texts.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { findGroups, type Group, type GroupMember } from "./groups.ts";

type ImpliedPairRow = SqlRow<"groups", "impliedPair">;

/** Reads the groups and implied pairs that spreads belong to, by their keys; events have none. */
export function findSpreadGroups(db: Db, keys: readonly string[]): ReadonlyMap<string, Group> {
  const subjects = keys.map(parseSpreadKey);
  const same = subjects.filter(({ type }) => type === "same");
  const groups = findGroups(
    db,
    same.map(({ groupKey }) => groupKey),
  );
  const found = same.flatMap((subject) => {
    const group = groups.get(subject.groupKey);
    return group === undefined ? [] : [[toSpreadKey(subject), group] as const];
  });
  const pairs = subjects.filter(({ type }) => type === "implied");
  return new Map([...found, ...findImpliedPairs(db, pairs)]);
}

/**
 * Reads the implied pairs that spreads come from, by their keys (`toSpreadKey`). A pair is a group of two; where both cannot
 * be yes, the second counts as the opposite of the first. The caller holds the transaction.
 */
function findImpliedPairs(db: Db, subjects: readonly SpreadSubject[]): ReadonlyMap<string, Group> {
  if (subjects.length === 0) return new Map();
  const keys = JSON.stringify(subjects.flatMap(({ aMarketKey, bMarketKey }) => [aMarketKey, bMarketKey]));
  const rows = prepare(db, "groups", "byMarketKeys").all({ keys });
  const members = new Map(rows.map((row) => [row.marketKey, row]));
  return new Map(
    subjects.flatMap((subject) => {
      const { aMarketKey: a, bMarketKey: b } = subject;
      const [first, second] = [members.get(a), members.get(b)];
      const pair = prepare(db, "groups", "impliedPair").get({ a, b });
      if (first === undefined || second === undefined || pair === undefined) return [];
      return [[toSpreadKey(subject), toGroup(first, second, pair)] as const];
    }),
  );
}

function toGroup(
  first: Omit<GroupMember, "isInverted">,
  second: Omit<GroupMember, "isInverted">,
  { relation, score, reasons }: ImpliedPairRow,
): Group {
  const isOpposed = relation === "disjoint" || relation === "complement";
  const given = JSON.parse(reasons) as string[];
  return {
    questionId: null,
    members: [
      { ...first, isInverted: false },
      { ...second, isInverted: isOpposed },
    ].sort((a, b) => Number(a.platform > b.platform) - Number(a.platform < b.platform)),
    // What is sold is the subset.
    relation: isOpposed ? relation : "subset",
    scoreOf: () => score,
    reasonsOf: () =>
      toReadable(
        toDifferences(given, { names: [first, second].map(({ platform }) => getPlatform(platform).name) }),
        first,
        second,
      ),
  };
}
