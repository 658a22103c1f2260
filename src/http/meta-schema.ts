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

const warnings = arrayOf(
  string("", "unknown parameter 'lmit' ignored; did you mean 'limit'?"),
  "What was ignored or left out, if anything.",
);

/** Figures about an answer; `required` and `optional` are those of one kind of answer. */
export const metaOf = (name: string, required: Fields, optional: Fields = {}): Schema =>
  named(
    name,
    object(
      { ...required, response_ms: number("Handling time in milliseconds.", 0.9, { minimum: 0 }) },
      {
        ...optional,
        demo: rare(boolean("True where the data is made up.", true)),
        warnings: rare(warnings),
      },
    ),
  );

export const plainMeta = metaOf("Meta", {});

/** Of lists with pages and cursors. */
export const pagingMeta = pagingMetaOf("PaginationMeta");

/** The same with more members; `optional` are those of one kind of list. */
export function pagingMetaOf(name: string, optional: Fields = {}): Schema {
  return metaOf(
    name,
    {
      total: integer("How many there are on all pages.", 25_310),
      page: integer("The page, counted from 1; cursors count on.", 1, { minimum: 1 }),
      page_size: integer("How many on a page.", 50, { minimum: 1 }),
      total_pages: integer("How many pages; 0 when there is nothing.", 507),
      next_cursor: nullable(string("For the parameter cursor; null on the last page.", "eyJ2Ijox")),
    },
    optional,
  );
}
