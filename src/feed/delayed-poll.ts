import type { FeedEvent } from "../store/feed/events.ts";
import type { FeedMessage } from "./message.ts";

/**
 * What a poll of a plan with a delay gets. A change comes with the newest state of its subject, so one with a change of
 * the same kind that is too young is left to the poll that gets the young one. Thus all is read before anything is sent.
 */
export interface DelayedPoll {
  /** Notes a change in the order of the feed; `now` is epoch milliseconds. */
  note(message: FeedMessage, event: Pick<FeedEvent, "seq" | "observedAt">, now: number): void;
  /** What is due, oldest first. */
  due(): readonly FeedMessage[];
  /** Where its reader resumes; undefined where nothing was too young. */
  resumeAt(): number | undefined;
}

export function createDelayedPoll(delayMs: number): DelayedPoll {
  const due = new Map<string, FeedMessage>();
  let resumeAt: number | undefined;
  return {
    note(message, { seq, observedAt }, now) {
      const ageMs = now - observedAt;
      // One of the future is old: the time of day was set back since.
      const isYoung = ageMs >= 0 && ageMs < delayMs;
      if (isYoung) resumeAt ??= seq - 1;
      // What is old and comes after a young one is read again with it.
      if (!isYoung && resumeAt !== undefined) return;
      due.delete(message.name);
      if (!isYoung) due.set(message.name, message);
    },
    due: () => [...due.values()],
    resumeAt: () => resumeAt,
  };
}
