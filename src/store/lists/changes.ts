import { type Db, prepare } from "../database/index.ts";
import type { ListNoun } from "./list.ts";

/** A reader that is further behind reads all rows again. */
const MAX_KEPT_CHANGES = 200_000;
const STEP_CHANGES = 20_000;

/** The writer's side of lists: which rows readers have to read again. The caller holds the transaction. */
export type ListChanges = ReturnType<typeof openListChanges>;

export function openListChanges(db: Db) {
  const addMarkets = prepare(db, "lists", "addMarketChanges");
  const addEvents = prepare(db, "lists", "addEventChanges");
  const trims = [openTrim(db, "Market"), openTrim(db, "Event")];
  return {
    addMarkets: (marketKeys: Iterable<number>): void => void addMarkets.run(JSON.stringify([...marketKeys])),
    addEvents: (eventKeys: Iterable<number>): void => void addEvents.run(JSON.stringify([...eventKeys])),
    /** Deletes some changes older than the newest 200,000; false when there are none. */
    trimSome: (): boolean => trims.map((trim) => trim()).some((isMore) => isMore),
  };
}

function openTrim(db: Db, noun: ListNoun): () => boolean {
  const first = prepare(db, "lists", `first${noun}Change`).pluck();
  const last = prepare(db, "lists", `last${noun}Change`).pluck();
  const remove = prepare(db, "lists", `delete${noun}Changes`);
  return () => {
    const excess = Number(last.get() ?? 0) - MAX_KEPT_CHANGES;
    const oldest = Number(first.get() ?? 0);
    if (oldest > excess) return false;
    remove.run(Math.min(excess, oldest + STEP_CHANGES));
    return true;
  };
}
