import { checkSpreadType, listOpportunities, opportunitySchema } from "../api/arbitrage.ts";
import { requestBackfill } from "../api/history.ts";
import { readQuestionHistory } from "../api/question-history.ts";
import { toMinute } from "../clock.ts";
import { CONFIDENCES, DEFAULT_LISTING, TYPE_FILTERS } from "../domain/arbitrage.ts";
import { toSummary } from "../domain/orders.ts";
import { isRealMoney } from "../domain/platforms.ts";
import { fromMicros, type Micros } from "../domain/prices.ts";
import { AppError } from "../errors.ts";
import { moverFloor, toMoverFloor } from "../http/filters.ts";
import { choice, decimal, describedAs, flag, wholeNumber, withDefault } from "../http/parameters.ts";
import { inCents, inCentsOrNull, refOf, shownNames, shownPublisher } from "../http/shown.ts";
import type { TimeGrid } from "../store/questions/history.ts";
import type { Opportunity } from "../store/spreads/arbitrage.ts";
import type { QuestionOrMarket } from "../store/topics/movers.ts";
import { findQuestionId, findQuestionOrMarket, reference, requireMarket } from "./lookup.ts";
import {
  centsText,
  closeText,
  counted,
  describeAges,
  outputOf,
  pagedOutput,
  pageOf,
  platformFilter,
  readAges,
  rowFilters,
  rowLimit,
  signedText,
  type ToolContext,
  toListAnswer,
  tool,
} from "./tool.ts";

export const priceHistory = () =>
  tool({
    name: "price_history",
    description:
      "Past yes prices at even steps, the last one now; null before the archive begins. A question gives one series a platform. Pro plan.",
    tier: "pro",
    parameters: {
      of: reference("platform:id, question id or URL"),
      hours: withDefault(wholeNumber({ description: "", min: 1, max: 720 }), 24),
      points: withDefault(wholeNumber({ description: "", min: 2, max: 100 }), 25),
    },
    output: outputOf("series", ["market", "prices"], ["title", "from", "to", "step_minutes", "series", "archive"]),
    async run(context, input) {
      const grid = toGrid(context.clock.now(), input.hours, input.points);
      const target = findQuestionOrMarket(context, input.of);
      const found =
        "questionId" in target
          ? await readQuestion(context, target.questionId, grid)
          : await readMarket(context, target.market, grid);
      const { title, series, backfill, age } = found;
      const [from, to] = [toMinute(grid.from * 1000), toMinute(grid.to * 1000)];
      const stepMinutes = grid.step / 60;
      return {
        text: [
          `${title}: yes in ¢ every ${stepMinutes} min of ${input.hours} h, from ${from} to ${to}`,
          ...series.map(seriesText),
          `${age.text}${BACKFILL[backfill]}`,
        ].join("\n"),
        data: {
          title,
          from,
          to,
          step_minutes: stepMinutes,
          series: series.map(({ market, prices }) => ({ market, prices: prices.map(inCentsOrNull) })),
          archive: backfill,
          ...age.fields,
        },
      };
    },
  });

type ArchiveState = Awaited<ReturnType<typeof requestBackfill>>;

const BACKFILL: Readonly<Record<ArchiveState, string>> = {
  complete: "",
  pending: " The platform was just asked for older prices: ask again in a minute.",
  unavailable: " Older prices are not to be had.",
};

const MINUTE = 60;

/** Even steps of whole minutes from `hours` ago to now: at most as many moments as asked for. `now` is epoch milliseconds. */
function toGrid(now: number, hours: number, points: number): TimeGrid {
  const to = Math.floor(now / 1000);
  const minutes = hours * 60;
  let steps = Math.min(points - 1, minutes);
  while (minutes % steps !== 0) steps--;
  const from = to - minutes * MINUTE;
  return { from, first: from, to, step: (minutes / steps) * MINUTE };
}

const toTimes = ({ from, to, step }: TimeGrid): number[] => [
  ...Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step),
  to,
];

