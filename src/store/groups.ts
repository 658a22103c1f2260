import { type Micros, ONE } from "../domain/prices.ts";
import { type Db, prepare } from "./db.ts";
import { prepareMarkets, type StoredMarket } from "./markets.ts";
import { getQuery } from "./queries.ts";

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

/** A match between two members; `a` has the smaller key. */
interface Link {
  readonly a: number;
  readonly b: number;
  readonly score: Micros;
  readonly reasons: readonly string[];
}

/** Markets that ask the same, at most one of a platform. */
export interface Group {
  readonly groupKey: number;
  /** That of the market whose key the group has. */
  readonly title: string;
  readonly members: readonly GroupMember[];
  /** How surely two members ask the same; without a match of their own as surely as the weakest match of the group. */
  scoreOf(marketKey: number, otherKey: number): Micros;
  /** Why they do; empty where only others join them. */
  reasonsOf(marketKey: number, otherKey: number): readonly string[];
}

/** Reads groups over one connection. The caller holds the transaction. */
export function openGroups(db: Db): (groupKey: number) => Group | undefined {
  const members = prepareMarkets(db, "groups", "members", getQuery("groups", "memberColumns"));
  const links = prepare(db, "groups", "links");
  return (groupKey) => {
    const rows = members.all({ groupKey }) as MemberRow[];
    const titled = rows.find(({ marketKey }) => marketKey === groupKey);
    if (titled === undefined) return undefined;
    const found = rows.toSorted((a, b) => a.marketKey - b.marketKey);
    return toGroup(titled, found.map(toMember), (links.all({ groupKey }) as LinkRow[]).map(toLink));
  };
}

type MemberRow = Omit<GroupMember, "isInverted"> & { readonly isInverted: number };
type LinkRow = Omit<Link, "reasons"> & { readonly reasons: string };

const toMember = (row: MemberRow): GroupMember => ({ ...row, isInverted: row.isInverted === 1 });

const toLink = (row: LinkRow): Link => ({ ...row, reasons: JSON.parse(row.reasons) as string[] });

function toGroup({ marketKey, title }: MemberRow, members: readonly GroupMember[], links: readonly Link[]): Group {
  const platforms = new Map(members.map((member) => [member.marketKey, member.platform]));
  const weakest = links.length === 0 ? 0 : Math.min(...links.map(({ score }) => score));
  const find = (one: number, other: number) =>
    links.find(({ a, b }) => a === Math.min(one, other) && b === Math.max(one, other));
  return {
    groupKey: marketKey,
    title,
    members,
    scoreOf: (one, other) => (one === other ? ONE : (find(one, other)?.score ?? weakest)),
    reasonsOf(one, other) {
      const link = find(one, other);
      if (link === undefined) return [];
      return nameSides(link.reasons, platforms.get(link.a) ?? "", platforms.get(link.b) ?? "");
    },
  };
}

/** Reasons that name the platforms where they are stored as of "the first" and "the second", by the order of keys. */
export const nameSides = (reasons: readonly string[], first: string, second: string): readonly string[] =>
  reasons.map((reason) =>
    reason.replace(/^only the (first|second)\b/, (_, side) => `only ${side === "first" ? first : second}`),
  );
