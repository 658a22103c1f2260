import { HOUR_MS } from "../clock.ts";
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
import { dayOf } from "../domain/calendar.ts";
import { isRealMoney, reportsVolume } from "../domain/platforms.ts";
import type { Cents } from "../domain/prices.ts";
import { endpoint } from "../http/endpoint.ts";
import { platformList, STATUSES } from "../http/filters.ts";
import { choice, flag, type Input, optional, wholeNumber, withDefault } from "../http/parameters.ts";
import { arrayOf, boolean, integer, noun, nullable, number, oneOf, publisher, type Schema } from "../http/schema.ts";
import { listTable } from "../http/tables/table.ts";
import { categorySchema, date, money, percent, platformSchema } from "../http/value-schemas.ts";
import type { CountQuery } from "../store/analytics.ts";

const volumeBucketSchema = noun<BucketShare & VolumeBucket>("VolumeBucket")(
  {
    bucket: oneOf(
      VOLUME_BUCKETS.map(({ name }) => name),
      "Its name.",
    ) as Schema<string, string>,
    min: number("Smallest lifetime volume in it, USD.", 0, { minimum: 0 }),
    max: nullable(number("Its upper bound, not included, USD; null for the last.", 100, { minimum: 0 })),
    market_count: integer("How many markets are in it.", 1_204),
    share_percent: percent("Their share of all markets.", 12.5),
    total_volume: money("The volume of all of them.", 48_210.75),
  },
  { bucket: "name", market_count: "markets", total_volume: "volume" },
);
const toVolumeBucket = publisher(volumeBucketSchema);

const platformDaySchema = noun<DailyShare>("PlatformDay")(
  {
    date: date("The day, UTC.", "2026-11-19"),
    platform: platformSchema,
    volume: money("What was traded that day.", 1_250_000),
    share_percent: percent("Its share of what all platforms traded.", 61.3),
    markets: integer("Open markets, the highest count of the day.", 8_450),
    partial: boolean("Whether the volume is not that of the whole day.", false),
  },
  { date: "day", partial: "isPartial" },
);
const toPlatformDay = publisher(platformDaySchema);

const categoryVolumeSchema = noun<CategoryShare>("CategoryVolume")(
  {
    category: categorySchema,
    platform: platformSchema,
    market_count: integer("How many markets it has there.", 1_204),
    total_volume: money("Their lifetime volume; 0 where the platform publishes none.", 4_821_075.5),
    share_percent: percent("Its share of the volume of all rows.", 12.5),
  },
  { market_count: "markets", total_volume: "volume" },
);
const toCategoryVolume = publisher(categoryVolumeSchema);

/** One hour of the week. */
export interface ActiveHour {
  /** From Monday 0:00 UTC. */
  readonly hourOfWeek: number;
  readonly volume: Cents;
  readonly changes: number;
}

export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const activeHourSchema = noun<ActiveHour>("ActiveHour")(
  {
    weekday: oneOf(WEEKDAYS, "The day of the week, UTC."),
    hour: integer("The hour of the day, UTC.", 14),
    volume: money("What was traded in such hours.", 412_000),
    price_changes: integer("How often a price changed in them, as this service saw it.", 18_240),
  },
  {
    weekday: ({ hourOfWeek }) => WEEKDAYS[Math.floor(hourOfWeek / 24)] ?? "monday",
    hour: ({ hourOfWeek }) => hourOfWeek % 24,
    price_changes: "changes",
  },
);
const toActiveHour = publisher(activeHourSchema);

