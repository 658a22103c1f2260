import type { Context } from "../../context.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { AppError } from "../../errors.ts";
import { endpoint } from "../../http/endpoint.ts";
import { listFilters, order, pathEventId, pathPlatform } from "../../http/filters.ts";
import { pagingMeta } from "../../http/meta-schema.ts";
import { checkPaging, paging, toPagingMeta, toSlice } from "../../http/paging.ts";
import { choice, withDefault } from "../../http/parameters.ts";
import { arrayOf } from "../../http/schema.ts";
import { listTable } from "../../http/tables/table.ts";
import { EVENT_SORTS, type EventDetail } from "../../store/events.ts";
import { toMarket } from "../markets/present.ts";
import { toEvent } from "./present.ts";
import { eventDetailSchema, eventSchema } from "./schema.ts";

const sort = choice({ description: "What to sort by: volume, markets in it, or newest.", values: EVENT_SORTS });

export const eventRoutes = (platforms: readonly string[]) => [
  endpoint({
    method: "GET",
    path: "/api/v1/events",
    summary: "List events, the groups of markets",
    operationId: "listEvents",
    tag: "markets",
    tier: "free",
    cache: "clock",
    parameters: {
      ...listFilters(platforms),
      sort: withDefault(sort, "volume"),
      order: order("The direction; desc by default."),
      ...paging,
    },
    check: checkPaging,
    response: arrayOf(eventSchema),
    meta: pagingMeta,
    table: listTable("events", eventSchema),
    async handler({ store }, input) {
      const slice = toSlice(input);
      const query = {
        platform: input.platform,
        category: input.category?.toLowerCase(),
        status: input.status,
        text: input.q,
        sort: input.sort,
        order: input.order ?? "desc",
      } as const;
      const { events, total, nextCursor } = await store.events.list(query, slice);
      return { data: events.map(toEvent), meta: toPagingMeta(slice, total, nextCursor) };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/events/:platform/:event_id",
    summary: "One event with all of its markets, by volume",
    operationId: "getEvent",
    tag: "markets",
    tier: "free",
    cache: "clock",
    parameters: {
      platform: pathPlatform(platforms),
      event_id: pathEventId,
    },
    response: eventDetailSchema,
    errors: ["event_not_found"],
    async handler(context, { platform, event_id }) {
      const event = await getEvent(context, platform, event_id);
      return {
        data: {
          ...toEvent(event),
          description: event.description,
          play_money: !isRealMoney(platform),
          url: event.url,
          markets: event.markets.map(toMarket),
        },
      };
    },
  }),
];

/** Throws AppError event_not_found. */
export async function getEvent({ store }: Pick<Context, "store">, platform: string, id: string): Promise<EventDetail> {
  const event = await store.events.find(platform, id);
  if (event === undefined) throw new AppError("event_not_found", `${platform} has no event with this id`);
  return event;
}
