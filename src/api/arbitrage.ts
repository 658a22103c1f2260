import type { Context } from "../context.ts";
import {
  ARBITRAGE_SORTS,
  type ArbitrageSort,
  CONFIDENCES,
  type Confidence,
  DEFAULT_LISTING,
  type Deal,
  FEASIBILITIES,
  OPPORTUNITY_TYPES,
  orientPrice,
  orientQuotes,
  spreadPercentOf,
  TYPE_FILTERS,
  type TypeFilter,
} from "../domain/arbitrage.ts";
import { hasBook } from "../domain/cost.ts";
import { MIN_MATCH_SCORE } from "../domain/matching/matches.ts";
import { toOrderText, toSummary } from "../domain/orders.ts";
import { isRealMoney } from "../domain/platforms.ts";
import { ceilUnits, floorUnits, fromMicros, type Micros, ONE } from "../domain/prices.ts";
import { listFilters, platformList, searchText, toCategories } from "../http/filters.ts";
import { listEndpoint } from "../http/paging.ts";
import * as p from "../http/parameters.ts";
import * as s from "../http/schema.ts";
import { inCents, refOf, shownPublisher } from "../http/shown.ts";
import { listTable } from "../http/table.ts";
import {
  cents,
  link,
  marketIdSchema,
  matchScore,
  money,
  otherPlatformSchema,
  platformSchema,
  price,
  reasonsSchema,
  risksSchema,
} from "../http/value-schemas.ts";
import type { OneOrMore } from "../store/lists/list-query.ts";
import type { Opportunity, StakedOrder, TradedMember } from "../store/spreads/arbitrage.ts";
import { questionIdText, requireFound } from "./question-id.ts";

export const groupFields = {
  id: s.string("The same as long as the same markets belong together.", "0000a1b2-3f9c2d51e07a"),
  question_id: s.nullable(
    s.string("The question in /questions; null where the legs ask two questions.", "3f9c2d51e07a44b1"),
  ),
  title: s.string("The question, as one of the markets asks it.", "Will the Fed cut rates by 25 bps in January?"),
};

export const confidenceSchema = (description: string) => s.oneOf(CONFIDENCES, description);

/** An amount for one contract of each leg. */
const usd = (description: string, example: number) =>
  s.publishedBy(s.number(`${description} USD, at most 6 places.`, example), fromMicros, inCents);

const legSchema = s.shownAs(
  s.noun<StakedOrder>("ArbitrageLeg")(
    {
      platform: platformSchema,
      market_id: marketIdSchema,
      market_title: s.string("The market's own title.", "Fed decision in January? Cut 25 bps"),
      market_url: link("The market on its platform.", "https://kalshi.com/markets/kxfed"),
      text: s.string(
        "The order in words, with the market's name where that asks something else than the title.",
        "Buy YES on Kalshi at 41¢",
      ),
      action: s.oneOf(["buy"], "What to do."),
      side: s.oneOf(["yes", "no"], "Which side to buy, as the market's own platform shows it."),
      price: price("What one contract of that side costs there.", 0.41),
      fee: usd("The platform's published fee for one contract of an order of 100.", 0.017),
      fee_cents: cents("The same fee in cents.", 1.7),
      contracts: s.integer("How many contracts to buy at the stake.", 101),
      order_fee: usd("The fee of that order, as the platform rounds it.", 1.71),
      cost: usd("What that order costs, fee included.", 43.12),
      quote: s.oneOf(["executable", "indicative"], "indicative: the platform publishes no book."),
      quote_age_seconds: s.integer("How long ago its price was read.", 42),
      inverted: s.boolean("Whether the market asks the opposite of the title.", false),
      market_yes_price: price("The market's own price of yes.", 0.4),
    },
    {
      platform: ({ market }) => market.platform,
      market_id: ({ market }) => market.id,
      market_title: ({ market }) => market.title,
      market_url: ({ market }) => market.url,
      text: toOrderText,
      fee_cents: "fee",
      cost: "orderCost",
      quote: ({ market }) => (hasBook(market) ? "executable" : "indicative"),
      quote_age_seconds: ({ market }) => Math.max(0, Math.floor(market.ageMs / 1000)),
      inverted: ({ market }) => market.isInverted,
      market_yes_price: ({ market }) => market.yesPrice,
    },
  ),
  {
    market: { in: "row", value: ({ market }) => refOf(market) },
    side: { in: "row" },
    price: { in: "row" },
    fee: { in: "row" },
  },
);

