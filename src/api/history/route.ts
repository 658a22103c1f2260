import { MINUTE_MS } from "../../clock.ts";
import { toCandles } from "../../domain/candles.ts";
import { endpoint } from "../../http/endpoint.ts";
import { pathMarketId, pathPlatform } from "../../http/filters.ts";
import { choice, integer, withDefault } from "../../http/parameters.ts";
import type { PriceHistory } from "../../store/history/prices.ts";
import { marketNotFound } from "../markets/present.ts";
import { requestBackfill } from "./backfill.ts";
import { type PublishedPoint, toPublishedCandle, toPublishedPoint } from "./present.ts";
import { HISTORY_INTERVALS, historyMeta, historySchema } from "./schema.ts";
import { historyTable } from "./table.ts";

const SECONDS = { "5m": 300, "15m": 900, "1h": 3600, "6h": 21_600, "1d": 86_400 } as const;

const MAX_POINTS = 10_000;

/** Candles are made of all points; the passes of 30 days bring fewer than this. */
const MAX_CANDLE_POINTS = 100_000;

const interval = choice({
  description:
    "Every change, or a candle for each interval of UTC in which the price changed. Volume is that of the lifetime.",
  values: HISTORY_INTERVALS,
});

export const historyRoutes = (platforms: readonly string[]) => [
  endpoint({
    method: "GET",
    path: "/api/v1/markets/:platform/:market_id/history",
    summary: "The prices of one market over time",
    operationId: "getMarketHistory",
    tag: "markets",
    tier: "pro",
    cache: "clock",
    parameters: {
      platform: pathPlatform(platforms),
      market_id: pathMarketId,
      hours: withDefault(integer({ description: "How far back, in hours.", min: 1, max: 720 }), 24),
      interval: withDefault(interval, "raw"),
    },
    response: historySchema,
    meta: historyMeta,
    table: historyTable,
    errors: ["market_not_found"],
    async handler(context, { platform, market_id, hours, interval }) {
      const now = context.clock.now();
      const from = (Math.floor(now / MINUTE_MS) * MINUTE_MS) / 1000 - hours * 3600;
      const window = { from, to: Math.floor(now / 1000) };
      const limit = interval === "raw" ? MAX_POINTS : MAX_CANDLE_POINTS;
      const history = await context.store.prices.find(platform, market_id, { ...window, limit });
      if (history === undefined) throw marketNotFound(platform);
      const backfill = await requestBackfill(context, { platform, id: market_id }, history, window);
      const meta = { backfill, ...toTruncation(history, limit) };
      const head = { platform, market_id, title: history.title, hours, interval };
      if (interval === "raw") return { data: { ...head, points: toPoints(history, from).map(toPublishedPoint) }, meta };
      const { bars, carried } = history;
      const candles = toCandles(bars, { ...window, carried }, SECONDS[interval]);
      return { data: { ...head, candles: candles.map(toPublishedCandle) }, meta };
    },
  }),
];

/** Begins with the price in force when the window begins, unless newer points fill the list. */
function toPoints({ carried, bars, isTruncated }: PriceHistory, from: number): readonly PublishedPoint[] {
  const isFirst = carried !== undefined && !isTruncated && bars[0]?.at !== from && bars.length < MAX_POINTS;
  return isFirst ? [{ ...carried, at: from, isCarried: true }, ...bars] : bars;
}

function toTruncation({ isTruncated }: PriceHistory, limit: number) {
  if (!isTruncated) return undefined;
  return { truncated: true, warnings: [`only the newest ${limit} points are shown; ask for an interval such as 1h`] };
}
