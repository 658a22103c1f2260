import { type Db, prepare } from "../database/index.ts";
import type { ListNoun } from "./list.ts";

/** So many changes are kept for a reader that has not followed them. */
const MOST_KEPT = 200_000;
const STEP_CHANGES = 20_000;

/** Forgets some changes that are older than the newest 200,000; false when there are none. The caller holds the transaction. */
export function openChangeTrimming(db: Db): () => boolean {
  const trims = (["Market", "Event"] as const).map((noun) => trimming(db, noun));
  return () => trims.map((trim) => trim()).some((isMore) => isMore);
}

function trimming(db: Db, noun: ListNoun): () => boolean {
  const first = prepare(db, "lists", `first${noun}Change`).pluck();
  const last = prepare(db, "lists", `last${noun}Change`).pluck();
  const remove = prepare(db, "lists", `delete${noun}Changes`);
  return () => {
    const excess = Number(last.get() ?? 0) - MOST_KEPT;
    const oldest = Number(first.get() ?? 0);
    if (oldest > excess) return false;
    remove.run(Math.min(excess, oldest + STEP_CHANGES));
    return true;
  };
}
