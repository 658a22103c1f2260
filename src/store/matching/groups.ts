import { type Micros, ONE } from "../../domain/prices.ts";
import { type Db, getQuery, prepare } from "../database/index.ts";
import { prepareMarkets, type StoredMarket } from "../markets.ts";

/** A market of a group, as its platform has it: nothing is turned to the group's orientation. */
export interface GroupMember extends Omit<StoredMarket, "yesPrice"> {
  readonly marketKey: number;
  /** Null until it has a price. */
  readonly yesPrice: Micros | null;
  readonly bestBid: Micros | null;
  readonly bestAsk: Micros | null;
  /** Whether its yes is the no of the group's title. */
  readonly isInverted: boolean;
}

/** Markets that ask the same, at most one of a platform. */
export interface Group {
  readonly groupKey: number;
  /** That of the market whose key the group has. */
  readonly title: string;
  /** By platform. */
  readonly members: readonly GroupMember[];
  /** How surely two members ask the same; without a match of their own as surely as the weakest match of the group. */
  scoreOf(marketKey: number, otherKey: number): Micros;
  /** Why they do; empty where only others join them. */
  reasonsOf(marketKey: number, otherKey: number): readonly string[];
}

/** Reads groups by their keys over one connection; those that are no more are left out. The caller holds the transaction. */
export function openGroups(db: Db): (groupKeys: readonly number[]) => ReadonlyMap<number, Group> {
  const listMembers = prepareMarkets(db, "groups", "members", getQuery("groups", "memberColumns"));
  const listLinks = prepare(db, "groups", "links");
  return (groupKeys) => {
    const keys = { groupKeys: JSON.stringify(groupKeys) };
    const members = Map.groupBy(listMembers.all(keys) as MemberRow[], ({ groupKey }) => groupKey);
    const links = Map.groupBy(listLinks.all(keys) as LinkRow[], ({ groupKey }) => groupKey);
    return new Map(
      [...members].map(([groupKey, rows]) => [groupKey, toGroup(groupKey, rows, links.get(groupKey) ?? [])]),
    );
  };
}

type MemberRow = Omit<GroupMember, "isInverted"> & { readonly groupKey: number; readonly isInverted: number };

/** A match between two members; `a` has the smaller key. */
interface LinkRow {
  readonly groupKey: number;
  readonly a: number;
  readonly b: number;
  readonly score: Micros;
  /** JSON. */
  readonly reasons: string;
}

function toGroup(groupKey: number, rows: readonly MemberRow[], links: readonly LinkRow[]): Group {
  const members = rows
    .map((row): GroupMember => ({ ...row, isInverted: row.isInverted === 1 }))
    .sort((a, b) => Number(a.platform > b.platform) - Number(a.platform < b.platform));
  const memberOf = (marketKey: number) => members.find((member) => member.marketKey === marketKey);
  const platformOf = (marketKey: number) => memberOf(marketKey)?.platform ?? "";
  const weakest = links.length === 0 ? 0 : Math.min(...links.map(({ score }) => score));
  const find = (one: number, other: number) =>
    links.find(({ a, b }) => a === Math.min(one, other) && b === Math.max(one, other));
  return {
    groupKey,
    title: memberOf(groupKey)?.title ?? "",
    members,
    scoreOf: (one, other) => (one === other ? ONE : (find(one, other)?.score ?? weakest)),
    reasonsOf(one, other) {
      const link = find(one, other);
      if (link === undefined) return [];
      return nameSides(JSON.parse(link.reasons) as string[], platformOf(link.a), platformOf(link.b));
    },
  };
}

/** Reasons that name the platforms where they are stored as of "the first" and "the second", by the order of keys. */
export const nameSides = (reasons: readonly string[], first: string, second: string): readonly string[] =>
  reasons.map((reason) =>
    reason.replace(/^only the (first|second)\b/, (_, side) => `only ${side === "first" ? first : second}`),
  );
