import type { Backfiller } from "../api/history.ts";
import type { BookReader } from "../api/orders.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import type { Tier } from "../domain/accounts/plans.ts";
import { CATEGORIES } from "../domain/categories/names.ts";
import { AppError } from "../errors.ts";
import type { JsonSchema } from "../http/openapi/json-schema.ts";
import { choice, type Input, optional, type Parameters, text, wholeNumber, withDefault } from "../http/parameters.ts";

/** Everything a tool may use: of the service, or of a file without one. */
export interface ToolContext extends Pick<Context, "store" | "clock"> {
  readonly commands: Backfiller["commands"] & BookReader["commands"];
  readonly config: Pick<Config, "platforms">;
  readonly passes: Pick<Context["passes"], "matching">;
}

/** A question that an assistant may ask, as data. It knows nothing of the protocol. */
export interface Tool<P extends Parameters = Parameters> {
  readonly name: string;
  readonly description: string;
  /** The lowest plan that may call it. */
  readonly tier: Tier;
  /** A flag that asks for more, which needs the pro plan. */
  readonly paidFlag?: string;
  readonly parameters: P;
  /** Describes `data` of an answer. */
  readonly output: JsonSchema;
  /** Whether rows are missing before all markets are matched, which the answer then says. */
  readonly needsMatches?: boolean;
  /** Throws AppError, whose message an assistant reads. */
  run(context: ToolContext, input: Input<P>): Promise<ToolAnswer> | ToolAnswer;
}

/** One answer in two forms. Prices are in cents. */
export interface ToolAnswer {
  /** For a person or an assistant to read, the most important first. A wide answer is cut; its last line is kept. */
  readonly text: string;
  /** For a program. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A tool whose input is inferred from its parameters. */
export const tool = <P extends Parameters>(definition: Tool<P>): Tool => definition;

/**
 * JSON Schema of an answer, in few tokens: it names all members that are never left out, those of the rows of `list`
 * among them, and demands that list alone.
 */
export const outputOf = (
  list: string,
  rows: readonly string[],
  members: readonly string[] = [list, "total"],
): JsonSchema => ({
  type: "object",
  description: [...members.map((name) => (name === list ? `${list}[${rows}]` : name)), "as_of"].join(),
  properties: { [list]: { type: "array" } },
  required: [list],
});

/** Rows of one kind, page by page. */
export const pagedOutput = (list: string, rows: readonly string[], members: readonly string[] = []): JsonSchema =>
  outputOf(list, rows, [...members, list, "total", "next_page"]);

/** A filter of several tools. Descriptions are left out where the name says it. */
export const queryFilter = optional(text({ description: "words of the title", min: 2, max: 200 }));

export const categoryFilter = optional(choice({ description: "", values: CATEGORIES, isAnyCase: true }));

export const platformFilter = (platforms: readonly string[]) =>
  optional(choice({ description: "", values: platforms, isAnyCase: true }));

const MAX_PAGE = 1000;

/** Limits the rows of a list. Its answers show how many that is by default, so no schema says it. */
export const rowLimit = (most: number, standard: number) => ({
  ...withDefault(wholeNumber({ description: "", min: 1, max: most }), standard),
  told: ["type", "maximum"],
});

/** Limits the rows of a list, and says which page of them. */
export const pageOf = (most: number, standard: number) => ({
  limit: rowLimit(most, standard),
  page: { ...withDefault(wholeNumber({ description: "", min: 1, max: MAX_PAGE }), 1), told: ["type"] },
});

interface Listed {
  readonly total: number;
  /** True where there are more than `total`. */
  readonly isCapped?: boolean;
  readonly page: number;
  readonly limit: number;
}

/** Says how many rows there are on all pages, and how to get the next. Throws AppError for a page past the end. */
export function describeMore({ total, isCapped = false, page, limit }: Listed, noun: string) {
  const last = Math.max(1, Math.ceil(total / limit));
  if (page > last) throw new AppError("validation_error", `page: ${page} is past the end; the last is ${last}`);
  const left = Math.max(0, total - page * limit);
  if (left === 0) return { fields: { total }, text: "" };
  const text = ` ${isCapped ? "More than " : ""}${left.toLocaleString("en-US")} more ${noun}: page=${page + 1}.`;
  return { fields: { total, next_page: page + 1 }, text };
}