/** Of one spread tools show so many: an event may have a hundred outcomes. */
const MAX_SHOWN_LEGS = 8;

const showLeg = shownPublisher(legSchema, "row");

const dealSchema = s.noun<Deal>()(
  {
    stake: usd("What may be spent on both orders together.", 100),
    contracts: s.integer("Contracts of each leg: what the stake pays for, and no more than size.", 101),
    cost: usd("What both orders cost, with the fees of the orders.", 99.67),
    payout: usd("What the contracts of one leg pay.", 101),
    profit: usd("payout minus cost; may be negative.", 1.33),
    annualized_percent: s.nullable(s.number("profit in percent of cost and year, as for one contract.", 7.06)),
  },
  {},
);

const tradedSchema = s.noun<TradedMember>("ArbitrageMarket")(
  {
    id: marketIdSchema,
    title: s.string("The market's own title.", "Fed decision in January? Cut 25 bps"),
    url: link("The market on its platform.", "https://kalshi.com/markets/kxfed"),
    yes_price: price("Price of yes, as the title asks.", 0.4),
    best_bid: s.nullable(price("Highest bid for it; null without one.", 0.39)),
    best_ask: s.nullable(price("Lowest ask for it; null without one.", 0.41)),
    inverted: s.boolean("Whether the market asks the opposite of the title.", false),
    market_yes_price: price("The market's own price of yes.", 0.4),
    as_of: s.dateTime("When its platform was last read."),
  },
  {
    yes_price: titledPrice,
    best_bid: (leg) => orientQuotes(leg).bid,
    best_ask: (leg) => orientQuotes(leg).ask,
    inverted: "isInverted",
    market_yes_price: "yesPrice",
  },
);

/** The price of yes, as the title asks. */
function titledPrice({ yesPrice, isInverted }: TradedMember): Micros {
  return orientPrice(yesPrice, isInverted);
}

const tradedExample = {
  ...(s.exampleOf(tradedSchema) as s.ValueOf<typeof tradedSchema>),
  as_of: "2026-11-20T04:05:00.000Z",
};

