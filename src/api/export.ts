import * as v from "valibot";
import type { Context } from "../context.ts";
import { isRealMoney } from "../domain/platforms.ts";
import type { ExportPart } from "../export/exports.ts";
import { anyStatus } from "../http/filters.ts";
import { prefersEncoding, TABLE_HEADERS } from "../http/headers.ts";
import * as p from "../http/parameters.ts";
import { toFileName } from "../http/responding/prepare.ts";
import { type Endpoint, endpoint, keyOf } from "../http/route.ts";
import * as s from "../http/schema.ts";
import {
  acceptedFormat,
  fieldsOfRows,
  namesOfRow,
  pickFields,
  pickMembers,
  type RowKind,
  rowKind,
  TABLE_TYPES,
  toCsvHeader,
  toCsvRows,
} from "../http/table.ts";
import {
  marketIdSchema,
  matchScore,
  otherPlatformSchema,
  platformSchema,
  toExamplePlatforms,
} from "../http/value-schemas.ts";
import type { Export, ExportFilter, ExportKind, ExportRows } from "../store/export.ts";
import { usesMoves } from "../store/markets.ts";
import type { QuestionMember } from "../store/questions/question.ts";
import { marketDetailSchema } from "./detail.ts";
import { eventDetailSchema, eventFilters, toEventQuery } from "./events.ts";
import { checkWindow, pricePointFields } from "./history.ts";
import { criterionFields, type MarketQueryInput, marketFilters, resolvedSince, toMarketQuery } from "./markets.ts";
import { memberFields, questionFields, questionFilters, toQuestionQuery } from "./questions.ts";

const pick = (fields: s.Fields, names: readonly string[]): s.Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name] as s.Schema]));

const without = (fields: s.Fields, names: readonly string[]): s.Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const detail = s.fieldsOf(marketDetailSchema);

/** Every field that is stored of a market. */
const exportedMarketFields = {
  ...pick(detail, ["id", "title", "platform", "yes_price", "no_price", "volume", "volume_24h", "status", "url"]),
  ...pick(detail, ["last_updated", "event_id"]),
  event_title: s.string("What its event is about.", "Fed decision in January?"),
  outcome_label: s.nullable(s.string("Which outcome of the event it is, where the platform says.", "Cut 25 bps")),
  ...pick(detail, ["category", "close_time", "tradable", "play_money", "volume_reported"]),
  ...pick(detail, ["best_bid", "best_ask", "last_price"]),
  ...pick(detail, ["price_source", "liquidity", "open_interest", "created_at", "outcome", "settlement_price"]),
  ...pick(detail, ["resolved_at", "description"]),
};
const exportedMarketSchema = s.noun<ExportRows["markets"]>("ExportedMarket")(exportedMarketFields);
const exportedResultSchema = s.noun<ExportRows["resolved"]>("ExportedResult")({
  ...exportedMarketFields,
  ...(criterionFields as s.Fields),
});

const event = s.fieldsOf(eventDetailSchema);

const exportedEventSchema = s.noun<ExportRows["events"]>("ExportedEvent")({
  ...without(event, [
    "description",
    "play_money",
    "mutually_exclusive",
    "sum_of_asks",
    "sum_of_bids",
    "url",
    "markets",
  ]),
  ...pick(event, ["play_money", "url", "description"]),
});

/** The age of quotes depends on when one looks. */
const { age_seconds: _age, ...exportedMember } = memberFields;
const { markets: _markets, ...question } = questionFields;

const exportedQuestionSchema = s.noun<ExportRows["questions"]>("ExportedQuestion")(
  {
    ...question,
    markets: s.arrayOf(s.noun<QuestionMember>("ExportedQuestionMarket")(exportedMember), "By platform."),
  },
  { markets: "members" },
);

const matchedSide = (side: string, platform: s.Schema): s.Fields => ({
  [`${side}_platform`]: platform,
  [`${side}_id`]: marketIdSchema,
  [`${side}_title`]: s.string("The question.", "Fed decision in January? Cut 25 bps"),
});

const exportedMatchSchema = s.noun<ExportRows["matches"]>()({
  ...matchedSide("a", platformSchema),
  ...matchedSide("b", otherPlatformSchema),
  score: matchScore("The probability that both ask the same question."),
  relation: s.oneOf(["same", "inverted"], "Whether yes means the same there, or no."),
  reasons: s.publishedBy(s.string("Why it is a match.", "both by 27 Jan 2027"), (reasons: string) =>
    (JSON.parse(reasons) as string[]).join("; "),
  ),
} as s.Fields);

/** A price of a market, as one row of the archive. */
const exportedPriceSchema = s.noun<ExportRows["history"]>("ExportedPrice")(
  { platform: platformSchema, market_id: marketIdSchema, ...pricePointFields },
  { market_id: "id" },
);

