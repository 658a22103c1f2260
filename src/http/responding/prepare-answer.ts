import type { Context } from "../../context.ts";
import { dayOf, toDate } from "../../domain/calendar.ts";
import type { Query } from "../query.ts";
import { type Enveloped, type Handled, isStorable, type Streamed } from "../route.ts";
import type { Format, TableFormat } from "../tables/format.ts";
import { toTableText } from "../tables/table.ts";
import type { ResolvedRequest } from "../validate.ts";
import { type Prepared, prepare, prepareTable } from "./prepare.ts";

/** What an answer is made for. */
interface AnsweredRequest {
  readonly resolved: ResolvedRequest;
  readonly query: Query;
  /** Percent-encoded. */
  readonly path: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Turns what a handler answered into bytes of the format that was asked for. Errors stay JSON. */
export function prepareAnswer(
  { store, site }: Pick<Context, "store" | "site">,
  answer: Exclude<Handled, Streamed>,
  asked: AnsweredRequest,
): Prepared {
  const { route, input } = asked.resolved;
  const { table } = route;
  const format = input.format as Format;
  const options = { isDemo: store.isDemo, isStorable: isStorable(route), isNegotiated: table !== undefined };
  if (table === undefined || format === "json" || !("data" in answer)) return prepare(answer, options);
  return prepareTable(toTableText(table, answer.data, format), format, {
    isStorable: options.isStorable,
    file: toFileName(table.name, asked.now, format),
    next: findNext(answer.meta, asked, site.origin()),
    total: numberIn(answer.meta, "total"),
    warnings: [...(answer.meta?.warnings ?? []), ...(table.notesOf?.(answer.meta ?? {}) ?? [])],
  });
}

/** The name a file is saved under: the list and the day, UTC. */
export const toFileName = (name: string, now: number, format: TableFormat): string =>
  `toteboard-${name}-${toDate(dayOf(now))}.${format}`;

/** The address of the page after this one. It repeats only what the route knows: an unknown name may hold a secret. */
function findNext(meta: Enveloped["meta"], { resolved, query, path }: AnsweredRequest, origin: string) {
  const place = findNextPlace(meta);
  if (place === undefined) return undefined;
  const { parameters } = resolved.route;
  const pairs = [...query].flatMap(([name, values]) =>
    parameters[name]?.in === "query" && !PLACES.includes(name) ? values.map((value) => [name, value]) : [],
  );
  // A link does not repeat the header Accept.
  const format = query.has("format") ? [] : [["format", String(resolved.input.format)]];
  return `${origin}${path}?${new URLSearchParams([...pairs, ...format, place])}`;
}

const PLACES: readonly string[] = ["page", "cursor"];

/** The parameter of the page after this one, and its value there. */
export function findNextPlace(meta: Enveloped["meta"]): [name: string, value: string] | undefined {
  if (typeof meta?.next_cursor === "string") return ["cursor", meta.next_cursor];
  const [page, pages] = [numberIn(meta, "page"), numberIn(meta, "total_pages")];
  const isLast = meta?.next_cursor === null || page === undefined || pages === undefined || page >= pages;
  return isLast ? undefined : ["page", String(page + 1)];
}

const numberIn = (meta: Enveloped["meta"], name: string): number | undefined =>
  typeof meta?.[name] === "number" ? meta[name] : undefined;
