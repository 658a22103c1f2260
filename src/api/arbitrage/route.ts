import { toIso } from "../../clock.ts";
import type { Context } from "../../context.ts";
import {
  ARBITRAGE_SORTS,
  type ArbitrageSort,
  CONFIDENCES,
  type Confidence,
  DEFAULT_LISTING,
  orient,
  TYPE_FILTERS,
  type TypeFilter,
} from "../../domain/arbitrage.ts";
import { MIN_MATCH_SCORE } from "../../domain/matching/matches.ts";
import { hasBook, type Order, toOrderText, toSummary } from "../../domain/orders.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { ceilUnits, fromCents, fromMicros, type Micros, ONE } from "../../domain/prices.ts";
import { endpoint } from "../../http/endpoint.ts";
import { listFilters, platformList, searchText, toCategories } from "../../http/filters.ts";
import { pagingMeta } from "../../http/meta-schema.ts";
import { checkPaging, paging, toPagingMeta, toSlice } from "../../http/paging.ts";
import { choice, decimal, flag, optional, repeatable, withDefault } from "../../http/parameters.ts";
import { arrayOf } from "../../http/schema.ts";
import { listTable } from "../../http/tables/table.ts";
import type { OneOrMore } from "../../store/lists/page.ts";
import type { Opportunity, TradedMember } from "../../store/spreads/arbitrage.ts";
import { toPriceOrNull } from "../markets.ts";
import { questionIdText, requireFound } from "../question-ids.ts";
import { opportunitySchema } from "./schema.ts";

const DESCRIPTION =
  "Each opportunity is one question that two or more platforms ask. Of type implied, it is two questions where an " +
  "answer to one gives an answer to the other. Buy yes at the lowest ask and sell it at the highest bid. Selling yes means buying " +
  "no. `legs` are the two orders, with the side to buy as each platform shows it. `summary` says them in words. " +
  "Cost, payout and profit are exact for one contract of each leg. The title is that of one leg. " +
  "All prices outside legs are those of its question. Only open markets priced between 0.01 and 0.99 count, on " +
  "platforms read within the last hour. An empty side of a book cannot be traded. Without a book, the price counts for " +
  "both sides. Fees are the published taker fees for one contract of an order of 100. A fee on profit counts as if its " +
  "leg wins. Withdrawal costs are not included.";

export const spreadSort = choice({
  description:
    "What to sort by, the largest first: confidence (then profit, so that low never comes before high or medium), net (profit), spread (before fees) or volume (min_side_volume).",
  values: ARBITRAGE_SORTS,
});

export const spreadConfidence = choice({
  description: "Lowest confidence to list. medium leaves out low; high leaves out both others.",
  values: CONFIDENCES,
});

export const spreadType = choice({
  description:
    'The kind of opportunity. same: one question at two prices. implied: two questions where an answer to one gives an answer to the other, at prices that break the rule after fees, such as a dearer "by June" than "by December". all: both.',
  values: TYPE_FILTERS,
});

const DEFAULTS = {
  min_spread: fromMicros(DEFAULT_LISTING.minSpread) * 100,
  min_match_score: fromMicros(DEFAULT_LISTING.minScore),
  real_money_only: true,
};

export const arbitrageRoutes = (platforms: readonly string[]) => [
  endpoint({
    path: "/api/v1/arbitrage",
    summary: "Arbitrage opportunities: one question at two prices, or prices that contradict each other",
    description: DESCRIPTION,
    operationId: "listArbitrageOpportunities",
    tag: "intelligence",
    tier: "pro",
    cache: "clock",
    parameters: {
      type: withDefault(spreadType, DEFAULT_LISTING.type),
      question_id: optional(
        questionIdText(
          "Only between the markets of this question. A former id works too. Not with type=implied, where the orders are of two questions.",
        ),
      ),
      min_spread: withDefault(decimal({ description: "Smallest spread in cents.", min: 0 }), DEFAULTS.min_spread),
      min_match_score: withDefault(
        decimal({
          description: `Lowest match_score of the markets that take part. Matches have ${MIN_MATCH_SCORE} or more.`,
          min: 0,
          max: 1,
        }),
        DEFAULTS.min_match_score,
      ),
      platform: repeatable(platformList(platforms, "Only with a leg on one of these platforms, separated by commas.")),
      q: optional(searchText("Words that one leg has in its title.")),
      category: listFilters(platforms).category,
      real_money_only: withDefault(
        flag({ description: "Leave out markets that trade play money." }),
        DEFAULTS.real_money_only,
      ),
      min_confidence: withDefault(spreadConfidence, DEFAULT_LISTING.minConfidence),
      sort: withDefault(spreadSort, DEFAULT_LISTING.sort),
      ...paging,
    },
    check: (input) => [...checkPaging(input), ...checkSpreadType(input)],
    response: arrayOf(opportunitySchema),
    meta: pagingMeta,
    table: listTable("arbitrage", opportunitySchema, { places: { field: "legs", prefixes: ["leg_1", "leg_2"] } }),
    errors: ["question_not_found"],
    async handler(context, input) {
      const { opportunities, ...facts } = await listOpportunities(context, platforms, {
        ...input,
        platform: input.platform.flat(),
      });
      return { data: opportunities.map(toOpportunity), meta: toPagingMeta(facts, toSlice(input)) };
    },
  }),
];

