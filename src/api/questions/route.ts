import { toIso, toIsoOrNull } from "../../clock.ts";
import type { Context } from "../../context.ts";
import { implies, isImplied } from "../../domain/matching/matches.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { ceilUnits, centsOf, fromCents, fromMicros, type Micros, ONE } from "../../domain/prices.ts";
import { isQuestionId, oneOfEachPlatform } from "../../domain/questions.ts";
import { endpoint } from "../../http/endpoint.ts";
import {
  closingFilters,
  listFilters,
  order,
  orderOf,
  platformList,
  priceFilters,
  searchText,
  statusOr,
  statusUnlessIds,
  TIES,
  toCategories,
  toPriceRange,
} from "../../http/filters.ts";
import { checkPaging, paging, toPagingMeta, toSlice } from "../../http/paging.ts";
import {
  choice,
  decimal,
  flag,
  type Input,
  inPath,
  list,
  optional,
  text,
  timestamp,
  wholeNumber,
  withDefault,
} from "../../http/parameters.ts";
import { arrayOf, type ValueOf } from "../../http/schema.ts";
import { listTable, rowKind, type Table, tableOf } from "../../http/tables/table.ts";
import type { Slice } from "../../store/lists/list.ts";
import type { QuestionHistory, TimeGrid } from "../../store/questions/history.ts";
import type { Question, QuestionMember } from "../../store/questions/question.ts";
import type { Found, QuestionDetail, QuestionPage, RelatedQuestion } from "../../store/questions/questions.ts";
import { QUESTION_SORTS } from "../../store/questions/select.ts";
import { type Backfiller, backfillNotes, INTERVAL_SECONDS, lastHours, requestBackfill } from "../history.ts";
import { type OneOrMoreFilters, toPriceOrNull, toSettlementSource } from "../markets.ts";
import { requireFound } from "../question-ids.ts";
import {
  HISTORY_STEPS,
  questionDetailSchema,
  questionHistoryMeta,
  questionHistorySchema,
  questionListMeta,
  questionMeta,
  questionPriceSchema,
  questionSchema,
} from "./schema.ts";

type QuestionPrices = Pick<
  ValueOf<typeof questionHistorySchema>,
  "question_id" | "times" | "series" | "gap_cents" | "fee_cents"
>;

/** A row for each market at each moment: the columns do not depend on the platforms that ask the question. */
export const questionHistoryTable: Table<QuestionPrices> = {
  ...tableOf(
    "question-history",
    rowKind(questionPriceSchema),
    ({ question_id, times, series, gap_cents, fee_cents }: QuestionPrices) =>
      times.flatMap((timestamp, index) =>
        series.map(({ platform, market_id, relation, prices }) => ({
          question_id,
          timestamp,
          platform,
          market_id,
          relation,
          price: prices[index] ?? null,
          gap_cents: gap_cents[index] ?? null,
          fee_cents: fee_cents[index] ?? null,
        })),
      ),
  ),
  notesOf: backfillNotes,
};

/** The id of a question in a path. */
export const pathQuestionId = inPath(
  text({ description: "The question's id.", min: 1, max: 100, example: "3f9c2d51e07a44b1" }),
);

const detailRoute = () =>
  endpoint({
    path: "/api/v1/questions/:question_id",
    summary: "One question: its price, its markets with their rules, why they match, and related questions",
    operationId: "getQuestion",
    tag: "questions",
    tier: "free",
    cache: "clock",
    parameters: { question_id: pathQuestionId },
    response: questionDetailSchema,
    meta: questionMeta,
    errors: ["question_not_found"],
    async handler(context, { question_id }) {
      const { found, isMoved } = await getQuestion(context, question_id);
      return { data: toQuestionDetail(found), meta: toMovedMeta(question_id, isMoved) };
    },
  });

/** Throws AppError question_not_found. */
export async function getQuestion({ store, clock }: Pick<Context, "store" | "clock">, id: string) {
  return requireFound<QuestionDetail>(store.questions.find(id, clock.now()));
}

const toMovedMeta = (askedId: string, isMoved: boolean) => (isMoved ? { moved_from: askedId } : {});

const historyRoute = () =>
  endpoint({
    path: "/api/v1/questions/:question_id/history",
    summary: "The prices of one question over time, platform by platform",
    description:
      "The prices of all markets at the same times, in the question's direction, and the gap between them. A price holds until the next change.",
    operationId: "getQuestionHistory",
    tag: "questions",
    tier: "pro",
    cache: "clock",
    parameters: {
      question_id: pathQuestionId,
      hours: withDefault(wholeNumber({ description: "How far back, in hours.", min: 1, max: 720 }), 24),
      interval: withDefault(
        choice({ description: "The step of the grid. Each goes with up to 720 hours.", values: HISTORY_STEPS }),
        "1h",
      ),
    },
    response: questionHistorySchema,
    meta: questionHistoryMeta,
    table: questionHistoryTable,
    errors: ["question_not_found"],
    async handler(context, { question_id, hours, interval }) {
      const grid = { ...lastHours(hours, context.clock.now()), step: INTERVAL_SECONDS[interval] };
      const { history, isMoved, backfill } = await readQuestionHistory(context, question_id, grid);
      return {
        data: { ...toQuestionHistory(history), hours, interval },
        meta: { backfill, ...toMovedMeta(question_id, isMoved) },
      };
    },
  });

