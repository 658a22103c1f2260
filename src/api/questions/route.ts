import type { Context } from "../../context.ts";
import { ceilUnits, ONE } from "../../domain/prices.ts";
import { isQuestionId } from "../../domain/questions/questions.ts";
import { endpoint } from "../../http/endpoint.ts";
import { listFilters, order, orderOf } from "../../http/filters.ts";
import { checkPaging, paging, toPagingMeta, toSlice } from "../../http/paging.ts";
import {
  choice,
  dateTime,
  decimal,
  flag,
  type Input,
  list,
  optional,
  text,
  withDefault,
} from "../../http/parameters.ts";
import { arrayOf, type ValueOf } from "../../http/schema.ts";
import { listTable, type Table } from "../../http/tables/table.ts";
import type { Slice } from "../../store/lists/list.ts";
import type { Found, QuestionPage } from "../../store/questions/questions.ts";
import { QUESTION_SORTS } from "../../store/questions/select.ts";
import { detailRoute } from "./detail.ts";
import { historyRoute } from "./history.ts";
import { toQuestion } from "./present.ts";
import { questionListMeta, questionSchema } from "./schema.ts";

const DESCRIPTION =
  "Markets of at least two platforms ask a question, in the same words or in others. Prices are those of its " +
  "title's yes. Where a market asks the opposite, its relation is inverted and its price is 1 minus its own yes_price.";

const sort = choice({
  description:
    "What to sort by: gap is the gap of its prices, closing puts the soonest close first, platforms counts the platforms that ask it.",
  values: QUESTION_SORTS,
});

/** Which questions the API and the pages list. */
export const questionFilters = (platforms: readonly string[]) => ({
  ...listFilters(platforms),
  platform: optional(choice({ description: "Only questions that this platform asks too.", values: platforms })),
  q: optional(
    text({ description: "Words that one of the markets has in its title.", min: 2, max: 200, example: "election" }),
  ),
  min_volume: withDefault(decimal({ description: "Smallest lifetime volume in USD.", min: 0 }), 0),
  min_gap_cents: withDefault(decimal({ description: "Smallest gap of the prices, in cents.", min: 0, max: 100 }), 0),
  real_money_only: withDefault(
    flag({ description: "Leave out play-money markets, and questions that fewer than two others ask." }),
    false,
  ),
  closing_before: optional(
    dateTime({ description: "Only questions that close before this moment.", example: "2027-02-01" }),
  ),
  updated_since: optional(
    dateTime({ description: "Only questions that changed at or after this moment.", example: "2026-11-19T00:00:00Z" }),
  ),
  sort: withDefault(sort, "volume"),
  order: order("The direction; desc unless the sort is closing."),
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
    method: "GET",
    path: "/api/v1/questions",
    summary: "Questions that several platforms ask, each with one price",
    description: DESCRIPTION,
    operationId: "listQuestions",
    tag: "questions",
    tier: "free",
    cache: "clock",
    parameters: {
      ...questionFilters(platforms),
      ids: optional(
        list({
          description:
            "Only these questions, up to 100, separated by commas. A former id finds the question that has its markets now, see meta.moved; meta.warnings names ids without a question.",
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
      const { questions, total, nextCursor } = await listQuestions(context, input, slice);
      const meta = toPagingMeta(slice, total, nextCursor);
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

/** Questions as the API and the pages list them. */
export async function listQuestions(
  { store, clock }: Pick<Context, "store" | "clock">,
  input: Input<ReturnType<typeof questionFilters>> & { readonly ids?: readonly string[] | undefined },
  slice: Slice,
): Promise<QuestionPage> {
  return store.questions.list(
    {
      platform: input.platform,
      category: input.category?.toLowerCase(),
      status: input.status,
      minVolume: ceilUnits(input.min_volume, CENTS_PER_DOLLAR),
      minGap: ceilUnits(input.min_gap_cents / 100, ONE),
      realMoneyOnly: input.real_money_only,
      updatedSince: input.updated_since,
      closingBefore: input.closing_before,
      text: input.q,
      ids: input.ids,
      sort: input.sort,
      order: orderOf(input.sort, input.order),
      now: clock.now(),
    },
    slice,
  );
}

const CENTS_PER_DOLLAR = 100;
