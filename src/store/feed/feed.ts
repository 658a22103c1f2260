import { consistently, type Db, prepare } from "../database/db.ts";
import type { OpenSummaries } from "../questions/summarizer.ts";
import { type ChangeRow, type FeedEvent, openEventReader } from "./events.ts";

interface FeedPage {
  /** Oldest first; of several changes of one type and subject on the page, only the newest. */
  readonly events: readonly FeedEvent[];
  /** Where the next page begins. It may be beyond the last event: some changes are not published. */
  readonly next: number;
  readonly isMore: boolean;
}

export interface ChangeFeed {
  /** The oldest and the newest seq that can be read after; both 0 while there is none. */
  bounds(): { readonly from: number; readonly last: number };
  /**
   * Whether nothing after this seq is lost. False for a seq that is too old, and for one that a restored database or a
   * power cut has undone: such a reader must read a snapshot.
   */
  canResume(after: number): boolean;
  /** The newest seq as of a moment; 0 where none is so old. Both in epoch milliseconds. */
  seqAsOf(at: number, now: number): number;
  /** Looks at the first `limit` changes after a seq; 1,000 take some milliseconds. `now` is epoch milliseconds. */
  read(after: number, limit: number, now: number): FeedPage;
}

/** Reads the feed over one connection; what belongs to `hidden` platforms is left out. */
export function openFeed(db: Db, openSummaries: OpenSummaries, hidden: readonly string[]): ChangeFeed {
  const firstSeq = prepare(db, "feed", "firstSeq").pluck();
  const lastSeq = prepare(db, "feed", "lastSeq").pluck();
  const seqAsOf = prepare(db, "feed", "seqAsOf").pluck();
  const hasSeq = prepare(db, "feed", "hasSeq").pluck();
  const changesAfter = prepare(db, "feed", "changesAfter");
  const toEvents = openEventReader(db, openSummaries, hidden);
  return {
    bounds: () => consistently(db, () => ({ from: Number(firstSeq.get() ?? 0), last: Number(lastSeq.get() ?? 0) })),
    seqAsOf: (at, now) => Number(seqAsOf.get({ at, now }) ?? 0),
    canResume: (after) => hasSeq.get(after) !== undefined,
    read: (after, limit, now) =>
      consistently(db, () => {
        const rows = changesAfter.all({ after, limit }) as ChangeRow[];
        const newest = rows.at(-1);
        if (newest === undefined) return { events: [], next: after, isMore: false };
        const isMore = rows.length === limit && newest.seq < Number(lastSeq.get());
        return { events: toEvents(newestOfEach(rows), now), next: newest.seq, isMore };
      }),
  };
}

function newestOfEach(rows: readonly ChangeRow[]): ChangeRow[] {
  const newest = new Map(rows.map((row) => [`${row.type}:${row.subject}`, row.seq]));
  return rows.filter(({ type, subject, seq }) => newest.get(`${type}:${subject}`) === seq);
}
