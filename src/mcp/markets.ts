import { MAX_RULES, MAX_SHOWN, marketDetailSchema, matchedMarketSchema } from "../api/detail.ts";
import { marketSchema, toMarketQuery } from "../api/markets.ts";
import {
  asksOrder,
  type OrderInput,
  orderText,
  requireOneOrder,
  toAskedOrder,
  toolOrderParameters,
  toShownOrder,
  waitForBooks,
} from "../api/orders.ts";
import { toMinute } from "../clock.ts";
import { offerOf } from "../domain/cost.ts";
import { costOfOrder } from "../domain/orders.ts";
import { getPlatform } from "../domain/platforms.ts";
import { choice, withDefault } from "../http/parameters.ts";
import { cut, refOf, shownNames, shownPublisher } from "../http/shown.ts";
import type { MarketDetail } from "../store/detail.ts";
import type { AgedMarket } from "../store/markets.ts";
import {
  areBest,
  describeSearch,
  explainFilters,
  findMarketName,
  reference,
  requireMarket,
  type SearchFilters,
  searchTitles,
} from "./lookup.ts";
import {
  centsText,
  changeText,
  closeText,
  offerText,
  outputOf,
  pagedOutput,
  pageOf,
  playMoneyText,
  queryFilter,
  readAges,
  rowFilters,
  staleText,
  type ToolContext,
  toListAnswer,
  tool,
  volumeText,
} from "./tool.ts";

export const findMarkets = (platforms: readonly string[]) =>
  tool({
    name: "find_markets",
    description:
      "Search single markets of all platforms; yes is the price in ¢ and the chance in %. status closed finds outcomes.",
    tier: "free",
    parameters: {
      query: queryFilter,
      ...rowFilters(platforms),
      status: withDefault(choice({ description: "", values: ["open", "closed", "all"] }), "open"),
      sort: withDefault(choice({ description: "", values: ["volume", "volume_24h", "closing"] }), "volume"),
      ...pageOf(20, 4),
    },
    output: pagedOutput("markets", shownNames(marketSchema, "list")),
    async run(context, { query, page, limit, ...filters }) {
      const { category, platform, status } = filters;
      const answer = await searchTitles(context, { query, status }, (q, ids) =>
        search(context, { ...filters, q, ids, page, limit }),
      );
      const { markets, total } = answer.found;
      const age = readAges(
        context,
        markets.map(({ platform }) => platform),
      );
      const count = async (fewer: SearchFilters): Promise<number> =>
        (await search(context, { ...filters, ...fewer, status: fewer.status ?? "all", q: answer.text, page, limit }))
          .total;
      const reason = total > 0 ? undefined : await explainFilters({ category, platform, status }, count);
      return toListAnswer({
        ...{ list: "markets", rows: markets, toRow: toFoundRow, toLine: toFoundLine, empty: reason ?? NOTHING },
        ...{ listed: { ...answer.found, page, limit }, age, asked: describeSearch(answer) },
      });
    },
  });

interface SearchInput
  extends Pick<Parameters<typeof toMarketQuery>[0], "category" | "platform" | "q" | "ids" | "status"> {
  readonly sort: "volume" | "volume_24h" | "closing";
  readonly page: number;
  readonly limit: number;
}

async function search({ store, clock }: ToolContext, { page, limit, ...input }: SearchInput) {
  const { q: text, ids, platform, category, status, sort } = input;
  if (text !== undefined && areBest(ids, { sort, page, limit })) {
    // searchTitles leaves words out, and says so.
    const wanted = { text, platform, category, status, page, limit, isExact: true, questions: 0, now: clock.now() };
    const found = store.search.find(wanted);
    return { markets: found.markets, total: found.marketsFound, isCapped: found.isCapped };
  }
  return store.markets.list(toMarketQuery({ ...input, min_volume: 0 }, clock.now()), { page, size: limit });
}

const NOTHING = "No market passes. Try fewer words, a name alone, or fewer filters.";

const toFoundRow = shownPublisher(marketSchema, "list");

const toFoundLine = (market: AgedMarket): string =>
  `- ${market.title} (${refOf(market)})${playMoneyText(market.platform)}: ${foundStateText(market)}`;

