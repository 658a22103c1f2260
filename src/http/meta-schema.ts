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
export const pagingMeta = metaOf(
  "PaginationMeta",
  {
    total: integer({ description: "How many there are on all pages.", example: 25_310 }),
    page_size: integer({ description: "How many on a page.", minimum: 1, example: 50 }),
    total_pages: integer({ description: "How many pages; 0 when there is nothing.", example: 507 }),
    next_cursor: nullable(
      string({ description: "For the parameter cursor; null on the last page.", example: "eyJ2Ijox" }),
    ),
  },
  { page },
);

export const searchMeta = metaOf("SearchMeta", {
  query: string({ description: "The text that was looked for.", example: "election" }),
  events_found: integer({ description: "All events found, counted up to 10,000.", example: 42 }),
  markets_found: integer({ description: "All markets found, counted up to 10,000.", example: 118 }),
  found_is_capped: boolean({ description: "True when there are more than were counted.", example: false }),
});

export const totalMeta = metaOf("TotalMeta", { total: integer({ description: "How many there are.", example: 1 }) });

export const warningMeta = metaOf("KeyMeta", {
  warning: string({
    description: "Says that the key is shown only now.",
    example: "Store this key now: it is shown only once and cannot be recovered.",
  }),
});
