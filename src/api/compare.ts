import { MIN_MATCH_SCORE } from "../domain/matching/matches.ts";
import type { QuestionOrders } from "../domain/orders.ts";
import { ONE } from "../domain/prices.ts";
import { searchText } from "../http/filters.ts";
import { formerLimit, warnOfMatching } from "../http/paging.ts";
import * as p from "../http/parameters.ts";
import { endpoint } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { listTable } from "../http/table.ts";
import {
  examplePlatform,
  matchScore,
  otherPlatformSchema,
  platformSchema,
  price,
  reasonsSchema,
  relationSchema,
} from "../http/value-schemas.ts";
import type { ComparedQuestion } from "../store/compare.ts";
import type { QuestionMember } from "../store/questions/question.ts";
import { confidenceSchema, groupFields } from "./arbitrage.ts";
import { elsewhere, marketFields, marketNotFound } from "./markets.ts";
import { type BookReader, checkOrder, type OrderInput, orderFields, orderParameters, readOrders } from "./orders.ts";
import { offerFields, questionFields } from "./questions.ts";
import { NOTHING_TO_FIND } from "./search.ts";

const endSchema = (description: string, example: number, platform: s.Schema<string, string>, marketId: string) =>
  s.noun<QuestionMember>()(
    {
      platform,
      market_id: s.string("The market's id on its platform.", marketId),
      yes_price: price(description, example),
    },
    { market_id: "id", yes_price: "price" },
  );

const comparedMarketSchema = s.noun<QuestionMember & QuestionOrders>("ComparedMarket")(
  {
    ...marketFields,
    relation: relationSchema,
    inverted: s.boolean("Whether the market asks the opposite of the title.", false),
    title_yes_price: price("Price of yes as the title asks: yes_price, or 1 minus it where inverted.", 0.62),
    ...offerFields,
    reasons: reasonsSchema("Why it asks the same as the market with the title; empty for that market."),
    ...orderFields,
  },
  { relation: "isInverted", inverted: "isInverted", title_yes_price: "price" },
);

interface OrderedComparison extends ComparedQuestion {
  readonly members: readonly (QuestionMember & QuestionOrders)[];
}

const comparisonSchema = s.noun<OrderedComparison>("Comparison")(
  {
    ...groupFields,
    match_score: matchScore("The probability that the least sure of them asks the same question."),
    confidence: s.nullable(confidenceSchema("That of its arbitrage opportunity; null without one.")),
    gap_cents: questionFields.gap_cents,
    lowest: endSchema("The lowest price of yes that counts, as the title asks.", 0.58, otherPlatformSchema, "512340"),
    highest: endSchema(
      "The highest price of yes that counts, as the title asks.",
      0.62,
      platformSchema,
      "KXFED-27JAN-CUT",
    ),
    markets: s.withSecond(s.arrayOf(comparedMarketSchema, "The markets side by side, by platform."), {
      ...elsewhere,
      title_yes_price: price("", 0.58),
    }),
  },
  { id: "groupId", question_id: "id", match_score: "score", gap_cents: "gap", markets: "members" },
);

const DESCRIPTION =
  "Send either q, which finds open markets by words of their titles, or platform and market_id of one market. Only " +
  "questions that two or more platforms ask are listed, with the title, direction and gap of /questions. A market without " +
  "a match gives an empty list. With contracts or stake, each market says what that many cost there; old order books are read first, of at most 50 markets, which takes up to 2 s. Each market has its own prices. title_yes_price is the price of yes as the title asks.";

/** How many questions an answer has. */
const SIZES = { usual: 20, max: 100 } as const;

export const compareRoutes = (platforms: readonly string[]) => [
  endpoint({
    path: "/api/v1/compare",
    summary: "The same question on several platforms, side by side",
    description: DESCRIPTION,
    operationId: "compareMarkets",
    tag: "intelligence",
    tier: "pro",
    cache: "clock",
    parameters: {
      q: p.optional(searchText("Words that must all be in a title.")),
      platform: p.optional(
        p.choice({
          description: "The platform of one market, together with market_id.",
          values: platforms,
          example: examplePlatform(platforms),
        }),
      ),
      market_id: p.optional(
        p.text({ description: "The market's id on its platform.", min: 1, max: 500, example: "KXFED-27JAN-CUT" }),
      ),
      min_match_score: p.withDefault(
        p.decimal({
          description: `Lowest match_score of a question to be shown. Matches have ${MIN_MATCH_SCORE} or more, so that all pass the default.`,
          min: 0,
          max: 1,
        }),
        0.55,
      ),
      page_size: p.withDefault(
        p.wholeNumber({ description: "How many questions at most.", min: 1, max: SIZES.max }),
        SIZES.usual,
      ),
      limit: formerLimit(SIZES),
      ...orderParameters,
    },
    check: (input) => [...checkTarget(input), ...checkOrder(input)],
    exampleQuery: { q: "election" },
    response: s.arrayOf(comparisonSchema),
    table: listTable("compare", comparisonSchema, { each: { field: "markets", prefix: "market" } }),
    errors: ["market_not_found"],
    async handler(context, { q, platform, market_id, min_match_score, page_size, limit = page_size, ...order }) {
      const { store, clock } = context;
      const bounds = { platforms, minScore: Math.round(min_match_score * ONE), now: clock.now() };
      if (q !== undefined) {
        const found = await store.compare.search({ ...bounds, text: q, limit });
        if (found === undefined) return { data: [], meta: { warnings: [NOTHING_TO_FIND] } };
        return { data: await toComparisons(context, found, order), meta: { warnings: warnOfMatching(context) } };
      }
      const found = await store.compare.find({ ...bounds, platform: platform ?? "", id: market_id ?? "" });
      if (found === undefined) throw marketNotFound(platform ?? "");
      return { data: await toComparisons(context, found, order) };
    },
  }),
];

async function toComparisons(reader: BookReader, found: readonly ComparedQuestion[], order: OrderInput) {
  const members = await readOrders(
    reader,
    found.map((one) => one.members),
    order,
  );
  return found.map((one, index) => ({ ...one, members: members[index] ?? [] }));
}

interface CompareInput {
  readonly q?: string | undefined;
  readonly platform?: string | undefined;
  readonly market_id?: string | undefined;
}

/** Requires either q or a market. An invalid parameter is missing from `input` and already reported. */
function checkTarget(input: CompareInput): p.ParameterError[] {
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
