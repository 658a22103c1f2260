import { isHalted, type SettlementSource } from "../domain/markets.ts";
import { isRealMoney } from "../domain/platforms.ts";
import { ceilUnits, ONE } from "../domain/prices.ts";
import { AppError } from "../errors.ts";
import {
  CHANGE_SORT,
  closingFilters,
  listFilters,
  minVolume,
  moveFilters,
  order,
  priceFilters,
  realMoneyOnly,
  statusOr,
  statusUnlessIds,
  TIES,
  toCategories,
  toPlatforms,
  toSharedQuery,
  updatedSince,
} from "../http/filters.ts";
import { formerLimit, listEndpoint } from "../http/paging.ts";
import * as p from "../http/parameters.ts";
import * as s from "../http/schema.ts";
import { refOf, volumeOf } from "../http/shown.ts";
import { listTable } from "../http/table.ts";
import {
  categorySchema,
  examplePlatform,
  link,
  marketIdSchema,
  money,
  otherPlatformSchema,
  platformSchema,
  price,
  priceChangeFields,
  statusSchema,
} from "../http/value-schemas.ts";
import { allows, type OneOrMore } from "../store/lists/list-query.ts";
import { MARKET_SORTS } from "../store/lists/nouns.ts";
import {
  type AgedMarket,
  MAX_RANKED,
  type MarketQuery,
  type PopularMarket,
  type ResolvedMarket,
  type StoredMarket,
} from "../store/markets.ts";
import { type Aged, SETTLED } from "../store/runs.ts";

export const stale = s.boolean(
  "Whether its price is old: three readings of the platform were missed, or the last failed. It counts in " +
    "no question, gap or spread. Never of a closed market.",
  false,
);

export const tradable = s.boolean(
  "Whether its platform takes orders now; else it has no offer and is in no spread.",
  true,
);

/** What every list publishes of a market. */
export const marketFields = s.nounFields<AgedMarket>()(
  {
    id: marketIdSchema,
    title: s.string("The question.", "Fed decision in January? Cut 25 bps"),
    platform: platformSchema,
    yes_price: price("Implied probability of yes.", 0.62),
    no_price: price("Implied probability of no, exactly 1 minus yes_price.", 0.38),
    best_bid: s.nullable(price("Highest bid for yes; null without one.", 0.61)),
    best_ask: s.nullable(price("Lowest ask for yes; null without one.", 0.63)),
    volume: money("Lifetime volume; 0 where the platform publishes none.", 184_220.5),
    volume_24h: money("Volume of the last 24 hours.", 9_120),
    ...priceChangeFields,
    status: statusSchema,
    tradable,
    url: link("The market on its platform.", "https://kalshi.com/markets/kxfed"),
    last_updated: s.dateTime("When a published field last changed."),
    event_id: s.string("The event it belongs to.", "KXFED-27JAN"),
    category: categorySchema,
    close_time: s.nullable(
      s.dateTime(
        "When trading is expected to end, where the platform says. Null once that has passed while trading goes on.",
        "2027-01-27T19:00:00.000Z",
      ),
    ),
    play_money: s.boolean("Whether it is traded in play money.", false),
    question_id: s.nullable(s.string("Its question in /questions; null without a match.", "3f9c2d51e07a44b1")),
    stale,
  },
  {
    // Subtracted in millionths: 1 - 0.9 is not 0.1.
    no_price: ({ yesPrice }: Pick<StoredMarket, "yesPrice">) => ONE - yesPrice,
    last_updated: "updatedAt",
    tradable: ({ isTradable }: Pick<StoredMarket, "isTradable">) => isTradable === 1,
    close_time: "closesAt",
    play_money: ({ platform }: Pick<StoredMarket, "platform">) => !isRealMoney(platform),
    stale: "isStale",
  },
);

type MarketToShow = Pick<
  AgedMarket,
  "platform" | "id" | "status" | "outcome" | "isTradable" | "isStale" | "questionId"
> &
  Pick<AgedMarket, "volume" | "volume24h">;

