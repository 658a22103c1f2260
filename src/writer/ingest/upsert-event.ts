import type { EventRecord } from "../../domain/markets.ts";
import type { Catalogue, EventRow } from "../../store/catalogue/index.ts";

/** Where a chunk's events are found, and from what kind of listing they are. */
export interface EventChunk {
  readonly platform: string;
  readonly events: ReadonlyMap<string, EventRecord>;
  readonly isOpenListing: boolean;
}

export interface SavedEvent {
  readonly eventKey: number;
  readonly category: string;
  /** True when what came with the market was less than what is stored. */
  readonly isPartial: boolean;
}

/** Writes what of the event is new or changed. The caller holds the transaction. */
export function saveEvent(catalogue: Catalogue, chunk: EventChunk, eventId: string, now: number): SavedEvent {
  const given = chunk.events.get(eventId);
  if (given === undefined) throw new Error(`${chunk.platform}: event ${eventId} was not given with its markets`);
  const row = catalogue.findEvent(chunk.platform, given.id);
  if (row === undefined) {
    const eventKey = catalogue.insertEvent(chunk.platform, toEventRow(given), now);
    return { eventKey, category: given.category, isPartial: given.isPartial };
  }
  const { eventKey } = row;
  if (given.isPartial) return { eventKey, category: row.category, isPartial: true };
  const next = { ...mergeEvent(row, toEventRow(given), chunk.isOpenListing), eventKey };
  if (!isSameEvent(row, next)) catalogue.updateEvent(row, next, now);
  return { eventKey, category: next.category, isPartial: false };
}

/** The event as it is stored, where what was given, which is not partial, says nothing new of it; else undefined. */
export function findUnchangedEvent(
  catalogue: Catalogue,
  chunk: EventChunk,
  given: EventRecord,
): SavedEvent | undefined {
  const row = catalogue.findEvent(chunk.platform, given.id);
  if (row === undefined) return undefined;
  const { eventKey, category } = row;
  const isSame = isSameEvent(row, mergeEvent(row, toEventRow(given), chunk.isOpenListing));
  return isSame ? { eventKey, category, isPartial: false } : undefined;
}

const isSameEvent = (row: EventRow, next: Omit<EventRow, "eventKey">): boolean =>
  EVENT_FIELDS.every((field) => row[field] === next[field]);

/** Endpoints differ in how much they tell of an event: what one leaves out takes nothing back. */
const mergeEvent = (row: EventRow, given: Omit<EventRow, "eventKey">, isOpenListing: boolean): typeof given => ({
  ...given,
  category: isOpenListing || row.isPartial === 1 ? given.category : row.category,
  description: given.description ?? row.description,
  isExclusive: given.isExclusive ?? row.isExclusive,
  tags: given.tags === "[]" ? row.tags : given.tags,
});

const toEventRow = (event: EventRecord): Omit<EventRow, "eventKey"> => ({
  ...event,
  tags: JSON.stringify(event.tags),
  isExclusive: event.isExclusive === null ? null : Number(event.isExclusive),
  isPartial: Number(event.isPartial),
});

const EVENT_FIELDS = [
  "title",
  "category",
  "description",
  "url",
  "imageUrl",
  "startsAt",
  "endsAt",
  "tags",
  "liquidity",
  "isExclusive",
  "isPartial",
] as const satisfies readonly (keyof EventRow)[];
