import type { PageFacts, Slice } from "../store/lists/list.ts";
import { optional, type ParameterError, token, wholeNumber, withDefault } from "./parameters.ts";

/** Rows beyond this are reached with a cursor. */
const MAX_ROWS = 10_000_000;
const FIRST_PAGE = 1;

const page = wholeNumber({
  description: "Which page, counted from 1. Not together with cursor.",
  min: FIRST_PAGE,
  max: MAX_ROWS,
});

/** What every list of markets or events takes. */
export const paging = {
  page: optional({ ...page, json: { ...page.json, default: FIRST_PAGE } }),
  page_size: withDefault(wholeNumber({ description: "How many on a page.", min: 1, max: 200 }), 50),
  cursor: optional(
    token({
      description:
        "The next_cursor of the answer before this one, instead of page. While prices and volumes change, rows move in all orders but that of sort=id: a walk may then miss some and repeat others.",
      min: 1,
      max: 2000,
    }),
  ),
};

interface PagingInput {
  readonly page?: number | undefined;
  readonly page_size?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The rules that tie page, page_size and cursor together. */
export function checkPaging({ page, page_size, cursor }: PagingInput): ParameterError[] {
  if (page === undefined) return [];
  if (cursor !== undefined) return [{ parameter: "cursor", message: "expected either page or cursor, got both" }];
  if (page_size === undefined || page * page_size <= MAX_ROWS) return [];
  const message = `expected page × page_size of at most ${MAX_ROWS}, got ${page * page_size}; use cursor to go further`;
  return [{ parameter: "page", message }];
}

/** The requested part of a list. */
export function toSlice(input: PagingInput & { readonly page_size: number }): Slice {
  const { page = FIRST_PAGE, page_size: size, cursor } = input;
  return cursor === undefined ? { page, size } : { after: cursor, size };
}

export const toPagingMeta = ({ page, total, nextCursor }: PageFacts, { size }: Slice) => ({
  total,
  page,
  page_size: size,
  total_pages: Math.ceil(total / size),
  next_cursor: nextCursor ?? null,
});
