import { getEvent } from "../../api/events.ts";
import type { Context } from "../../context.ts";
import { orientPrice } from "../../domain/arbitrage.ts";
import { getPlatform, PLATFORMS } from "../../domain/platforms.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import { oneOfEachPlatform } from "../../domain/questions.ts";
import { pathEventId, pathPlatform } from "../../http/filters.ts";
import { choice, withDefault } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import type { EventDetail } from "../../store/events.ts";
import type { AgedMarket } from "../../store/markets.ts";
import type { Question, QuestionMember } from "../../store/questions/question.ts";
import { CHART_ASSETS } from "../charts/chart.ts";
import { type ChartRange, RANGES, rangeLinks, rangeParameter, readCourses } from "../charts/courses.ts";
import { linesChart, linesSummary } from "../charts/lines-chart.ts";
import { endOf, marksOf } from "../charts/marks.ts";
import { shareSection } from "../page/command.ts";
import {
  centsHundredths,
  counted,
  gapOf,
  haltedNote,
  percent,
  percentTenths,
  staleNote,
  sumText,
} from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type PageDeps, toDocument } from "../page/layout.ts";
import {
  eventFile,
  eventPath,
  fileAnchor,
  marketPath,
  platformTag,
  pricesAnchor,
  questionPath,
} from "../page/links.ts";
import { livePart } from "../page/live.ts";
import type { PublicPages } from "../page/public-page.ts";
import { outcomeOnly, titleHeading } from "../page/titles.ts";
import {
  type EventOutcome,
  endingLine,
  isSettled,
  listOutcomes,
  OUTCOME_SORTS,
  type OutcomeSort,
  volumeOf,
} from "./market-table.ts";

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
      const [market] = event.markets;
      // An event may get more markets later.
      if (event.marketCount === 1 && market !== undefined)
        return { seeOther: `${marketPath(context, market)}?range=${range}` };
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
      const assets = [...CHART_ASSETS, "event.css"];
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
  const marks = courses.flatMap(({ market, label }) =>
    marksOf(market, context.clock.now(), closings.size > 1 ? label : ""),
  );
  const isEmpty = lines.every((line) => line.prices.every((price) => price === null));
  const summary = linesSummary(lines, RANGES[range].period);
  const { name } = getPlatform(event.platform);
  const file = pricesAnchor(context, eventFile(event, "prices"), range);
  return html`<section aria-labelledby="course"><div class="head">\
<h2 id="course">${lines.length > 1 ? `The ${lines.length} most likely outcomes` : "Price"}</h2>
${links}</div>
${isEmpty ? html`<p class="empty">No prices for this period.</p>` : linesChart({ times, lines, firstAt, marks, summary, file })}
${isAwaited && html`<p class="hint">${name} is being asked for older prices. They appear here when they arrive.</p>`}</section>`;
}

interface Matrix {
  readonly event: EventDetail;
  /** All outcomes, in the order of `sort`. */
  readonly outcomes: readonly EventOutcome[];
  /** The first of them, which are shown. */
  readonly shown: readonly EventOutcome[];
  /** By `platform:id` of the event's market. */
  readonly questions: ReadonlyMap<string, Question>;
  readonly sort: OutcomeSort;
  /** The page in another order. */
  pathOf(sort: OutcomeSort): string;
}

/** What another platform says of an outcome, in the direction of that outcome. */
interface MatrixPrice extends Pick<AgedMarket, "ageMs" | "isStale" | "status" | "isTradable"> {
  readonly platform: string;
  readonly id: string;
  readonly price: Micros;
  /** Whether it is the price of no there. */
  readonly isOpposite: boolean;
  /** Whether it is the last one. */
  readonly isOver: boolean;
}

interface MatrixRow extends EventOutcome {
  readonly question: Question | undefined;
  readonly elsewhere: readonly MatrixPrice[];
}

/** The outcomes of an event, and what other platforms say of them. */
function eventMatrix(deps: PageDeps, matrix: Matrix): Html {
  const { event, shown, questions, sort, pathOf } = matrix;
  const rows = shown.map((outcome) => toRow(outcome, questions));
  const others = PLATFORMS.map(({ id }) => id).filter((id) =>
    rows.some(({ elsewhere }) => elsewhere.some(({ platform }) => platform === id)),
  );
  const isCompared = others.length > 0;
  return html`<div class="scroll matrix" tabindex="0" role="region" aria-label="Outcomes and platforms"><table class="board full">
<caption class="hide">Price of yes for each outcome of ${event.title}, by platform</caption>
<thead><tr><th scope="col">Outcome</th>${sortableHead(platformTag(event.platform), sort === "price", pathOf("price"))}${others.map(
    (platform) => html`<th scope="col" class="num">${platformTag(platform)}</th>`,
  )}${
    isCompared && html`<th scope="col" class="num">Gap</th>`
  }${sortableHead("Volume", sort === "volume", pathOf("volume"))}</tr></thead>
<tbody>${rows.map((row) => matrixRow(deps, { row, others, event }))}</tbody>
${hasSum(matrix) && sumRow(matrix, rows, others)}
</table></div>
${hasSum(matrix) && html`<p class="hint">${sumSentence(event)}</p>`}`;
}

