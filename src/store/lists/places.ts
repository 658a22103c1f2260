import { type Db, prepare } from "../database/db.ts";
import { merge } from "./order.ts";
import { type ListRows, placesOf, reserveRows } from "./rows.ts";

/** The places of rows by platform and id, in their last column. Orders stay as they are when places are counted again. */
export type Places = ReturnType<typeof openPlaces>;

/** Of more new rows than this, a place each takes longer than all at once. */
const MAX_NEW = 5000;

export function openPlaces(db: Db, noun: "Market" | "Event", rows: ListRows) {
  const all = prepare(db, "lists", noun === "Market" ? "marketKeysById" : "eventKeysById").pluck();
  const sortKeys = prepare(db, "lists", `sort${noun}Keys`).raw();
  const next = prepare(db, "lists", `next${noun}Key`).raw();
  const greatest = prepare(db, "lists", `greatest${noun}Key`).pluck();

  const number = (keys: Uint32Array): void => {
    const places = placesOf(rows);
    for (let at = 0; at < keys.length; at++) places[keys[at] ?? 0] = at + 1;
    rows.byPlace = keys;
    rows.unplaced.clear();
  };
  const readAll = (): void => {
    // At once: arrays that grow step by step leave several times as much garbage.
    reserveRows(rows, Number(greatest.get() ?? 0));
    number(Uint32Array.from(all.all()));
  };
  /** How many rows with a place come before each of these, by their keys. */
  const countBefore = (named: readonly PlacedRow[]): Map<number, number> => {
    const places = placesOf(rows);
    const before = new Map<number, number>();
    for (const [key, platform, id] of named.toReversed()) {
      let after = next.get(platform, id);
      // A row that was never listed has no place.
      while (after !== undefined && !before.has(after[0]) && !places[after[0]]) {
        after = next.get(after[1], after[2]);
      }
      const count = after === undefined ? rows.byPlace.length : (before.get(after[0]) ?? (places[after[0]] ?? 0) - 1);
      before.set(key, count);
    }
    return before;
  };

  return {
    /** Gives every stored row its place. */
    readAll,
    /** Gives new rows a place, before any order is asked for. */
    update() {
      const { unplaced } = rows;
      if (unplaced.size === 0) return;
      if (unplaced.size > MAX_NEW) return readAll();
      const named = sortKeys.all(JSON.stringify([...unplaced]));
      const before = countBefore(named);
      const keys = named.map(([key]) => key);
      number(merge(rows.byPlace, keys, (key) => before.get(key) ?? 0));
    },
  };
}

type PlacedRow = readonly [key: number, platform: string, id: string];
