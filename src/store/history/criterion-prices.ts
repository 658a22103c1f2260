import { endOf, toCriterionPrices } from "../../domain/accuracy.ts";
import { type Db, prepare } from "../database/db.ts";
import { openBars } from "./prices.ts";

/** The writer's side of the prices that resolved markets are judged by. The caller holds the transaction. */
export function openCriterionPrices(db: Db) {
  const findResolved = prepare(db, "criteria", "findResolved");
  const listMarketsAfter = prepare(db, "criteria", "listMarketsAfter");
  const save = prepare(db, "criteria", "save");
  const saveAgain = prepare(db, "criteria", "saveAgain");
  const readBars = openBars(db);
  const keep = (marketKey: number): void => {
    const market = findResolved.get(marketKey);
    // Readers have to notice that an outcome was taken back.
    if (market === undefined) return void saveAgain.run(marketKey);
    const { createdAt, closesAt, resolvedAt } = market;
    const endsAt = toSeconds(endOf(closesAt, resolvedAt));
    const points = readBars(marketKey, { from: 0, to: endsAt - 1, limit: ALL }).toReversed();
    const prices = toCriterionPrices(points, { startsAt: createdAt === null ? null : toSeconds(createdAt), endsAt });
    save.run({ marketKey, endedAt: endsAt, ...prices });
  };
  return {
    /** Keeps those of a resolved market from what the archive has now. */
    keep,

    /** The next markets of a walk over all. */
    listAfter: (after: number, limit: number) => listMarketsAfter.all({ after, limit }),
  };
}

const ALL = Number.MAX_SAFE_INTEGER - 1;

/** Of the archive: whole epoch seconds. */
const toSeconds = (ms: number): number => Math.floor(ms / 1000);
