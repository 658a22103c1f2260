import { fromMicros, ONE } from "../../domain/prices.ts";
import { AppError } from "../../errors.ts";
import { endpoint } from "../../http/endpoint.ts";
import { choice, decimal, integer, optional, type ParameterError, text, withDefault } from "../../http/parameters.ts";
import { arrayOf } from "../../http/schema.ts";
import { examplePlatform } from "../../http/value-schemas.ts";
import type { ComparedMarket, GroupComparison } from "../../store/compare.ts";
import { toCents } from "../arbitrage/index.ts";
import { toMarket } from "../markets/index.ts";
import { comparisonSchema } from "./schema.ts";

const DESCRIPTION =
  "Ask either with q, for open markets by the words of their titles, or with platform and market_id, for one market. " +
  "A question that only one platform asks has nothing to be compared with and is left out, so for a market without " +
  "partners the list is empty. Of an open market only open partners are shown; each market has its own prices, and " +
  "title_yes_price is what they mean for the question in the title.";

const NOTHING_TO_FIND = "q holds no word or symbol that could be found in a title";

export const compareRoutes = (platforms: readonly string[]) => [
  endpoint({
    method: "GET",
    path: "/api/v1/compare",
    summary: "The same question on several platforms, side by side",
    description: DESCRIPTION,
    operationId: "compareMarkets",
    tag: "intelligence",
    tier: "pro",
    cache: "clock",
    parameters: {
      q: optional(text({ description: "Words that must all be in a title.", min: 2, max: 200, example: "election" })),
      platform: optional(
        choice({
          description: "The platform of one market, together with market_id.",
          values: platforms,
          example: examplePlatform(platforms),
        }),
      ),
      market_id: optional(
        text({ description: "The market's id on its platform.", min: 1, max: 500, example: "KXFED-27JAN-CUT" }),
      ),
      min_match_score: withDefault(
        decimal({ description: "How surely markets must be the same question to be shown.", min: 0, max: 1 }),
        0.55,
      ),
      limit: withDefault(integer({ description: "How many questions at most.", min: 1, max: 100 }), 20),
    },
    check: checkSubject,
    exampleQuery: { q: "election" },
    response: arrayOf(comparisonSchema),
    errors: ["market_not_found"],
    async handler({ store, clock }, { q, platform, market_id, min_match_score, limit }) {
      const bounds = { platforms, minScore: Math.round(min_match_score * ONE), now: clock.now() };
      if (q !== undefined) {
        const found = await store.compare.search({ ...bounds, text: q, limit });
        if (found === undefined) return { data: [], meta: { warnings: [NOTHING_TO_FIND] } };
        return { data: found.map(toComparison) };
      }
      const found = await store.compare.find({ ...bounds, platform: platform ?? "", id: market_id ?? "" });
      if (found === undefined) throw new AppError("market_not_found", `${platform} has no market with this id`);
      return { data: found.map(toComparison) };
    },
  }),
];

interface Subject {
  readonly q?: string | undefined;
  readonly platform?: string | undefined;
  readonly market_id?: string | undefined;
}

/** Exactly one of q and a market is asked for. What is wrong on its own is absent, and has been said already. */
function checkSubject(input: Subject): ParameterError[] {
  if (!("q" in input && "platform" in input && "market_id" in input)) return [];
  const { q, platform, market_id } = input;
  const hasMarket = platform !== undefined || market_id !== undefined;
  if (q !== undefined) {
    return hasMarket ? [{ parameter: "q", message: "expected either q or platform and market_id, got both" }] : [];
  }
  if (!hasMarket) return [{ parameter: "q", message: "expected either q or platform and market_id, got neither" }];
  const missing = platform === undefined ? "platform" : market_id === undefined ? "market_id" : undefined;
  return missing === undefined
    ? []
    : [{ parameter: missing, message: "platform and market_id name a market together: expected both" }];
}

const toComparison = (found: GroupComparison) => ({
  id: found.id,
  title: found.title,
  match_score: fromMicros(found.score),
  confidence: found.confidence,
  gap_cents: toCents(found.gap),
  lowest: toEnd(found.lowest),
  highest: toEnd(found.highest),
  markets: found.markets.map((market) => ({
    ...toMarket(market),
    relation: market.isInverted ? ("inverted" as const) : ("same" as const),
    inverted: market.isInverted,
    title_yes_price: fromMicros(market.titlePrice),
    reasons: market.reasons,
  })),
});

const toEnd = ({ platform, id, titlePrice }: ComparedMarket) => ({
  platform,
  market_id: id,
  yes_price: fromMicros(titlePrice),
});
