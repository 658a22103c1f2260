/** Markets that are watched have this many places in a turn for each leg of a spread. */
const WATCHED_IN_A_ROW = 3;

/** A market of the fast lane. */
interface Member {
  /** False for a leg of a spread that nobody watches. */
  isWatched: boolean;
  /** From one turn of its own to the next, in shares of turns: the smaller, the more often it is asked for. */
  stride: number;
  /** When it is to be asked for, in shares of turns; of watched ones only. */
  dueAt: number;
  /** Its place in the order of asking, 0 before it was ever asked for. */
  askedAs: number;
  /** Unknown until its first turn. */
  marketKey: number | undefined;
}

const UNASKED: Member = { isWatched: false, stride: 0, dueAt: 0, askedAs: 0, marketKey: undefined };

/** The markets of one platform that are in the fast lane, by id. */
export type LaneMembers = ReturnType<typeof createLaneMembers>;

export function createLaneMembers() {
  const members = new Map<string, Member>();
  let lastAsked = 0;
  /** How far the turns have come, in shares. */
  let passed = 0;

  const take = (id: string): number[] => {
    const marketKey = members.get(id)?.marketKey;
    members.delete(id);
    return marketKey === undefined ? [] : [marketKey];
  };
  const set = (id: string, change: Partial<Member>): void =>
    void members.set(id, { ...(members.get(id) ?? UNASKED), ...change });
  return {
    /** Takes in these ids, the watched ones with their shares, and lets all others go; gives the keys of those that go. */
    sync(watched: ReadonlyMap<string, number>, legs: ReadonlySet<string>): number[] {
      const added = [...watched].filter(([id]) => members.get(id)?.isWatched !== true);
      for (const id of legs) if (!watched.has(id)) set(id, { isWatched: false, stride: 0, dueAt: 0 });
      for (const [id, share] of watched) {
        const stride = 1 / share;
        set(id, { isWatched: true, stride, dueAt: Math.min(members.get(id)?.dueAt ?? passed, passed + stride) });
      }
      // Spread over a round, so that the many of one caller do not all come before those of others.
      for (const [index, [id, share]] of added.entries()) set(id, { dueAt: passed + (index % (1 / share)) });
      return [...members.keys()].filter((id) => !watched.has(id) && !legs.has(id)).flatMap(take);
    },

    /** The next to be asked for: watched ones by their shares, legs one after the other, and fewer of these. */
    listNext(count: number): string[] {
      const ordered = [...members].toSorted(([, a], [, b]) => a.dueAt - b.dueAt || a.askedAs - b.askedAs);
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
      if (member === undefined) return false;
      member.askedAs = ++lastAsked;
      if (!member.isWatched) return true;
      passed = Math.max(passed, member.dueAt);
      member.dueAt = passed + member.stride;
      return true;
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
