import { offerOf } from "../../domain/cost.ts";
import { getPlatform } from "../../domain/platforms.ts";
import type { MarketDetail } from "../../store/detail.ts";
import { findMarketName, reference, requireMarket } from "../references.ts";
import { outputOf, tool } from "../tool.ts";
import {
  centsText,
  changeText,
  closeText,
  cut,
  inCents,
  inCentsOrNull,
  notesOf,
  offerText,
  playMoneyOf,
  playMoneyText,
  readAges,
  refOf,
  staleText,
  toCost,
  toMomentOrNull,
  volumeOf,
  volumeText,
} from "../words.ts";

const MAX_ELSEWHERE = 5;
const MAX_RULES = 240;

export const getMarket = () =>
  tool({
    name: "get_market",
    description:
      "One market: price, bid, ask, cost with fees, rules, outcome, its event, and the same question on other platforms.",
    tier: "free",
    parameters: { market: reference("platform:id or its URL") },
    output: outputOf({
      market: "string",
      elsewhere: { rows: "market,yes,relation" },
      as_of: "string?",
    }),
    async run(context, input) {
      const market = await requireMarket(context, findMarketName(context, input.market));
      const elsewhere = market.matches.slice(0, MAX_ELSEWHERE);
      const age = readAges(context, [market.platform, ...elsewhere.map(({ platform }) => platform)]);
      return {
        text: `${toText(market)}\n${age.text}`,
        data: { ...toData(market), ...age.fields },
      };
    },
  });

function toData(market: MarketDetail) {
  return {
    market: refOf(market),
    title: market.title,
    category: market.category,
    status: market.status,
    yes: inCentsOrNull(market.yesPrice),
    bid: inCentsOrNull(market.bestBid),
    ask: inCentsOrNull(market.bestAsk),
    buy_yes: toCost(offerOf(market, "yes")),
    buy_no: toCost(offerOf(market, "no")),
    ...notesOf(market),
    ...(market.status === "open"
      ? undefined
      : { outcome: market.outcome, resolved: toMomentOrNull(market.resolvedAt) }),
    change_24h: inCentsOrNull(market.priceChange24h),
    volume: volumeOf(market.platform, market.volume),
    volume_24h: volumeOf(market.platform, market.volume24h),
    closes: toMomentOrNull(market.closesAt),
    event: refOf(market.event),
    question: market.questionId,
    url: market.url,
    rules: market.description === null ? null : cut(market.description, MAX_RULES),
    elsewhere: market.matches.slice(0, MAX_ELSEWHERE).map((one) => ({
      market: refOf(one),
      yes: inCents(one.yesPrice),
      relation: one.relation,
      ...playMoneyOf(one.platform),
    })),
  };
}

function toText(market: MarketDetail): string {
  const { platform, title, volume, volume24h, closesAt, event, questionId, description, matches } = market;
  const asked = questionId === null ? "No other platform asks it." : `Compare with get_question ${questionId}.`;
  return [
    `${title} (${refOf(market)}), on ${getPlatform(platform).name}`,
    market.status === "open" ? `${priceText(market)}${staleText(market)}` : endText(market),
    `${changeText(market.priceChange24h)}; volume ${volumeText(platform, volume)}, 24 h ${volumeText(platform, volume24h)}; ${closeText(closesAt)}`,
    `Event: ${event.title} (${refOf(event)}), markets: ${event.marketCount}`,
    ...matches
      .slice(0, MAX_ELSEWHERE)
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
  const resolved = resolvedAt === null ? "" : `, resolved ${toMomentOrNull(resolvedAt)}`;
  return `Closed; outcome ${outcome ?? "unknown"}${paid}${resolved}; last yes ${centsText(yesPrice)}`;
}
