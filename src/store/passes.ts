import { type Db, prepare } from "./database/db.ts";

/** Passes that show what a platform lists now; what an active one does not list has not changed. */
const LISTING_KINDS = ["full", "active"] as const;

/**
 * Reads when a platform's listing was last read to the end, in epoch milliseconds; undefined when it never was. Its
 * markets are as fresh as that.
 */
export function openPasses(db: Db): (platform: string) => number | undefined {
  const latestOk = prepare(db, "runs", "latestOk");
  return (platform) => {
    const times = LISTING_KINDS.flatMap((kind) => {
      const run = latestOk.get({ platform, kind });
      return run?.finishedAt ?? [];
    });
    return times.length === 0 ? undefined : Math.max(...times);
  };
}
