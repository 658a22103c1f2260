/** A market of the fast lane. */
interface Member {
  /** When it was last asked for, in the time of `clock.elapsed`. */
  askedAt: number;
  /** Unknown until its first turn. */
  marketKey: number | undefined;
}

/** The markets of one platform that are in the fast lane, by id. */
export type LaneMembers = ReturnType<typeof createLaneMembers>;

export function createLaneMembers() {
  const members = new Map<string, Member>();

  const take = (id: string): number[] => {
    const marketKey = members.get(id)?.marketKey;
    members.delete(id);
    return marketKey === undefined ? [] : [marketKey];
  };
  return {
    /** Takes in these ids and lets all others go; gives the keys of those that go. */
    sync(ids: ReadonlySet<string>): number[] {
      for (const id of ids)
        if (!members.has(id)) members.set(id, { askedAt: Number.NEGATIVE_INFINITY, marketKey: undefined });
      return [...members.keys()].filter((id) => !ids.has(id)).flatMap(take);
    },

    /** Those that were asked for longest ago, the first of them first. */
    listOldest: (count: number): string[] =>
      [...members]
        .toSorted(([, a], [, b]) => a.askedAt - b.askedAt)
        .slice(0, count)
        .map(([id]) => id),

    note(id: string, askedAt: number): void {
      const member = members.get(id);
      if (member !== undefined) member.askedAt = askedAt;
    },

    /** Names the market's key; true when it was not known before. */
    name(id: string, marketKey: number): boolean {
      const member = members.get(id);
      if (member === undefined || member.marketKey === marketKey) return false;
      member.marketKey = marketKey;
      return true;
    },

    /** Forgets the key of a market that is no longer open; gives it. */
    unname(id: string): number[] {
      const member = members.get(id);
      const marketKey = member?.marketKey;
      if (member === undefined || marketKey === undefined) return [];
      member.marketKey = undefined;
      return [marketKey];
    },
  };
}