const foundStateText = ({ platform, status, outcome, yesPrice, volume, closesAt, ...age }: AgedMarket): string =>
  status === "open"
    ? `yes ${centsText(yesPrice)}${staleText(age)}, volume ${volumeText(platform, volume)}, ${closeText(closesAt)}`
    : `closed, outcome ${outcome ?? "unknown"}, last yes ${centsText(yesPrice)}`;

export const getMarket = () =>
  tool({
    name: "get_market",
    description: "One market: price, cost with fees, rules, outcome, event, same elsewhere.",
    tier: "free",
    parameters: { market: reference("platform:id or its URL"), ...toolOrderParameters },
    output: outputOf("elsewhere", shownNames(matchedMarketSchema, "row"), shownNames(marketDetailSchema, "detail")),
    async run(context, input) {
      requireOneOrder(input);
      const name = findMarketName(context, input.market);
      const before = await requireMarket(context, name);
      if (asksOrder(input)) await waitForBooks(context, [{ market: before, book: before.orderBook }]);
      const market = await requireMarket(context, name);
      const order = ordersOf(market, input);
      const elsewhere = market.matches.slice(0, MAX_SHOWN);
      const age = readAges(context, [market.platform, ...elsewhere.map(({ platform }) => platform)]);
      return {
        text: [toAnswerText(market), ...order.texts, age.text].join("\n"),
        data: { ...toData(market), ...order.fields, ...age.fields },
      };
    },
  });

const toData = shownPublisher(marketDetailSchema, "detail");

/** What the asked contracts or stake cost of each side. */
function ordersOf(market: MarketDetail, input: OrderInput) {
  if (!asksOrder(input)) return { texts: [], fields: {} };
  const [yes, no] = (["yes", "no"] as const).map((side) =>
    costOfOrder(market, side, toAskedOrder(input), market.orderBook ?? undefined),
  );
  const [orderYes = null, orderNo = null] = [yes, no];
  return {
    texts: [`Order: yes ${orderText(orderYes)}, no ${orderText(orderNo)}`],
    fields: { order_yes: toShownOrder(orderYes), order_no: toShownOrder(orderNo) },
  };
}

function toAnswerText(market: MarketDetail): string {
  const { platform, title, volume, volume24h, closesAt, event, questionId, description, matches } = market;
  const asked = questionId === null ? "No other platform asks it." : `Compare with get_question ${questionId}.`;
  return [
    `${title} (${refOf(market)}), on ${getPlatform(platform).name}`,
    market.status === "open" ? `${priceText(market)}${staleText(market)}` : endText(market),
    `${changeText(market.priceChange24h)}; volume ${volumeText(platform, volume)}, 24 h ${volumeText(platform, volume24h)}; ${closeText(closesAt)}`,
    `Event: ${event.title} (${refOf(event)}), markets: ${event.marketCount}`,
    ...matches
      .slice(0, MAX_SHOWN)
      .map(
        (one) =>
          `Elsewhere (${one.relation}): ${refOf(one)}${playMoneyText(one.platform)} yes ${centsText(one.yesPrice)}${staleText(one)}`,
      ),
    asked,
    ...(description === null ? [] : [`Rules: ${cut(description, MAX_RULES)}`]),
    market.url,
  ].join("\n");
}

function priceText(market: MarketDetail): string {
  const { platform, yesPrice, bestBid, bestAsk } = market;
  const [buyYes, buyNo] = [offerText(offerOf(market, "yes")), offerText(offerOf(market, "no"))];
  const book = `(bid ${centsText(bestBid)}, ask ${centsText(bestAsk)})`;
  return `Yes ${centsText(yesPrice)} ${book}${playMoneyText(platform)}; buy yes ${buyYes}, buy no ${buyNo}`;
}

function endText({ outcome, settlementPrice, resolvedAt, yesPrice }: MarketDetail): string {
  const paid = settlementPrice === null ? "" : `, yes paid ${centsText(settlementPrice)}`;
  const resolved = resolvedAt === null ? "" : `, resolved ${toMinute(resolvedAt)}`;
  return `Closed; outcome ${outcome ?? "unknown"}${paid}${resolved}; last yes ${centsText(yesPrice)}`;
}
