import { metaOf } from "../../http/meta-schema.ts";
import {
  always,
  arrayOf,
  boolean,
  dateTime,
  integer,
  named,
  nullable,
  object,
  oneOf,
  rare,
  string,
} from "../../http/schema.ts";
import { money, platformSchema, price } from "../../http/value-schemas.ts";

const volume = nullable(money("Lifetime volume then, where it is known.", 184_220.5));

const pointFields = {
  timestamp: dateTime("From when on the price was this.", "2026-11-19T04:09:00.000Z"),
  yes_price: price("Implied probability of yes.", 0.62),
  no_price: price("Implied probability of no.", 0.38),
  volume,
};

const carried = { ...always(true), description: "True for the price in force when the window begins." };

const pointSchema = named("PricePoint", object(pointFields, { carried }));

const candleFields = {
  start: dateTime("When the interval begins, aligned to UTC.", "2026-11-19T05:00:00.000Z"),
  open: price("Its first price.", 0.6),
  high: price("Its highest price.", 0.64),
  low: price("Its lowest price.", 0.59),
  close: price("Its last price.", 0.62),
  volume,
  points: integer({ description: "Price changes in it.", example: 7 }),
  partial: boolean({ description: "Whether the window covers only a part of it.", example: false }),
};

const candleSchema = named("Candle", object(candleFields));

export const HISTORY_INTERVALS = ["raw", "5m", "15m", "1h", "6h", "1d"] as const;

const marketFields = {
  platform: platformSchema,
  market_id: string({ description: "The market's id on its platform.", example: "KXFED-27JAN-CUT" }),
};

/** Rows of the table of points, and of that of candles. */
export const pointRowSchema = named("PricePointRow", object({ ...marketFields, ...pointFields }, { carried }));
export const candleRowSchema = named("CandleRow", object({ ...marketFields, ...candleFields }));

export const historySchema = named(
  "PriceHistory",
  object(
    {
      ...marketFields,
      title: string({ description: "The question.", example: "Fed decision in January? Cut 25 bps" }),
      hours: integer({ description: "How far back the window reaches.", example: 24 }),
      interval: oneOf(HISTORY_INTERVALS, "What was asked for."),
    },
    {
      points: arrayOf(pointSchema, { description: "Every change, oldest first; with interval raw." }),
      candles: rare(arrayOf(candleSchema, { description: "Oldest first; with any other interval." })),
    },
  ),
);

export const historyMeta = metaOf(
  "HistoryMeta",
  {
    backfill: oneOf(
      ["complete", "pending", "unavailable"],
      "Whether the archive covers the window, the platform was just asked for the rest, or it has no more to tell.",
    ),
  },
  { truncated: rare({ ...always(true), description: "True when only the newest points are shown." }) },
);
