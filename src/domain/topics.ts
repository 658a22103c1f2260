// Topics: what events of several platforms are about. Which events are one topic, and how topics are weighed.

import type { Cents, Micros } from "./prices.ts";
import { fromCents, fromMicros } from "./prices.ts";

/** An event with what its markets ask. */
export interface AskingEvent {
  /** The older, the smaller. */
  readonly eventKey: number;
  readonly platform: string;
  /** The questions that its markets ask as markets of other platforms do. */
  readonly questionKeys: readonly number[];
  /** Markets that ask what no other platform asks. */
  readonly aloneCount: number;
}

/** Events that are, or may become, one topic. */
interface JoinedEvents {
  readonly events: readonly AskingEvent[];
  readonly questionKeys: ReadonlySet<number>;
  /** How much is asked in it; what several of its events ask counts once. */
  readonly size: number;
}

/** How much of the smaller of two topics the larger must ask too. */
const MIN_SHARE = 0.5;

/**
 * Joins events into topics. Two topics become one where the larger asks at least half of what the smaller does, compared
 * again each time one grows: so no chain of events that share a little each makes one topic. An event of a platform that
 * the topic has already joins only where the topic asks all that it does: so no two meetings or months of a platform are
 * ever one topic. Gives those of several events, each by its oldest first.
 */
export function joinEvents(events: readonly AskingEvent[]): readonly (readonly number[])[] {
  const topicOf = new Map(events.map((event) => [event.eventKey, toDraft([event])]));
  const pairs = listPairs(events);
  for (let hasJoined = true; hasJoined; ) {
    hasJoined = false;
    for (const [a, b] of pairs) {
      const [one, other] = [topicOf.get(a), topicOf.get(b)];
      if (one === undefined || other === undefined || one === other || !areOneTopic(one, other)) continue;
      const joined = toDraft([...one.events, ...other.events]);
      for (const { eventKey } of joined.events) topicOf.set(eventKey, joined);
      hasJoined = true;
    }
  }
  return [...new Set(topicOf.values())]
    .filter((topic) => topic.events.length > 1)
    .map((topic) => topic.events.map(({ eventKey }) => eventKey).sort((a, b) => a - b));
}

function toDraft(events: readonly AskingEvent[]): JoinedEvents {
  const questionKeys = new Set(events.flatMap((event) => event.questionKeys));
  return {
    events,
    questionKeys,
    size: events.reduce((sum, { aloneCount }) => sum + aloneCount, questionKeys.size),
  };
}

function areOneTopic(one: JoinedEvents, other: JoinedEvents): boolean {
  const [smaller, larger] = one.size <= other.size ? [one, other] : [other, one];
  const shared = [...smaller.questionKeys].filter((key) => larger.questionKeys.has(key)).length;
  if (shared === 0 || shared < MIN_SHARE * smaller.size) return false;
  const isWhole = shared === smaller.size;
  return isWhole || !smaller.events.some(({ platform }) => larger.events.some((event) => event.platform === platform));
}

/** Events that share a question: first those that share most, of equal ones the oldest. */
function listPairs(events: readonly AskingEvent[]): readonly (readonly [a: number, b: number])[] {
  const askedBy = new Map<number, number[]>();
  for (const { eventKey, questionKeys } of events.toSorted((a, b) => a.eventKey - b.eventKey)) {
    for (const key of questionKeys) askedBy.set(key, [...(askedBy.get(key) ?? []), eventKey]);
  }
  const shared = new Map<string, { readonly pair: readonly [number, number]; count: number }>();
  for (const keys of askedBy.values()) {
    for (const [place, a] of keys.entries()) {
      for (const b of keys.slice(place + 1)) {
        const name = `${a} ${b}`;
        const known = shared.get(name);
        if (known === undefined) shared.set(name, { pair: [a, b], count: 1 });
        else known.count++;
      }
    }
  }
  return [...shared.values()]
    .sort((a, b) => b.count - a.count || a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1])
    .map(({ pair }) => pair);
}

/** An outcome of a topic, as far as its move counts. */
export interface MovedOutcome {
  /** How far its price moved in 24 hours; null where that is not known. */
  readonly priceChange24h: Micros | null;
  /** Of its lifetime, in real money. */
  readonly volume: Cents;
}

/**
 * The open outcome that moved most in 24 hours, up or down. One that was traded less than half as much as the outcomes are
 * on average does not count: any offer moves its price. Undefined where no move is known.
 */
export function findMoved<O extends MovedOutcome>(open: readonly O[]): O | undefined {
  const total = open.reduce((sum, { volume }) => sum + volume, 0);
  let moved: O | undefined;
  for (const outcome of open) {
    if (outcome.priceChange24h === null || outcome.volume * open.length * 2 < total) continue;
    if (moved === undefined || moveOf(outcome) > moveOf(moved)) moved = outcome;
  }
  return moved;
}

const moveOf = ({ priceChange24h }: MovedOutcome): Micros => Math.abs(priceChange24h ?? 0);

/** A move of so much weighs as much as standing still with four times the volume. */
const MOVE_THAT_DOUBLES = 0.1;

/**
 * What topics trend by: the square root of the volume of 24 hours in dollars, times 1 plus 10 times the move of 24 hours.
 * So 10 cents count like four times the volume, and a thin market needs more than a large move to lead.
 */
export const trendOf = (volume24h: Cents, change24h: Micros | null): number =>
  Math.round(Math.sqrt(fromCents(volume24h)) * (1 + fromMicros(Math.abs(change24h ?? 0)) / MOVE_THAT_DOUBLES));

/** A movement in a topic that was traded less, in cents of a lifetime, is no news. */
export const MOVER_MIN_VOLUME: Cents = 1_000_000;

/** An event of a topic, as far as it may lead. */
interface LedEvent {
  readonly eventKey: number;
  readonly isOpen: boolean;
  /** Whether one of its markets asks as its question does, and not the opposite. */
  readonly isAsking: boolean;
  readonly isRealMoney: boolean;
  readonly volume: Cents;
}

/**
 * The event that gives title, picture and category: the most traded of those that are open, and ask what its outcomes say, in
 * real money where there is one.
 */
export const findLeading = <E extends LedEvent>(events: readonly E[]): E | undefined =>
  events.toSorted(
    (a, b) =>
      Number(b.isOpen) - Number(a.isOpen) ||
      Number(b.isAsking) - Number(a.isAsking) ||
      Number(b.isRealMoney) - Number(a.isRealMoney) ||
      b.volume - a.volume ||
      a.eventKey - b.eventKey,
  )[0];
