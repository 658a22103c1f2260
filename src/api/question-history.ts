import type { Context } from "../context.ts";
import { choice, withDefault } from "../http/parameters.ts";
import { endpoint } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { rowKind, type Table, tableOf } from "../http/table.ts";
import {
  cents,
  marketIdSchema,
  metaOf,
  otherPlatformSchema,
  platformSchema,
  price,
  relationSchema,
} from "../http/value-schemas.ts";
import type { QuestionHistory, TimeGrid } from "../store/questions/history.ts";
import {
  type Backfiller,
  backfillNotes,
  checkWindow,
  INTERVAL_SECONDS,
  leastComplete,
  requestBackfill,
  requireSize,
  toWindow,
  windowParameters,
} from "./history.ts";
import { movedMeta, pathQuestionId, questionId, requireFound, toMovedMeta } from "./question-id.ts";
import { questionTitle } from "./questions.ts";

const HISTORY_STEPS = ["5m", "15m", "1h", "6h", "1d"] as const;

const seriesSchema = s.noun<QuestionHistory["series"][number]>("QuestionSeries")(
  {
    platform: platformSchema,
    market_id: marketIdSchema,
    relation: relationSchema,
    prices: s.arrayOf(
      s.nullable(price("In force at that moment.", 0.62)),
      "One for each of `times`, of yes in the question's direction; null before the archive begins.",
      [0.6, 0.61, 0.62],
    ),
  },
  {
    platform: ({ member }) => member.platform,
    market_id: ({ member }) => member.id,
    relation: ({ member }) => member.isInverted,
  },
);

const historyFields = s.nounFields<QuestionHistory>()(
  {
    question_id: questionId,
    title: questionTitle,
    times: s.arrayOf(s.dateTime("A moment."), "The grid, oldest first: full steps of UTC, then the present moment.", [
      "2026-11-20T03:00:00.000Z",
      "2026-11-20T04:00:00.000Z",
      "2026-11-20T04:09:00.000Z",
    ]),
    series: s.withSecond(s.arrayOf(seriesSchema, "One for each market, by platform."), {
      platform: otherPlatformSchema,
      market_id: s.about(marketIdSchema, "", "512340"),
      prices: s.arrayOf(s.nullable(price("", 0.59)), "", [0.58, 0.58, 0.59]),
    }),
    gap_cents: s.arrayOf(
      s.nullable(cents("The highest less the lowest real-money price, in cents: mid prices, before fees.", 3)),
      "One for each of `times`; null where fewer than two real-money prices are known.",
      [2, 3, 3],
    ),
  },
  {
    question_id: ({ question }) => question.id,
    title: ({ question }) => question.title,
    times: ({ times }) => times.map((at) => at * 1000),
    gap_cents: "gaps",
  },
);

const questionHistorySchema = s.named(
  "QuestionHistory",
  s.object({
    ...historyFields,
    hours: s.integer("How long the window is, rounded up.", 2),
    interval: s.about(s.oneOf(HISTORY_STEPS, ""), "The step of the grid.", "1h"),
  }),
);

export const toQuestionHistory = s.publisher(s.noun<QuestionHistory>()(historyFields));

/** A row of the table: one market at one moment. */
const questionPriceSchema = s.object({
  question_id: questionId,
  timestamp: s.dateTime("A moment of the grid."),
  platform: platformSchema,
  market_id: marketIdSchema,
  relation: relationSchema,
  price: s.nullable(price("In force then, of yes in the question's direction; null before the archive begins.", 0.62)),
  gap_cents: s.nullable(cents("The gap of all markets at that moment, in cents.", 3)),
});

const questionHistoryMeta = metaOf(
  "QuestionHistoryMeta",
  {
    backfill: s.oneOf(
      ["complete", "pending", "unavailable"],
      "Whether the archive covers the window for all markets, a platform was just asked for the rest, or one has no more to tell.",
    ),
  },
  movedMeta,
);

/** Moments count as many prices each: a question has seldom more markets. */
const GRID_SERIES = 4;

type QuestionPrices = ReturnType<typeof toQuestionHistory>;

/** A row for each market at each moment: the columns do not depend on the platforms that ask the question. */
export const questionHistoryTable: Table<QuestionPrices> = {
  ...tableOf(
    "question-history",
    rowKind(questionPriceSchema),
    ({ question_id, times, series, gap_cents }: QuestionPrices) =>
      times.flatMap((timestamp, index) =>
        series.map(({ platform, market_id, relation, prices }) => ({
          question_id,
          timestamp,
          platform,
          market_id,
          relation,
          price: prices[index] ?? null,
          gap_cents: gap_cents[index] ?? null,
        })),
      ),
  ),
  notesOf: backfillNotes,
};

export const questionHistoryRoutes = () => [
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
      ...windowParameters,
      interval: withDefault(choice({ description: "The step of the grid.", values: HISTORY_STEPS }), "1h"),
    },
    check: checkWindow,
    response: questionHistorySchema,
    meta: questionHistoryMeta,
    table: questionHistoryTable,
    errors: ["question_not_found"],
    async handler(context, { question_id, interval, ...asked }) {
      const { hours, ...window } = toWindow(asked, context.clock.now());
      const grid = { ...window, step: INTERVAL_SECONDS[interval] };
      requireSize({ ...grid, series: GRID_SERIES });
      const { history, isMoved, backfill } = await readQuestionHistory(context, question_id, grid);
      return {
        data: { ...toQuestionHistory(history), hours, interval },
        meta: { backfill, ...toMovedMeta(question_id, isMoved) },
      };
    },
  }),
];

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
  const states: Awaited<ReturnType<typeof requestBackfill>>[] = [];
  for (const { member } of series) {
    if (member.status !== "open") continue;
    const stored = await context.store.prices.sample(member.platform, member.id, []);
    if (stored !== undefined) states.push(await requestBackfill(context, member, stored, window));
  }
  return leastComplete(states);
}
