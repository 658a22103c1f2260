import { type EventRecord, type MarketRecord, statusAt } from "../../domain/markets.ts";
import { eventFingerprint, marketFingerprint } from "../transactions/fingerprints.ts";
import type { Writing } from "../transactions/writing.ts";
import type { JudgedMarket } from "./drift.ts";
import type { EventChunk } from "./upsert-event.ts";

/**
 * Reads what is stored of records, except of those whose fingerprints say that they are stored just so, their events
 * included. The caller holds the transaction.
 */
export function readStored(
  { catalogue, fingerprints }: Pick<Writing, "catalogue" | "fingerprints">,
  { platform, events, isOpenListing }: EventChunk,
  records: readonly MarketRecord[],
  now: number,
): JudgedMarket[] {
  let last: { readonly event: EventRecord; readonly isStored: boolean } | undefined;
  /** Markets of an event come one after the other. */
  const isStored = (event: EventRecord): boolean => {
    if (last?.event !== event) {
      last = { event, isStored: fingerprints.find(eventFingerprint(platform, event)) !== undefined };
    }
    return last.isStored;
  };
  const findUnchanged = (record: MarketRecord): JudgedMarket | undefined => {
    const event = events.get(record.eventId);
    if (event === undefined) return undefined;
    const status = statusAt(record, now);
    const marketKey = fingerprints.find(marketFingerprint(platform, record, status, event.isPartial));
    if (marketKey === undefined || !(event.isPartial || isStored(event))) return undefined;
    return { record, status, unchangedKey: marketKey };
  };
  return records.map((record) => {
    // Only open listings come again and again.
    const unchanged = isOpenListing ? findUnchanged(record) : undefined;
    return unchanged ?? { record, stored: catalogue.markets.find(platform, record.id) };
  });
}
