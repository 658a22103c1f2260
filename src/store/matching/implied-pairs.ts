import { PAIR_KEY_BASE } from "../../domain/arbitrage.ts";
import { toDifferences, toReadable } from "../../domain/matching/reason-texts.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import type { Group, GroupMember } from "./groups.ts";

type ImpliedPairRow = SqlRow<"groups", "impliedPair">;

/**
 * Reads the pairs that spreads between implied pairs come from, by their keys. A pair is a group of two; where both
 * cannot be yes, the second counts as the opposite of the first. The caller holds the transaction.
 */
export function openImpliedPairs(db: Db): (groupKeys: readonly number[]) => ReadonlyMap<number, Group> {
  const listMembers = prepare(db, "groups", "byMarketKeys");
  const findPair = prepare(db, "groups", "impliedPair");
  return (groupKeys) => {
    const rows = listMembers.all({ keys: JSON.stringify(groupKeys.flatMap(toMarketKeys)) });
    const members = new Map(rows.map((row) => [row.marketKey, row]));
    const groups = groupKeys.flatMap((groupKey) => {
      const [a, b] = toMarketKeys(groupKey);
      const [first, second] = [members.get(a), members.get(b)];
      const pair = findPair.get({ a, b });
      return first === undefined || second === undefined || pair === undefined
        ? []
        : [toGroup(groupKey, first, second, pair)];
    });
    return new Map(groups.map((group) => [group.groupKey, group]));
  };
}

const toMarketKeys = (groupKey: number): [a: number, b: number] => [
  Math.floor(groupKey / PAIR_KEY_BASE),
  groupKey % PAIR_KEY_BASE,
];

function toGroup(
  groupKey: number,
  first: Omit<GroupMember, "isInverted">,
  second: Omit<GroupMember, "isInverted">,
  { relation, score, reasons }: ImpliedPairRow,
): Group {
  const isOpposed = relation === "disjoint" || relation === "complement";
  const given = JSON.parse(reasons) as string[];
  return {
    groupKey,
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
