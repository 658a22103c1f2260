import type { Context } from "../../context.ts";
import { toCentsText, toSummary } from "../../domain/orders/orders.ts";
import type { Opportunity } from "../../store/spreads/arbitrage.ts";
import { marketPath, questionPath } from "../page/links.ts";
import { ALL_SPREADS, FREE_SPREADS, findSpreads, GONE } from "../spreads/spreads.ts";
import { dayOf, type FeedEntry } from "./feed.ts";
import { toPageUrl } from "./subjects.ts";
import { toPlainText, withFigure } from "./text.ts";

/** The spreads that the page of spreads shows without a key. One that goes on for days has an entry a day. */
export async function listSpreads(context: Context, platforms: readonly string[]): Promise<readonly FeedEntry[]> {
  const { opportunities } = await findSpreads(context, platforms, {
    size: context.pagesPlan.showsAll() ? ALL_SPREADS : FREE_SPREADS,
  });
  return opportunities.map((found) => toEntry(context, found));
}

function toEntry(context: Context, found: Opportunity): FeedEntry {
  const { titled, questionId, orders, cost, payout, profit, roiPercent, confidence, size } = found;
  const updatedAt = Math.max(...orders.map(({ market }) => market.updatedAt));
  const path = questionId === null ? marketPath(context, titled) : questionPath(context, { id: questionId });
  const title = withFigure(toPlainText(titled.title), `profit ${toCentsText(profit)}`);
  const figures = `Cost ${toCentsText(cost)}, payout ${toCentsText(payout)}, profit ${toCentsText(profit)}, ROI ${roiPercent}%`;
  const summary = `${toSummary(orders)}. ${figures}. Confidence ${confidence}.${size === 0 ? ` ${GONE}` : ""}`;
  return {
    // The id of the opportunity has numbers of rows in it.
    idParts: ["spread", ...orders.flatMap(({ market }) => [market.platform, market.id]), dayOf(updatedAt)],
    title,
    summary,
    news: `${title} ${summary}`,
    updatedAt,
    pageUrl: toPageUrl(context, path),
    markets: orders.map(({ market }) => market),
    category: titled.category,
  };
}
