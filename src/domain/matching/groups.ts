export interface GroupedMarket {
  readonly marketKey: number;
  readonly platform: string;
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

interface GroupDraft {
  readonly platforms: Set<string>;
  /** Whether each member is inverted against the first one. */
  readonly members: Map<number, boolean>;
}

/** Joins markets along their links, in the order given. No group gets a second market of a platform. */
export function toGroups(markets: readonly GroupedMarket[], links: readonly GroupLink[]): Membership[] {
  const groups = new Map<number, GroupDraft>(
    markets.map(({ marketKey, platform }) => [
      marketKey,
      { platforms: new Set([platform]), members: new Map([[marketKey, false]]) },
    ]),
  );
  for (const { a, b, relation } of links) {
    const [one, other] = [groups.get(a), groups.get(b)];
    if (one === undefined || other === undefined || one === other) continue;
    if ([...other.platforms].some((platform) => one.platforms.has(platform))) continue;
    const isOtherInverted = (one.members.get(a) !== other.members.get(b)) !== (relation === "inverted");
    for (const platform of other.platforms) one.platforms.add(platform);
    for (const [marketKey, isInverted] of other.members) {
      one.members.set(marketKey, isInverted !== isOtherInverted);
      groups.set(marketKey, one);
    }
  }
  return [...new Set(groups.values())].filter(({ members }) => members.size > 1).flatMap(toMemberships);
}

function toMemberships({ members }: GroupDraft): Membership[] {
  const groupKey = Math.min(...members.keys());
  const isKeyInverted = members.get(groupKey) ?? false;
  return [...members].map(([marketKey, isInverted]) => ({
    marketKey,
    groupKey,
    isInverted: isInverted !== isKeyInverted,
  }));
}