/** What tools show of a market. */
export const marketShown = {
  market: { in: "row", value: refOf },
  title: { in: "list" },
  category: { in: "detail" },
  status: { in: "row", when: ({ status }) => status !== "open" },
  outcome: { in: "row", value: ({ outcome }) => outcome, when: ({ status }) => status !== "open" },
  yes: { in: "row", of: "yes_price" },
  bid: { in: "detail", of: "best_bid" },
  ask: { in: "detail", of: "best_ask" },
  change_24h: { in: "detail", of: "price_change_24h" },
  volume: { in: "row", value: ({ platform, volume }) => volumeOf(platform, volume) },
  volume_24h: { in: "detail", value: ({ platform, volume24h }) => volumeOf(platform, volume24h) },
  closes: { in: "list", of: "close_time" },
  question: { in: "list", of: "question_id", when: ({ questionId }) => questionId !== null },
  url: { in: "detail" },
  play_money: { in: "list", when: ({ platform }) => !isRealMoney(platform) },
  stale: { in: "row", when: ({ isStale }) => isStale },
  halted: { in: "row", value: () => true, when: isHalted },
} satisfies s.ShownFields<MarketToShow, keyof typeof marketFields>;

/** What differs in the example of the same question on another platform. */
export const elsewhere = {
  platform: otherPlatformSchema,
  id: s.string("", "512340"),
  title: s.string("", "Will the Fed cut rates by 25 bps in January?"),
  yes_price: price("", 0.58),
  no_price: price("", 0.42),
  url: s.string("", "https://polymarket.com/event/fed-january"),
  event_id: s.string("", "51234"),
};

export const marketSchema = s.shownAs(s.noun<AgedMarket>("Market")(marketFields), marketShown);

/** A market as every list publishes it. */
export const toMarket = s.publisher(marketSchema);

const popularMarketSchema = s.noun<PopularMarket & { readonly rank: number }>("PopularMarket")({
  ...marketFields,
  rank: s.integer("Its rank, from 1.", 1, { minimum: 1 }),
  activity_24h: s.integer("Price changes observed in 24 hours.", 48),
});

export const outcome = s.nullable(
  s.oneOf(["yes", "no", "split", "void", "unknown"], "How it ended; unknown while the platform has not said."),
);

/** What the platform names as deciding the outcome; null where it names nothing. */
export const settlementSourceSchema = s.nullable(
  s.named(
    "SettlementSource",
    s.about(
      s.noun<SettlementSource>()({
        name: s.nullable(s.string("Its name; several are joined by commas. Null where only a link is given.", "AP")),
        url: s.nullable(link("Its address; null where none or several are given.", "https://apnews.com/")),
      }),
      "What the platform names as deciding the outcome.",
    ),
  ),
);
export const settlementPrice = s.nullable(price("What a yes contract paid, where the platform says.", 1));

const priceThen = (description: string, example: number) =>
  s.nullable(price(`${description} Null where the market was not open then, or its price is not known.`, example));

const priceBefore = (span: string, example: number) => priceThen(`${span} before it ended.`, example);

/** The prices that a resolved market is judged by. */
export const criterionFields = {
  last_price_before_close: priceThen("The last price before it closed, or before its outcome came early.", 0.97),
  price_1h_before: priceBefore("An hour", 0.95),
  price_4h_before: priceBefore("4 hours", 0.93),
  price_12h_before: priceBefore("12 hours", 0.88),
  price_1d_before: priceBefore("A day", 0.81),
  price_3d_before: priceBefore("3 days", 0.74),
  price_7d_before: priceBefore("A week", 0.66),
  price_14d_before: priceBefore("2 weeks", 0.61),
  price_30d_before: priceBefore("30 days", 0.48),
  price_60d_before: priceBefore("60 days", 0.44),
  price_90d_before: priceBefore("90 days", 0.45),
  price_180d_before: priceBefore("180 days", 0.4),
  price_at_25_percent: priceThen("At a quarter of its life.", 0.43),
  price_at_50_percent: priceThen("At half of its life.", 0.46),
  price_at_75_percent: priceThen("At three quarters of its life.", 0.55),
  price_time_average: priceThen("The mean over its life, by time.", 0.52),
};

