import { getVolumeBucket, toDailyShares, toDistribution } from "../../domain/analytics.ts";
import { dayOf, toDate } from "../../domain/calendar.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { fromCents } from "../../domain/prices.ts";
import { endpoint } from "../../http/endpoint.ts";
import { STATUSES } from "../../http/filters.ts";
import { choice, flag, integer, optional, withDefault } from "../../http/parameters.ts";
import { arrayOf } from "../../http/schema.ts";
import { platformDaySchema, volumeBucketSchema } from "./schema.ts";

export const analyticsRoutes = (platforms: readonly string[]) => [
  volumeDistribution(platforms),
  platformShare(platforms),
];

const volumeDistribution = (platforms: readonly string[]) =>
  endpoint({
    method: "GET",
    path: "/api/v1/analytics/volume-distribution",
    summary: "How many markets fall into each bucket of lifetime volume",
    operationId: "getVolumeDistribution",
    tag: "analytics",
    tier: "pro",
    cache: "data",
    parameters: {
      platform: optional(choice({ description: "Only this platform.", values: platforms })),
      status: withDefault(choice({ description: "Only open or closed markets, or all.", values: STATUSES }), "open"),
      real_money_only: optional(realMoneyUnlessAsked),
    },
    response: arrayOf(volumeBucketSchema),
    async handler({ store }, { platform, status, real_money_only }) {
      const among = platform === undefined ? platforms : [platform];
      const isRealOnly = real_money_only ?? platform === undefined;
      const counted = isRealOnly ? among.filter(isRealMoney) : among;
      const buckets = toDistribution(await store.analytics.countByVolume({ platforms: counted, status }));
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

const platformShare = (platforms: readonly string[]) =>
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
    async handler({ store, clock }, { days, real_money_only }) {
      const lastDay = dayOf(clock.now());
      const compared = real_money_only ? platforms.filter(isRealMoney) : platforms;
      const query = { platforms: compared, firstDay: lastDay - days + 1, lastDay };
      const shares = toDailyShares({ ...query, ...(await store.analytics.listDailyVolumes(query)) });
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

const realMoneyOnly = flag({ description: "Leave out platforms that trade play money." });

/** Who asks for one platform by name wants its figures, whatever its money. */
const realMoneyUnlessAsked = {
  ...realMoneyOnly,
  description: "Leave out platforms that trade play money; true unless platform names one of them.",
  json: { ...realMoneyOnly.json, default: true },
};

const isRealMoney = (platform: string): boolean => getPlatform(platform).money === "real";