async function readQuestion(context: ToolContext, id: string, grid: TimeGrid) {
  const { history, backfill } = await readQuestionHistory(context, id, grid);
  const { question, series } = history;
  return {
    title: question.title,
    series: series.map(({ member, prices }) => ({ market: refOf(member), prices })),
    backfill,
    age: describeAges(question.members, context.clock.now()),
  };
}

async function readMarket(
  context: ToolContext,
  name: { readonly platform: string; readonly id: string },
  grid: TimeGrid,
) {
  const { title, platform, id } = await requireMarket(context, name);
  const stored = context.store.prices.sample(platform, id, toTimes(grid));
  const prices = (stored?.samples ?? []).map((sample) => sample?.close ?? null);
  return {
    title,
    series: [{ market: refOf(name), prices }],
    backfill: stored === undefined ? ("unavailable" as const) : await requestBackfill(context, name, stored, grid),
    age: readAges(context, [platform]),
  };
}

function seriesText({ market, prices }: { market: string; prices: readonly (Micros | null)[] }): string {
  const known = prices.filter((price) => price !== null);
  if (known.length === 0) return `${market}: no prices in this time`;
  const [low, high] = [Math.min(...known), Math.max(...known)].map(centsText);
  const list = prices.map((price) => inCentsOrNull(price) ?? "–").join(" ");
  return `${market}: now ${centsText(known.at(-1) ?? null)}, low ${low}, high ${high}: ${list}`;
}

const MAX_MOVERS = 20;

export const movers = (on: readonly string[]) =>
  tool({
    name: "movers",
    description: "Biggest moves in 24 h, one an event, in ¢.",
    tier: "free",
    parameters: {
      ...rowFilters(on),
      min_volume_24h: { ...describedAs(moverFloor, ""), told: ["type"] },
      limit: rowLimit(MAX_MOVERS, 5),
    },
    output: outputOf("movers", ["reference", "title", "yes", "change_24h"]),
    async run(context, { category, platform, min_volume_24h, limit }) {
      const now = context.clock.now();
      const among = platform === undefined ? on : [platform];
      const minVolume24h = toMoverFloor(min_volume_24h);
      const query = { platforms: among, category, minVolume24h, limit: MAX_MOVERS, now };
      const found = await context.store.topics.listMovers(query);
      const shown = found.slice(0, limit);
      const members = shown.flatMap((row) => ("question" in row ? row.question.members : []));
      const platforms = shown.flatMap((row) =>
        ("question" in row ? row.question.members : [row.market]).map(({ platform }) => platform),
      );
      const isAnyAlone = shown.some((row) => "market" in row);
      const age = isAnyAlone ? readAges(context, platforms) : describeAges(members, now);
      const more = found.length > shown.length ? ` ${found.length - shown.length} more: limit=${found.length}.` : "";
      const text =
        shown.length === 0
          ? NO_MOVER
          : `Moved in 24 h:\n${shown.map(toMover).map(toMoverLine).join("\n")}\n${age.text}${more}`;
      return { text, data: { movers: shown.map(toMover).map(toMoverRow), total: found.length, ...age.fields } };
    },
  });

const NO_MOVER = "Nothing moved by half a cent or more here. Leave out category or platform, or lower min_volume_24h.";

/** What both kinds of rows have. */
function toMover(row: QuestionOrMarket) {
  if ("market" in row) {
    const { platform, title, yesPrice: price, priceChange24h } = row.market;
    return { reference: refOf(row.market), title, price, priceChange24h, isPlayMoney: !isRealMoney(platform) };
  }
  const { id, title, price, priceChange24h, priceSource } = row.question;
  return { reference: id, title, price, priceChange24h, isPlayMoney: priceSource === "play_money" };
}

type Mover = ReturnType<typeof toMover>;

function toMoverRow({ reference, title, price, priceChange24h, isPlayMoney }: Mover) {
  const note = isPlayMoney ? { play_money: true } : undefined;
  return { reference, title, yes: inCents(price), change_24h: inCentsOrNull(priceChange24h), ...note };
}

