import { getVolumeBucket } from "../../domain/analytics.ts";
import { toDate } from "../../domain/calendar.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { fromCents } from "../../domain/prices.ts";
import { endpoint } from "../../http/endpoint.ts";
import { STATUSES } from "../../http/filters.ts";
import { choice, flag, type Input, integer, optional, withDefault } from "../../http/parameters.ts";
import { arrayOf } from "../../http/schema.ts";
import { listTable } from "../../http/tables/table.ts";
import { listCategoryShares, listDailyShares, readDistribution } from "./read.ts";
import { categoryVolumeSchema, platformDaySchema, volumeBucketSchema } from "./schema.ts";

export const analyticsRoutes = (platforms: readonly string[]) => [
  distributionRoute(platforms),
  platformShareRoute(platforms),
  categoryVolumeRoute(platforms),
];

const distributionRoute = (platforms: readonly string[]) =>
  endpoint({
    method: "GET",
    path: "/api/v1/analytics/volume-distribution",
    summary: "How many markets fall into each bucket of lifetime volume",
    description: "Markets of platforms that publish no volume, such as PredictIt, are in no bucket.",
    operationId: "getVolumeDistribution",
    tag: "analytics",
    tier: "pro",
    cache: "data",
    parameters: countFilters(platforms),
    response: arrayOf(volumeBucketSchema),
    table: listTable("volume-distribution", volumeBucketSchema),
    async handler({ store }, input) {
      const buckets = await readDistribution(store, countedPlatforms(platforms, input), input.status);
      return {
        data: buckets.map(({ bucket, markets, sharePercent, volume }) => {
          const { name, min, max } = getVolumeBucket(bucket);
          return {
            bucket: name,
            min,
            max,
            market_count: markets,
            share_percent: sharePercent,
            total_volume: fromCents(volume),
          };
        }),
      };
    },
  });

const platformShareRoute = (platforms: readonly string[]) =>
  endpoint({
    method: "GET",
    path: "/api/v1/analytics/platform-share",
    summary: "Daily volume of each platform, and its share",
    operationId: "getPlatformShare",
    tag: "analytics",
    tier: "pro",
    cache: "clock",
    parameters: {
      days: withDefault(integer({ description: "How many days, today (UTC) the last.", min: 1, max: 365 }), 30),
      real_money_only: withDefault(realMoneyOnly, true),
    },
    response: arrayOf(platformDaySchema),
    table: listTable("platform-share", platformDaySchema),
    async handler(context, { days, real_money_only }) {
      const compared = real_money_only ? platforms.filter(isRealMoney) : platforms;
      const shares = await listDailyShares(context, compared, days);
      return {
        data: shares.map(({ day, platform, volume, sharePercent, markets, isPartial }) => ({
          date: toDate(day),
          platform,
          volume: fromCents(volume),
          share_percent: sharePercent,
          markets,
          partial: isPartial,
        })),
      };
    },
  });

const categoryVolumeRoute = (platforms: readonly string[]) =>
  endpoint({
    method: "GET",
    path: "/api/v1/analytics/category-volume",
    summary: "Lifetime volume by category and platform",
    description: "The largest volume first. A category without markets on a platform has no row.",
    operationId: "getCategoryVolume",
    tag: "analytics",
    tier: "pro",
    cache: "data",
    parameters: countFilters(platforms),
    response: arrayOf(categoryVolumeSchema),
    table: listTable("category-volume", categoryVolumeSchema),
    async handler({ store }, input) {
      const rows = await listCategoryShares(store, countedPlatforms(platforms, input), input.status);
      return {
        data: rows.map(({ category, platform, markets, volume, sharePercent }) => ({
          category,
          platform,
          market_count: markets,
          total_volume: fromCents(volume),
          share_percent: sharePercent,
        })),
      };
    },
  });

/** Which markets are counted. */
const countFilters = (platforms: readonly string[]) => ({
  platform: optional(choice({ description: "Only this platform.", values: platforms })),
  status: withDefault(choice({ description: "Only open or closed markets, or all.", values: STATUSES }), "open"),
  real_money_only: optional(realMoneyUnlessNamed),
});

function countedPlatforms(
  platforms: readonly string[],
  { platform, real_money_only }: Input<ReturnType<typeof countFilters>>,
): readonly string[] {
  const among = platform === undefined ? platforms : [platform];
  return (real_money_only ?? platform === undefined) ? among.filter(isRealMoney) : among;
}

const realMoneyOnly = flag({ description: "Leave out platforms that trade play money." });

/** A platform that is named counts also when it trades play money. */
const realMoneyUnlessNamed = {
  ...realMoneyOnly,
  description: "Leave out platforms that trade play money; true unless platform names one of them.",
  json: { ...realMoneyOnly.json, default: true },
};
