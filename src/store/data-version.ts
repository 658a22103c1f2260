import { type Db, prepare, prepareText } from "./db.ts";

/** What the writer counts up whenever it has changed what is published. */
const DATA = "data";

/**
 * A number that changes with what is published, and not with keys and their usage; undefined while it cannot be read.
 * Every commit is noticed, whoever made it; the count is only read after one.
 */
export function openDataVersion(db: Db): () => number | undefined {
  const commits = prepareText(db, "PRAGMA data_version").pluck();
  const count = prepare(db, "properties", "findPosition").pluck();
  let seen: unknown;
  let version = 0;
  return () => {
    try {
      const now = commits.get();
      if (now !== seen) {
        version = Number(count.get(DATA) ?? 0);
        seen = now;
      }
      return version;
    } catch {
      // Whoever reads next will say what is wrong.
      return undefined;
    }
  };
}

/** Runs `work` and counts the version up where it changed anything. The caller holds the transaction. */
export function openVersioning(db: Db): <T>(work: () => T) => T {
  const changes = prepareText(db, "SELECT total_changes()").pluck();
  const countUp = prepare(db, "properties", "countUp");
  return (work) => {
    const before = changes.get();
    const result = work();
    if (changes.get() !== before) countUp.run(DATA);
    return result;
  };
}
