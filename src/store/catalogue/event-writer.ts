import { familyIds } from "../../domain/categories/categories.ts";
import type { Category } from "../../domain/categories/names.ts";
import { keptFee } from "../../domain/platforms.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { queueMarkets, STAGES } from "../matching/match-queue.ts";
import { putTitle } from "../titles/title-index.ts";
import { type Catalogue, moveEvent } from "./gathered.ts";
import { listKeysOfEvent, listMarketsOfEvent } from "./market-rows.ts";
import { updateMarket } from "./market-writer.ts";

/** An event's row as ingest compares it; its tags are JSON text. */
export type KnownEvent = SqlRow<"catalogue", "findEvent">;

// Finds and writes events; `now` is epoch milliseconds. The caller holds the transaction.

export const findKnownEvent = (db: Db, platform: string, id: string): KnownEvent | undefined =>
  prepare(db, "catalogue", "findEvent").get(platform, id);

/** The category of the newest event of its family that has labels; undefined where there is none. */
export function findCategoryOfFamily(db: Db, platform: string, id: string): Category | undefined {
  const ids = familyIds(platform, id);
  if (ids === undefined) return undefined;
  return prepare(db, "catalogue", "findCategoryOfFamily")
    .pluck()
    .get({ platform, ...ids });
}

/** Gives the key of the new event. */
export function insertEvent(
  { db, gathered }: Catalogue,
  platform: string,
  next: Omit<KnownEvent, "eventKey">,
  now: number,
): number {
  const eventKey = Number(prepare(db, "catalogue", "insertEvent").run({ ...next, platform, now }).lastInsertRowid);
  prepare(db, "catalogue", "insertTotals").run(eventKey);
  gathered.changedEvents.add(eventKey);
  putTitle(db, "Event", eventKey, next.title);
  return eventKey;
}

/** Its markets move with it to another category, and are matched again where it is described differently. */
export function updateEvent(catalogue: Catalogue, before: KnownEvent, next: KnownEvent, now: number): void {
  const { db, gathered } = catalogue;
  const { eventKey, category } = next;
  const hasNewTitle = before.title !== next.title;
  const write = (): void => void prepare(db, "catalogue", "updateEvent").run({ ...next, now });
  if (before.category === category) write();
  else moveEvent(db, eventKey, write);
  gathered.changedEvents.add(eventKey);
  if (hasNewTitle) putTitle(db, "Event", eventKey, next.title);
  if (before.category !== category) {
    for (const market of listMarketsOfEvent(db, eventKey)) {
      const fee = keptFee(market, market.platform, category);
      updateMarket(catalogue, market, { ...market, category, ...fee }, null, now);
    }
  }
  const isRead = hasNewTitle || before.description !== next.description;
  if (isRead) queueMarkets(db, listKeysOfEvent(db, eventKey), STAGES.read);
}
