import type { Context } from "../../context.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { listCounted, oneOfEachPlatform, type QuotedMember, weightedMean } from "../../domain/questions.ts";
import type { Input } from "../../http/parameters.ts";
import type { AddressWith } from "../browse/filters.ts";
import type { ShownAge } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import {
  type ChartedMarket,
  RANGES,
  rangeLinks,
  type rangeParameter,
  readCourses,
  readVolume,
  requestPast,
} from "./courses.ts";
import { type ChartMark, linesChart, linesSummary, marksOf } from "./lines-chart.ts";

interface DrawnMember extends ChartedMarket, QuotedMember, ShownAge {
  readonly isInverted: boolean;
}

type Range = Input<{ range: typeof rangeParameter }>["range"];

interface PriceChart {
  readonly range: Range;
  /** The addresses of the page with another range. */
  readonly to: AddressWith;
  /** Beside what happened to the markets. */
  readonly marks?: readonly ChartMark[];
  /** Leads to the figures of a range. */
  file?(range: NonNullable<Range>): Html;
}

/**
 * The section of a page with the price over time: a line for each platform; of several also their average and how far they
 * are apart, of one what was traded.
 */
export async function chartSection(
  context: Context,
  members: readonly DrawnMember[],
  { range: asked, to, marks = [], file }: PriceChart,
): Promise<Html> {
  const now = context.clock.now();
  const found = await readCourses(context, members, asked);
  const { range, window, times, firstAt } = found;
  const series = members.map((member, index) => ({ member, prices: found.prices[index] ?? [] }));
  const lines = oneOfEachPlatform(series.map(({ member, prices }) => ({ ...member, prices }))).map(
    ({ platform, prices, ...age }) => ({ label: getPlatform(platform).name, platform, prices, age }),
  );
  const isEmpty = lines.every(({ prices }) => prices.every((price) => price === null));
  const counted = listCounted(members);
  const known = times.map((_, at) =>
    series.flatMap(({ member, prices }) => {
      const price = prices[at] ?? null;
      return price === null || !counted.includes(member) ? [] : [{ price, volume: member.volume }];
    }),
  );
  const average = known.map((prices) => (prices.length === 0 ? null : weightedMean(prices)));
  const isSeveral = members.length > 1;
  const nameOf = (platform: string): string => (isSeveral ? getPlatform(platform).name : "");
  const [first] = members;
  return html`<section aria-labelledby="course"><div class="head"><h2 id="course">Price</h2>
${rangeLinks(to, range)}</div>
${
  isEmpty
    ? html`<p class="empty">No prices for this period.</p>`
    : linesChart({
        ...{ times, firstAt, file: file?.(range), summary: linesSummary(lines, RANGES[range].period) },
        ...(counted.length > 1
          ? { lines: [{ label: "All", isAverage: true, prices: average }, ...lines], band: known.map(rangeOf) }
          : { lines }),
        volume: first === undefined || isSeveral ? undefined : await readVolume(context, first, window),
        marks: [...marks, ...members.flatMap((one) => marksOf(one, now, nameOf(one.platform)))],
      })
}
${
  (await requestPast(context, members, found)) &&
  html`<p class="hint">Platforms are being asked for older prices. They appear here when they arrive.</p>`
}</section>`;
}

const rangeOf = (known: readonly { readonly price: number }[]) => {
  const prices = known.map(({ price }) => price);
  return prices.length === 0 ? null : ([Math.min(...prices), Math.max(...prices)] as const);
};