function toRow(outcome: EventOutcome, questions: Matrix["questions"]): MatrixRow {
  const { platform, id } = outcome.market;
  const question = questions.get(`${platform}:${id}`);
  const own = question?.members.find((member) => member.platform === platform && member.id === id);
  if (question === undefined || own === undefined) return { ...outcome, question: undefined, elsewhere: [] };
  const others = question.members.filter((member) => member.platform !== platform);
  return {
    ...outcome,
    question,
    elsewhere: oneOfEachPlatform(others.map((member) => turnMember(member, own.isInverted))).map(
      ({ isInverted, ...member }) => ({ ...member, isOpposite: isInverted, isOver: member.status === "closed" }),
    ),
  };
}

/** A member in the direction of an outcome. */
const turnMember = (
  { platform, id, status, isTradable, price, isInverted, ageMs, isStale }: QuestionMember,
  isTurned: boolean,
) => ({
  ...{ platform, id, ageMs, isStale, status, isTradable },
  price: orientPrice(price, isTurned),
  isInverted: isInverted !== isTurned,
});

/** A heading that sorts by its column, from high to low. */
const sortableHead = (label: Html | string, isSorted: boolean, path: string): Html =>
  html`<th scope="col" class="num"${isSorted && html` aria-sort="descending"`}><a href="${path}">${label}${
    isSorted && html`<span aria-hidden="true"> ▾</span>`
  }</a></th>`;

function matrixRow(
  deps: PageDeps,
  { row, others, event }: { row: MatrixRow; others: readonly string[]; event: EventDetail },
): Html {
  const { market, label, question, elsewhere } = row;
  const path = question === undefined ? marketPath(deps, market) : questionPath(deps, question);
  return html`<tr data-row="${market.platform}:${market.id}">\
<th scope="row"><a href="${path}" class="title" dir="auto">${outcomeOnly(label, event.title)}</a>${endingLine(market)}</th>
${priceCell(deps, { ...market, price: market.yesPrice, isOpposite: false, isOver: market.status === "closed" }, label)}${others.map(
  (platform) => {
    const found = elsewhere.find((one) => one.platform === platform);
    return found === undefined
      ? html`<td class="num" data-label="${getPlatform(platform).name}">–</td>`
      : priceCell(deps, found, label);
  },
)}${others.length > 0 && html`<td class="num" data-label="Gap">${question === undefined ? "–" : gapOf(question)}</td>`}<td class="num" \
data-label="Volume">${volumeOf(market)}</td></tr>`;
}

const priceCell = (
  deps: PageDeps,
  { platform, id, price, isOpposite, isOver, ...age }: MatrixPrice,
  label: string,
): Html =>
  html`<td class="num${(isOver || age.isStale) && " over"}" data-label="${getPlatform(platform).name}" \
data-key="${platform}:${id}"><a href="${marketPath(deps, { platform, id })}">${percentTenths(price)}<span class="hide"> for ${label} on \
${getPlatform(platform).name}</span></a>${haltedNote(age)}${staleNote(age)}${
    isOpposite &&
    html`<span class="sub" title="${getPlatform(platform).name} asks the opposite; this is its price of no.">opposite</span>`
  }</td>`;

/** Whether the prices of yes should add up to something. */
const hasSum = ({ event, outcomes }: Matrix): boolean =>
  event.isExclusive && event.status === "open" && outcomes.length > 1;

/** The sum of yes by platform. On the event's own platform all outcomes count, on others those that are shown. */
function sumRow({ event, outcomes }: Matrix, rows: readonly MatrixRow[], others: readonly string[]): Html {
  const cells = others.map((platform) => {
    const prices = rows.flatMap(({ elsewhere }) => elsewhere.filter((one) => one.platform === platform));
    return sumCell(
      platform,
      prices.map(({ price }) => price),
      outcomes.length,
    );
  });
  const own = sumCell(
    event.platform,
    outcomes.map(({ market }) => market.yesPrice),
    outcomes.length,
  );
  return html`<tfoot><tr><th scope="row">Sum of yes<span class="hide">, ${event.title}</span></th>\
${own}${cells}${others.length > 0 && html`<td></td>`}<td></td></tr></tfoot>`;
}

const sumCell = (platform: string, prices: readonly Micros[], outcomes: number): Html =>
  html`<td class="num sum" data-label="${getPlatform(platform).name}">${sumText(sum(prices))}${
    prices.length < outcomes && html`<span class="sub">${prices.length} of ${counted(outcomes, "outcome")}</span>`
  }</td>`;

/** What the sum means, on the event's own platform. */
function sumSentence({ platform, sumOfAsks, sumOfBids }: EventDetail): string {
  const name = getPlatform(platform).name;
  const sentences = [
    "At most one of these outcomes can be yes.",
    ...(sumOfAsks === null ? [] : [`Yes of all costs ${centsHundredths(sumOfAsks)} on ${name}, fees included.`]),
    ...(sumOfBids === null ? [] : [`Sold, it brings ${centsHundredths(sumOfBids)}.`]),
    ...(sumOfBids === null || sumOfBids <= ONE ? [] : [`No of all earns ${centsHundredths(sumOfBids - ONE)}.`]),
  ];
  return sentences.join(" ");
}

const sum = (prices: readonly Micros[]): Micros => prices.reduce((total, price) => total + price, 0);

/** The outcomes that are not shown, in words, and all of them as a file. */
const moreOutcomes = (deps: PageDeps, { event, outcomes, shown, sort }: Matrix): Html =>
  html`<p class="more">${
    outcomes.length > shown.length && html`and ${counted(outcomes.length - shown.length, "more outcome")} · `
  }${fileAnchor(deps, eventFile(event, "markets"), { title: "All outcomes", query: { sort } })}</p>`;