function toMoverLine({ reference, title, price, priceChange24h, isPlayMoney }: Mover): string {
  return `- ${title} (${reference})${isPlayMoney ? " [play money]" : ""}: ${signedText(priceChange24h ?? 0)} to ${centsText(price)}`;
}

export const findSpreads = (platforms: readonly string[]) =>
  tool({
    name: "find_spreads",
    description:
      "Arbitrage with real money: orders of which one pays 100¢; size: contracts offered. implied: one answer gives the other. Pro.",
    tier: "pro",
    needsMatches: true,
    parameters: {
      question: { ...reference("only of this question"), isRequired: false, fallback: undefined },
      platform: realMoneyFilter(platforms.filter(isRealMoney)),
      type: withDefault(choice({ description: "", values: TYPE_FILTERS }), DEFAULT_LISTING.type),
      min_confidence: withDefault(choice({ description: "", values: CONFIDENCES }), DEFAULT_LISTING.minConfidence),
      stake: withDefault(decimal({ description: "USD", min: 1, max: 1_000_000 }), 100),
      all: withDefault(flag({ description: "unprofitable too" }), false),
      ...pageOf(10, 3),
    },
    output: pagedOutput("spreads", shownNames(opportunitySchema, "list")),
    async run(context, input) {
      const { question, platform, page, limit, ...filters } = input;
      const [problem] = checkSpreadType({ type: input.type, question_id: question }, "question");
      if (problem !== undefined) throw new AppError("validation_error", `${problem.parameter}: ${problem.message}`);
      const questionId = question === undefined ? undefined : await findQuestionId(context, question);
      const { opportunities, total } = await listOpportunities(context, platforms, {
        ...filters,
        question_id: questionId,
        platform: platform === undefined ? [] : [platform],
        sort: DEFAULT_LISTING.sort,
        ...{ page, size: limit },
      });
      const now = context.clock.now();
      const ages = opportunities.map(({ asOf }) => ({ ageMs: now - asOf }));
      return toListAnswer({
        ...{ list: "spreads", rows: opportunities, toRow: toSpreadRow, toLine: toSpreadLine, empty: NO_SPREAD },
        ...{ listed: { page, limit, total }, age: describeAges(ages, now) },
      });
    },
  });

const realMoneyFilter = (platforms: readonly string[]) => ({
  ...platformFilter(platforms),
  expected: `a platform of real money: ${platforms.join(", ")}`,
});

const NO_SPREAD = "No spread earns anything now. Try all=true, type=all or fewer filters.";

const toSpreadRow = shownPublisher(opportunitySchema, "list");

/** Books hold what is offered now; prices may be older. */
const sizeText = (size: number | null): string =>
  size === null ? "size unknown" : `${counted(size, "contract")} at these prices now`;

/** What get_question, get_event and get_market take. */
function refsText({ type, titled, questionId, orders }: Opportunity): string {
  if (type === "event") return `event ${refOf(titled)}`;
  return [
    ...(questionId === null ? [] : [`question ${questionId}`]),
    ...orders.map(({ market }) => refOf(market)),
  ].join(", ");
}

function toSpreadLine(found: Opportunity): string {
  const { titled, orders, deal, roiPercent, annualizedPercent } = found;
  const [stake, earned] = [deal.cost, deal.profit].map((micros) => `$${fromMicros(micros).toFixed(2)}`);
  const aYear = annualizedPercent === null ? "" : `, ${annualizedPercent}% a year`;
  return [
    `- ${titled.title}: ${toSummary(orders)}`,
    `costs ${centsText(found.cost)} with fees, pays ${centsText(found.payout)}, profit ${centsText(found.profit)}`,
    `${counted(deal.contracts, "contract")} each for ${stake} earn ${earned} (${roiPercent}%${aYear})`,
    `${found.confidence} confidence, ${sizeText(found.size)}, ${closeText(found.closesAt)} (${refsText(found)})`,
  ].join("; ");
}
