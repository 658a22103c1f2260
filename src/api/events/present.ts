import { toIsoOrNull } from "../../clock.ts";
import { fromCents } from "../../domain/prices.ts";
import type { StoredEvent } from "../../store/events.ts";
import { toMoneyOrNull } from "../markets/present.ts";
import type { Event } from "./schema.ts";

/** An event as every list publishes it. */
export function toEvent(event: StoredEvent): Event {
  return {
    id: event.id,
    title: event.title,
    platform: event.platform,
    category: event.category,
    status: event.status,
    image_url: event.imageUrl,
    market_count: event.marketCount,
    total_volume: fromCents(event.totalVolume),
    volume_24h: fromCents(event.volume24h),
    liquidity: toMoneyOrNull(event.liquidity),
    start_time: toIsoOrNull(event.startsAt),
    end_time: toIsoOrNull(event.endsAt),
    tags: event.tags,
  };
}
