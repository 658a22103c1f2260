import { parseSpreadKey, type SpreadSubject, toSpreadKey } from "../../domain/arbitrage.ts";
import type { ImpliedRelation } from "../../domain/matching/matches.ts";
import { toDifferences, toReadable } from "../../domain/matching/reason-texts.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";

/** A market of a group, with or without a price, at the prices of its platform: not turned as its question is. */
export interface GroupMember extends SqlRow<"groups", "byMarketKeys"> {
  /** Whether its yes is the no of its question. */
  readonly isInverted: boolean;
}

/** Markets that ask the same question, at most one of a platform. */
export interface Group {
  /** The public id of its question; null for an implied pair. */
  readonly questionId: string | null;
  /** Sorted by platform. */
  readonly members: readonly GroupMember[];
  /** The score of two members; that of the group's weakest match where they have no match of their own. */
  scoreOf(marketKey: number, otherKey: number): Micros;
  /** Set for an implied pair. */
  readonly relation?: Exclude<ImpliedRelation, "superset">;
  /** The reasons of their match; where they have none, those of the matches that join them through others. */
  reasonsOf(marketKey: number, otherKey: number): readonly string[];
}

/** Reads groups by their keys; unknown keys are left out. The caller holds the transaction. */
export function findGroups(db: Db, groupKeys: readonly number[]): ReadonlyMap<number, Group> {
  if (groupKeys.length === 0) return new Map();
  const keys = { groupKeys: JSON.stringify(groupKeys) };
  const members = Map.groupBy(prepare(db, "groups", "members").all(keys), ({ groupKey }) => groupKey);
  const links = Map.groupBy(prepare(db, "groups", "links").all(keys), ({ groupKey }) => groupKey);
  return new Map([...members].map(([groupKey, rows]) => [groupKey, toGroup(rows, links.get(groupKey) ?? [])]));
}

/** A match between two members; `a` has the smaller key. */
type LinkRow = SqlRow<"groups", "links">;

function toGroup(rows: readonly SqlRow<"groups", "members">[], links: readonly LinkRow[]): Group {
  const members = rows.map((row): GroupMember => ({ ...row, isInverted: row.isInverted === 1 })).sort(byPlatform);
  const memberOf = (marketKey: number) => members.find((member) => member.marketKey === marketKey);
  const weakest = links.length === 0 ? 0 : Math.min(...links.map(({ score }) => score));
  const find = (one: number, other: number) =>
    links.find(({ a, b }) => a === Math.min(one, other) && b === Math.max(one, other));
  const namesOf = (marketKeys: readonly number[]): string =>
    marketKeys.map((key) => getPlatform(memberOf(key)?.platform ?? "").name).join(" and ");
  const reasonsOf = ({ a, b, reasons }: LinkRow): string[] => {
    const [first, second] = [memberOf(a), memberOf(b)];
    return first === undefined || second === undefined
      ? []
      : toReadable(JSON.parse(reasons) as string[], first, second);
  };
  return {
    questionId: rows[0]?.questionId ?? null,
    members,
    scoreOf: (one, other) => (one === other ? ONE : (find(one, other)?.score ?? weakest)),
    reasonsOf(one, other) {
      const link = find(one, other);
      if (link !== undefined) return reasonsOf(link);
      const chain = findChain(links, one, other);
      const through = namesOf(chain.keys.slice(1, -1));
      return chain.links.map(
        (each) => `through ${through}: ${namesOf([each.a, each.b])}: ${reasonsOf(each).join("; ")}`,
      );
    },
  };
}

const byPlatform = (a: GroupMember, b: GroupMember): number =>
  Number(a.platform > b.platform) - Number(a.platform < b.platform);

interface Chain {
  /** All markets of the chain, both ends included. */
  readonly keys: readonly number[];
  readonly links: readonly LinkRow[];
}

/** The shortest chain of matches from one member to another; without links where none joins them. */
function findChain(links: readonly LinkRow[], one: number, other: number): Chain {
  const seen = new Set([one]);
  const chains: Chain[] = [{ keys: [one], links: [] }];
  for (const chain of chains) {
    const last = chain.keys.at(-1);
    if (last === other) return chain;
    for (const link of links) {
      const next = link.a === last ? link.b : link.a;
      if ((link.a !== last && link.b !== last) || seen.has(next)) continue;
      seen.add(next);
      chains.push({ keys: [...chain.keys, next], links: [...chain.links, link] });
    }
  }
  return { keys: [], links: [] };
}

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
      return [[toSpreadKey(subject), toImpliedGroup(first, second, pair)] as const];
    }),
  );
}

function toImpliedGroup(
  first: Omit<GroupMember, "isInverted">,
  second: Omit<GroupMember, "isInverted">,
  { relation, score, reasons }: SqlRow<"groups", "impliedPair">,
): Group {
  const isOpposed = relation === "disjoint" || relation === "complement";
  const given = JSON.parse(reasons) as string[];
  return {
    questionId: null,
    members: [
      { ...first, isInverted: false },
      { ...second, isInverted: isOpposed },
    ].sort(byPlatform),
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