/** The orders of one question are never of type implied. `name` is the parameter that gives the question. */
export function checkSpreadType(
  { type, question_id }: { readonly type?: TypeFilter; readonly question_id?: string | undefined },
  name = "question_id",
) {
  if (type !== "implied" || question_id === undefined) return [];
  const message = `expected same or all together with ${name}, got 'implied': its orders are of two questions`;
  return [{ parameter: "type", message }];
}

/** The parameters of the route; what is missing has the route's default. */
interface ArbitrageInput extends Partial<typeof DEFAULTS> {
  readonly type?: TypeFilter;
  readonly question_id?: string | undefined;
  readonly platform: readonly string[];
  readonly q?: string | undefined;
  readonly category?: OneOrMore | undefined;
  readonly min_confidence?: Confidence;
  readonly sort: ArbitrageSort;
  readonly page?: number | undefined;
  readonly page_size: number;
  readonly cursor?: string | undefined;
}

/**
 * Opportunities between `platforms`, those that are on, as the route, the tools and the pages list them. Throws AppError
 * question_not_found.
 */
export async function listOpportunities(
  { store, clock }: Pick<Context, "store" | "clock">,
  platforms: readonly string[],
  input: ArbitrageInput,
) {
  const { min_spread, min_match_score, real_money_only, platform, sort, page_size } = { ...DEFAULTS, ...input };
  const { type = DEFAULT_LISTING.type, question_id, min_confidence } = input;
  if (question_id !== undefined) requireFound(store.questions.resolve([question_id], clock.now()).get(question_id));
  return store.arbitrage.list({
    type: type === "all" ? undefined : type,
    questionId: question_id,
    platforms: real_money_only ? platforms.filter(isRealMoney) : platforms,
    legPlatforms: platform,
    text: input.q,
    category: toCategories(input.category),
    minSpread: ceilUnits(Math.min(min_spread / 100, MAX_SPREAD), ONE),
    minScore: ceilUnits(min_match_score, ONE),
    minConfidence: min_confidence,
    sort,
    page: input.page ?? 1,
    size: page_size,
    after: input.cursor,
    now: clock.now(),
  });
}

/** In dollars; far above any difference of prices, and exact in millionths. */
const MAX_SPREAD = 1e9;

/** An opportunity as it is published. Prices are of its title's yes, except in legs and `market_yes_price`. */
export const toOpportunity = (found: Opportunity) => ({
  id: found.id,
  question_id: found.questionId,
  type: found.type,
  title: found.titled.title,
  summary: toSummary(found.orders),
  platforms: found.members.map(({ platform }) => platform),
  prices: byPlatform(found, ({ yesPrice, isInverted }) => fromMicros(orient(yesPrice, isInverted))),
  volumes: byPlatform(found, ({ volume }) => fromCents(volume)),
  best_buy_platform: found.buy.platform,
  best_buy_price: fromMicros(found.legs.buyPrice),
  best_sell_platform: found.sell.platform,
  best_sell_price: fromMicros(found.legs.sellPrice),
  spread_cents: toCents(found.spread),
  spread_percent: found.spreadPercent,
  net_spread_cents: toCents(found.netSpread),
  cost: fromMicros(found.cost),
  payout: fromMicros(found.payout),
  profit: fromMicros(found.profit),
  roi_percent: found.roiPercent,
  annualized_percent: found.annualizedPercent,
  closes_at: found.closesAt === null ? null : toIso(found.closesAt),
  size: found.size,
  size_source: found.size === null ? null : ("book" as const),
  legs: found.orders.map(toLeg),
  confidence: found.confidence,
  match_score: fromMicros(found.legs.score),
  relation: found.relation,
  reasons: found.reasons,
  feasibility_label: found.feasibility,
  min_side_volume: fromCents(found.legs.volume),
  markets: byPlatform(found, toTradedMarket),
  as_of: toIso(found.asOf),
});

/** Millionths of a dollar in cents. */
export const toCents = (amount: Micros): number => amount / 10_000;

const byPlatform = <T>({ members }: Opportunity, present: (member: TradedMember) => T): Record<string, T> =>
  Object.fromEntries(members.map((member) => [member.platform, present(member)]));

function toLeg(order: Order<TradedMember>) {
  const { action, side, price, fee, market } = order;
  return {
    platform: market.platform,
    market_id: market.id,
    market_title: market.title,
    market_url: market.url,
    text: toOrderText(order),
    action,
    side,
    price: fromMicros(price),
    fee: fromMicros(fee),
    fee_cents: toCents(fee),
    quote: hasBook(market) ? ("executable" as const) : ("indicative" as const),
    quote_age_seconds: Math.max(0, Math.floor(market.ageMs / 1000)),
    inverted: market.isInverted,
    market_yes_price: fromMicros(market.yesPrice),
  };
}

function toTradedMarket(member: TradedMember) {
  const { id, title, url, yesPrice, bestBid, bestAsk, isInverted, asOf } = member;
  const turn = (price: Micros | null) => toPriceOrNull(price === null ? null : orient(price, isInverted));
  return {
    id,
    title,
    url,
    yes_price: fromMicros(orient(yesPrice, isInverted)),
    best_bid: turn(isInverted ? bestAsk : bestBid),
    best_ask: turn(isInverted ? bestBid : bestAsk),
    inverted: isInverted,
    market_yes_price: fromMicros(yesPrice),
    as_of: toIso(asOf),
  };
}
