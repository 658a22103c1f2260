import { CATEGORIES } from "../domain/categories/names.ts";
import { AppError } from "../errors.ts";
import { choice, optional, text, wholeNumber, withDefault } from "../http/parameters.ts";

/** What several tools take. Descriptions are left out where the name says it. */
export const queryFilter = optional(text({ description: "words of the title", min: 2, max: 200 }));

export const categoryFilter = optional(choice({ description: "", values: CATEGORIES, isAnyCase: true }));

export const platformFilter = (platforms: readonly string[]) =>
  optional(choice({ description: "", values: platforms, isAnyCase: true }));

const MAX_PAGE = 1000;

/** How many rows a list gives, and which. */
export const pageOf = (most: number, standard: number) => ({
  limit: withDefault(wholeNumber({ description: "", min: 1, max: most }), standard),
  page: { ...withDefault(wholeNumber({ description: "", min: 1, max: MAX_PAGE }), 1), json: { type: "integer" } },
});

interface Listed {
  readonly total: number;
  /** True where there are more than `total`. */
  readonly isCapped?: boolean;
  readonly page: number;
  readonly limit: number;
}

/** How many rows there are on all pages, and how to get the next. Throws AppError for a page past the end. */
export function describeMore({ total, isCapped = false, page, limit }: Listed, noun: string) {
  const last = Math.max(1, Math.ceil(total / limit));
  if (page > last) throw new AppError("validation_error", `page: ${page} is past the end; the last is ${last}`);
  const left = Math.max(0, total - page * limit);
  if (left === 0) return { fields: { total }, text: "" };
  const text = ` ${isCapped ? "More than " : ""}${left.toLocaleString("en-US")} more ${noun}: page=${page + 1}.`;
  return { fields: { total, next_page: page + 1 }, text };
}
