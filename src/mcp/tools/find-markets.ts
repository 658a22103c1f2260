import { marketSchema, toMarketQuery } from "../../api/markets.ts";
import { choice, withDefault } from "../../http/parameters.ts";
import { refOf, shownNames, shownPublisher } from "../../http/shown.ts";
import type { AgedMarket } from "../../store/markets.ts";
import type { MarketName } from "../../store/matching/reviews.ts";
import { describeSearch, explainFilters, type SearchFilters, searchTitles } from "../searching.ts";
import {
  categoryFilter,
  describeMore,
  pagedOutput,
  pageOf,
  platformFilter,
  queryFilter,
  type ToolContext,
  tool,
} from "../tool.ts";
import { centsText, closeText, playMoneyText, readAges, staleText, toListAnswer, volumeText } from "../words.ts";

export const findMarkets = (platforms: readonly string[]) =>
  tool({
    name: "find_markets",
    description:
      "Search single markets of all platforms; yes is the price in ¢ and the chance in %. status closed finds outcomes.",
    tier: "free",
    parameters: {
      query: queryFilter,
      category: categoryFilter,
      platform: platformFilter(platforms),
      status: withDefault(choice({ description: "", values: ["open", "closed", "all"] }), "open"),
      sort: withDefault(choice({ description: "", values: ["volume", "volume_24h", "closing"] }), "volume"),
      ...pageOf(20, 4),
    },
    output: pagedOutput("markets", shownNames(marketSchema, "list")),
    async run(context, { query, page, limit, ...filters }) {
      const { category, platform, status } = filters;
      const ask = (q: string | undefined, ids?: readonly MarketName[]) =>
        search(context, { ...filters, q, ids, page, limit });
      const answer = await searchTitles(context, { query, status }, ask);
      const { markets, total } = answer.found;
      const more = describeMore({ ...answer.found, page, limit }, "markets");
      const age = readAges(
        context,
        markets.map(({ platform }) => platform),
      );
      const count = async (fewer: SearchFilters): Promise<number> =>
        (await search(context, { ...filters, ...fewer, status: fewer.status ?? "all", q: answer.text, page, limit }))
          .total;
      const reason = total > 0 ? undefined : await explainFilters({ category, platform, status }, count);
      const words = { toLine, empty: reason ?? NOTHING, more, age, asked: describeSearch(answer) };
      return toListAnswer("markets", { rows: markets, toRow }, words);
    },
  });

interface SearchInput
  extends Pick<Parameters<typeof toMarketQuery>[0], "category" | "platform" | "q" | "ids" | "status"> {
  readonly sort: "volume" | "volume_24h" | "closing";
  readonly page: number;
  readonly limit: number;
}

/** The best hits are found sooner than all, which are ordered by volume too. */
const MAX_BEST = 100;

interface FoundMarkets {
  readonly markets: readonly AgedMarket[];
  readonly total: number;
  readonly isCapped?: boolean;
}

async function search({ store, clock }: ToolContext, { page, limit, ...input }: SearchInput): Promise<FoundMarkets> {
  const { q: text, ids, platform, category, status, sort } = input;
  if (text !== undefined && ids === undefined && sort === "volume" && page * limit <= MAX_BEST) {
    // searchTitles leaves words out, and says so.
    const found = await store.search.find({
      text,
      platform,
      category,
      status,
      page,
      limit,
      isExact: true,
      questions: 0,
      now: clock.now(),
    });
    return { markets: found.markets, total: found.marketsFound, isCapped: found.isCapped };
  }
  const query = { ...input, order: undefined, min_volume: 0, closing_before: undefined };
  return store.markets.list(toMarketQuery(query, clock.now()), { page, size: limit });
}

const NOTHING = "No market passes. Try fewer words, a name alone, or fewer filters.";

const toRow = shownPublisher(marketSchema, "list");

const toLine = (market: AgedMarket): string =>
  `- ${market.title} (${refOf(market)})${playMoneyText(market.platform)}: ${stateText(market)}`;

const stateText = ({ platform, status, outcome, yesPrice, volume, closesAt, ...age }: AgedMarket): string =>
  status === "open"
    ? `yes ${centsText(yesPrice)}${staleText(age)}, volume ${volumeText(platform, volume)}, ${closeText(closesAt)}`
    : `closed, outcome ${outcome ?? "unknown"}, last yes ${centsText(yesPrice)}`;