const resolvedMarketSchema = s.noun<Aged<ResolvedMarket>>("ResolvedMarket")({
  ...marketFields,
  id: s.withExample(marketFields.id, "KXFED-26OCT-CUT"),
  title: s.withExample(marketFields.title, "Fed decision in October? Cut 25 bps"),
  event_id: s.withExample(marketFields.event_id, "KXFED-26OCT"),
  yes_price: s.withExample(marketFields.yes_price, 1),
  no_price: s.withExample(marketFields.no_price, 0),
  close_time: s.withExample(marketFields.close_time, "2026-11-19T19:00:00.000Z"),
  last_updated: s.withExample(marketFields.last_updated, "2026-11-19T21:30:00.000Z"),
  status: s.about(statusSchema, "Always closed.", "closed"),
  tradable: s.withExample(marketFields.tradable, false),
  outcome,
  settlement_price: settlementPrice,
  resolved_at: s.dateTime("When it was resolved.", "2026-11-19T21:30:00.000Z"),
  ...criterionFields,
});

export const marketRoutes = (platforms: readonly string[]) => [
  marketList(platforms),
  popularRoute(platforms),
  resolvedRoute(platforms),
];

/** The list of markets, for the API and its page. */
export const marketList = (platforms: readonly string[]) =>
  listEndpoint({
    path: "/api/v1/markets",
    summary: "List markets",
    operationId: "listMarkets",
    tag: "markets",
    tier: "free",
    cache: "clock",
    parameters: { ...marketFilters(platforms), status: statusUnlessIds },
    response: s.arrayOf(marketSchema),
    table: listTable("markets", marketSchema),
    async find({ store, clock }, input, slice) {
      const query = toMarketQuery({ ...input, status: statusOr(input.status, input.ids) }, clock.now());
      const { markets: rows, ...facts } = await store.markets.list(query, slice);
      return { rows, ...facts };
    },
    noteOf: ({ store }, { ids = [] }) => ({ warnings: warnOfIds(store.markets.listUnknown(ids)) }),
  });

const warnOfIds = (unknown: readonly { platform: string; id: string }[]): readonly string[] =>
  unknown.length === 0
    ? []
    : [`unknown market ids: ${unknown.map(({ platform, id }) => `${platform}:${id}`).join(", ")}`];

/** How many rows of the most traded and of the resolved ones. */
const TOP_SIZES = { usual: 20, max: 100 };

const popularRoute = (platforms: readonly string[]) =>
  listEndpoint({
    path: "/api/v1/markets/popular",
    summary: "The most traded open markets, by 24-hour volume in USD, then by price changes",
    description: `The first ${MAX_RANKED} have a rank; \`meta.total\` counts those.`,
    operationId: "listPopularMarkets",
    tag: "markets",
    tier: "free",
    cache: "clock",
    pageSizes: TOP_SIZES,
    parameters: {
      ...topFilters(platforms),
      real_money_only: realMoneyOnly,
      limit: formerLimit(TOP_SIZES),
    },
    response: s.arrayOf(popularMarketSchema),
    table: listTable("popular", popularMarketSchema),
    async find({ store, clock }, input, slice) {
      const category = toCategories(input.category);
      const among = platforms.filter((id) => allows(toPlatforms(input), id));
      const query = { platforms: among, category, now: clock.now() };
      const { markets, firstRank, ...facts } = await store.popular.list(query, slice);
      return { rows: markets.map((market, index) => ({ ...market, rank: firstRank + index })), ...facts };
    },
  });

const topFilters = (platforms: readonly string[]) => {
  const { platform, category } = listFilters(platforms);
  return { platform, category };
};

