import type { BucketCount, CategoryCount } from "../domain/analytics.ts";
import type { MarketStatus } from "../domain/markets.ts";
import { consistently, type Db, prepare } from "./database/db.ts";

export interface CountQuery {
  readonly platforms: readonly string[];
  readonly status: MarketStatus | "all";
}

/** Days since 1970-01-01, UTC. */
interface DailyQuery {
  readonly platforms: readonly string[];
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Reads the figures that the writer keeps, over one connection. */
export function openAnalytics(db: Db) {
  const counts = prepare(db, "analytics", "countsOfPlatform");
  const countsOfStatus = prepare(db, "analytics", "countsOfPlatformAndStatus");
  const categories = prepare(db, "analytics", "categoriesOfPlatform");
  const categoriesOfStatus = prepare(db, "analytics", "categoriesOfPlatformAndStatus");
  const volumes = prepare(db, "analytics", "dailyVolumes");
  const recordedSince = prepare(db, "analytics", "recordedSince").pluck();
  const countOf = (platform: string, status: CountQuery["status"]): BucketCount[] =>
    status === "all" ? counts.all({ platform }) : countsOfStatus.all({ platform, status });
  const categoriesOf = (platform: string, status: CountQuery["status"]) =>
    status === "all" ? categories.all({ platform }) : categoriesOfStatus.all({ platform, status });
  return {
    /** Listed markets by platform and category. */
    countByCategory: ({ platforms, status }: CountQuery): CategoryCount[] =>
      consistently(db, () =>
        platforms.flatMap((platform) => categoriesOf(platform, status).map((row) => ({ platform, ...row }))),
      ),

    /** Listed markets by bucket of lifetime volume, in parts that are to be added up. */
    countByVolume: ({ platforms, status }: CountQuery) =>
      consistently(db, () => platforms.flatMap((platform) => countOf(platform, status))),

    listDailyVolumes: ({ platforms, firstDay, lastDay }: DailyQuery) =>
      consistently(db, () => {
        const rows = volumes.all({ firstDay, lastDay });
        return {
          /** Only days on which something was recorded. */
          volumes: rows.filter(({ platform }) => platforms.includes(platform)),
          /** By platform the first day of its records; absent when it has none. */
          recordedSince: new Map(
            platforms.flatMap((platform) => {
              const day = recordedSince.get({ platform });
              return day === null ? [] : [[platform, day] as const];
            }),
          ),
        };
      }),
  };
}
