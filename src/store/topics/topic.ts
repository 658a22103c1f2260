import type { MarketStatus } from "../../domain/markets.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import type { Cents } from "../../domain/prices.ts";
import { findMoved } from "../../domain/topics.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { platformMask } from "../questions/figures.ts";
import { sumEvents } from "./figures.ts";
import { type DraftOutcome, listOutcomes, readOutcomes, type TopicMarket, type TopicOutcome } from "./outcomes.ts";

/** An event of a topic. */
export interface TopicEvent extends SqlRow<"topics", "events"> {
  readonly status: MarketStatus;
  readonly volume: Cents;
  readonly volume24h: Cents;
  readonly marketCount: number;
}

/** What one or several platforms hold an event about. Times are epoch milliseconds. */
export interface Topic {
  readonly topicKey: number;
  /** `platform:id` of its oldest event. */
  readonly id: string;
  /** Of its most traded event, as picture, category and what is said of its outcomes. */
  readonly title: string;
  readonly imageUrl: string | null;
  readonly category: string;
  /** Whether at most one of its outcomes can be yes. */
  readonly isExclusive: boolean;
  readonly status: MarketStatus;
  /** Where something of it is asked. */
  readonly platforms: readonly string[];
  readonly outcomesCount: number;
  /** Open ones first, the likeliest first; in lists the first of them. */
  readonly outcomes: readonly TopicOutcome[];
  /** The outcome that moved most in 24 hours; null where no move is known. */
  readonly moved: TopicOutcome | null;
  /** Of real money, as the next one. */
  readonly volume: Cents;
  readonly volume24h: Cents;
  /** What it trends by, see `trendOf`. */
  readonly trend: number;
  /** The earliest close of its open markets, or of all once none is open. */
  readonly closesAt: number | null;
  /** The latest resolution of its markets. */
  readonly resolvedAt: number | null;
  readonly updatedAt: number;
  /** The most traded first. */
  readonly events: readonly TopicEvent[];
}

type TopicRow = SqlRow<"topics", "byKeys">;

interface DraftTopic {
  readonly row: TopicRow;
  readonly markets: readonly TopicMarket[];
  readonly outcomes: readonly DraftOutcome[];
  readonly moved: DraftOutcome | undefined;
}

/**
 * Reads topics in the order of their keys, each with its first outcomes. Figures are up to date; the caller holds the
 * transaction.
 */
export function readTopics(db: Db, topicKeys: readonly number[], maxOutcomes: number): Topic[] {
  const keys = JSON.stringify(topicKeys);
  const markets = Map.groupBy(prepare(db, "topics", "markets").all({ keys }), ({ topicKey }) => topicKey);
  const drafts = prepare(db, "topics", "byKeys")
    .all({ keys })
    .map((row) => toDraft(row, markets.get(row.topicKey) ?? []));
  const outcomes = readShown(db, drafts, maxOutcomes);
  const eventKeys = new Set(drafts.flatMap((draft) => draft.markets.map(({ eventKey }) => eventKey)));
  const read = prepare(db, "topics", "events").all({ keys: JSON.stringify([...eventKeys]) });
  const events = new Map(read.map((event) => [event.eventKey, event]));
  return drafts.map((draft) => toTopic(draft, { read: outcomes, events, maxOutcomes }));
}

function toDraft(row: TopicRow, markets: readonly TopicMarket[]): DraftTopic {
  const outcomes = listOutcomes(markets);
  return { row, markets, outcomes, moved: findMoved(outcomes.filter(({ isOpen }) => isOpen)) };
}

type ReadOutcomes = ReadonlyMap<DraftOutcome, TopicOutcome>;

/** Reads the first outcomes of each, and the one that moved. */
function readShown(db: Db, drafts: readonly DraftTopic[], maxOutcomes: number): ReadOutcomes {
  const shown = drafts.flatMap(({ row: { leadingKey }, outcomes, moved }) => {
    const first = outcomes.slice(0, maxOutcomes);
    const all = moved === undefined || first.includes(moved) ? first : [...first, moved];
    return all.map((draft) => ({ draft, leadingKey, isOnly: outcomes.length === 1 }));
  });
  const read = readOutcomes(db, shown);
  return new Map(shown.flatMap(({ draft }, place) => (read[place] === undefined ? [] : [[draft, read[place]]])));
}

interface ReadParts {
  readonly read: ReadOutcomes;
  readonly events: ReadonlyMap<number, SqlRow<"topics", "events">>;
  readonly maxOutcomes: number;
}

function toTopic({ row, markets, outcomes, moved }: DraftTopic, { read, events, maxOutcomes }: ReadParts): Topic {
  const { platform, id, isExclusive, platformMask: mask, leadingKey: _, change24h: __, ...figures } = row;
  return {
    ...figures,
    id: `${platform}:${id}`,
    isExclusive: isExclusive === 1 && outcomes.length > 1,
    platforms: PLATFORMS.map((one) => one.id).filter((one) => (mask & platformMask([one])) !== 0),
    outcomesCount: outcomes.length,
    outcomes: outcomes.slice(0, maxOutcomes).flatMap((outcome) => read.get(outcome) ?? []),
    moved: (moved && read.get(moved)) ?? null,
    events: sumEvents(markets)
      .flatMap(({ isOpen, volume, volume24h, marketCount, eventKey }) => {
        const event = events.get(eventKey);
        const status = isOpen ? "open" : "closed";
        return event === undefined ? [] : [{ ...event, status, volume, volume24h, marketCount } as const];
      })
      .sort((a, b) => b.volume - a.volume || a.eventKey - b.eventKey),
  };
}
