import { getPlatform } from "../../domain/platforms.ts";
import { shorten } from "../../errors.ts";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { choice, inForm, integer, optional, required, text, withDefault } from "../../http/parameters.ts";
import { listBars, MAX_BARS } from "./bars.ts";
import { HISTORY_RESOLUTIONS, SHOWN_RESOLUTIONS, secondsOf } from "./resolutions.ts";
import { barsOrErrorSchema, configSchema, searchSchema, symbolOrErrorSchema, timeSchema } from "./schema.ts";
import { searchSymbols } from "./search.ts";
import { findSymbol, toSearchResult, toSymbolInfo } from "./symbols.ts";

const ABOUT = `For \`new Datafeeds.UDFCompatibleDatafeed(".../api/v1/udf")\` of TradingView's Charting Library. Answers have no envelope, because UDF has none.
The datafeed sends no key. On a site of yours, let a proxy add \`X-API-Key\`: a key in a page is everybody's. In a page only you see, wrap \`fetch\` so that it adds the header for this address.`;

const symbol = required(
  text({
    description: "A market as `platform:id`, or the id of a question.",
    min: 1,
    max: 600,
    example: "kalshi:KXFED-27JAN-CUT",
  }),
);

/** Years 1200 BC to 5138: charts ask for times before the epoch. */
const MAX_SECONDS = 99_999_999_999;
const seconds = (description: string, example: number) =>
  required(integer({ description, min: -MAX_SECONDS, max: MAX_SECONDS, example }));

/** Universal Data Feed: https://www.tradingview.com/charting-library-docs/latest/connecting_data/UDF */
export const udfRoutes = (platforms: readonly string[]) => [
  configRoute(platforms),
  symbolRoute(platforms),
  searchRoute(platforms),
  barsRoute(platforms),
  timeRoute(),
];

const COMMON = { method: "GET", tag: "charts", tier: "pro", isBare: true } as const satisfies Partial<Endpoint>;

const configRoute = (platforms: readonly string[]) =>
  endpoint({
    ...COMMON,
    path: "/api/v1/udf/config",
    summary: "What charts of TradingView can ask for",
    description: ABOUT,
    operationId: "getUdfConfig",
    cache: "data",
    parameters: {},
    response: configSchema,
    handler: () => ({
      body: {
        supports_search: true,
        supports_group_request: false,
        supports_marks: false,
        supports_timescale_marks: false,
        supports_time: true,
        supported_resolutions: SHOWN_RESOLUTIONS,
        exchanges: [
          { value: "", name: "All platforms", desc: "All platforms" },
          ...platforms.map((id) => ({ value: id, name: getPlatform(id).name, desc: getPlatform(id).site })),
        ],
        symbols_types: [
          { value: "", name: "All" },
          { value: "question", name: "Questions" },
          { value: "market", name: "Markets" },
        ],
      },
    }),
  });

const symbolRoute = (platforms: readonly string[]) =>
  endpoint({
    ...COMMON,
    path: "/api/v1/udf/symbols",
    summary: "One market or question as a symbol of a chart",
    description: "An unknown symbol is `s: error` with status 200, as UDF wants it.",
    operationId: "getUdfSymbol",
    cache: "clock",
    parameters: { symbol },
    response: symbolOrErrorSchema,
    async handler(context, input) {
      const found = await findSymbol(context, platforms, input.symbol);
      return { body: found === undefined ? unknownSymbol(input.symbol) : toSymbolInfo(found) };
    },
  });

const searchRoute = (platforms: readonly string[]) =>
  endpoint({
    ...COMMON,
    path: "/api/v1/udf/search",
    summary: "Search symbols for a chart",
    description: "Open questions, then open markets. Charts send empty values for what is not chosen.",
    operationId: "searchUdfSymbols",
    cache: "clock",
    parameters: {
      query: inForm(
        withDefault(
          text({
            description: "Words of a title, or a symbol; empty for the most traded.",
            min: 1,
            max: 200,
            example: "fed",
          }),
          "",
        ),
      ),
      type: inForm(optional(choice({ description: "Only these.", values: ["question", "market"] }))),
      exchange: inForm(optional(choice({ description: "Only this platform.", values: platforms }))),
      limit: withDefault(integer({ description: "How many at most.", min: 1, max: 100 }), 30),
    },
    response: searchSchema,
    handler: async (context, input) => ({
      body: (await searchSymbols(context, platforms, input)).map(toSearchResult),
    }),
  });

const barsRoute = (platforms: readonly string[]) =>
  endpoint({
    ...COMMON,
    path: "/api/v1/udf/history",
    summary: "Bars of a symbol for a chart",
    description: `Prices in 0..1, a bar for each interval in which the price changed, at most the newest ${MAX_BARS.toLocaleString("en-US")}. The price of a question is the mean of its markets, weighted by volume.`,
    operationId: "getUdfHistory",
    cache: "clock",
    parameters: {
      symbol,
      resolution: required(
        text({
          description: `Minutes or days of a bar: ${HISTORY_RESOLUTIONS.join(", ")}. Another one is \`s: error\`.`,
          min: 1,
          max: 10,
          example: "60",
        }),
      ),
      from: seconds("The first bar, in epoch seconds.", 1_763_600_400),
      to: seconds("The end, which no bar begins at or after.", 1_763_686_800),
      countback: optional(
        integer({
          description: "How many bars before `to`; then `from` is ignored.",
          min: 1,
          max: 999_999_999,
          example: 300,
        }),
      ),
    },
    response: barsOrErrorSchema,
    async handler(context, input) {
      const barSeconds = secondsOf(input.resolution);
      if (barSeconds === undefined) return { body: unknownResolution(input.resolution) };
      const found = await findSymbol(context, platforms, input.symbol);
      if (found === undefined) return { body: unknownSymbol(input.symbol) };
      return { body: await listBars(context, found, { ...input, seconds: barSeconds }) };
    },
  });

const timeRoute = () =>
  endpoint({
    ...COMMON,
    path: "/api/v1/udf/time",
    summary: "The time here, for the countdown of a chart",
    operationId: "getUdfTime",
    cache: "never",
    parameters: {},
    response: timeSchema,
    handler: ({ clock }) => ({ body: Math.floor(clock.now() / 1000) }),
  });

const unknownSymbol = (given: string) => ({
  s: "error" as const,
  errmsg: `unknown symbol '${shorten(given)}': expected platform:id or the id of a question, as /api/v1/udf/search gives it`,
});

const unknownResolution = (given: string) => ({
  s: "error" as const,
  errmsg: `resolution: expected one of ${HISTORY_RESOLUTIONS.join(", ")}, got '${shorten(given)}'`,
});
