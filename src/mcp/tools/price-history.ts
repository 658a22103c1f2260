import { requestBackfill } from "../../api/history/index.ts";
import { readQuestionHistory } from "../../api/questions/index.ts";
import type { Micros } from "../../domain/prices.ts";
import { integer, withDefault } from "../../http/parameters.ts";
import { type Age, describeAges, readAges } from "../ages.ts";
import { outputOf } from "../output.ts";
import { findQuestionOrMarket, reference, requireMarket } from "../references.ts";
import { type ToolContext, tool } from "../tool.ts";
import { centsText, inCentsOrNull, refOf, toMoment } from "../words.ts";

export const priceHistory = () =>
  tool({
    name: "price_history",
    description:
      "Past yes prices at even steps, the last one now; null before the archive begins. A question gives one series a platform. Pro plan.",
    tier: "pro",
    parameters: {
      of: reference("market or question: platform:id, question id or URL"),
      hours: withDefault(integer({ description: "", min: 1, max: 720 }), 24),
      points: withDefault(integer({ description: "", min: 2, max: 100 }), 25),
    },
    output: outputOf({ title: "string", from: "string", step_minutes: "number", series: "list", as_of: "string?" }),
    async run(context, input) {
      const grid = toGrid(context.clock.now(), input.hours, input.points);
      const target = findQuestionOrMarket(context, input.of);
      const found =
        "questionId" in target
          ? await readQuestion(context, target.questionId, grid)
          : await readMarket(context, target.market, grid);
      const { title, times, series, backfill, age } = found;
      const from = toMoment((times[0] ?? 0) * 1000);
      const stepMinutes = grid.step / 60;
      return {
        text: [
          `${title}: yes in ¢ every ${stepMinutes} min from ${from}, the last one now`,
          ...series.map(seriesText),
          `${age.text}${BACKFILL[backfill]}`,
        ].join("\n"),
        data: {
          title,
          from,
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

interface Grid {
  /** Epoch seconds. */
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

const MINUTE = 60;

/** Steps that people count in, in minutes. */
const STEPS = [1, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440, 2880, 10_080, 43_200];

/** Full steps, then now: at most as many moments as asked for. `now` is epoch milliseconds. */
function toGrid(now: number, hours: number, points: number): Grid {
  const to = Math.floor(now / 1000);
  const step = (STEPS.find((minutes) => minutes * (points - 1) >= hours * 60) ?? 43_200) * MINUTE;
  const full = Math.floor((to - 1) / step) * step;
  const steps = Math.min(points - 2, Math.floor((hours * 3600) / step));
  return { from: full - steps * step, to, step };
}

const toTimes = ({ from, to, step }: Grid): number[] => [
  ...Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step),
  to,
];

interface PastPrices {
  readonly title: string;
  /** Epoch seconds. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly backfill: ArchiveState;
  readonly age: Age;
}

interface Series {
  readonly market: string;
  readonly prices: readonly (Micros | null)[];
}

async function readQuestion(context: ToolContext, id: string, grid: Grid): Promise<PastPrices> {
  const { history, backfill } = await readQuestionHistory(context, id, grid);
  const { question, times, series } = history;
  const ages = question.members.map(({ ageMs }) => ageMs);
  return {
    title: question.title,
    times,
    series: series.map(({ member, prices }) => ({ market: refOf(member), prices })),
    backfill,
    age: describeAges(ages, context.clock.now()),
  };
}

async function readMarket(
  context: ToolContext,
  name: { readonly platform: string; readonly id: string },
  grid: Grid,
): Promise<PastPrices> {
  const { title, platform, id } = await requireMarket(context, name);
  const times = toTimes(grid);
  const stored = context.store.prices.sample(platform, id, times);
  const prices = (stored?.samples ?? []).map((sample) => sample?.close ?? null);
  return {
    title,
    times,
    series: [{ market: refOf(name), prices }],
    backfill: stored === undefined ? "unavailable" : await requestBackfill(context, name, stored, grid),
    age: readAges(context, [platform]),
  };
}

function seriesText({ market, prices }: Series): string {
  const known = prices.filter((price) => price !== null);
  if (known.length === 0) return `${market}: no prices in this time`;
  const [low, high] = [Math.min(...known), Math.max(...known)].map(centsText);
  const list = prices.map((price) => inCentsOrNull(price) ?? "–").join(" ");
  return `${market}: now ${centsText(known.at(-1) ?? null)}, low ${low}, high ${high}: ${list}`;
}