const resolvedRoute = (platforms: readonly string[]) =>
  listEndpoint({
    path: "/api/v1/markets/resolved",
    summary: "Resolved markets with their outcomes, the latest first",
    operationId: "listResolvedMarkets",
    tag: "markets",
    tier: "free",
    cache: "clock",
    pageSizes: TOP_SIZES,
    parameters: {
      ...topFilters(platforms),
      resolved_since: resolvedSince,
      real_money_only: realMoneyOnly,
      limit: formerLimit(TOP_SIZES),
    },
    response: s.arrayOf(resolvedMarketSchema),
    table: listTable("resolved", resolvedMarketSchema),
    async find({ store, clock }, input, slice) {
      const { markets, ...facts } = await store.markets.listResolved(
        toMarketQuery({ ...input, status: "all", min_volume: 0, sort: "resolved" }, clock.now()),
        slice,
      );
      return { rows: markets.map((market) => ({ ...market, ...SETTLED })), ...facts };
    },
  });

const sort = p.choice({
  description: `What to sort by; closing is the soonest close time first, resolved is the latest outcome first, ${CHANGE_SORT}. ${TIES}`,
  values: MARKET_SORTS,
});

export const resolvedSince = p.optional(
  p.timestamp({ description: "Only markets that resolved at or after this moment.", example: "2026-11-19" }),
);

/** What the list of markets takes, but for its paging. */
export const marketFilters = (platforms: readonly string[]) => ({
  ...listFilters(platforms),
  min_volume: minVolume,
  ...priceFilters("markets"),
  ...moveFilters("markets"),
  real_money_only: realMoneyOnly,
  tradable: p.optional(
    p.flag({ description: "Only markets whose platform takes orders now; false: only the others." }),
  ),
  sort: p.withDefault(sort, "volume"),
  order: order("The direction; desc unless the sort is closing or id."),
  event_id: p.optional(
    p.text({ description: "Only markets of this event.", min: 1, max: 200, example: "KXFED-27JAN" }),
  ),
  ids: p.optional(
    platformIds(platforms, {
      description:
        "Only these markets, each as platform:id, whatever their status. meta.warnings names ids without a listed market.",
      max: 100,
      example: `${examplePlatform(platforms)}:KXFED-27JAN-CUT`,
    }),
  ),
  updated_since: updatedSince("markets"),
  ...closingFilters("markets"),
});

type MarketInput = p.Input<ReturnType<typeof marketFilters> & { resolved_since: typeof resolvedSince }>;

/** Filters that pages and tools take one value for, and the API several. */
export interface OneOrMoreFilters {
  readonly platform?: OneOrMore | undefined;
  readonly category?: OneOrMore | undefined;
}

export type MarketQueryInput = Pick<MarketInput, "status" | "min_volume" | "sort"> &
  Partial<Omit<MarketInput, "platform" | "category">> &
  OneOrMoreFilters;

/** The query that lists and tools send to the store. */
export const toMarketQuery = (input: MarketQueryInput, now: number): MarketQuery => ({
  ...toSharedQuery(input),
  platform: toPlatforms(input),
  isTradable: input.tradable,
  status: input.status,
  minVolume: ceilUnits(input.min_volume, 100),
  eventId: input.event_id,
  ids: input.ids,
  resolvedSince: input.resolved_since,
  now,
});

/** A list of markets or events, each as platform:id. */
export function platformIds(
  platforms: readonly string[],
  about: { readonly description: string; readonly max: number; readonly example: string },
) {
  return p.list({
    ...about,
    items: `platform:id (platforms: ${platforms.join(", ")})`,
    parse(item) {
      const colon = item.indexOf(":");
      const [platform, id] = [item.slice(0, Math.max(colon, 0)), item.slice(colon + 1)];
      return platforms.includes(platform) && id !== "" ? { platform, id } : undefined;
    },
  });
}

/** The error for an id that a platform does not have. */
export const marketNotFound = (platform: string): AppError =>
  new AppError("market_not_found", `${platform} has no market with this id; find ids with /api/v1/search?q=…`);
