import { HOUR_MS, MINUTE_MS, toIso } from "../clock.ts";
import type { Context } from "../context.ts";
import { type Bar, type Candle, type Coverage, fillCandles, judgeCoverage, toCandles } from "../domain/history.ts";
import { type Cents, ONE } from "../domain/prices.ts";
import { AppError, invalidParameter } from "../errors.ts";
import { pathMarketId, pathPlatform } from "../http/filters.ts";
import * as p from "../http/parameters.ts";
import { endpoint } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { rowKind, type Table } from "../http/table.ts";
import { examplePlatform, marketIdSchema, metaOf, money, platformSchema, price } from "../http/value-schemas.ts";
import type { Commands } from "../store/commands.ts";
import type { PriceHistory } from "../store/history/history.ts";
import { marketNotFound, platformIds } from "./markets.ts";

const volume = s.nullable(money("Lifetime volume then, where it is known.", 184_220.5));

/** A price that came into force, or was already when the window began. */
interface PublishedPoint extends Pick<Bar, "at" | "close" | "volume"> {
  readonly isCarried?: boolean;
}

export const pricePointFields = s.nounFields<PublishedPoint>()(
  {
    timestamp: s.dateTime("From when on the price was this.", "2026-11-19T04:09:00.000Z"),
    yes_price: price("Implied probability of yes.", 0.62),
    no_price: price("Implied probability of no.", 0.38),
    volume,
  },
  { timestamp: ({ at }) => at * 1000, yes_price: "close", no_price: ({ close }) => ONE - close },
);
const toPoint = s.publisher(s.noun<PublishedPoint>()(pricePointFields));

const carried = s.always(true, "True for the price in force when the window begins.");

const pointSchema = s.named("PricePoint", s.object(pricePointFields, { carried }));

/** `before` is the lifetime volume when it begins. */
interface PublishedCandle extends Candle {
  readonly before: Cents | null;
}

const candleSchema = s.noun<PublishedCandle>("Candle")(
  {
    start: s.dateTime("When the interval begins, aligned to UTC.", "2026-11-19T05:00:00.000Z"),
    open: price("Its first price.", 0.6),
    high: price("Its highest price.", 0.64),
    low: price("Its lowest price.", 0.59),
    close: price("Its last price.", 0.62),
    volume: s.nullable(
      money("What was traded in it: volume_total less that of the candle before, where both are known.", 1_250),
    ),
    volume_total: s.nullable(money("Lifetime volume at its end, where it is known.", 184_220.5)),
    points: s.integer("Price changes in it.", 7),
    partial: s.boolean("Whether the window covers only a part of it.", false),
  },
  {
    start: ({ start }) => start * 1000,
    // A platform may correct a volume downwards.
    volume: ({ volume, before }) => (volume === null || before === null ? null : Math.max(0, volume - before)),
    volume_total: "volume",
    partial: "isPartial",
  },
);
const toPublishedCandle = s.publisher(candleSchema);

const HISTORY_INTERVALS = ["raw", "5m", "15m", "1h", "6h", "1d"] as const;

const marketFields = {
  platform: platformSchema,
  market_id: marketIdSchema,
};

/** Rows of the table of points, and of that of candles. */
const pointRowSchema = s.named("PricePointRow", s.object({ ...marketFields, ...pricePointFields }, { carried }));
const candleRowSchema = s.named("CandleRow", s.object({ ...marketFields, ...s.fieldsOf(candleSchema) }));

const asked = {
  ...marketFields,
  title: s.string("The question.", "Fed decision in January? Cut 25 bps"),
  hours: s.integer("How long the window is, rounded up.", 24),
};

const [, ...candleIntervals] = HISTORY_INTERVALS;

const rawHistorySchema = s.named(
  "RawHistory",
  s.object({
    ...asked,
    interval: s.always("raw"),
    points: s.arrayOf(pointSchema, "Every change of price or volume, oldest first."),
  }),
);

const candleHistorySchema = s.named(
  "CandleHistory",
  s.object({
    ...asked,
    interval: s.oneOf(candleIntervals, "What was asked for."),
    candles: s.arrayOf(candleSchema, "Oldest first."),
  }),
);

