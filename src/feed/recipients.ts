import type { FeedEvent } from "../store/feed/events.ts";
import { facetsOf, formerFacetsOf } from "./facets.ts";
import { passes } from "./filter.ts";
import type { StreamGroups } from "./groups.ts";
import type { StreamGroup } from "./stream.ts";

/**
 * The groups that a change is for. That a market has moved is for those whose filter it passed and does not pass now: all
 * others get its new state.
 */
export function recipientsOf(groups: StreamGroups, event: FeedEvent): readonly StreamGroup[] {
  const facets = facetsOf(event);
  if (event.formers === undefined) return groups.find(facets);
  const found = new Set(formerFacetsOf(event).flatMap((former) => groups.find(former)));
  return [...found].filter(({ filter }) => !passes(filter, facets));
}
