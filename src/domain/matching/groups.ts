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
  /** Whether yes here is no on the market whose key the group has. */
  readonly isInverted: boolean;
}

interface Group {
  readonly platforms: Set<string>;
  /** Whether each member is turned round, as seen from the first one. */
  readonly members: Map<number, boolean>;
}

/**
 * Joins markets along their links, the surest link first. A link that would bring a second market of a platform into a
 * group joins nothing.
 */
export function toGroups(markets: readonly GroupedMarket[], links: readonly GroupLink[]): Membership[] {
  const groups = new Map<number, Group>(
    markets.map(({ marketKey, platform }) => [
      marketKey,
      { platforms: new Set([platform]), members: new Map([[marketKey, false]]) },
    ]),
  );
  for (const { a, b, relation } of links) {
    const [one, other] = [groups.get(a), groups.get(b)];
    if (one === undefined || other === undefined || one === other) continue;
    if ([...other.platforms].some((platform) => one.platforms.has(platform))) continue;
    const isTurned = (one.members.get(a) !== other.members.get(b)) !== (relation === "inverted");
    for (const platform of other.platforms) one.platforms.add(platform);
    for (const [marketKey, isInverted] of other.members) {
      one.members.set(marketKey, isInverted !== isTurned);
      groups.set(marketKey, one);
    }
  }
  return [...new Set(groups.values())].filter(({ members }) => members.size > 1).flatMap(toMemberships);
}

function toMemberships({ members }: Group): Membership[] {
  const groupKey = Math.min(...members.keys());
  const isTurned = members.get(groupKey) ?? false;
  return [...members].map(([marketKey, isInverted]) => ({ marketKey, groupKey, isInverted: isInverted !== isTurned }));
}