export const analyticsRoutes = (platforms: readonly string[]) => [
  distributionRoute(platforms),
  platformShareRoute(platforms),
  categoryVolumeRoute(platforms),
  activityRoute(platforms),
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
    response: arrayOf(volumeBucketSchema),
    table: listTable("volume-distribution", volumeBucketSchema),
    async handler({ store }, input) {
      const buckets = await readDistribution(store, countedPlatforms(platforms, input), input.status);
      return { data: buckets.map((share) => toVolumeBucket({ ...share, ...getVolumeBucket(share.bucket) })) };
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
      days: withDefault(wholeNumber({ description: "How many days, today (UTC) the last.", min: 1, max: 365 }), 30),
      real_money_only: withDefault(realMoneyOnly, true),
    },
    response: arrayOf(platformDaySchema),
    table: listTable("platform-share", platformDaySchema),
    async handler(context, { days, real_money_only }) {
      const compared = real_money_only ? platforms.filter(isRealMoney) : platforms;
      const shares = await listDailyShares(context, compared, days);
      return { data: shares.map(toPlatformDay) };
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
    response: arrayOf(categoryVolumeSchema),
    table: listTable("category-volume", categoryVolumeSchema),
    async handler({ store }, input) {
      const rows = await listCategoryShares(store, countedPlatforms(platforms, input), input.status);
      return { data: rows.map(toCategoryVolume) };
    },
  });

const activityRoute = (platforms: readonly string[]) =>
  endpoint({
    path: "/api/v1/analytics/activity",
    summary: "When there is trade: volume and price changes by weekday and hour",
    description: "All 168 hours of a week from Monday on, added up over whole weeks that end with the present hour.",
    operationId: "getActivity",
    tag: "analytics",
    tier: "free",
    cache: "clock",
    parameters: {
      platform: optional(platformList(platforms, "Only these platforms, separated by commas.")),
      weeks: withDefault(wholeNumber({ description: "How many weeks.", min: 1, max: 52 }), 4),
      real_money_only: optional(realMoneyUnlessNamed),
    },
    response: arrayOf(activeHourSchema),
    table: listTable("activity", activeHourSchema),
    async handler(context, { weeks, ...input }) {
      return { data: (await listActivity(context, countedPlatforms(platforms, input), weeks)).map(toActiveHour) };
    },
  });

/** All hours of the week, over whole weeks that end with the present hour. */
export async function listActivity(
  { store, clock }: Pick<Context, "store" | "clock">,
  platforms: readonly string[],
  weeks: number,
): Promise<readonly ActiveHour[]> {
  const to = Math.floor(clock.now() / HOUR_MS) + 1;
  const week = Array.from({ length: HOURS_A_WEEK }, (_, hourOfWeek) => ({ hourOfWeek, volume: 0, changes: 0 }));
  for (const row of await store.analytics.listActivity({ platforms, from: to - weeks * HOURS_A_WEEK, to })) {
    const hour = week[(row.hour + MONDAY) % HOURS_A_WEEK];
    if (hour === undefined) continue;
    hour.volume += row.volume;
    hour.changes += row.changes;
  }
  return week;
}

/** 1970 began on a Thursday. */
const MONDAY = 3 * 24;
const HOURS_A_WEEK = 7 * 24;

/** Which markets are counted. */
const countFilters = (platforms: readonly string[]) => ({
  platform: optional(platformList(platforms, "Only these platforms, separated by commas.")),
  status: withDefault(choice({ description: "Only open or closed markets, or all.", values: STATUSES }), "open"),
  real_money_only: optional(realMoneyUnlessNamed),
});

function countedPlatforms(
  platforms: readonly string[],
  { platform, real_money_only }: Pick<Input<ReturnType<typeof countFilters>>, "platform" | "real_money_only">,
): readonly string[] {
  const among = platform ?? platforms;
  return (real_money_only ?? platform === undefined) ? among.filter(isRealMoney) : among;
}

const realMoneyOnly = flag({ description: "Leave out platforms that trade play money." });

/** A platform that is named counts also when it trades play money. */
const realMoneyUnlessNamed = {
  ...realMoneyOnly,
  description: "Leave out platforms that trade play money; true unless platform names one of them.",
  json: { ...realMoneyOnly.json, default: true },
};

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
