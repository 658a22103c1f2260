import { getEvent } from "../../api/events.ts";
import { marketSchema, toMarket, toPriceOrNull } from "../../api/markets.ts";
import { toIso } from "../../clock.ts";
import { pathEventId, pathPlatform } from "../../http/filters.ts";
import { dateTime, nullable, object, string } from "../../http/schema.ts";
import { listTable } from "../../http/tables/table.ts";
import { platformSchema, price } from "../../http/value-schemas.ts";
import { rangeParameter } from "../charts/ranges.ts";
import { outcomeSort, readEventCourses } from "../markets/event.ts";
import { listOutcomes } from "../markets/outcomes.ts";
import { type TableFile, tableFile } from "./table-file.ts";

const priceSchema = object({
  timestamp: dateTime("When it was in force."),
  platform: platformSchema,
  market_id: string("The market's id on its platform."),
  outcome: string("The market's name in its event."),
  price: nullable(price("The price of yes; null where none is known.", 0.61)),
});

/** All markets of an event, and the prices of its chart. */
export function eventFiles(platforms: readonly string[]): readonly TableFile[] {
  const ids = { platform: pathPlatform(platforms), event_id: pathEventId };
  return [
    tableFile({
      path: "/events/:platform/:event_id/markets.csv",
      summary: "The markets of one event",
      parameters: { ...ids, sort: outcomeSort },
      table: listTable("event-markets", marketSchema),
      async read(context, { platform, event_id, sort }) {
        const event = await getEvent(context, platform, event_id);
        return { data: listOutcomes(event, sort).map(({ market }) => toMarket(market)) };
      },
    }),
    tableFile({
      path: "/events/:platform/:event_id/prices.csv",
      summary: "The prices over time of one event's leading outcomes",
      parameters: { ...ids, range: rangeParameter },
      table: listTable("event-prices", priceSchema),
      async read(context, { platform, event_id, range }) {
        const event = await getEvent(context, platform, event_id);
        const { times, lines } = await readEventCourses(context, event, range);
        return { data: times.flatMap((at, index) => lines.map((line) => toPriceRow(at, line, line.prices[index]))) };
      },
    }),
  ];
}

type Line = Awaited<ReturnType<typeof readEventCourses>>["lines"][number];

const toPriceRow = (at: number, { market, label }: Line, micros: number | null | undefined) => ({
  timestamp: toIso(at * 1000),
  platform: market.platform,
  market_id: market.id,
  outcome: label,
  price: toPriceOrNull(micros ?? null),
});
