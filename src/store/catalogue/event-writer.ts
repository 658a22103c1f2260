import { familyIds } from "../../domain/categories/categories.ts";
import type { Category } from "../../domain/categories/names.ts";
import { keptFee } from "../../domain/fees.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { queueMarkets, STAGES } from "../matching/match-queue.ts";
import type { TitleIndex } from "../titles/title-index.ts";
import type { EventTotals } from "./event-totals.ts";
import type { MarketRows } from "./market-rows.ts";
import type { MarketWriter } from "./market-writer.ts";

/** An event's row as ingest compares it; its tags are JSON text. */
export type KnownEvent = SqlRow<"catalogue", "findEvent">;

interface EventWriterDeps {
  readonly rows: MarketRows;
  readonly markets: Pick<MarketWriter, "update">;
  readonly totals: EventTotals;
  readonly titles: TitleIndex["events"];
}

/** Finds and writes events; `now` is epoch milliseconds. The caller holds the transaction. */
export function openEventWriter(db: Db, { rows, markets, totals, titles }: EventWriterDeps) {
  const find = prepare(db, "catalogue", "findEvent");
  const insert = prepare(db, "catalogue", "insertEvent");
  const update = prepare(db, "catalogue", "updateEvent");
  const listAfter = prepare(db, "catalogue", "listEventsAfter");
  const findCategoryOfFamily = prepare(db, "catalogue", "findCategoryOfFamily").pluck();
  return {
    find: (platform: string, id: string) => find.get(platform, id),

    /** The category of the newest event of its family that has labels; undefined where there is none. */
    findCategoryOfFamily(platform: string, id: string): Category | undefined {
      const ids = familyIds(platform, id);
      return ids === undefined ? undefined : findCategoryOfFamily.get({ platform, ...ids });
    },

    /** The next events by key. */
    listAfter: (eventKey: number, limit: number) => listAfter.all({ eventKey, limit }),

    /** Gives the key of the new event. */
    insert(platform: string, next: Omit<KnownEvent, "eventKey">, now: number): number {
      const eventKey = Number(insert.run({ ...next, platform, now }).lastInsertRowid);
      totals.insert(eventKey);
      titles.put(eventKey, next.title);
      return eventKey;
    },

    /** Its markets move with it to another category, and are matched again where it is described differently. */
    update(before: KnownEvent, next: KnownEvent, now: number): void {
      const { eventKey, category } = next;
      const hasNewTitle = before.title !== next.title;
      const isRead = hasNewTitle || before.description !== next.description;
      const write = (): void => void update.run({ ...next, now });
      if (before.category === category) write();
      else totals.moveTo(eventKey, write);
      totals.note(eventKey);
      if (hasNewTitle) titles.put(eventKey, next.title);
      if (before.category !== category) {
        for (const market of rows.listOfEvent(eventKey)) {
          markets.update(market, { ...market, category, ...keptFee(market, market.platform, category) }, null, now);
        }
      }
      if (isRead) queueMarkets(db, rows.listKeysOfEvent(eventKey), STAGES.read);
    },
  };
}
