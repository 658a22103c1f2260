import type { Category } from "../../domain/categories/categories.ts";
import type { EventRecord } from "../../domain/markets.ts";
import type { Catalogue } from "../../store/catalogue/catalogue.ts";
import type { KnownEvent } from "../../store/catalogue/event-writer.ts";

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
export function saveEvent(
  events: Catalogue["events"],
  { platform, isOpenListing }: EventChunk,
  given: EventRecord,
  now: number,
): SavedEvent {
  const before = events.find(platform, given.id);
  if (before === undefined) {
    const category = findCategory(events, platform, given);
    const eventKey = events.insert(platform, { ...toContent(given), category }, now);
    return { eventKey, category, isPartial: given.isPartial };
  }
  const { eventKey } = before;
  if (given.isPartial) return { eventKey, category: before.category, isPartial: true };
  const category = hasBetterCategory(before, given, isOpenListing)
    ? findCategory(events, platform, given)
    : before.category;
  const next = { ...merge(before, toContent(given)), category, eventKey };
  if (!EVENT_FIELDS.every((field) => before[field] === next[field])) events.update(before, next, now);
  return { eventKey, category: next.category, isPartial: false };
}

type EventContent = Omit<KnownEvent, "eventKey">;

/** By the event's own labels; one without any takes the category of an event of its family that has some. */
function findCategory(events: Catalogue["events"], platform: string, { id, category, tags }: EventRecord): Category {
  return (tags.length === 0 ? events.findCategoryOfFamily(platform, id) : undefined) ?? category;
}

/** Whether the record says more about the category than what is stored: labels count more than words. */
function hasBetterCategory(before: KnownEvent, { tags }: EventRecord, isOpenListing: boolean): boolean {
  const [hadTags, hasTags] = [before.tags !== NO_TAGS, tags.length > 0];
  return hadTags === hasTags ? isOpenListing || before.isPartial === 1 : hasTags;
}

const NO_TAGS = "[]";

/** Endpoints differ in how much they say of an event: what one leaves out takes nothing back. */
const merge = (before: KnownEvent, given: EventContent): EventContent => ({
  ...given,
  description: given.description ?? before.description,
  isExclusive: given.isExclusive ?? before.isExclusive,
  tags: given.tags === NO_TAGS ? before.tags : given.tags,
});

const toContent = (event: EventRecord): EventContent => ({
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
] as const satisfies readonly (keyof KnownEvent)[];
