import { type Db, prepare, prepareText } from "./db.ts";

/**
 * Caches something for each connection until another one commits; `make` makes it. A connection that writes gets a new one
 * each time.
 */
export function cacheUntilCommit<T>(make: () => T): (db: Db) => T {
  const cached = new WeakMap<Db, { readonly at: unknown; readonly value: T }>();
  return (db) => {
    if (!db.readonly) return make();
    const at = prepareText(db, "PRAGMA data_version").pluck().get();
    const known = cached.get(db);
    if (known !== undefined && known.at === at) return known.value;
    const value = make();
    cached.set(db, { at, value });
    return value;
  };
}

/** The counter's name in job_positions. */
const COUNTER = "data";

const ANNOUNCED_EVERY_MS = 1000;

/**
 * A number that changes, at most about once a second, with what is published; keys and their use do not change it.
 * Undefined while it cannot be read.
 */
export function openDataVersion(db: Db): () => number | undefined {
  const commits = prepareText(db, "PRAGMA data_version").pluck();
  const count = prepare(db, "properties", "findPosition").pluck();
  let readAt: unknown;
  let version = 0;
  return () => {
    try {
      const now = commits.get();
      // Another connection has committed since.
      if (now !== readAt) {
        version = Number(count.get(COUNTER) ?? 0);
        readAt = now;
      }
      return version;
    } catch {
      // The next query reports what is wrong.
      return undefined;
    }
  };
}

/**
 * Runs `work` and counts the version up if it changed anything. Parts of a longer job count up once a second, and its
 * end does for the rest. The caller holds the transaction.
 */
export function openVersioning(db: Db): <T>(work: () => T, isPart?: boolean) => T {
  const changes = prepareText(db, "SELECT total_changes()").pluck();
  const countUp = prepare(db, "properties", "countUp");
  let hasUnannounced = false;
  let announcedAt = Number.NEGATIVE_INFINITY;
  return (work, isPart = false) => {
    const before = changes.get();
    const result = work();
    if (changes.get() !== before) hasUnannounced = true;
    if (hasUnannounced && (!isPart || performance.now() - announcedAt >= ANNOUNCED_EVERY_MS)) {
      countUp.run(COUNTER);
      hasUnannounced = false;
      announcedAt = performance.now();
    }
    return result;
  };
}
