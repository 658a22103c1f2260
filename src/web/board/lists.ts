import type { Context } from "../../context.ts";
import { pageCategory } from "../../http/filters.ts";
import { choice, optional } from "../../http/parameters.ts";
import type { BoardLists } from "../../store/board/board.ts";

/** Rows of each list. */
const LINES = 10;
const RESULTS = 7;

export interface BoardFilters {
  readonly platform?: string | undefined;
  readonly category?: string | undefined;
}

/** What the board and its files take. */
export const boardFilters = (platforms: readonly string[]) => ({
  platform: optional(choice({ description: "Only this platform.", values: platforms })),
  category: pageCategory,
});

/** The lists as the board shows them. */
export function readBoard(
  { store }: Pick<Context, "store">,
  platforms: readonly string[],
  { platform, category, now }: BoardFilters & { readonly now: number },
): BoardLists {
  const among = platform === undefined ? platforms : [platform];
  const lists = store.board.find({ platforms: among, category, limit: LINES, now });
  return { ...lists, results: lists.results.slice(0, RESULTS) };
}
