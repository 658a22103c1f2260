import { MAX_RULES, MAX_SHOWN, marketDetailSchema, matchedMarketSchema } from "../../api/detail.ts";
import {
  asksOrder,
  type OrderInput,
  orderText,
  requireOneOrder,
  toAskedOrder,
  toolOrderParameters,
  toShownOrder,
  waitForBooks,
} from "../../api/orders.ts";
import { toMinute } from "../../clock.ts";
import { offerOf } from "../../domain/cost.ts";
import { costOfOrder } from "../../domain/orders.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { cut, refOf, shownNames, shownPublisher } from "../../http/shown.ts";
import type { MarketDetail } from "../../store/detail.ts";
import { findMarketName, reference, requireMarket } from "../references.ts";
import { outputOf, tool } from "../tool.ts";
import {
  centsText,
  changeText,
  closeText,
  offerText,
  playMoneyText,
  readAges,
  staleText,
  volumeText,
} from "../words.ts";

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