/** Prices are of the title's yes, except in legs and `market_yes_price`. */
export const opportunitySchema = s.shownAs(
  s.noun<Opportunity>("ArbitrageOpportunity")(
    {
      ...groupFields,
      type: s.oneOf(OPPORTUNITY_TYPES, "As the parameter type says."),
      event_id: s.about(s.nullable(s.string("", "KXFED-27JAN")), "The event of type event; null for others.", null),
      title: s.string(
        "The question, as one of both legs asks it, or the event.",
        "Will the Fed cut rates by 25 bps in January?",
      ),
      summary: s.string(
        "Both orders in words, as all pages show them. Legs have their part as `text`.",
        "Buy YES on Kalshi at 41¢ + Buy NO on Polymarket at 55¢",
      ),
      platforms: s.withSecond(s.arrayOf(platformSchema, "All platforms that take part."), otherPlatformSchema),
      prices: s.mapOf(price("Price of yes there.", 0.4), "By platform: the price of yes, as the title asks.", {
        kalshi: 0.4,
        polymarket: 0.46,
      }),
      volumes: s.mapOf(money("Lifetime volume there.", 184_220.5), "By platform: lifetime volume, USD.", {
        kalshi: 184_220.5,
        polymarket: 920_000,
      }),
      best_buy_platform: s.nullable(platformSchema),
      best_buy_price: s.nullable(price("Lowest ask for yes; null for an event.", 0.41)),
      best_sell_platform: s.nullable(otherPlatformSchema),
      best_sell_price: s.nullable(price("Highest bid for yes, on another platform: no costs 1 minus this.", 0.45)),
      spread_cents: cents("payout minus the prices of all legs, in cents.", 4),
      spread_percent: s.number(
        "The spread in percent of best_buy_price, of an event of all prices together; 2 places.",
        9.76,
      ),
      net_spread_cents: cents("The spread after both fees, in cents; may be negative.", 1.31),
      at_stake: dealSchema,
      cost: usd("The prices and fees of both legs, for one contract of each.", 0.9869),
      payout: usd("What one contract of each leg pays together: 1; for no of all outcomes one less than these.", 1),
      profit: usd("payout minus cost, exactly: net_spread_cents in USD. May be negative.", 0.0131),
      roi_percent: s.number("profit in percent of cost, 2 places.", 1.33),
      annualized_percent: s.nullable(
        s.number(
          "The same for a year: simple interest until close_time, a day at least; 2 places. Null where close_time is null or past.",
          7.06,
        ),
      ),
      close_time: s.nullable(
        s.dateTime(
          "The latest close of the legs: the money is tied until then. Null where one is unknown.",
          "2027-01-27T19:00:00.000Z",
        ),
      ),
      size: s.nullable(
        s.number(
          "How many whole contracts of each leg all books offer at the legs' prices or better; 0 where these are " +
            "gone. Null unless all books were fetched within the last 60 s, as are those of the 200 opportunities " +
            "that earn most.",
          250,
          { minimum: 0 },
        ),
      ),
      size_source: s.nullable(
        s.oneOf(["book"], "Where size comes from: book, the order books of all legs; null without size."),
      ),
      legs: s.withSecond(
        s.arrayOf(
          legSchema,
          "Two orders: yes of the title first, then its no. One of them always pays 1. Of an event, a side of each open outcome.",
        ),
        {
          platform: otherPlatformSchema,
          market_id: s.string("", "512340"),
          market_title: s.string("", "Will the Fed cut rates by 25 bps in January?"),
          market_url: s.string("", "https://polymarket.com/event/fed-january"),
          text: s.string("", "Buy NO on Polymarket at 55¢"),
          side: s.string("", "no"),
          price: s.number("", 0.55),
          fee: s.number("", 0.0099),
          fee_cents: s.number("", 0.99),
          market_yes_price: s.number("", 0.46),
        },
      ),
      confidence: confidenceSchema(
        "high: match_score of 0.9 (proven by both rules), books on both sides, quotes of 10 minutes, spread of 10 " +
          "percent or better; medium: 0.8, 20 percent. low: all others, and yes of all outcomes, since none of them " +
          "may happen.",
      ),
      match_score: matchScore(
        `The probability that both legs ask the same question; matches have ${MIN_MATCH_SCORE} or more. Of type implied: how alike they are apart from dates and figures; of type event: 1.`,
      ),
      relation: s.oneOf(
        ["same", "inverted", "subset", "disjoint", "complement", "exclusive"],
        "Whether yes means the same on both legs, or no on one of them. Of type implied: subset (yes where no is " +
          "bought means yes on the other), disjoint (at most one is yes), complement (exactly one is).",
      ),
      reasons: reasonsSchema(
        "Why both legs are the same question, or one answer follows from the other's; last, what counted most for the score and against it.",
      ),
      risks: risksSchema,
      feasibility_label: s.oneOf(
        FEASIBILITIES,
        "Of what the stake pays for, both books offer: good all, fair a part, poor nothing; unknown without a size.",
      ),
      min_side_volume: money("The smaller lifetime volume of both legs.", 184_220.5),
      markets: s.mapOf(tradedSchema, "By platform: the market there.", {
        kalshi: tradedExample,
        polymarket: {
          ...tradedExample,
          id: "512340",
          title: "Will the Fed cut rates by 25 bps in January?",
          url: "https://polymarket.com/event/fed-january",
          yes_price: 0.46,
          best_bid: 0.45,
          best_ask: 0.47,
          market_yes_price: 0.46,
        },
      }),
      as_of: s.dateTime("When the platform of the older quote was last read.", "2026-11-20T04:05:00.000Z"),
    },
    {
      event_id: ({ type, titled }) => (type === "event" ? titled.id : null),
      title: ({ titled }) => titled.title,
      summary: ({ orders }) => toSummary(orders),
      platforms: ({ members, titled }) => (members.length === 0 ? [titled] : members).map(({ platform }) => platform),
      prices: (found) => byPlatform(found, titledPrice),
      volumes: (found) => byPlatform(found, ({ volume }) => volume),
      best_buy_platform: (found) => pairOf(found)?.[0].market.platform ?? null,
      best_buy_price: (found) => pairOf(found)?.[0].price ?? null,
      best_sell_platform: (found) => pairOf(found)?.[1].market.platform ?? null,
      best_sell_price: (found) => {
        const pair = pairOf(found);
        return pair === undefined ? null : ONE - pair[1].price;
      },
      spread_cents: "spread",
      spread_percent: spreadPercentOf,
      net_spread_cents: "profit",
      at_stake: "deal",
      close_time: "closesAt",
      size_source: ({ size }) => (size === null ? null : "book"),
      legs: "orders",
      match_score: "score",
      feasibility_label: "feasibility",
      min_side_volume: "volume",
      markets: (found) => byPlatform(found, (member) => member),
    },
  ),
  {
    title: { in: "list" },
    question: { in: "list", of: "question_id", when: ({ questionId }) => questionId !== null },
    event: { in: "list", value: ({ titled }) => refOf(titled), when: ({ type }) => type === "event" },
    orders: { in: "list", of: "summary", when: ({ type }) => type === "event" },
    legs: { in: "list", value: ({ orders }) => orders.slice(0, MAX_SHOWN_LEGS).map(showLeg) },
    cost: { in: "list" },
    profit: { in: "list" },
    stake: { in: "list", value: ({ deal }) => fromMicros(deal.stake) },
    contracts: { in: "list", value: ({ deal }) => deal.contracts },
    stake_profit: { in: "list", value: ({ deal }) => fromMicros(deal.profit) },
    roi_percent: { in: "list" },
    annualized_percent: { in: "list" },
    size: { in: "list" },
    confidence: { in: "list" },
    closes: { in: "list", of: "close_time" },
  },
);

