import { anyOf, arrayOf, boolean, integer, named, number, object, oneOf, rare, string } from "../../http/schema.ts";
import { SHOWN_RESOLUTIONS } from "./resolutions.ts";

const EXAMPLE_TITLE = "Fed decision in January? Cut 25 bps";
const EXAMPLE_TICKER = "kalshi:KXFED-27JAN-CUT";

const text = (description: string, example: string) => string({ description, example });

const resolutions = arrayOf(text("A resolution.", "60"), {
  description: "Minutes, or days, weeks and months.",
  example: SHOWN_RESOLUTIONS,
});

const choiceSchema = object({
  value: text("For the parameter; empty for all.", "kalshi"),
  name: text("For people.", "Kalshi"),
});

export const configSchema = named(
  "UdfConfig",
  object({
    supports_search: boolean({ example: true }),
    supports_group_request: boolean({ example: false }),
    supports_marks: boolean({ example: false }),
    supports_timescale_marks: boolean({ example: false }),
    supports_time: boolean({ example: true }),
    supported_resolutions: resolutions,
    exchanges: arrayOf(
      object({
        value: text("For the parameter `exchange`; empty for all.", "kalshi"),
        name: text("For people.", "Kalshi"),
        desc: text("For people, longer.", "Kalshi"),
      }),
      { description: "Platforms." },
    ),
    symbols_types: arrayOf(choiceSchema, { description: "Kinds of symbols, for the parameter `type`." }),
  }),
);

/** In place of an answer; UDF sends it with status 200. */
const errorSchema = named(
  "UdfError",
  object({ s: oneOf(["error"], "That it failed."), errmsg: text("Why.", "unknown symbol 'kalshi:X'") }),
);

const symbolSchema = named(
  "UdfSymbol",
  object({
    name: text("The id without the platform.", "KXFED-27JAN-CUT"),
    ticker: text("What /history takes: `platform:id`, or the id of a question.", EXAMPLE_TICKER),
    full_name: text("The same.", EXAMPLE_TICKER),
    description: text("The title.", EXAMPLE_TITLE),
    type: oneOf(["market", "question"], "What it is."),
    session: text("Always open.", "24x7"),
    timezone: text("Of the bars.", "Etc/UTC"),
    exchange: text("The platform, or Toteboard for a question.", "Kalshi"),
    listed_exchange: text("The same.", "Kalshi"),
    format: text("How prices are shown.", "price"),
    minmov: integer({ description: "The smallest step, in parts of `pricescale`.", example: 1 }),
    pricescale: integer({ description: "Parts of 1; prices are in 0..1.", example: 10_000 }),
    has_intraday: boolean({ example: true }),
    intraday_multipliers: arrayOf(text("Minutes.", "60"), { example: ["5", "15", "60", "360"] }),
    has_daily: boolean({ example: true }),
    has_weekly_and_monthly: boolean({ description: "False: charts make them of days.", example: false }),
    has_empty_bars: boolean({ description: "True: a price holds until the next change.", example: true }),
    supported_resolutions: resolutions,
    visible_plots_set: text("Without v where the platform publishes no volume.", "ohlcv"),
    volume_precision: integer({ description: "Places of volumes.", example: 2 }),
    data_status: text("How current it is.", "streaming"),
  }),
);

export const symbolOrErrorSchema = anyOf(symbolSchema, errorSchema);

export const searchSchema = arrayOf(
  named(
    "UdfSearchResult",
    object({
      symbol: text("The id without the platform.", "KXFED-27JAN-CUT"),
      full_name: text("`platform:id`, or the id of a question.", EXAMPLE_TICKER),
      ticker: text("The same.", EXAMPLE_TICKER),
      description: text("The title.", EXAMPLE_TITLE),
      exchange: text("The platform, or Toteboard for a question.", "Kalshi"),
      type: oneOf(["market", "question"], "What it is."),
    }),
  ),
);

const prices = (description: string, example: readonly number[]) =>
  arrayOf(number({ minimum: 0, maximum: 1, example: 0.6 }), { description, example });

const barsSchema = named(
  "UdfBars",
  object(
    {
      s: oneOf(["ok"], "That there are bars."),
      t: arrayOf(integer({ minimum: -1e11, example: 1_763_600_400 }), {
        description: "When each bar begins, in epoch seconds, aligned to UTC; oldest first.",
        example: [1_763_600_400, 1_763_604_000],
      }),
      o: prices("The first price of each.", [0.6, 0.62]),
      h: prices("The highest.", [0.64, 0.63]),
      l: prices("The lowest.", [0.59, 0.61]),
      c: prices("The last.", [0.62, 0.61]),
    },
    {
      v: arrayOf(number({ minimum: 0, example: 1840.5 }), {
        description: "What was traded since the bar before, in USD, play money at its rate; 0 where that is not known.",
        example: [1840.5, 220],
      }),
    },
  ),
);

const noBarsSchema = named(
  "UdfNoBars",
  object(
    { s: oneOf(["no_data"], "That there are none.") },
    {
      nextTime: rare(
        integer({
          description: "The nearest bar before `from`, in epoch seconds.",
          minimum: -1e11,
          example: 1_763_600_400,
        }),
      ),
    },
  ),
);

export const barsOrErrorSchema = anyOf(barsSchema, noBarsSchema, errorSchema);

export const timeSchema = integer({ description: "The time here, in epoch seconds.", example: 1_763_611_740 });
