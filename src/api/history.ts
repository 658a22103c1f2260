import { MINUTE_MS, toIso } from "../clock.ts";
import { type Bar, type Candle, type Coverage, judgeCoverage, toCandles } from "../domain/history.ts";
import { type Cents, ONE } from "../domain/prices.ts";
import { AppError } from "../errors.ts";
import { endpoint } from "../http/endpoint.ts";
import { pathMarketId, pathPlatform } from "../http/filters.ts";
import { metaOf } from "../http/meta-schema.ts";
import { choice, type ParameterError, wholeNumber, withDefault } from "../http/parameters.ts";
import {
  always,
  arrayOf,
  boolean,
  dateTime,
  integer,
  named,
  noun,
  nounFields,
  nullable,
  object,
  oneBy,
  oneOf,
  publisher,
  rare,
  string,
  type ValueOf,
} from "../http/schema.ts";
import { fieldsOf, rowKind, type Table } from "../http/tables/table.ts";
import { money, platformSchema, price } from "../http/value-schemas.ts";
import type { Commands } from "../store/commands.ts";
import type { PriceHistory } from "../store/history/prices.ts";
import { marketNotFound } from "./markets.ts";

const volume = nullable(money("Lifetime volume then, where it is known.", 184_220.5));

/** A price that came into force, or was already when the window began. */
interface PublishedPoint extends Pick<Bar, "at" | "close" | "volume"> {
  readonly isCarried?: boolean;
}

export const pricePointFields = nounFields<PublishedPoint>()(
  {
    timestamp: dateTime("From when on the price was this.", "2026-11-19T04:09:00.000Z"),
    yes_price: price("Implied probability of yes.", 0.62),
    no_price: price("Implied probability of no.", 0.38),
    volume,
  },
  { timestamp: ({ at }) => at * 1000, yes_price: "close", no_price: ({ close }) => ONE - close },
);
const toPoint = publisher(noun<PublishedPoint>()(pricePointFields));

const carried = { ...always(true), description: "True for the price in force when the window begins." };

const pointSchema = named("PricePoint", object(pricePointFields, { carried }));

/** `before` is the lifetime volume when it begins. */
interface PublishedCandle extends Candle {
  readonly before: Cents | null;
}

const candleSchema = noun<PublishedCandle>("Candle")(
  {
    start: dateTime("When the interval begins, aligned to UTC.", "2026-11-19T05:00:00.000Z"),
    open: price("Its first price.", 0.6),
    high: price("Its highest price.", 0.64),
    low: price("Its lowest price.", 0.59),
    close: price("Its last price.", 0.62),
    volume: nullable(money("Lifetime volume at its end, where it is known.", 184_220.5)),
    volume_change: nullable(
      money("volume less that of the candle before, where both are known: what was traded.", 1_250),
    ),
    points: integer("Price changes in it.", 7),
    partial: boolean("Whether the window covers only a part of it.", false),
  },
  {
    start: ({ start }) => start * 1000,
    // A platform may correct a volume downwards.
    volume_change: ({ volume, before }) => (volume === null || before === null ? null : Math.max(0, volume - before)),
    partial: "isPartial",
  },
);
const toPublishedCandle = publisher(candleSchema);

const HISTORY_INTERVALS = ["raw", "5m", "15m", "1h", "6h", "1d"] as const;

const marketFields = {
  platform: platformSchema,
  market_id: string("The market's id on its platform.", "KXFED-27JAN-CUT"),
};

/** Rows of the table of points, and of that of candles. */
const pointRowSchema = named("PricePointRow", object({ ...marketFields, ...pricePointFields }, { carried }));
const candleRowSchema = named("CandleRow", object({ ...marketFields, ...fieldsOf(candleSchema) }));

const asked = {
  ...marketFields,
  title: string("The question.", "Fed decision in January? Cut 25 bps"),
  hours: integer("How far back the window reaches.", 24),
};

const [, ...candleIntervals] = HISTORY_INTERVALS;

const rawHistorySchema = named(
  "RawHistory",
  object({
    ...asked,
    interval: always("raw"),
    points: arrayOf(pointSchema, "Every change of price or volume, oldest first."),
  }),
);

const candleHistorySchema = named(
  "CandleHistory",
  object({
    ...asked,
    interval: oneOf(candleIntervals, "What was asked for."),
    candles: arrayOf(candleSchema, "Oldest first."),
  }),
);

const historySchema = named("PriceHistory", oneBy("interval", [rawHistorySchema, candleHistorySchema]));

