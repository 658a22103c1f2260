import type { Context } from "../context.ts";
import { isRealMoney } from "../domain/platforms.ts";
import { fromMicros } from "../domain/prices.ts";
import { AppError } from "../errors.ts";
import {
  listFilters,
  order,
  pathEventId,
  pathPlatform,
  realMoneyOnly,
  TIES,
  toPlatforms,
  toSharedQuery,
} from "../http/filters.ts";
import { listEndpoint } from "../http/paging.ts";
import { choice, type Input, withDefault } from "../http/parameters.ts";
import { endpoint } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { refOf, volumeOf } from "../http/shown.ts";
import { listTable } from "../http/table.ts";
import { categorySchema, link, money, platformSchema, statusSchema } from "../http/value-schemas.ts";
import type { EventDetail, EventQuery, StoredEvent } from "../store/events.ts";
import { EVENT_SORTS } from "../store/lists/nouns.ts";
import { marketSchema } from "./markets.ts";

const eventFields = s.nounFields<StoredEvent>()(
  {
    id: s.string("The event's id on its platform.", "KXFED-27JAN"),
    title: s.string("What it is about.", "Fed decision in January?"),
    platform: platformSchema,
    category: categorySchema,
    status: statusSchema,
    image_url: s.nullable(link("A picture, where the platform has one.", "https://example.com/fed.png")),
    url: link("The event on its platform.", "https://kalshi.com/markets/kxfed"),
    market_count: s.integer("How many markets it has.", 5),
    total_volume: money("Lifetime volume of all its markets.", 921_102.5),
    volume_24h: money("Volume of the last 24 hours of all its markets.", 45_600),
    liquidity: s.nullable(money("Liquidity, where the platform says.", 250_000)),
    start_time: s.nullable(s.dateTime("When it opened.", "2026-09-01T14:00:00.000Z")),
    end_time: s.nullable(s.dateTime("When it ends.", "2027-01-27T19:00:00.000Z")),
    tags: s.arrayOf(s.string("", "fed-rates"), "The platform's own labels."),
  },
  { start_time: "startsAt", end_time: "endsAt" },
);

const eventShown = {
  event: { in: "detail", value: refOf },
  title: { in: "detail" },
  category: { in: "detail" },
  status: { in: "detail" },
  ends: { in: "detail", of: "end_time" },
  volume: { in: "detail", value: ({ platform, totalVolume }) => volumeOf(platform, totalVolume) },
  url: { in: "detail" },
} satisfies s.ShownFields<StoredEvent, keyof typeof eventFields>;

export const eventSchema = s.noun<StoredEvent>("Event")(eventFields);

export const eventDetailSchema = s.shownAs(
  s.noun<EventDetail>("EventDetail")(
    {
      ...eventFields,
      description: s.nullable(s.string("The platform's own text.", "The FOMC meets on 26–27 January.")),
      play_money: s.boolean("Whether it is traded in play money.", false),
      mutually_exclusive: s.boolean("Whether the platform says that at most one of its markets can be yes.", true),
      sum_of_asks: s.nullable(
        s.number(
          "What one contract of yes of each open market costs, fees included, USD. Null unless they exclude each " +
            "other, none is missing, and each is offered at a present price.",
          1.043,
        ),
      ),
      sum_of_bids: s.nullable(
        s.number(
          "What one contract of yes of each is sold for, that is, by buying no, after fees, USD. Above 1, no of all earns the rest, whatever happens.",
          0.962,
        ),
      ),
      markets: s.arrayOf(marketSchema, "All of its markets, by volume."),
    },
    {
      play_money: ({ platform }) => !isRealMoney(platform),
      mutually_exclusive: "isExclusive",
      sum_of_asks: ({ sumOfAsks }) => sumOfAsks && fromMicros(sumOfAsks),
      sum_of_bids: ({ sumOfBids }) => sumOfBids && fromMicros(sumOfBids),
    },
  ),
  {
    ...eventShown,
    play_money: { in: "detail", when: ({ platform }) => !isRealMoney(platform) },
    exclusive: { in: "detail", of: "mutually_exclusive" },
  },
);

const sort = choice({
  description: `What to sort by: volume, markets in it, newest, or id. ${TIES}`,
  values: EVENT_SORTS,
});

/** What the list of events takes, but for its paging. */
export const eventFilters = (platforms: readonly string[]) => ({
  ...listFilters(platforms),
  real_money_only: realMoneyOnly,
  sort: withDefault(sort, "volume"),
  order: order("The direction; desc unless the sort is id."),
});

export const toEventQuery = (input: Input<ReturnType<typeof eventFilters>>): EventQuery => ({
  ...toSharedQuery(input),
  platform: toPlatforms(input),
  status: input.status,
});

/** The list of events, for the API and its page. */
export const eventList = (platforms: readonly string[]) =>
  listEndpoint({
    path: "/api/v1/events",
    summary: "List events, the groups of markets",
    operationId: "listEvents",
    tag: "markets",
    tier: "free",
    cache: "clock",
    parameters: eventFilters(platforms),
    response: s.arrayOf(eventSchema),
    table: listTable("events", eventSchema),
    async find({ store }, input, slice) {
      const { events: rows, ...facts } = await store.events.list(toEventQuery(input), slice);
      return { rows, ...facts };
    },
  });

export const eventRoutes = (platforms: readonly string[]) => [
  eventList(platforms),
  endpoint({
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
      return { data: await getEvent(context, platform, event_id) };
    },
  }),
];

/** Throws AppError event_not_found. */
export async function getEvent(
  { store, clock }: Pick<Context, "store" | "clock">,
  platform: string,
  id: string,
): Promise<EventDetail> {
  const event = await store.events.find(platform, id, clock.now());
  if (event === undefined)
    throw new AppError("event_not_found", `${platform} has no event with this id; find ids with /api/v1/search?q=…`);
  return event;
}
