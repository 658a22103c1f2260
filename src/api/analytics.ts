import { dayOf } from "../clock.ts";
import type { Context } from "../context.ts";
import {
  type BucketShare,
  type CategoryShare,
  type DailyShare,
  getVolumeBucket,
  toCategoryShares,
  toDailyShares,
  toDistribution,
  VOLUME_BUCKETS,
  type VolumeBucket,
} from "../domain/analytics.ts";
import { isRealMoney, reportsVolume } from "../domain/platforms.ts";
import { platformList, STATUSES } from "../http/filters.ts";
import * as p from "../http/parameters.ts";
import { endpoint } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { listTable } from "../http/table.ts";
import { categorySchema, date, money, percent, platformSchema } from "../http/value-schemas.ts";
import type { CountQuery } from "../store/analytics.ts";

const volumeBucketSchema = s.noun<BucketShare & VolumeBucket>("VolumeBucket")(
  {
    bucket: s.oneOf(
      VOLUME_BUCKETS.map(({ name }) => name),
      "Its name.",
    ) as s.Schema<string, string>,
    min: s.number("Smallest lifetime volume in it, USD.", 0, { minimum: 0 }),
    max: s.nullable(s.number("Its upper bound, not included, USD; null for the last.", 100, { minimum: 0 })),
    market_count: s.integer("How many markets are in it.", 1_204),
    share_percent: percent("Their share of all markets.", 12.5),
    total_volume: money("The volume of all of them.", 48_210.75),
  },
  { bucket: "name", market_count: "markets", total_volume: "volume" },
);

const platformDaySchema = s.noun<DailyShare>("PlatformDay")(
  {
    date: date("The day, UTC.", "2026-11-19"),
    platform: platformSchema,
    volume: money("What was traded that day.", 1_250_000),
    share_percent: percent("Its share of what all platforms traded.", 61.3),
    markets: s.integer("Open markets, the highest count of the day.", 8_450),
    partial: s.boolean("Whether the volume is not that of the whole day.", false),
  },
  { date: "day", partial: "isPartial" },
);

const categoryVolumeSchema = s.noun<CategoryShare>("CategoryVolume")(
  {
    category: categorySchema,
    platform: platformSchema,
    market_count: s.integer("How many markets it has there.", 1_204),
    total_volume: money("Their lifetime volume; 0 where the platform publishes none.", 4_821_075.5),
    share_percent: percent("Its share of the volume of all rows.", 12.5),
  },
  { market_count: "markets", total_volume: "volume" },
);

export const analyticsRoutes = (platforms: readonly string[]) => [
  distributionRoute(platforms),
  platformShareRoute(platforms),
  categoryVolumeRoute(platforms),
];

const distributionRoute = (platforms: readonly string[]) =>
  endpoint({
    path: "/api/v1/analytics/volume-distribution",
    summary: "How many markets fall into each bucket of lifetime volume",
    description: "Markets of platforms that publish no volume, such as PredictIt, are in no bucket.",
    operationId: "getVolumeDistribution",
    tag: "analytics",
    tier: "pro",
    cache: "data",
    parameters: countFilters(platforms),
    response: s.arrayOf(volumeBucketSchema),
    table: listTable("volume-distribution", volumeBucketSchema),
    async handler({ store }, input) {
      const buckets = await readDistribution(store, countedPlatforms(platforms, input), input.status);
      return { data: buckets.map((share) => ({ ...share, ...getVolumeBucket(share.bucket) })) };
    },
  });

const platformShareRoute = (platforms: readonly string[]) =>
  endpoint({
    path: "/api/v1/analytics/platform-share",
    summary: "Daily volume of each platform, and its share",
    operationId: "getPlatformShare",
    tag: "analytics",
    tier: "pro",
    cache: "clock",
    parameters: {
      days: p.withDefault(p.wholeNumber({ description: "How many days, today (UTC) the last.", min: 1, max: 365 }), 30),
      real_money_only: p.withDefault(realMoneyOnly, true),
    },
    response: s.arrayOf(platformDaySchema),
    table: listTable("platform-share", platformDaySchema),
    async handler(context, { days, real_money_only }) {
      const compared = real_money_only ? platforms.filter(isRealMoney) : platforms;
      const shares = await listDailyShares(context, compared, days);
      return { data: shares };
    },
  });

const categoryVolumeRoute = (platforms: readonly string[]) =>
  endpoint({
    path: "/api/v1/analytics/category-volume",
    summary: "Lifetime volume by category and platform",
    description: "The largest volume first. A category without markets on a platform has no row.",
    operationId: "getCategoryVolume",
    tag: "analytics",
    tier: "pro",
    cache: "data",
    parameters: countFilters(platforms),
    response: s.arrayOf(categoryVolumeSchema),
    table: listTable("category-volume", categoryVolumeSchema),
    async handler({ store }, input) {
      const rows = await listCategoryShares(store, countedPlatforms(platforms, input), input.status);
      return { data: rows };
    },
  });

/** Which markets are counted. */
const countFilters = (platforms: readonly string[]) => ({
  platform: p.optional(platformList(platforms, "Only these platforms, separated by commas.")),
  status: p.withDefault(p.choice({ description: "Only open or closed markets, or all.", values: STATUSES }), "open"),
  real_money_only: p.optional(realMoneyUnlessNamed),
});

function countedPlatforms(
  platforms: readonly string[],
  { platform, real_money_only }: Pick<p.Input<ReturnType<typeof countFilters>>, "platform" | "real_money_only">,
): readonly string[] {
  const among = platform ?? platforms;
  return (real_money_only ?? platform === undefined) ? among.filter(isRealMoney) : among;
}

const realMoneyOnly = p.flag({ description: "Leave out platforms that trade play money." });

/** A platform that is named counts also when it trades play money. */
const realMoneyUnlessNamed = p.withStandard(
  p.describedAs(realMoneyOnly, "Leave out platforms that trade play money; true unless platform names one of them."),
  true,
);

/** Markets by bucket of lifetime volume, one row for each bucket. Leaves out platforms that publish no volume. */
export const readDistribution = async (
  { analytics }: Context["store"],
  platforms: readonly string[],
  status: CountQuery["status"],
): Promise<readonly BucketShare[]> =>
  toDistribution(await analytics.countByVolume({ platforms: platforms.filter(reportsVolume), status }));

/** Lifetime volume by category and platform, the largest first. */
export const listCategoryShares = async (
  { analytics }: Context["store"],
  platforms: readonly string[],
  status: CountQuery["status"],
): Promise<readonly CategoryShare[]> => toCategoryShares(await analytics.countByCategory({ platforms, status }));

/** The volume of each platform on each of the last `days` days, today (UTC) included. */
export async function listDailyShares(
  { store, clock }: Pick<Context, "store" | "clock">,
  platforms: readonly string[],
  days: number,
): Promise<readonly DailyShare[]> {
  const lastDay = dayOf(clock.now());
  const query = { platforms, firstDay: lastDay - days + 1, lastDay };
  return toDailyShares({ ...query, ...(await store.analytics.listDailyVolumes(query)) });
}
