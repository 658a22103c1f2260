import type { Context } from "../../context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { pathMarketId, pathPlatform } from "../../http/filters.ts";
import type { MarketDetail } from "../../store/detail.ts";
import { marketNotFound } from "../markets/present.ts";
import { toMarketDetail } from "./present.ts";
import { marketDetailSchema } from "./schema.ts";

export const detailRoutes = (platforms: readonly string[]) => [
  endpoint({
    method: "GET",
    path: "/api/v1/markets/:platform/:market_id/detail",
    summary: "One market in full: its event, siblings, the same question elsewhere, and related markets",
    operationId: "getMarket",
    tag: "markets",
    tier: "free",
    cache: "clock",
    parameters: {
      platform: pathPlatform(platforms),
      market_id: pathMarketId,
    },
    response: marketDetailSchema,
    errors: ["market_not_found"],
    async handler(context, { platform, market_id }) {
      return { data: toMarketDetail(await getMarketDetail(context, platform, market_id)) };
    },
  }),
];

/** Throws AppError market_not_found. */
export async function getMarketDetail(
  { store, clock }: Pick<Context, "store" | "clock">,
  platform: string,
  id: string,
): Promise<MarketDetail> {
  const market = await store.details.find(platform, id, clock.now());
  if (market === undefined) throw marketNotFound(platform);
  return market;
}