/** Yes of the question and its no; undefined for an event. */
function pairOf({ type, orders: [yes, no] }: Opportunity): readonly [StakedOrder, StakedOrder] | undefined {
  return type === "event" || yes === undefined || no === undefined ? undefined : [yes, no];
}

function byPlatform<T>({ members }: Opportunity, read: (member: TradedMember) => T) {
  return members.map((member) => [member.platform, read(member)] as const);
}

const DESCRIPTION =
  "Each opportunity is one question that two or more platforms ask, with its title and direction; of type implied, two " +
  "questions where one answer follows from the other's; of type event, outcomes where at most one is yes. `legs` are " +
  "orders of which one always pays, with the side as each platform shows it; yes of all outcomes pays nothing if none " +
  "happens. Listed are those that earn something after fees at a known size; all=true adds the others. `at_stake` says " +
  "what the orders cost and earn at `stake`; cost, payout and profit beside it are of one contract of each leg. Only open " +
  "markets count, of a question those priced between 0.01 and 0.99, and no stale price. An empty side of a book " +
  "cannot be traded. Without a book, the price counts for both sides. Where size is unknown, min_profit and the order " +
  "profit take the fee of one contract for each of them, as the order return does. Fees are the published taker fees. A fee on profit " +
  "counts as if its leg wins. Withdrawal costs are not included.";

export const spreadSort = p.choice({
  description:
    "By confidence (then net), net (profit of one contract), profit (at the stake), return (a year), spread " +
    "(before fees), volume (min_side_volume): largest first; closing: soonest first.",
  values: ARBITRAGE_SORTS,
});

const spreadConfidence = p.choice({
  description: "Lowest confidence to list.",
  values: CONFIDENCES,
});

const spreadType = p.choice({
  description:
    'Same: one question at two prices. Implied: two questions where one answer follows from the other, such as a dearer "by June" than "by December". Event: all outcomes of an event.',
  values: TYPE_FILTERS,
});

const DEFAULTS = {
  min_spread: fromMicros(DEFAULT_LISTING.minSpread) * 100,
  min_match_score: fromMicros(DEFAULT_LISTING.minScore),
  real_money_only: true,
  stake: fromMicros(DEFAULT_LISTING.stake),
  all: false,
};

const MAX_STAKE = 1_000_000;

