export interface GroupedMarket {
  readonly marketKey: number;
  readonly platform: string;
  readonly eventKey: number;
}

export interface GroupLink {
  readonly a: number;
  readonly b: number;
  readonly relation: string;
}

export interface Membership {
  readonly marketKey: number;
  /** The smallest market key of the group. */
  readonly groupKey: number;
  /** Whether its yes is the no of the market that `groupKey` names. */
  readonly isInverted: boolean;
}

interface DraftMember extends GroupedMarket {
  /** Against the first member. */
  readonly isInverted: boolean;
}

/**
 * Joins markets along their links, in the order given. A group has one market of a platform, or two of one event that ask
 * the opposite of each other, as the two sides of a game.
 */
export function toGroups(markets: readonly GroupedMarket[], links: readonly GroupLink[]): Membership[] {
  const groups = new Map<number, readonly DraftMember[]>(
    markets.map((market) => [market.marketKey, [{ ...market, isInverted: false }]]),
  );
  for (const { a, b, relation } of links) {
    const [one, other] = [groups.get(a), groups.get(b)];
    if (one === undefined || other === undefined || one === other) continue;
    const isTurned = (isInvertedIn(one, a) !== isInvertedIn(other, b)) !== (relation === "inverted");
    const added = other.map((member) => ({ ...member, isInverted: member.isInverted !== isTurned }));
    if (added.some((member) => one.some((known) => !mayBeTogether(known, member)))) continue;
    const joined = [...one, ...added];
    for (const { marketKey } of joined) groups.set(marketKey, joined);
  }
  return [...new Set(groups.values())].filter((members) => members.length > 1).flatMap(toMemberships);
}

const isInvertedIn = (members: readonly DraftMember[], marketKey: number): boolean =>
  members.some((member) => member.marketKey === marketKey && member.isInverted);

const mayBeTogether = (one: DraftMember, other: DraftMember): boolean =>
  one.platform !== other.platform || (one.eventKey === other.eventKey && one.isInverted !== other.isInverted);

function toMemberships(members: readonly DraftMember[]): Membership[] {
  const groupKey = Math.min(...members.map(({ marketKey }) => marketKey));
  const isKeyInverted = isInvertedIn(members, groupKey);
  return members.map(({ marketKey, isInverted }) => ({
    marketKey,
    groupKey,
    isInverted: isInverted !== isKeyInverted,
  }));
}