const historySchema = s.named("PriceHistory", s.oneBy("interval", [rawHistorySchema, candleHistorySchema]));

const historyMeta = metaOf(
  "HistoryMeta",
  {
    backfill: s.oneOf(
      ["complete", "pending", "unavailable"],
      "Whether the archive covers the window, the platform was just asked for the rest, or it has no more to tell.",
    ),
  },
  { truncated: s.rare(s.always(true, "True when only the newest points are shown.")) },
);

const POINTS = rowKind(pointRowSchema);
const CANDLES = rowKind(candleRowSchema);

/** Of both histories: their meta has `backfill`. */
export const backfillNotes = ({ backfill }: Readonly<Record<string, unknown>>): readonly string[] =>
  backfill === "pending" ? ["older prices are still being loaded; ask again in a minute"] : [];

/** A row for each point, or for each candle. */
const historyTable: Table<s.ValueOf<typeof historySchema>> = {
  name: "history",
  kinds: [POINTS, CANDLES],
  read({ platform, market_id, ...history }) {
    const toRow = <T>(one: T) => ({ platform, market_id, ...one });
    return "points" in history
      ? { kind: POINTS, rows: history.points.map(toRow) }
      : { kind: CANDLES, rows: history.candles.map(toRow) };
  },
  notesOf: backfillNotes,
};

/** The same of several markets. */
const historiesTable: Table<readonly s.ValueOf<typeof historySchema>[]> = {
  ...historyTable,
  read(histories) {
    const [first = { kind: CANDLES }, ...rest] = histories.map(historyTable.read);
    return { kind: first.kind, rows: [first, ...rest].flatMap((one) => ("rows" in one ? one.rows : [])) };
  },
};

export const INTERVAL_SECONDS = { "5m": 300, "15m": 900, "1h": 3600, "6h": 21_600, "1d": 86_400 } as const;

const MAX_POINTS = 10_000;

/** Rows of an answer with several markets, or of candles. */
const MAX_ROWS = 40_000;

const MAX_MARKETS = 50;

const DEFAULT_HOURS = 24;

const hours = p.wholeNumber({
  description: "How far back from `to`, in hours. Not together with from.",
  min: 1,
  max: 720,
});

/** Candles are made of all points; the passes of 30 days bring fewer than this. */
const MAX_CANDLE_POINTS = 100_000;

const interval = p.choice({
  description:
    "Every change, with the lifetime volume then, or a candle for each interval of UTC in which the price changed.",
  values: HISTORY_INTERVALS,
});

const fill = p.withDefault(
  p.flag({
    description:
      "A candle for each interval, also where nothing changed: there the price before goes on. Not with interval=raw.",
  }),
  false,
);

/** A point is a change: there is nothing to fill between points. */
const checkFill = ({ fill, interval }: { readonly fill?: boolean; readonly interval?: string }): p.ParameterError[] =>
  fill === true && interval === "raw"
    ? [{ parameter: "fill", message: "expected false with interval=raw, got true; take an interval such as 1h" }]
    : [];

/** Which time a history is of. */
export const windowParameters = {
  hours: p.withStandard(hours, DEFAULT_HOURS),
  from: p.optional(
    p.timestamp({
      description:
        "When the window begins, in place of hours; as far back as the archive reaches. Older prices are kept by the hour, then by the day.",
      example: "2026-11-19",
    }),
  ),
  to: p.optional(p.timestamp({ description: "When the window ends; without it, now.", example: "2026-11-20" })),
};