/** Prices on a grid of epoch seconds. Asks platforms for what the archive lacks. Throws AppError question_not_found. */
export async function readQuestionHistory(
  context: Backfiller & Pick<Context, "store" | "clock">,
  id: string,
  grid: TimeGrid,
) {
  const { store, clock } = context;
  const { found: history, isMoved } = requireFound(await store.questions.history(id, grid, clock.now()));
  return { history, isMoved, backfill: await requestBackfills(context, history, grid) };
}

/** The least complete of all members. Closed markets are not asked for. */
async function requestBackfills(
  context: Backfiller & Pick<Context, "store">,
  { series }: QuestionHistory,
  window: { from: number; to: number },
) {
  const states = new Set<"complete" | "unavailable" | "pending">();
  for (const { member } of series) {
    if (member.status !== "open") continue;
    const stored = await context.store.prices.sample(member.platform, member.id, []);
    if (stored !== undefined) states.add(await requestBackfill(context, member, stored, window));
  }
  return (["pending", "unavailable"] as const).find((state) => states.has(state)) ?? ("complete" as const);
}

const DESCRIPTION =
  "Markets of at least two platforms ask a question, in the same words or in others. Prices are those of its " +
  "title's yes. Where a market asks the opposite, its relation is inverted and its price is 1 minus its own yes_price.";

const sort = choice({
  description: `What to sort by: gap is the gap of its prices, closing puts the soonest close first, platforms counts the platforms that ask it. ${TIES}`,
  values: QUESTION_SORTS,
});

/** Which questions the API and the pages list. */
export const questionFilters = (platforms: readonly string[]) => ({
  ...listFilters(platforms),
  platform: optional(platformList(platforms, "Only questions that one of these platforms asks, separated by commas.")),
  q: optional(searchText("Words that one of the markets has in its title.")),
  min_volume: withDefault(decimal({ description: "Smallest lifetime volume in USD.", min: 0 }), 0),
  ...priceFilters("questions"),
  min_gap_cents: withDefault(decimal({ description: "Smallest gap of the prices, in cents.", min: 0, max: 100 }), 0),
  real_money_only: withDefault(
    flag({ description: "Leave out play-money markets, and questions that fewer than two others ask." }),
    false,
  ),
  ...closingFilters("questions"),
  updated_since: optional(
    timestamp({ description: "Only questions that changed at or after this moment.", example: "2026-11-19T00:00:00Z" }),
  ),
  sort: withDefault(sort, "volume"),
  order: order("The direction; desc unless the sort is closing or id."),
});

/** A row for each market of a question. */
export const questionTable: Table<readonly ValueOf<typeof questionSchema>[]> = {
  ...listTable("questions", questionSchema, { each: { field: "markets", prefix: "market" } }),
  notesOf: ({ moved = {} }) =>
    Object.entries(moved as Readonly<Record<string, string>>).map(
      ([former, now]) => `question ${former} is now ${now}`,
    ),
};

export const questionRoutes = (platforms: readonly string[]) => [listRoute(platforms), detailRoute(), historyRoute()];

const listRoute = (platforms: readonly string[]) =>
  endpoint({
    path: "/api/v1/questions",
    summary: "Questions that several platforms ask, each with one price",
    description: DESCRIPTION,
    operationId: "listQuestions",
    tag: "questions",
    tier: "free",
    cache: "clock",
    parameters: {
      ...questionFilters(platforms),
      status: statusUnlessIds,
      ids: optional(
        list({
          description:
            "Only these questions, up to 100, separated by commas, whatever their status. A former id finds the question that has its markets now, see meta.moved; meta.warnings names ids without a question.",
          items: "question ids, 16 hexadecimal characters each",
          max: 100,
          example: "3f9c2d51e07a44b1",
          parse: (item) => (isQuestionId(item) ? item : undefined),
        }),
      ),
      ...paging,
    },
    check: checkPaging,
    response: arrayOf(questionSchema),
    meta: questionListMeta,
    table: questionTable,
    async handler(context, input) {
      const slice = toSlice(input);
      const { questions, ...facts } = await listQuestions(
        context,
        { ...input, status: statusOr(input.status, input.ids) },
        slice,
      );
      const meta = toPagingMeta(facts, slice);
      if (input.ids === undefined) return { data: questions.map(toQuestion), meta };
      const resolved = context.store.questions.resolve(input.ids, context.clock.now());
      return { data: questions.map(toQuestion), meta: { ...meta, ...toResolvedMeta(resolved) } };
    },
  });

