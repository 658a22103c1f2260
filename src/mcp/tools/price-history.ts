import { requestBackfill } from "../../api/history.ts";
import { readQuestionHistory } from "../../api/question-history.ts";
import { toMinute } from "../../clock.ts";
import type { Micros } from "../../domain/prices.ts";
import { wholeNumber, withDefault } from "../../http/parameters.ts";
import { inCentsOrNull, refOf } from "../../http/shown.ts";
import type { TimeGrid } from "../../store/questions/history.ts";
import { findQuestionOrMarket, reference, requireMarket } from "../references.ts";
import { outputOf, type ToolContext, tool } from "../tool.ts";
import { type Age, centsText, describeAges, readAges } from "../words.ts";

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

interface PastPrices {
  readonly title: string;
  readonly series: readonly Series[];
  readonly backfill: ArchiveState;
  readonly age: Age;
}

interface Series {
  readonly market: string;
  readonly prices: readonly (Micros | null)[];
}

async function readQuestion(context: ToolContext, id: string, grid: TimeGrid): Promise<PastPrices> {
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
): Promise<PastPrices> {
  const { title, platform, id } = await requireMarket(context, name);
  const stored = context.store.prices.sample(platform, id, toTimes(grid));
  const prices = (stored?.samples ?? []).map((sample) => sample?.close ?? null);
  return {
    title,
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