export const historyRoutes = (platforms: readonly string[]) => [
  endpoint({
    path: "/api/v1/markets/:platform/:market_id/history",
    summary: "The prices of one market over time",
    operationId: "getMarketHistory",
    tag: "markets",
    tier: "pro",
    cache: "clock",
    parameters: {
      platform: pathPlatform(platforms),
      market_id: pathMarketId,
      ...windowParameters,
      interval: p.withDefault(interval, "raw"),
      fill,
    },
    check: (input) => [...checkWindow(input), ...checkFill(input)],
    response: historySchema,
    meta: historyMeta,
    table: historyTable,
    errors: ["market_not_found"],
    async handler(context, { platform, market_id: id, interval, fill, ...asked }) {
      const window = toWindow(asked, context.clock.now());
      const read = await readHistory(context, { platform, id }, { ...window, interval, fill, markets: 1 });
      if (read === undefined) throw marketNotFound(platform);
      const { data, backfill, isTruncated, limit } = read;
      return { data, meta: { backfill, ...toTruncation(isTruncated ? [id] : [], limit) } };
    },
  }),
  endpoint({
    path: "/api/v1/history",
    summary: "The prices of up to 50 markets over time",
    operationId: "getHistory",
    tag: "markets",
    tier: "pro",
    cache: "clock",
    parameters: {
      ids: p.required(
        platformIds(platforms, {
          description: "These markets, each as platform:id. meta.warnings names ids without a market.",
          max: MAX_MARKETS,
          example: `${examplePlatform(platforms)}:KXFED-27JAN-CUT`,
        }),
      ),
      ...windowParameters,
      interval: p.withDefault(interval, "1h"),
      fill,
    },
    check: (input) => [...checkWindow(input), ...checkFill(input)],
    response: s.arrayOf(historySchema, "In the order of ids."),
    meta: historyMeta,
    table: historiesTable,
    async handler(context, { ids, interval, fill, ...asked }) {
      const window = toWindow(asked, context.clock.now());
      const names = [...new Map(ids.map((one) => [`${one.platform}:${one.id}`, one])).entries()];
      const read = await Promise.all(
        names.map(async ([name, market]) => ({
          name,
          found: await readHistory(context, market, { ...window, interval, fill, markets: names.length }),
        })),
      );
      const unknown = read.flatMap(({ name, found }) => (found === undefined ? [name] : []));
      const states = read.flatMap(({ found }) => found?.backfill ?? []);
      const cut = read.flatMap(({ name, found }) => (found?.isTruncated ? [name] : []));
      const { warnings = [], ...truncation } = toTruncation(cut, limitOf(interval, names.length)) ?? {};
      return {
        data: read.flatMap(({ found }) => found?.data ?? []),
        meta: {
          backfill: leastComplete(states),
          ...truncation,
          warnings: [...warnings, ...(unknown.length === 0 ? [] : [`unknown market ids: ${unknown.join(", ")}`])],
        },
      };
    },
  }),
];

interface HistoryQuery extends ReturnType<typeof toWindow> {
  readonly interval: (typeof HISTORY_INTERVALS)[number];
  readonly fill: boolean;
  /** How many markets share the answer. */
  readonly markets: number;
}

/** Undefined for a market that is not stored. Throws AppError validation_error for more candles than an answer has. */
async function readHistory(
  context: Backfiller & Pick<Context, "store">,
  market: { readonly platform: string; readonly id: string },
  { interval, fill, markets, hours, ...window }: HistoryQuery,
) {
  if (interval !== "raw") requireSize({ ...window, step: INTERVAL_SECONDS[interval], series: markets });
  const limit = limitOf(interval, markets);
  const history = await context.store.prices.find(market.platform, market.id, { ...window, limit });
  if (history === undefined) return undefined;
  const backfill = await requestBackfill(context, market, history, window);
  const head = { platform: market.platform, market_id: market.id, title: history.title, hours };
  const { bars, carried, isTruncated } = history;
  if (interval === "raw") {
    const points = toPoints(history, window.from).map(toPublishedPoint);
    return { data: { ...head, interval, points }, backfill, isTruncated, limit };
  }
  const step = INTERVAL_SECONDS[interval];
  const changed = toCandles(bars, { ...window, carried }, step);
  const candles = fill ? fillCandles(changed, window.to, step) : changed;
  return {
    data: { ...head, interval, candles: toPublishedCandles(candles, carried?.volume ?? null) },
    backfill,
    isTruncated,
    limit,
  };
}

