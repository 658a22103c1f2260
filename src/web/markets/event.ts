import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { pathEventId, pathPlatform } from "../../http/filters.ts";
import { choice, withDefault } from "../../http/parameters.ts";
import { withQuery } from "../../http/query.ts";
import type { Route } from "../../http/route.ts";
import type { EventDetail } from "../../store/events.ts";
import { type ChartRange, rangeParameter, readCourses } from "../charts/courses.ts";
import { endOf } from "../charts/marks.ts";
import type { PublicPages } from "../page/public-page.ts";
import { outcomePath, topicPath } from "../topics/outcomes.ts";
import { listOutcomes, OUTCOME_SORTS } from "./market-table.ts";

/** Outcomes in the chart, by price. */
const MAX_LINES = 5;

/** The parameter `sort` of the file of an event. */
export const outcomeSort = withDefault(
  choice({ description: "What the outcomes are sorted by, from high to low.", values: OUTCOME_SORTS }),
  "price",
);

export const eventPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/events/:platform/:event_id",
    summary: "Leads from one platform's event to its topic, with the column of the platform marked",
    parameters: { platform: pathPlatform(platforms), event_id: pathEventId, range: rangeParameter },
    async render(context, { platform, event_id: id, range }) {
      const topic = await context.store.topics.find(platform, id, context.clock.now());
      if (topic === undefined) throw new AppError("event_not_found", `${platform} has no event with this id`);
      const [lead] = topic.outcomes;
      const path = lead === undefined ? topicPath(context, topic) : outcomePath(context, lead);
      return { seeOther: withQuery(path, { platform: lead?.questionId == null ? undefined : platform, range }) };
    },
  }),
];

/** The prices over time of the outcomes that lead. */
export async function readEventCourses(context: Context, event: EventDetail, range: ChartRange) {
  const outcomes = listOutcomes(event, "price").slice(0, MAX_LINES);
  const now = context.clock.now();
  const markets = outcomes.map(({ market }) => ({
    platform: market.platform,
    id: market.id,
    isOpen: market.status === "open",
    endedAt: endOf(market, now),
  }));
  const { times, prices, firstAt, isAwaited } = await readCourses(context, markets, range);
  const lines = outcomes.map((outcome, index) => ({ ...outcome, prices: prices[index] ?? [] }));
  return { times, lines, firstAt, isAwaited };
}
