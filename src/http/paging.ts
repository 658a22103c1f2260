import type { Context } from "../context.ts";
import { matchingText } from "../domain/matching/under-way.ts";
import type { PageFacts, Slice } from "../store/lists/list-query.ts";
import {
  type Input,
  optional,
  type ParameterError,
  type Parameters,
  token,
  wholeNumber,
  withDefault,
  withStandard,
} from "./parameters.ts";
import { type Defined, type Endpoint, endpoint } from "./route.ts";
import { pagingMeta } from "./value-schemas.ts";

/** A list of the API. Its page draws the rows that the API publishes. */
export interface ListEndpoint<Row = unknown> extends Endpoint {
  /** The rows of one page, as they are stored. Throws AppError. */
  find(context: Context, input: Input<Parameters>): Promise<RowsOfPage<Row>>;
}

interface RowsOfPage<Row> extends PageFacts {
  readonly rows: readonly Row[];
}

/** How many rows a page may have. */
interface PageSizes {
  readonly usual: number;
  readonly max: number;
}

const SIZES: PageSizes = { usual: 50, max: 200 };

interface ListDefinition<P extends Parameters, Row, D>
  extends Omit<Defined<Endpoint<P, readonly D[], readonly Row[]>>, "handler" | "parameters" | "check"> {
  /** Without those of paging. */
  readonly parameters: P;
  readonly pageSizes?: PageSizes;
  check?(input: Partial<Input<P>>): readonly ParameterError[];
  find(context: Context, input: Input<P>, slice: Slice): Promise<RowsOfPage<NoInfer<Row>>>;
  /** Whether rows are missing before all markets are matched, which the answer then says. */
  readonly needsMatches?: boolean;
  /** What else the meta of an answer says. */
  noteOf?(context: Context, input: Input<P>): { readonly warnings?: readonly string[] };
}

/** An endpoint that answers rows page by page. */
export function listEndpoint<P extends Parameters, Row, D>(definition: ListDefinition<P, Row, D>): ListEndpoint<Row> {
  const { find, needsMatches = false, noteOf, check, parameters, pageSizes = SIZES, ...described } = definition;
  const paging = pagingOf(pageSizes);
  // Both parts are given what was validated by these parameters.
  const partsOf = (input: Input<Parameters>) => ({
    filters: input as Input<P>,
    slice: toSlice(input as PagingInput),
  });
  const findRows = (context: Context, input: Input<Parameters>) => {
    const { filters, slice } = partsOf(input);
    return find(context, filters, slice);
  };
  return {
    ...endpoint<readonly D[], readonly Row[], Parameters>({
      meta: pagingMeta,
      ...described,
      parameters: { ...parameters, ...paging },
      check: (input) => [...checkPaging(input as Partial<PagingInput>), ...(check?.(input as Partial<Input<P>>) ?? [])],
      async handler(context, input) {
        const { filters, slice } = partsOf(input);
        const { rows, ...facts } = await findRows(context, input);
        const { warnings: own = [], ...noted } = noteOf?.(context, filters) ?? {};
        const warnings = [...own, ...(needsMatches ? warnOfMatching(context) : [])];
        return { data: rows, meta: { ...toPagingMeta(facts, slice), ...noted, warnings } };
      },
    }),
    find: findRows,
  };
}

/** What answers lack while markets are matched; nothing afterwards. */
export function warnOfMatching({ passes }: { readonly passes: Pick<Context["passes"], "matching"> }): string[] {
  const matching = passes.matching();
  return matching === null ? [] : [matchingText(matching)];
}

/** Rows beyond this are reached with a cursor. */
const MAX_ROWS = 10_000_000;
const FIRST_PAGE = 1;

const page = wholeNumber({
  description: "Which page, counted from 1. Not together with cursor.",
  min: FIRST_PAGE,
  max: MAX_ROWS,
});

/** What every list takes. */
const pagingOf = ({ usual, max }: PageSizes) => ({
  page: withStandard(page, FIRST_PAGE),
  page_size: withDefault(wholeNumber({ description: "How many on a page.", min: 1, max }), usual),
  cursor: optional(
    token({
      description:
        "The next_cursor of the answer before this one, instead of page. While prices and volumes change, rows " +
        "move in all orders but that of sort=id: a walk may then miss some and repeat others.",
      min: 1,
      max: 2000,
    }),
  ),
});

/** `limit` is the former name of `page_size`, on lists that had it. */
type PagingInput = Input<ReturnType<typeof pagingOf>> & { readonly limit?: number | undefined };

/** The former name of page_size, which goes on working. */
export function formerLimit({ usual, max }: PageSizes) {
  return withStandard(wholeNumber({ description: "The former name of page_size.", min: 1, max }), usual);
}

/** The rules that tie page, page_size and cursor together. */
function checkPaging({ page, page_size, limit: size = page_size, cursor }: Partial<PagingInput>): ParameterError[] {
  if (page === undefined) return [];
  if (cursor !== undefined) return [{ parameter: "cursor", message: "expected either page or cursor, got both" }];
  if (size === undefined || page * size <= MAX_ROWS) return [];
  const message = `expected page × page_size of at most ${MAX_ROWS}, got ${page * size}; use cursor to go further`;
  return [{ parameter: "page", message }];
}

function toSlice({ page = FIRST_PAGE, page_size, limit: size = page_size, cursor }: PagingInput): Slice {
  return cursor === undefined ? { page, size } : { after: cursor, size };
}

const toPagingMeta = ({ page, total, nextCursor }: PageFacts, { size }: Slice) => ({
  total,
  page,
  page_size: size,
  total_pages: Math.ceil(total / size),
  next_cursor: nextCursor ?? null,
});
