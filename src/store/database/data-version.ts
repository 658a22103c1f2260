import { type Db, prepare, prepareText } from "./db.ts";

/** Counted up with every commit that changes what is published. */
const EXACT = "data";
/** The same, told no more than once a second while a long job goes on. */
const TOLD = "data-told";

const TOLD_EVERY_MS = 1000;

/**
 * A number that changes with what is published, and not with keys and their usage; undefined while it cannot be read.
 * `exact` notices every commit, whoever made it; `told` is for what may be a second old.
 */
export function openDataVersion(db: Db, kind: "exact" | "told"): () => number | undefined {
  const commits = prepareText(db, "PRAGMA data_version").pluck();
  const count = prepare(db, "properties", "findPosition").pluck();
  const name = kind === "exact" ? EXACT : TOLD;
  let seen: unknown;
  let version = 0;
  return () => {
    try {
      const now = commits.get();
      // Read only after a commit.
      if (now !== seen) {
        version = Number(count.get(name) ?? 0);
        seen = now;
      }
      return version;
    } catch {
      // Whoever reads next will say what is wrong.
      return undefined;
    }
  };
}

/**
 * Runs `work` and counts the versions up where it changed anything; a part of a longer job is told of with a later one.
 * The caller holds the transaction.
 */
export function openVersioning(db: Db): <T>(work: () => T, isPart?: boolean) => T {
  const changes = prepareText(db, "SELECT total_changes()").pluck();
  const countUp = prepare(db, "properties", "countUp");
  let isUntold = false;
  let toldAt = Number.NEGATIVE_INFINITY;
  return (work, isPart = false) => {
    const before = changes.get();
    const result = work();
    if (changes.get() !== before) {
      countUp.run(EXACT);
      isUntold = true;
    }
    if (isUntold && (!isPart || performance.now() - toldAt >= TOLD_EVERY_MS)) {
      countUp.run(TOLD);
      isUntold = false;
      toldAt = performance.now();
    }
    return result;
  };
}
