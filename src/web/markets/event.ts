import { getEvent } from "../../api/events.ts";
import type { Context } from "../../context.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { pathEventId, pathPlatform } from "../../http/filters.ts";
import { choice, withDefault } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import type { EventDetail } from "../../store/events.ts";
import { readCourses } from "../charts/courses.ts";
import { LINES_CHART_ASSETS, linesChart } from "../charts/lines-chart.ts";
import { endOf, momentsOf } from "../charts/moments.ts";
import { type ChartRange, RANGES, rangeLinks, rangeParameter } from "../charts/ranges.ts";
import { linesSummary } from "../charts/summaries.ts";
import { counted, percent } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { toDocument } from "../page/layout.ts";
import { eventFile, eventPath, fileAnchor, platformTag } from "../page/links.ts";
import { livePart } from "../page/live.ts";
import type { PublicPages } from "../page/public-page.ts";
import { shareSection } from "../page/sharing.ts";
import { titleHeading } from "../page/titles.ts";
import { isSettled } from "./ending.ts";
import { eventMatrix, type Matrix, moreOutcomes } from "./event-matrix.ts";
import { volumeOf } from "./market-table.ts";
import { listOutcomes, OUTCOME_SORTS } from "./outcomes.ts";

/** Outcomes shown. */
const MAX_OUTCOMES = 50;
/** Outcomes in the chart, by price. */
const MAX_LINES = 5;

/** The parameter `sort` of the page and its file. */
export const outcomeSort = withDefault(
  choice({ description: "What the outcomes are sorted by, from high to low.", values: OUTCOME_SORTS }),
  "price",
);

export const eventPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/events/:platform/:event_id",
    summary: "One event: its outcomes on every platform, and their prices over time",
    parameters: {
      platform: pathPlatform(platforms),
      event_id: pathEventId,
      range: rangeParameter,
      sort: outcomeSort,
    },
    async render(context, { platform, event_id: id, range, sort }) {
      const now = context.clock.now();
      const event = await getEvent(context, platform, id);
      const outcomes = listOutcomes(event, sort);
      const shown = outcomes.slice(0, MAX_OUTCOMES);
      const pathWith = (query: string): string => `${eventPath(context, { platform, id })}?${query}`;
      const matrix: Matrix = {
        event,
        outcomes,
        shown,
        questions: await context.store.questions.ofMarkets(
          shown.map(({ market }) => market),
          now,
        ),
        sort,
        pathOf: (other) => pathWith(`sort=${other}&range=${range}`),
      };
      const links = rangeLinks((other) => pathWith(`sort=${sort}&range=${other}`), range);
      const leading = listOutcomes(event, "price")
        .slice(0, 3)
        .map(({ label, market }) => `${label} ${percent(market.yesPrice)}`);
      const shared = {
        title: event.title,
        path: `/events/${platform}/${encodeURIComponent(id)}`,
        description: `${leading.join(", ") || "No prices yet"} on ${getPlatform(platform).name}.`,
      };
      const main = html`${livePart(
        context,
        now,
        {
          questions: [...matrix.questions.values()],
          markets: shown.map(({ market }) => market),
          isSettled: event.status === "closed" && event.markets.length > 0 && event.markets.every(isSettled),
        },
        html`${titleHeading(event)}
<p class="lead">${platformTag(platform)} · ${event.category} · ${event.status} · ${counted(event.marketCount, "market")} · volume \
${volumeOf({ platform, volume: event.totalVolume })}</p>
${eventMatrix(context, matrix)}
${moreOutcomes(context, matrix)}
${await chartSection(context, { event, range, links })}`,
      )}
${shareSection(context, shared)}`;
      const assets = [...LINES_CHART_ASSETS, "event.css"];
      return toDocument(context, { title: event.title, main, assets, head: shared });
    },
  }),
];

interface EventChart {
  readonly event: EventDetail;
  readonly range: ChartRange;
  readonly links: Html;
}

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

async function chartSection(context: Context, { event, range, links }: EventChart): Promise<Html | false> {
  const { times, lines: courses, firstAt, isAwaited } = await readEventCourses(context, event, range);
  if (courses.length === 0) return false;
  const lines = courses.map(({ label, prices }) => ({ label, prices }));
  const closings = new Set(courses.map(({ market }) => market.closesAt));
  const moments = courses.flatMap(({ market, label }) =>
    momentsOf(market, context.clock.now(), closings.size > 1 ? label : ""),
  );
  const isEmpty = lines.every((line) => line.prices.every((price) => price === null));
  const summary = linesSummary(lines, RANGES[range].period);
  const { name } = getPlatform(event.platform);
  const file = fileAnchor(context, eventFile(event, "prices"), { title: "Prices of the chart", query: { range } });
  return html`<section aria-labelledby="course"><div class="head">\
<h2 id="course">${lines.length > 1 ? `The ${lines.length} most likely outcomes` : "Price"}</h2>
${links}</div>
${isEmpty ? html`<p class="empty">No prices for this period.</p>` : linesChart({ times, lines, firstAt, moments, summary, file })}
${isAwaited && html`<p class="hint">${name} is being asked for older prices. They appear here when they arrive.</p>`}</section>`;
}
