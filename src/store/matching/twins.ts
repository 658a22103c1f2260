import { HOUR_MS } from "../../clock.ts";
import { type Db, prepare } from "../database/db.ts";

/** Two markets of one platform that list the same question. */
export interface Twins {
  readonly marketKey: number;
  readonly twinKey: number;
}

/** Twins close at about the same time. Without a date in the question, the close time alone tells two days apart. */
const CLOSES = { datedMs: 36 * HOUR_MS, undatedMs: 2 * HOUR_MS };

/** More markets with one text differ in what the text leaves out. */
const MAX_TWINS = 3;

/** Markets that a platform lists twice. The caller holds the transaction. */
export function openTwins(db: Db) {
  const list = prepare(db, "matches", "listTwins");
  return {
    /** The twins of these markets, each with the market it is a twin of. */
    list: (marketKeys: readonly number[]): Twins[] =>
      list.all({ keys: JSON.stringify(marketKeys), maxTwins: MAX_TWINS, ...CLOSES }) as Twins[],
  };
}

/** Each market that has twins, twins included, with the smallest key among them and their own twins. */
export function toNodes(found: readonly Twins[]): [marketKey: number, nodeKey: number][] {
  const parents = new Map<number, number>();
  const rootOf = (key: number): number => {
    const parent = parents.get(key) ?? key;
    return parent === key ? key : rootOf(parent);
  };
  for (const { marketKey, twinKey } of found) {
    const [one, other] = [rootOf(marketKey), rootOf(twinKey)];
    const root = Math.min(one, other);
    for (const key of [marketKey, twinKey, one, other]) parents.set(key, root);
  }
  return [...parents.keys()].map((key) => [key, rootOf(key)]);
}
