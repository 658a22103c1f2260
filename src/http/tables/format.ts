import { prefersType } from "../negotiate.ts";
import { choice, withDefault } from "../parameters.ts";

export const FORMATS = ["json", "csv", "ndjson"] as const;
export type Format = (typeof FORMATS)[number];

/** A format with a row for each item. */
export type TableFormat = Exclude<Format, "json">;

/** RFC 7111 has the parameter header; ndjson is always UTF-8. */
export const TABLE_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson",
};

/** What every route with a table takes. */
export const formatParameter = withDefault(
  choice({
    description:
      "The format: json, csv with a row for each item, or ndjson with an object for each. Without it, the header Accept chooses: text/csv or application/x-ndjson.",
    values: FORMATS,
  }),
  "json",
);

const ACCEPTED: Readonly<Record<string, Format>> = {
  "application/json": "json",
  "text/csv": "csv",
  "application/x-ndjson": "ndjson",
};
const ACCEPTED_TYPES = Object.keys(ACCEPTED);

/** The format that a header Accept prefers. JSON is for all that do not name another one, browsers included. */
export function acceptedFormat(accept: string | undefined): Format {
  if (accept === undefined || !/csv|ndjson/i.test(accept)) return "json";
  return ACCEPTED[prefersType(accept, ACCEPTED_TYPES) ?? ""] ?? "json";
}
