import type { Db } from "../database/db.ts";
import { type EventColumns, prepareEvents, type StoredEvent, toStoredEvent } from "../events.ts";
import { type KeyedMarket, prepareMarkets } from "../markets.ts";
import type { Summaries } from "../questions/summarizer.ts";
import type { EventGroup, FoundMarket } from "./query.ts";

/** Reads what was found, over one connection. */
export function openRows(db: Db) {
  const marketsByKeys = prepareMarkets(db, "markets", "byKeys", "market_key AS marketKey");
  const eventsByKeys = prepareEvents(db, "events", "byKeys");
  const eventById = prepareEvents(db, "events", "byId");
  const findEvent = (platform: string, id: string): StoredEvent | undefined => {
    const row = eventById.get({ platform, id }) as EventColumns | undefined;
    return row && toStoredEvent(row);
  };
  return {
    findEvent,

    listEvents: (keys: readonly number[]): StoredEvent[] =>
      (eventsByKeys.all(JSON.stringify(keys)) as EventColumns[]).map(toStoredEvent),

    listMarkets: (keys: readonly number[], summaries: Summaries): FoundMarket[] =>
      (marketsByKeys.all(JSON.stringify(keys)) as KeyedMarket[]).map(({ marketKey, ...market }) => ({
        ...market,
        questionId: questionIdOf(summaries, marketKey),
      })),

    /** In the order of each event's first market. */
    groupByEvent: (markets: readonly FoundMarket[]): EventGroup[] =>
      [...Map.groupBy(markets, ({ platform, eventId }) => `${platform}:${eventId}`).values()].flatMap((own) => {
        const event = own[0] && findEvent(own[0].platform, own[0].eventId);
        return event === undefined ? [] : [{ event, markets: own }];
      }),
  };
}

function questionIdOf(summaries: Summaries, marketKey: number): string | null {
  const key = summaries.questionOf(marketKey);
  return (key === undefined ? undefined : summaries.find(key)?.question.id) ?? null;
}
