import { ceilUnits } from "../../domain/prices.ts";
import { listFilters, order, orderOf } from "../../http/filters.ts";
import { choice, dateTime, decimal, type Input, list, optional, text, withDefault } from "../../http/parameters.ts";
import { examplePlatform } from "../../http/value-schemas.ts";
import { MARKET_SORTS, type MarketQuery } from "../../store/markets.ts";

const CENTS_PER_DOLLAR = 100;

const sort = choice({ description: "What to sort by; closing is the soonest close time first.", values: MARKET_SORTS });

/** What the list of markets takes, but for its paging. */
export const marketFilters = (platforms: readonly string[]) => ({
  ...listFilters(platforms),
  min_volume: withDefault(decimal({ description: "Smallest lifetime volume in USD.", min: 0 }), 0),
  sort: withDefault(sort, "volume"),
  order: order("The direction; desc unless the sort is closing."),
  event_id: optional(text({ description: "Only markets of this event.", min: 1, max: 200, example: "KXFED-27JAN" })),
  ids: optional(
    platformIds(platforms, {
      description: "Only these markets, each as platform:id.",
      max: 100,
      example: `${examplePlatform(platforms)}:KXFED-27JAN-CUT`,
    }),
  ),
  updated_since: optional(
    dateTime({
      description: "Only markets that changed at or after this moment.",
      example: "2026-11-19T00:00:00Z",
    }),
  ),
  closing_before: optional(
    dateTime({ description: "Only markets that close before this moment.", example: "2027-02-01" }),
  ),
});

type MarketInput = Input<ReturnType<typeof marketFilters>>;

/** The query that the API and the page of markets send to the store. */
export const toMarketQuery = (
  input: Omit<MarketInput, "event_id" | "ids" | "updated_since"> & Partial<MarketInput>,
): MarketQuery => ({
  platform: input.platform,
  category: input.category?.toLowerCase(),
  status: input.status,
  minVolume: ceilUnits(input.min_volume, CENTS_PER_DOLLAR),
  sort: input.sort,
  order: orderOf(input.sort, input.order),
  text: input.q,
  eventId: input.event_id,
  ids: input.ids,
  updatedSince: input.updated_since,
  closingBefore: input.closing_before,
});

/** A list of markets or events, each as platform:id. */
export function platformIds(
  platforms: readonly string[],
  about: { readonly description: string; readonly max: number; readonly example: string },
) {
  return list({
    ...about,
    items: `platform:id (platforms: ${platforms.join(", ")})`,
    parse(item) {
      const colon = item.indexOf(":");
      const [platform, id] = [item.slice(0, Math.max(colon, 0)), item.slice(colon + 1)];
      return platforms.includes(platform) && id !== "" ? { platform, id } : undefined;
    },
  });
}
