import type { Config } from "../../config.ts";
import { endpoint } from "../../http/endpoint.ts";
import { listFilters, STATUSES } from "../../http/filters.ts";
import { TABLE_HEADERS } from "../../http/headers.ts";
import { prefersEncoding } from "../../http/negotiate.ts";
import { choice, inPath, optional, withDefault } from "../../http/parameters.ts";
import { toFileName } from "../../http/responding/prepare-answer.ts";
import { keyOf } from "../../http/route.ts";
import { exampleOf } from "../../http/schema.ts";
import { acceptedFormat, TABLE_TYPES } from "../../http/tables/format.ts";
import { toCsvHeader, toCsvRows } from "../../http/tables/table.ts";
import { toExamplePlatforms } from "../../http/value-schemas.ts";
import { EXPORT_KINDS } from "../../store/export/export.ts";
import { EXPORT_FORMATS, EXPORTED, toAnswer } from "./parts.ts";
import { exportLineSchema } from "./schema.ts";

/** Matches are for the operator alone. */
const KINDS = EXPORT_KINDS.filter((kind) => kind !== "matches");

const DESCRIPTION =
  "All rows in one answer, as of one moment. Rows are sorted by platform and then by id (questions by id). The same data " +
  "always gives the same bytes. NDJSON ends with a line `trailer` with the number of rows. Without it, the answer is " +
  "incomplete. The header `X-Total-Count` has the number of rows too. A CSV with fewer rows is incomplete (for " +
  "questions, count different ids). The HTTP trailer `X-Row-Count` repeats the number. A broken answer ends with a " +
  "reset connection. Use " +
  "`Accept-Encoding: gzip`: it makes the answer ten times shorter. Every 1,000 rows cost one request of the day and month, " +
  "counted at the start. If you end an export early, only the rows that were sent count. One export per key and two in " +
  "all can run at a time. The service ends an export that is not read for 20 seconds or that takes more than 5 minutes.";

const format = choice({
  description:
    "The format: ndjson, or csv, which has a row for each market of a question. Without it, the header Accept chooses: ndjson unless it names text/csv.",
  values: EXPORT_FORMATS,
});

const status = withDefault(choice({ description: "Only open or closed ones, or all.", values: STATUSES }), "all");

const kind = choice({
  description:
    "What to export. markets and resolved have every stored field, and markets also those without a price yet; questions have their markets.",
  values: KINDS,
});

export const exportRoutes = (platforms: readonly string[]) => {
  const { platform, category } = listFilters(platforms);
  const { row } = EXPORTED.markets;
  const example = exampleOf(row.schema, toExamplePlatforms(platforms));
  return [
    endpoint({
      method: "GET",
      path: "/api/v1/export/:kind",
      summary: "All markets, events, questions or resolved markets in one answer",
      description: DESCRIPTION,
      operationId: "exportAll",
      tag: "export",
      tier: "pro",
      cache: "never",
      parameters: { kind: inPath(kind), format: optional(format), platform, category, status },
      response: exportLineSchema,
      streams: { [TABLE_TYPES.ndjson]: example, "text/csv": `${toCsvHeader(row)}${toCsvRows(row, example)}` },
      errors: ["overloaded", "unavailable"],
      handler({ exports, config, clock }, input, caller, { headers }) {
        const format = input.format ?? (acceptedFormat(headers.accept) === "csv" ? "csv" : "ndjson");
        const isGzip = takesGzip(headers["accept-encoding"]);
        const { kind } = input;
        return {
          streamType: TABLE_TYPES[format],
          headers: {
            ...TABLE_HEADERS,
            "Content-Disposition": `attachment; filename="${toFileName(kind, clock.now(), format)}"`,
            ...(isGzip ? { "Content-Encoding": "gzip" } : undefined),
          },
          open: () =>
            exports.open({
              ...{ key: keyOf(caller), kind, filter: toFilter(input, config), isGzip },
              toParts: (counted) => toAnswer(kind, format, counted),
            }),
        };
      },
    }),
  ];
};

const takesGzip = (header: string | string[] | undefined): boolean =>
  header !== undefined && prefersEncoding(header.toString(), ["gzip", "identity"]) === "gzip";

interface ExportFilterInput {
  readonly platform?: string | undefined;
  readonly category?: string | undefined;
  readonly status: (typeof STATUSES)[number];
}

/** Platforms that are switched off are left out, as in lists. */
const toFilter = ({ platform, category, status }: ExportFilterInput, { platforms }: Pick<Config, "platforms">) => ({
  platforms,
  platform,
  category: category?.toLowerCase(),
  status: status === "all" ? undefined : status,
});