const historyMeta = metaOf(
  "HistoryMeta",
  {
    backfill: oneOf(
      ["complete", "pending", "unavailable"],
      "Whether the archive covers the window, the platform was just asked for the rest, or it has no more to tell.",
    ),
  },
  { truncated: rare({ ...always(true), description: "True when only the newest points are shown." }) },
);

const POINTS = rowKind(pointRowSchema);
const CANDLES = rowKind(candleRowSchema);

/** Of both histories: their meta has `backfill`. */
export const backfillNotes = ({ backfill }: Readonly<Record<string, unknown>>): readonly string[] =>
  backfill === "pending" ? ["older prices are still being loaded; ask again in a minute"] : [];

/** A row for each point, or for each candle. */
const historyTable: Table<ValueOf<typeof historySchema>> = {
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

export const INTERVAL_SECONDS = { "5m": 300, "15m": 900, "1h": 3600, "6h": 21_600, "1d": 86_400 } as const;

const MAX_POINTS = 10_000;

/** Candles are made of all points; the passes of 30 days bring fewer than this. */
const MAX_CANDLE_POINTS = 100_000;

const interval = choice({
  description:
    "Every change, or a candle for each interval of UTC in which the price changed. Each goes with up to 720 hours. Volume is that of the lifetime.",
  values: HISTORY_INTERVALS,
});

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
      hours: withDefault(wholeNumber({ description: "How far back, in hours.", min: 1, max: 720 }), 24),
      interval: withDefault(interval, "raw"),
    },
    response: historySchema,
    meta: historyMeta,
    table: historyTable,
    errors: ["market_not_found"],
    async handler(context, { platform, market_id, hours, interval }) {
      const window = lastHours(hours, context.clock.now());
      const limit = interval === "raw" ? MAX_POINTS : MAX_CANDLE_POINTS;
      const history = await context.store.prices.find(platform, market_id, { ...window, limit });
      if (history === undefined) throw marketNotFound(platform);
      const backfill = await requestBackfill(context, { platform, id: market_id }, history, window);
      const meta = { backfill, ...toTruncation(history, limit) };
      const head = { platform, market_id, title: history.title, hours };
      if (interval === "raw")
        return { data: { ...head, interval, points: toPoints(history, window.from).map(toPublishedPoint) }, meta };
      const { bars, carried } = history;
      const candles = toCandles(bars, { ...window, carried }, INTERVAL_SECONDS[interval]);
      return { data: { ...head, interval, candles: toPublishedCandles(candles, carried?.volume ?? null) }, meta };
    },
  }),
];

/** The rule that ties `from` and `to` together. */
export function checkWindow({ from, to }: { readonly from?: number; readonly to?: number }): ParameterError[] {
  if (from === undefined || to === undefined || from < to) return [];
  return [{ parameter: "to", message: `expected a moment after from (${toIso(from)}), got ${toIso(to)}` }];
}

/** A window in epoch seconds that begins at a minute; `now` is epoch milliseconds. */
export const lastHours = (hours: number, now: number) => ({
  from: (Math.floor(now / MINUTE_MS) * MINUTE_MS) / 1000 - hours * 3600,
  to: Math.floor(now / 1000),
});

/** Changes alone. Begins with the price in force when the window begins, unless newer points fill the list. */
function toPoints({ carried, bars, isTruncated }: PriceHistory, from: number): readonly PublishedPoint[] {
  const isFirst = carried !== undefined && !isTruncated && bars[0]?.at !== from && bars.length < MAX_POINTS;
  const points = isFirst ? [{ ...carried, at: from, isCarried: true }, ...bars] : bars;
  return points.filter(({ close, volume }, index) => {
    const before = points[index - 1];
    return before === undefined || close !== before.close || volume !== before.volume;
  });
}

function toTruncation({ isTruncated }: PriceHistory, limit: number) {
  if (!isTruncated) return undefined;
  return { truncated: true, warnings: [`only the newest ${limit} points are shown; ask for an interval such as 1h`] };
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

/** Asks the platform once for what its archive lacks in a window of epoch seconds; leaves it for later when busy. */
export async function requestBackfill(
  { commands }: Backfiller,
  { platform, id }: { readonly platform: string; readonly id: string },
  stored: Coverage,
  window: { readonly from: number; readonly to: number },
): Promise<"complete" | "unavailable" | "pending"> {
  const coverage = judgeCoverage(stored, window);
  if (coverage !== "missing") return coverage;
  try {
    return await commands.backfillHistory({ platform, id });
  } catch (error) {
    if (error instanceof AppError) return "unavailable";
    throw error;
  }
}
