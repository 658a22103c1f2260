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

/** Listed markets by platform and category. */
export const countByCategory = (db: Db, { platforms, status }: CountQuery): CategoryCount[] =>
  consistently(db, () =>
    platforms.flatMap((platform) =>
      prepare(db, "analytics", "countByCategory")
        .all({ platform, statuses: toStatuses(status) })
        .map((row) => ({ platform, ...row })),
    ),
  );

/** Listed markets by bucket of lifetime volume, in parts that are to be added up. */
export const countByVolume = (db: Db, { platforms, status }: CountQuery): BucketCount[] =>
  consistently(db, () =>
    platforms.flatMap((platform) =>
      prepare(db, "analytics", "countByBucket").all({ platform, statuses: toStatuses(status) }),
    ),
  );

const toStatuses = (status: CountQuery["status"]): string =>
  JSON.stringify(status === "all" ? ["open", "closed"] : [status]);

export const listDailyVolumes = (db: Db, { platforms, firstDay, lastDay }: DailyQuery) =>
  consistently(db, () => {
    const rows = prepare(db, "analytics", "dailyVolumes").all({ firstDay, lastDay });
    const recordedSince = prepare(db, "analytics", "recordedSince").pluck();
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
  });
