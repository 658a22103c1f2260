import { type Db, openStatements } from "./db.ts";
import { openCounts, valuesOf } from "./list-counts.ts";
import { chooseForPage, filtersFor, where } from "./list-index.ts";
import { isAfter, orderOf, parseCursor, rangesAfter, toCursor } from "./list-order.ts";
import type { KeyPage, ListPlan, Start } from "./list-plan.ts";
import { openTextReader } from "./list-text.ts";
import type { Slice } from "./markets.ts";

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly nextCursor?: string | undefined;
}

/** Reads lists from one connection. */
export function openListReader(db: Db, noun: "Market" | "Event") {
  const statement = openStatements(db);
  const counts = openCounts(db);
  const readText = openTextReader(db, noun, counts);
  const readKeys = (given: ListPlan, start: Start): KeyPage => {
    if (given.access !== undefined) return given.text ? readText(given, given.text, start) : readNamed(given, start);
    const plan = counts.simplify(given);
    if (plan.text !== undefined) return readText(plan, plan.text, start);
    const total = counts.total(plan);
    return start.offset >= total ? { keys: [], total } : { keys: readFromIndex(plan, total, start), total };
  };

  function readFromIndex(plan: ListPlan, total: number, { offset, after, size }: Start): number[] {
    // The second half of a long list is nearer from its end.
    const isNearEnd = after === undefined && offset > total / 2;
    const limit = after === undefined ? Math.min(size + 1, total - offset) : size + 1;
    const skipped = isNearEnd ? total - offset - limit : offset;
    const wanted = { total, wanted: skipped + limit };
    const { filters, isReversed } = plan;
    const index = chooseForPage(plan, wanted, (one) => counts.costOf(plan, one));
    const part = { ...plan, filters: filtersFor(index, filters), isReversed: isReversed !== isNearEnd };
    const ranges = after === undefined ? undefined : rangesAfter(part, index.leading);
    const read = statement(keysText(part, `INDEXED BY ${index.name}`, ranges)).pluck();
    const keys = read.all({ ...valuesOf(filters), ...after, limit, offset: skipped }) as number[];
    return isNearEnd ? keys.reverse() : keys;
  }

  function readNamed(plan: ListPlan, { offset, after, size }: Start): KeyPage {
    const values = valuesOf(plan.filters);
    const part = { limit: size + 1, offset };
    const keys = statement(keysText(plan, plan.access ?? "", after === undefined ? undefined : [isAfter(plan)]))
      .pluck()
      .all({ ...values, ...after, ...part });
    const arms = plan.statuses.map(
      (status) =>
        `(SELECT count(*) FROM ${plan.table} ${plan.access} WHERE ${where(status, plan.filters, plan.isListed)})`,
    );
    return { keys: keys as number[], total: counts.figure(`SELECT ${arms.join(" + ")}`, values) };
  }

  return {
    readPage<Row extends { platform: string; id: string }>(plan: ListPlan, slice: Slice): ListPage<Row> {
      const start = toStart(plan, slice);
      counts.renew();
      const { keys, total } = readKeys(plan, start);
      const values = { keys: JSON.stringify(keys.slice(0, start.size)) };
      const rows = statement(rowsText(plan)).all(values) as (Row & { sortKey: number })[];
      const last = rows.at(-1);
      if (keys.length <= start.size || last === undefined) return { rows, total };
      return { rows, total, nextCursor: toCursor([last.sortKey, last.platform, last.id], plan) };
    },
  };
}

function toStart(plan: ListPlan, slice: Slice): Start {
  const { size } = slice;
  if ("page" in slice) return { offset: (slice.page - 1) * size, after: undefined, size };
  return { offset: 0, after: parseCursor(slice.after, plan), size };
}

/** The keys of a part of a list: of its ranges, where it does not begin at its beginning. */
function keysText(plan: ListPlan, access: string, ranges: readonly string[] = ["true"]): string {
  const arms = plan.statuses.flatMap((status) =>
    ranges.map(
      (range) =>
        `SELECT ${plan.key}, ${plan.sortKey} AS sortKey, platform, id FROM ${plan.table} ${access}` +
        ` WHERE ${where(status, plan.filters, plan.isListed)} AND ${range}`,
    ),
  );
  return `${arms.join(" UNION ALL ")} ORDER BY ${orderOf(plan)} LIMIT @limit OFFSET @offset`;
}

/** Rows by their keys, in the order of those. */
const rowsText = ({ table, key, columns, sortKey }: ListPlan): string =>
  `SELECT ${columns}, ${sortKey} AS sortKey FROM (SELECT value AS listed FROM json_each(@keys))` +
  ` CROSS JOIN ${table} ON ${key} = listed`;
