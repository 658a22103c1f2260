/** Markets that are watched have this many places in a turn for each leg of a spread. */
const WATCHED_IN_A_ROW = 3;

/** A market of the fast lane. */
interface Member {
  /** False for a leg of a spread that nobody watches. */
  isWatched: boolean;
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
    sync(watched: ReadonlySet<string>, legs: ReadonlySet<string>): number[] {
      for (const id of [...watched, ...legs]) {
        const isWatched = watched.has(id);
        const member = members.get(id);
        if (member === undefined) members.set(id, { isWatched, askedAs: 0, marketKey: undefined });
        else member.isWatched = isWatched;
      }
      return [...members.keys()].filter((id) => !watched.has(id) && !legs.has(id)).flatMap(take);
    },

    /** The next to be asked for: those that were asked for longest ago first, and more watched ones than legs. */
    listNext(count: number): string[] {
      const ordered = [...members].toSorted(([, a], [, b]) => a.askedAs - b.askedAs);
      const idsOf = (isWatched: boolean): string[] =>
        ordered.flatMap(([id, member]) => (member.isWatched === isWatched ? [id] : [])).slice(0, count);
      const [watched, legs] = [idsOf(true), idsOf(false)];
      const next: string[] = [];
      while (next.length < count && watched.length + legs.length > 0) {
        next.push(...watched.splice(0, WATCHED_IN_A_ROW), ...legs.splice(0, 1));
      }
      return next.slice(0, count);
    },

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