/** The list of opportunities, for the API and its page. */
export const opportunityList = (platforms: readonly string[]) =>
  listEndpoint({
    path: "/api/v1/arbitrage",
    summary: "Arbitrage opportunities: one question at two prices, or prices that contradict each other",
    description: DESCRIPTION,
    operationId: "listArbitrageOpportunities",
    tag: "intelligence",
    tier: "pro",
    cache: "clock",
    needsMatches: true,
    parameters: {
      type: p.withDefault(spreadType, DEFAULT_LISTING.type),
      question_id: p.optional(
        questionIdText(
          "Only between the markets of this question. A former id works too. Not with type=implied or event.",
        ),
      ),
      min_spread: p.withDefault(p.decimal({ description: "Smallest spread in cents.", min: 0 }), DEFAULTS.min_spread),
      min_match_score: p.withDefault(
        p.decimal({
          description: "Lowest match_score of the markets that take part.",
          min: 0,
          max: 1,
        }),
        DEFAULTS.min_match_score,
      ),
      platform: p.optional(platformList(platforms, "With a leg on one of these platforms.")),
      q: p.optional(searchText("Words that one leg has in its title.")),
      category: listFilters(platforms).category,
      real_money_only: p.withDefault(
        p.flag({ description: "Leave out markets that trade play money." }),
        DEFAULTS.real_money_only,
      ),
      min_confidence: p.withDefault(spreadConfidence, DEFAULT_LISTING.minConfidence),
      stake: p.withDefault(
        p.decimal({ description: "What may be spent on both orders together, USD.", min: 1, max: MAX_STAKE }),
        DEFAULTS.stake,
      ),
      min_profit: p.optional(
        p.decimal({
          description:
            "Lowest profit at the stake after fees, USD. 0: only what earns something. By default 0, or no limit with all=true.",
          min: 0,
        }),
      ),
      min_size: p.optional(
        p.decimal({
          description: "Fewest contracts that both books offer. By default 1, or no limit with all=true.",
          min: 0,
        }),
      ),
      all: p.withDefault(
        p.flag({ description: "Also list what earns nothing after fees, and what has no known size." }),
        DEFAULTS.all,
      ),
      sort: p.withDefault(spreadSort, DEFAULT_LISTING.sort),
    },
    check: (input) => checkSpreadType(input),
    response: s.arrayOf(opportunitySchema),
    table: listTable("arbitrage", opportunitySchema, { slots: { field: "legs", prefixes: ["leg_1", "leg_2"] } }),
    errors: ["question_not_found"],
    async find(context, input, slice) {
      const { opportunities: rows, ...facts } = await listOpportunities(context, platforms, { ...input, ...slice });
      const unread = rows.filter(({ size }) => size === null).flatMap(({ orders }) => orders);
      const markets = new Set(unread.map(({ market }) => `${market.platform}:${market.id}`));
      // The writer asks for the books of what is looked at.
      if (markets.size > 0) context.hub.notePage({ markets, events: new Set(), questions: new Set() });
      return { rows, ...facts };
    },
  });

/** The orders of one question are of type same. `name` is the parameter that gives the question. */
export function checkSpreadType(
  { type, question_id }: { readonly type?: TypeFilter; readonly question_id?: string | undefined },
  name = "question_id",
) {
  if ((type !== "implied" && type !== "event") || question_id === undefined) return [];
  const message = `expected same or all together with ${name}, got '${type}': its orders are of several questions`;
  return [{ parameter: "type", message }];
}

/** The parameters of the route; what is missing has the route's default. */
interface ArbitrageInput extends Partial<typeof DEFAULTS> {
  readonly type?: TypeFilter;
  readonly question_id?: string | undefined;
  readonly platform?: readonly string[] | undefined;
  readonly q?: string | undefined;
  readonly category?: OneOrMore | undefined;
  readonly min_confidence?: Confidence;
  readonly min_profit?: number | undefined;
  readonly min_size?: number | undefined;
  readonly sort: ArbitrageSort;
  readonly page?: number;
  readonly size: number;
  /** The cursor of an earlier answer, in place of the page. */
  readonly after?: string;
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
  const { min_spread, min_match_score, real_money_only, stake, all, sort } = { ...DEFAULTS, ...input };
  const { type = DEFAULT_LISTING.type, question_id, min_confidence, platform = [], page = 1, size, after } = input;
  const { min_profit = all ? undefined : 0, min_size = all ? undefined : 1 } = input;
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
    stake: floorUnits(stake, ONE),
    minProfit: min_profit === undefined ? undefined : ceilUnits(Math.min(min_profit, MAX_STAKE), ONE),
    minSize: min_size,
    sort,
    ...{ page, size, after },
    now: clock.now(),
  });
}

/** In dollars; far above any difference of prices, and exact in millionths. */
const MAX_SPREAD = 1e9;