/** The last line of NDJSON, unless `trailer` is false: an export without it is not whole. */
const trailerSchema = s.named(
  "ExportTrailer",
  s.object({
    trailer: s.object({
      kind: s.oneOf(["markets", "events", "questions", "resolved", "history"], "What was exported."),
      rows: s.integer("How many rows came before.", 300_000),
    }),
  }),
);

export const EXPORT_FORMATS = ["ndjson", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How the rows of each kind are published. */
export const EXPORTED: Readonly<Record<ExportKind, RowKind>> = {
  markets: rowKind(exportedMarketSchema),
  resolved: rowKind(exportedResultSchema),
  events: rowKind(exportedEventSchema),
  history: rowKind(exportedPriceSchema),
  matches: rowKind(exportedMatchSchema),
  questions: rowKind(exportedQuestionSchema, { each: { field: "markets", prefix: "market" } }),
};

const PART_CHARACTERS = 48 * 1024;

/** The text of an export, piece by piece. CSV begins with the names of its columns. */
export function* toParts(
  kind: ExportKind,
  { format, fields }: Pick<AnswerOptions, "format" | "fields">,
  exported: Pick<Export, "rows">,
): Generator<ExportPart> {
  const whole = EXPORTED[kind];
  const publish = s.publisher(whole.schema) as (row: object) => object;
  const row = fields === undefined ? whole : pickFields(whole, fields);
  const pick = fields === undefined ? (one: object) => one : pickMembers(whole, fields);
  const toText = format === "csv" ? (one: object) => toCsvRows(row, one) : (one: object) => toLine(pick(one));
  let text = format === "csv" ? toCsvHeader(row) : "";
  let rows = 0;
  for (const one of exported.rows()) {
    if (one !== undefined) {
      text += toText(publish(one));
      rows++;
      if (text.length < PART_CHARACTERS) continue;
    }
    yield { text, rows };
    text = "";
  }
  if (text !== "") yield { text, rows };
}

interface AnswerOptions {
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  /** Without them, rows have all. */
  readonly fields?: readonly string[] | undefined;
  /** Whether NDJSON ends with the number of rows. */
  readonly trailer: boolean;
}

/** The same for the API. Throws where fewer or more were read than `total`. */
function* toAnswer(
  { kind, format, fields, trailer }: AnswerOptions,
  { rows, total }: Pick<Export, "rows"> & { readonly total: number },
): Generator<ExportPart> {
  let read = 0;
  for (const part of toParts(kind, { format, fields }, { rows })) {
    read = part.rows;
    yield part;
  }
  if (read !== total) throw new Error(`${total} rows were counted and ${read} read`);
  if (format === "ndjson" && trailer) yield { text: toLine({ trailer: { kind, rows: read } }), rows: read };
}

const toLine = (value: object): string => `${JSON.stringify(value)}\n`;

const DESCRIPTION =
  "All rows in one answer, as of one moment. Takes the filters of the list and its sort. Without a filter, rows are sorted by platform and then by id (questions by id), and the same data " +
  "always gives the same bytes. NDJSON ends with a line `trailer` with the number of rows. Without it, the answer is " +
  "incomplete. pandas and DuckDB would read that line as a row: use `trailer=false` for them. The header `X-Total-Count` has the number of rows too. A CSV with fewer rows is incomplete (for " +
  "questions, count different ids). The HTTP trailer `X-Row-Count` repeats the number. A broken answer ends with a " +
  "reset connection. Use " +
  "`Accept-Encoding: gzip`: it makes the answer ten times shorter. Every 1,000 rows cost one request of the day and month, " +
  "counted at the start. If you end an export early, only the rows that were sent count. One export per key and four in " +
  "all can run at a time, one of them kept for enterprise keys. The service ends an export if its reader takes less " +
  "than 1 MB in a minute, or if more than 16 MB are left after 5 minutes.";

const format = p.choice({
  description:
    "The format: ndjson, or csv, which has a row for each market of a question. Without it, the header Accept chooses: ndjson unless it names text/csv.",
  values: EXPORT_FORMATS,
});

const trailer = p.flag({
  description:
    "Whether NDJSON ends with the line `trailer`. With false, every line is a row, and the HTTP trailer `X-Row-Count` says how many there are.",
});

const status = p.withDefault(anyStatus, "all");

interface ExportRoute<P extends p.Parameters> {
  readonly kind: ExportKind;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** Of the list that has these rows. */
  readonly filters: P;
  check?(input: Partial<p.Input<NoInfer<P>>>): readonly p.ParameterError[];
  /** Which rows the filters let pass. */
  select(context: Context, input: p.Input<NoInfer<P>>): ExportFilter;
  /** What applies without a filter too. */
  limit?(input: p.Input<NoInfer<P>>): ExportFilter;
}

function exportRoute<P extends p.Parameters>(platforms: readonly string[], exported: ExportRoute<P>): Endpoint {
  const { kind, operationId, summary, description = "", filters, check, select, limit } = exported;
  const row = EXPORTED[kind];
  const example = s.exampleOf(row.schema, toExamplePlatforms(platforms));
  const own: p.Parameters = filters;
  return endpoint<unknown, unknown, p.Parameters>({
    path: `/api/v1/export/${kind}`,
    summary,
    description: `${description}${DESCRIPTION}`,
    operationId,
    tag: "export",
    tier: "pro",
    refusesUnknown: true,
    parameters: {
      ...own,
      format: p.optional(format),
      trailer: p.withDefault(trailer, true),
      fields: fieldsOfRows(namesOfRow(row)),
    },
    ...(check && { check: (input: Partial<p.Input<p.Parameters>>) => check(input as Partial<p.Input<P>>) }),
    response: v.union([row.schema, trailerSchema]),
    streams: { [TABLE_TYPES.ndjson]: example, "text/csv": `${toCsvHeader(row)}${toCsvRows(row, example)}` },
    errors: ["overloaded", "unavailable"],
    handler(context, given, caller, { headers }) {
      const { exports, config, clock } = context;
      const input = given as p.Input<P>;
      const asked = given.format as ExportFormat | undefined;
      const fields = given.fields as readonly string[] | undefined;
      const format = asked ?? (acceptedFormat(headers.accept) === "csv" ? "csv" : "ndjson");
      const isGzip = takesGzip(headers["accept-encoding"]);
      const isFiltered = Object.entries(own).some(
        ([name, { fallback }]) => !UNFILTERED.includes(name) && given[name] !== fallback,
      );
      return {
        streamType: TABLE_TYPES[format],
        headers: {
          ...TABLE_HEADERS,
          "Content-Disposition": `attachment; filename="${toFileName(kind, clock.now(), format)}"`,
          ...(isGzip ? { "Content-Encoding": "gzip" } : undefined),
        },
        open: () =>
          exports.open({
            ...{ key: keyOf(caller), kind, isGzip, asked: JSON.stringify(given) },
            // Platforms that are switched off are left out, as in lists.
            filter: {
              platforms: config.platforms,
              ...limit?.(input),
              ...(isFiltered ? select(context, input) : undefined),
            },
            toParts: (counted) => toAnswer({ kind, format, fields, trailer: given.trailer === true }, counted),
          }),
      };
    },
  });
}

/** Parameters that leave no row out, or have their own part in it. */
const UNFILTERED = ["sort", "order", "from", "to"];

export function exportRoutes(platforms: readonly string[]): readonly Endpoint[] {
  const markets = { ...marketFilters(platforms), status };
  // All resolved markets are closed.
  const { status: _status, ...resolvedFilters } = markets;
  const ofMarkets = ({ store, clock }: Context, input: MarketQueryInput): ExportFilter => {
    const query = toMarketQuery(input, clock.now());
    return { markets: query, ...(usesMoves(query) && { moves: store.markets.listMoves(query.now) }) };
  };
  return [
    exportRoute(platforms, {
      kind: "markets",
      operationId: "exportMarkets",
      summary: "All markets, or all that pass the filters, in one answer",
      description: "Has every stored field; without a filter also markets without a price yet. ",
      filters: markets,
      select: ofMarkets,
    }),
    exportRoute(platforms, {
      kind: "resolved",
      operationId: "exportResolved",
      summary: "All resolved markets, or all that pass the filters, in one answer",
      filters: { ...resolvedFilters, resolved_since: resolvedSince },
      select: (context, input) => ofMarkets(context, { ...input, status: "all" }),
    }),
    exportRoute(platforms, {
      kind: "events",
      operationId: "exportEvents",
      summary: "All events, or all that pass the filters, in one answer",
      filters: { ...eventFilters(platforms), status },
      select: (_context, input) => ({ events: toEventQuery(input) }),
    }),
    exportRoute(platforms, {
      kind: "questions",
      operationId: "exportQuestions",
      summary: "All questions with their markets, or all that pass the filters, in one answer",
      filters: { ...questionFilters(platforms), status },
      select: ({ store, clock, config }, input) => ({
        ids: store.questions.listIds(toQuestionQuery(input, clock.now())),
        ...(input.real_money_only && { platforms: config.platforms.filter(isRealMoney) }),
      }),
    }),
    exportRoute(platforms, {
      kind: "history",
      operationId: "exportHistory",
      summary: "All prices of a time, of all markets or of those that pass the filters",
      description:
        "A row for each change of price or volume, market by market, oldest first. Older prices are kept by the hour, then by the day. ",
      filters: {
        from: p.required(p.timestamp({ description: "The first moment.", example: "2026-11-19" })),
        to: p.optional(p.timestamp({ description: "The last moment; without it, now.", example: "2026-11-20" })),
        ...markets,
      },
      check: checkWindow,
      select: ofMarkets,
      limit: ({ from, to }) => ({
        from: Math.ceil(from / 1000),
        ...(to !== undefined && { to: Math.floor(to / 1000) }),
      }),
    }),
  ];
}

const takesGzip = (header: string | string[] | undefined): boolean =>
  header !== undefined && prefersEncoding(header.toString(), ["gzip", "identity"]) === "gzip";
