/** A market of the fast lane. */
interface Member {
  /** Its place in the order of asking, 0 before it was ever asked for. */
  askedAs: number;
  /** Unknown until its first turn. */
  marketKey: number | undefined;
}

/** The markets of one platform that are in the fast lane, by id. */
export type LaneMembers = ReturnType<typeof createLaneMembers>;

export function createLaneMembers() {
  const members = new Map<string, Member>();
  let lastAsked = 0;

  const take = (id: string): number[] => {
    const marketKey = members.get(id)?.marketKey;
    members.delete(id);
    return marketKey === undefined ? [] : [marketKey];
  };
  return {
    /** Takes in these ids and lets all others go; gives the keys of those that go. */
    sync(ids: ReadonlySet<string>): number[] {
      for (const id of ids) if (!members.has(id)) members.set(id, { askedAs: 0, marketKey: undefined });
      return [...members.keys()].filter((id) => !ids.has(id)).flatMap(take);
    },

    /** Those that were asked for longest ago, the first of them first. */
    listOldest: (count: number): string[] =>
      [...members]
        .toSorted(([, a], [, b]) => a.askedAs - b.askedAs)
        .slice(0, count)
        .map(([id]) => id),

    /** Sends a market to the end of the queue; false for one that has gone. */
    note(id: string): boolean {
      const member = members.get(id);
      if (member !== undefined) member.askedAs = ++lastAsked;
      return member !== undefined;
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
