import type { Context } from "../../context.ts";
import { getPlatform, reportsVolume } from "../../domain/platforms.ts";
import { choice, withDefault } from "../../http/parameters.ts";
import type { MarketDetail } from "../../store/detail.ts";
import { readCandles } from "../charts/candles.ts";
import type { LinesChart } from "../charts/chart.ts";
import { findWindow, readCourses } from "../charts/courses.ts";
import { linesChart } from "../charts/lines-chart.ts";
import { endOf, momentsOf } from "../charts/moments.ts";
import { type ChartRange, RANGES, rangeLinks, switchLinks } from "../charts/ranges.ts";
import { linesSummary, marketSummary } from "../charts/summaries.ts";
import { type Html, html } from "../page/html.ts";
import { marketPath } from "../page/links.ts";

/** How a market's chart shows prices, with the text of its link. */
const VIEWS = { line: "Line", candles: "Candles", platforms: "All platforms" } as const;
type ChartView = keyof typeof VIEWS;

/** The parameter `view` of a market's page. */
export const chartView = withDefault(
  choice({
    description: "The chart as a line, as candles, or beside the same question on other platforms.",
    values: Object.keys(VIEWS) as ChartView[],
  }),
  "line",
);

interface ChartChoice {
  readonly range: ChartRange;
  readonly view: ChartView;
}

export async function marketChart(context: Context, market: MarketDetail, chosen: ChartChoice): Promise<Html> {
  const { range, view } = chosen;
  const { chart, hasCandles, isAwaited } = await readChart(context, market, chosen);
  const pathOf = (change: Partial<ChartChoice>): string => {
    const next = { ...chosen, ...change };
    return `${marketPath(context, market)}?range=${next.range}${next.view === "line" ? "" : `&view=${next.view}`}`;
  };
  const views = (Object.keys(VIEWS) as ChartView[]).filter(
    (one) => one === view || one === "line" || (one === "candles" ? hasCandles : market.matches.length > 0),
  );
  const isEmpty = chart.lines.every(({ prices }) => prices.every((price) => price === null));
  return html`<section aria-labelledby="course"><div class="head">\
<h2 id="course">Price${reportsVolume(market.platform) && " and volume"}</h2>
<div class="switches">${
    views.length > 1 &&
    switchLinks(
      "Chart",
      views.map((one) => ({ label: VIEWS[one], path: pathOf({ view: one }), isCurrent: one === view })),
    )
  }
${rangeLinks((name) => pathOf({ range: name }), range)}</div></div>
${
  view === "candles" &&
  !hasCandles &&
  html`<p class="hint">There are too few prices for candles in this range, so the chart shows a line.</p>`
}
${isEmpty ? html`<p class="empty">No prices for this period.</p>` : linesChart(chart)}
${
  isAwaited &&
  html`<p class="hint">${getPlatform(market.platform).name} is being asked for older prices. They appear here when they arrive.</p>`
}</section>`;
}

/** What is drawn, and whether the history is dense enough for candles. */
async function readChart(context: Context, market: MarketDetail, { range, view }: ChartChoice) {
  const shown = view === "platforms" ? [market, ...bestElsewhere(market)] : [market];
  const now = context.clock.now();
  const charted = shown.map((one) => ({
    platform: one.platform,
    id: one.id,
    isOpen: one.status === "open",
    endedAt: endOf(one, now),
    isInverted: "relation" in one && one.relation === "inverted",
  }));
  const { window } = await findWindow(context, charted.slice(0, 1), range);
  const candles = await readCandles(context, market, window);
  const { times, prices, volume, firstAt, isAwaited } = await readCourses(context, charted, range);
  const { period } = RANGES[range];
  const lines = charted.map(({ platform }, index) => ({
    label: getPlatform(platform).name,
    platform,
    prices: prices[index] ?? [],
  }));
  const shownCandles = view === "candles" ? candles : undefined;
  const known =
    shownCandles?.candles.flatMap(({ open, high, low, close }) => [open, high, low, close]) ?? prices[0] ?? [];
  const chart: LinesChart = {
    ...{ times, lines, volume, firstAt },
    candles: shownCandles,
    moments: momentsOf(market, now, lines.length > 1 ? lines[0]?.label : ""),
    summary: lines.length > 1 ? linesSummary(lines, period) : marketSummary(known, period),
  };
  return { chart, hasCandles: candles !== undefined, isAwaited };
}

/** The best match on each other platform. */
const bestElsewhere = ({ platform, matches }: MarketDetail): MarketDetail["matches"] =>
  matches.filter(
    (match, index) =>
      match.platform !== platform && matches.findIndex((other) => other.platform === match.platform) === index,
  );
