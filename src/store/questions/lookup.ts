import { type Db, getQuery, prepare, prepareText } from "../database/index.ts";

/** What became of a question's id. */
export type QuestionLookup =
  | { readonly questionKey: number; readonly isMoved: boolean; readonly market: FormerMarket }
  /** The market it began with, once its markets are no longer matched. */
  | { readonly formerMarket: FormerMarket };

interface FormerMarket {
  readonly platform: string;
  readonly id: string;
}

/** Finds the question that an id names now; undefined for one that never was. The caller holds the transaction. */
export function openLookup(db: Db): (id: string) => QuestionLookup | undefined {
  const find = (name: string) =>
    prepareText(db, `${getQuery("questions", "lookupColumns")} ${getQuery("questions", name)}`);
  const [byId, byKey] = [find("byId"), find("byKey")];
  return (id) => {
    const first = byId.get({ id }) as LookupRow | undefined;
    if (first === undefined) return undefined;
    const market = { platform: first.platform, id: first.marketId };
    const seen = new Set<number>();
    let row: LookupRow | undefined = first;
    while (row !== undefined && !seen.has(row.questionKey)) {
      const { questionKey, currentKey, successorKey }: LookupRow = row;
      if (currentKey !== null) return { questionKey: currentKey, isMoved: currentKey !== first.questionKey, market };
      seen.add(questionKey);
      row = successorKey === null ? undefined : (byKey.get({ questionKey: successorKey }) as LookupRow | undefined);
    }
    return { formerMarket: market };
  };
}

/** Finds the key of the group of the question that an id names now. The caller holds the transaction. */
export function openGroupLookup(db: Db): (id: string) => number | undefined {
  const lookUp = openLookup(db);
  const groupOf = prepare(db, "questions", "groupOf").pluck();
  return (id) => {
    const found = lookUp(id);
    if (found === undefined || "formerMarket" in found) return undefined;
    return (groupOf.get({ questionKey: found.questionKey }) as number | null | undefined) ?? undefined;
  };
}

interface LookupRow {
  readonly questionKey: number;
  /** The question of the group that its market is in now. */
  readonly currentKey: number | null;
  readonly successorKey: number | null;
  readonly platform: string;
  readonly marketId: string;
}
