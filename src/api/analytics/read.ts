import type { Context } from "../../context.ts";
import {
  type BucketShare,
  type CategoryShare,
  type DailyShare,
  toCategoryShares,
  toDailyShares,
  toDistribution,
} from "../../domain/analytics.ts";
import { dayOf } from "../../domain/calendar.ts";
import { reportsVolume } from "../../domain/platforms.ts";
import type { CountQuery } from "../../store/analytics.ts";

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