/** As many points are read of each market. */
const limitOf = (interval: HistoryQuery["interval"], markets: number): number =>
  interval === "raw" ? Math.min(MAX_POINTS, Math.floor(MAX_ROWS / markets)) : MAX_CANDLE_POINTS;

/** Throws AppError validation_error where a grid of so many series has more rows than an answer. */
export function requireSize(grid: { from: number; to: number; step: number; series: number }): void {
  const { from, to, step, series } = grid;
  const rows = Math.ceil((to - from) / step) * series;
  if (rows <= MAX_ROWS) return;
  const message = `expected at most ${MAX_ROWS} prices in an answer, got up to ${rows}; take a longer interval, a shorter window or fewer markets, or GET /api/v1/export/history for all`;
  throw invalidParameter("interval", message);
}

/** Of several markets. */
export const leastComplete = (states: readonly PastState[]): PastState =>
  (["pending", "unavailable"] as const).find((state) => states.includes(state)) ?? "complete";

/** A window in epoch seconds that begins at a minute; `now` is epoch milliseconds. */
export function toWindow({ hours = DEFAULT_HOURS, from, to = Number.POSITIVE_INFINITY }: AskedWindow, now: number) {
  const end = Math.min(to, now);
  const begin = Math.floor(Math.min(from ?? end - hours * HOUR_MS, end) / MINUTE_MS) * MINUTE_MS;
  return {
    from: begin / 1000,
    to: Math.floor(end / 1000),
    hours: from === undefined ? hours : Math.max(1, Math.ceil((end - begin) / HOUR_MS)),
  };
}

interface AskedWindow {
  readonly hours?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The rules that tie `hours`, `from` and `to` together. */
export function checkWindow({ hours, from, to }: AskedWindow): p.ParameterError[] {
  if (from === undefined) return [];
  if (hours !== undefined) return [{ parameter: "hours", message: "expected either hours or from, got both" }];
  if (to === undefined || from < to) return [];
  return [{ parameter: "to", message: `expected a moment after from (${toIso(from)}), got ${toIso(to)}` }];
}

/** Changes alone. Begins with the price in force when the window begins, unless newer points fill the list. */
function toPoints({ carried, bars, isTruncated }: PriceHistory, from: number): readonly PublishedPoint[] {
  const isFirst = carried !== undefined && !isTruncated && bars[0]?.at !== from && bars.length < MAX_POINTS;
  const points = isFirst ? [{ ...carried, at: from, isCarried: true }, ...bars] : bars;
  return points.filter(({ close, volume }, index) => {
    const before = points[index - 1];
    return before === undefined || close !== before.close || volume !== before.volume;
  });
}

function toTruncation(cut: readonly string[], limit: number) {
  if (cut.length === 0) return undefined;
  const warning = `only the newest ${limit} points are shown of ${cut.join(", ")}; ask for an interval such as 1h, or GET /api/v1/export/history for all`;
  return { truncated: true, warnings: [warning] };
}

const toPublishedPoint = (point: PublishedPoint) =>
  point.isCarried === true ? { ...toPoint(point), carried: true } : toPoint(point);

/** `before` is the lifetime volume when the first of them begins. */
const toPublishedCandles = (candles: readonly Candle[], before: Cents | null) =>
  candles.map((candle, index) =>
    toPublishedCandle({ ...candle, before: index === 0 ? before : (candles[index - 1]?.volume ?? null) }),
  );

/** What can ask a platform for the past. */
export interface Backfiller {
  readonly commands: Pick<Commands, "backfillHistory">;
}

type PastState = "complete" | "unavailable" | "pending";

/** Asks the platform once for what its archive lacks in a window of epoch seconds; leaves it for later when busy. */
export async function requestBackfill(
  { commands }: Backfiller,
  { platform, id }: { readonly platform: string; readonly id: string },
  stored: Coverage,
  window: { readonly from: number; readonly to: number },
): Promise<PastState> {
  const coverage = judgeCoverage(stored, window);
  if (coverage !== "missing") return coverage;
  try {
    return await commands.backfillHistory({ platform, id });
  } catch (error) {
    if (error instanceof AppError) return "unavailable";
    throw error;
  }
}
