import { endOf, keepKnown, type PricePoint, toCriterionPrices } from "../../domain/accuracy.ts";
import { type Db, prepare } from "../database/db.ts";
import { openBars } from "./prices.ts";

/** The writer's side of the prices that resolved markets are judged by. The caller holds the transaction. */
export function openCriterionPrices(db: Db) {
  const findResolved = prepare(db, "criteria", "findResolved");
  const find = prepare(db, "criteria", "find");
  const listMarketsAfter = prepare(db, "criteria", "listMarketsAfter");
  const listUnpriced = prepare(db, "criteria", "listUnpriced");
  const save = prepare(db, "criteria", "save");
  const saveAgain = prepare(db, "criteria", "saveAgain");
  const readBars = openBars(db);
  return {
    /**
     * Keeps those of a resolved market, from what the archive has now or from `past`, oldest first. What was kept for the
     * same end stays, unless the archive `isLonger` than it was. Readers then notice what else has changed of the market.
     */
    keep(
      marketKey: number,
      { past, isLonger = false }: { past?: readonly PricePoint[]; isLonger?: boolean } = {},
    ): void {
      const market = findResolved.get(marketKey);
      // Readers have to notice that an outcome was taken back.
      if (market === undefined) return void saveAgain.run(marketKey);
      const { createdAt, closesAt, resolvedAt } = market;
      const endsAt = toSeconds(endOf(closesAt, resolvedAt));
      const points = past ?? readBars(marketKey, { from: 0, to: endsAt - 1, limit: ALL }).toReversed();
      const found = toCriterionPrices(points, { startsAt: createdAt === null ? null : toSeconds(createdAt), endsAt });
      const before = find.get(marketKey);
      const prices = before?.endedAt === endsAt ? keepKnown(before, found, isLonger) : found;
      save.run({ marketKey, endedAt: endsAt, ...prices });
    },

    /** The next markets of a walk over all. */
    listAfter: (after: number, limit: number) => listMarketsAfter.all({ after, limit }),

    /** The next markets of a walk over those that resolved, for one platform. */
    listUnpriced: (walk: { readonly platform: string; readonly after: number; readonly limit: number }) =>
      listUnpriced.all(walk),
  };
}

const ALL = Number.MAX_SAFE_INTEGER - 1;

/** Of the archive: whole epoch seconds. */
const toSeconds = (ms: number): number => Math.floor(ms / 1000);
