import { ARBITRAGE_SORTS } from "../../domain/arbitrage.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { ONE } from "../../domain/prices.ts";
import { endpoint } from "../../http/endpoint.ts";
import { checkPaging, paging } from "../../http/paging.ts";
import { choice, decimal, flag, integer, repeatable, withDefault } from "../../http/parameters.ts";
import { arrayOf } from "../../http/schema.ts";
import { toOpportunity } from "./present.ts";
import { arbitrageMeta, opportunitySchema } from "./schema.ts";

const DESCRIPTION =
  "Each is one question asked on two or more platforms: yes is bought at the lowest ask and sold at the highest bid, " +
  "and selling yes means to buy no. `legs` are the two orders with the side to buy as each platform shows it; the title " +
  "is that of one of both legs, and the other prices are those of its question. Only open markets priced between 0.01 and 0.99 whose platform was read " +
  "within the last hour take part; an empty side of a book cannot be traded, and without any book the price stands " +
  "for both sides. Fees are the published ones of whoever takes an offer, for one contract of an order of 100; a fee " +
  "on profit counts as if that leg wins, and none of what withdrawals cost is in it.";

const sort = choice({
  description:
    "What to sort by, the largest first: the spread, what fees leave of it, confidence (then match_score and spread) or min_side_volume.",
  values: ARBITRAGE_SORTS,
});

export const arbitrageRoutes = (platforms: readonly string[]) => [
  endpoint({
    method: "GET",
    path: "/api/v1/arbitrage",
    summary: "Arbitrage opportunities: the same question at different prices",
    description: DESCRIPTION,
    operationId: "listArbitrageOpportunities",
    tag: "intelligence",
    tier: "pro",
    cache: "clock",
    parameters: {
      min_spread: withDefault(decimal({ description: "Least spread in cents.", min: 0 }), 1),
      min_match_score: withDefault(
        decimal({
          description: "How surely two markets must be the same question to be taken for one.",
          min: 0,
          max: 1,
        }),
        0.8,
      ),
      platform: repeatable(
        choice({ description: "Only with a leg on this platform, or on one of several.", values: platforms }),
      ),
      real_money_only: withDefault(flag({ description: "Leave out markets that trade play money." }), true),
      sort: withDefault(sort, "spread"),
      page: withDefault(integer({ description: "Which page, counted from 1.", min: 1, max: 10_000_000 }), 1),
      page_size: paging.page_size,
    },
    check: checkPaging,
    response: arrayOf(opportunitySchema),
    meta: arbitrageMeta,
    async handler({ store, clock }, input) {
      const { page, page_size: size, sort } = input;
      const { opportunities, total } = await store.arbitrage.list({
        platforms: input.real_money_only ? platforms.filter(isRealMoney) : platforms,
        legPlatforms: input.platform,
        minSpread: toLeastMicros(input.min_spread / 100),
        minScore: toLeastMicros(input.min_match_score),
        sort,
        page,
        size,
        now: clock.now(),
      });
      return {
        data: opportunities.map(toOpportunity),
        meta: { total, page, page_size: size, total_pages: Math.ceil(total / size) },
      };
    },
  }),
];

const isRealMoney = (platform: string): boolean => getPlatform(platform).money === "real";

/** Larger bounds than any difference of prices say the same. */
const MOST = 1e9;

/** The fewest millionths that are not less than an amount, told apart from the error of binary fractions. */
const toLeastMicros = (amount: number): number => Math.ceil(Number((Math.min(amount, MOST) * ONE).toPrecision(15)));
