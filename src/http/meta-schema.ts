import {
  arrayOf,
  boolean,
  type Fields,
  integer,
  named,
  nullable,
  number,
  object,
  rare,
  type Schema,
  string,
} from "./schema.ts";

const warnings = arrayOf(string({ example: "unknown parameter 'lmit' ignored; did you mean 'limit'?" }), {
  description: "What was ignored or left out, if anything.",
});

/** Figures about an answer; `required` and `optional` are those of one kind of answer. */
export const metaOf = (name: string, required: Fields, optional: Fields = {}): Schema =>
  named(
    name,
    object(
      { ...required, response_ms: number({ description: "Handling time in milliseconds.", minimum: 0, example: 0.9 }) },
      {
        ...optional,
        demo: rare(boolean({ description: "True where the data is made up.", example: true })),
        warnings: rare(warnings),
      },
    ),
  );

export const plainMeta = metaOf("Meta", {});

const page = integer({ description: "The page; absent when a cursor was followed.", minimum: 1, example: 1 });

/** Of lists with pages and cursors. */
export const pagingMeta = pagingMetaOf("PaginationMeta");

/** The same with more members; `optional` are those of one kind of list. */
export function pagingMetaOf(name: string, optional: Fields = {}): Schema {
  return metaOf(
    name,
    {
      total: integer({ description: "How many there are on all pages.", example: 25_310 }),
      page_size: integer({ description: "How many on a page.", minimum: 1, example: 50 }),
      total_pages: integer({ description: "How many pages; 0 when there is nothing.", example: 507 }),
      next_cursor: nullable(
        string({ description: "For the parameter cursor; null on the last page.", example: "eyJ2Ijox" }),
      ),
    },
    { page, ...optional },
  );
}
