import { type Db, prepare } from "../database/index.ts";

/** Notes which rows readers of lists have to read again. The caller holds the transaction. */
export type ListChanges = ReturnType<typeof openListChanges>;

export function openListChanges(db: Db) {
  const addMarkets = prepare(db, "lists", "addMarketChanges");
  const addEvents = prepare(db, "lists", "addEventChanges");
  return {
    addMarkets: (marketKeys: Iterable<number>): void => void addMarkets.run(JSON.stringify([...marketKeys])),
    addEvents: (eventKeys: Iterable<number>): void => void addEvents.run(JSON.stringify([...eventKeys])),
  };
}
