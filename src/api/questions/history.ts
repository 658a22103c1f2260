import { MINUTE_MS } from "../../clock.ts";
import type { Context } from "../../context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { choice, integer, type ParameterError, withDefault } from "../../http/parameters.ts";
import type { QuestionHistory, TimeGrid } from "../../store/questions/history.ts";
import { type Backfiller, requestBackfill } from "../history/backfill.ts";
import { requireFound } from "../question-ids/question-ids.ts";
import { pathQuestionId, toMovedMeta } from "./detail.ts";
import { questionHistoryTable } from "./history-table.ts";
import { toQuestionHistory } from "./present.ts";
import { HISTORY_STEPS, questionHistoryMeta, questionHistorySchema } from "./schema.ts";

const SECONDS = { "5m": 300, "15m": 900, "1h": 3600, "6h": 21_600, "1d": 86_400 } as const;

/** Moments of a grid; more take too long to read. */
const MAX_MOMENTS = 3000;

export const historyRoute = () =>
  endpoint({
    method: "GET",
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
      hours: withDefault(integer({ description: "How far back, in hours.", min: 1, max: 720 }), 24),
      interval: withDefault(choice({ description: "The step of the grid.", values: HISTORY_STEPS }), "1h"),
    },
    check: checkMoments,
    response: questionHistorySchema,
    meta: questionHistoryMeta,
    table: questionHistoryTable,
    errors: ["question_not_found"],
    async handler(context, { question_id, hours, interval }) {
      const grid = toGrid(context.clock.now(), hours, SECONDS[interval]);
      const { history, isMoved, backfill } = await readQuestionHistory(context, question_id, grid);
      return {
        data: { ...toQuestionHistory(history), hours, interval },
        meta: { backfill, ...toMovedMeta(question_id, isMoved) },
      };
    },
  });

/** A grid of the last hours, in epoch seconds; `now` is epoch milliseconds. */
const toGrid = (now: number, hours: number, step: number) => ({
  from: (Math.floor(now / MINUTE_MS) * MINUTE_MS) / 1000 - hours * 3600,
  to: Math.floor(now / 1000),
  step,
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

interface GridInput {
  readonly hours?: number | undefined;
  readonly interval?: (typeof HISTORY_STEPS)[number] | undefined;
}

function checkMoments({ hours, interval }: GridInput): ParameterError[] {
  if (hours === undefined || interval === undefined) return [];
  if ((hours * 3600) / SECONDS[interval] <= MAX_MOMENTS) return [];
  const longer = HISTORY_STEPS.find((step) => (hours * 3600) / SECONDS[step] <= MAX_MOMENTS) ?? "1d";
  return [{ parameter: "interval", message: `expected ${longer} or more for ${hours} hours, got ${interval}` }];
}