/** What became of the ids that were asked for, where a row has another id or none. */
function toResolvedMeta(resolved: ReadonlyMap<string, Found<string> | undefined>) {
  const moved: Record<string, string> = {};
  const unknown: string[] = [];
  const former: string[] = [];
  for (const [id, found] of resolved) {
    if (found === undefined) unknown.push(id);
    else if ("formerMarket" in found) former.push(id);
    else if (found.isMoved) moved[id] = found.found;
  }
  const warnings = [
    ...(unknown.length === 0 ? [] : [`unknown question ids: ${unknown.join(", ")}`]),
    ...(former.length === 0
      ? []
      : [`the markets of these questions are no longer matched: ${former.join(", ")}; see /api/v1/questions/{id}`]),
  ];
  return { ...(Object.keys(moved).length === 0 ? undefined : { moved }), warnings };
}

type QuestionInput = Input<ReturnType<typeof questionFilters>>;

/** Questions as the API and the pages list them. */
export async function listQuestions(
  { store, clock }: Pick<Context, "store" | "clock">,
  input: Pick<QuestionInput, "status" | "min_volume" | "min_gap_cents" | "real_money_only" | "sort"> &
    Partial<Omit<QuestionInput, "platform" | "category">> &
    OneOrMoreFilters & { readonly ids?: readonly string[] | undefined },
  slice: Slice,
): Promise<QuestionPage> {
  return store.questions.list(
    {
      platform: input.platform,
      category: toCategories(input.category),
      status: input.status,
      minVolume: ceilUnits(input.min_volume, 100),
      minGap: ceilUnits(input.min_gap_cents / 100, ONE),
      realMoneyOnly: input.real_money_only,
      updatedSince: input.updated_since,
      closingAfter: input.closing_after,
      closingBefore: input.closing_before,
      ...toPriceRange(input),
      text: input.q,
      ids: input.ids,
      sort: input.sort,
      order: orderOf(input.sort, input.order),
      now: clock.now(),
    },
    slice,
  );
}

export const toQuestion = (question: Question) => ({
  id: question.id,
  title: question.title,
  category: question.category,
  status: question.status,
  close_time: toIsoOrNull(question.closesAt),
  price: fromMicros(question.price),
  price_source: question.priceSource,
  gap_cents: question.gap === null ? null : centsOf(question.gap),
  platforms: oneOfEachPlatform(question.members).map(({ platform }) => platform),
  markets: question.members.map(toMember),
  volume: fromCents(question.volume),
  volume_24h: fromCents(question.volume24h),
  last_updated: toIso(question.updatedAt),
});

const toQuestionDetail = (question: QuestionDetail) => ({
  ...toQuestion(question),
  reasons: [...new Set(question.members.flatMap(({ reasons }) => reasons))],
  markets: question.members.map((member) => ({
    ...toMember(member),
    reasons: member.reasons,
    rules: question.rules.get(member.marketKey) ?? null,
    settlement_source: toSettlementSource(question.settlementSources.get(member.marketKey) ?? null),
    price_change_24h: toPriceOrNull(question.priceChanges24h.get(member.marketKey) ?? null),
  })),
  related: question.related.map(toRelated),
});

function toMember(member: QuestionMember) {
  return {
    platform: member.platform,
    id: member.id,
    title: member.title,
    relation: member.isInverted ? ("inverted" as const) : ("same" as const),
    status: member.status,
    outcome: member.outcome,
    yes_price: fromMicros(member.yesPrice),
    price: fromMicros(member.price),
    best_bid: toPriceOrNull(member.bid),
    best_ask: toPriceOrNull(member.ask),
    volume: fromCents(member.volume),
    volume_24h: fromCents(member.volume24h),
    match_score: fromMicros(member.score),
    play_money: !isRealMoney(member.platform),
    age_seconds: member.ageMs === undefined ? null : Math.round(member.ageMs / 1000),
    url: member.url,
  };
}

function toRelated({ market, relation, differences, question }: RelatedQuestion) {
  return {
    question_id: question?.id ?? null,
    title: question?.title ?? market.title,
    price: fromMicros(question?.price ?? market.yesPrice),
    platform: market.platform,
    market_id: market.id,
    relation,
    implies: isImplied(relation) ? implies(relation) : null,
    differences,
  };
}

export const toQuestionHistory = ({ question, times, series, gaps, fees }: QuestionHistory) => ({
  question_id: question.id,
  title: question.title,
  times: times.map((at) => toIso(at * 1000)),
  series: series.map(({ member, prices }) => ({
    platform: member.platform,
    market_id: member.id,
    relation: member.isInverted ? ("inverted" as const) : ("same" as const),
    prices: prices.map(toPriceOrNull),
  })),
  gap_cents: gaps.map(toCentsOrNull),
  fee_cents: fees.map(toCentsOrNull),
});

const toCentsOrNull = (amount: Micros | null): number | null => (amount === null ? null : centsOf(amount));
