import { getEvent } from "../../api/events.ts";
import { marketSchema, toMarket, toPriceOrNull } from "../../api/markets.ts";
import { questionHistoryTable, readQuestionHistory, toQuestionHistory } from "../../api/question-history.ts";
import { getQuestion, pathQuestionId, questionTable, toQuestion } from "../../api/questions.ts";
import { searchTable, toSearchResult } from "../../api/search.ts";
import { bandSchema, passDaySchema, sourceSchema, type statusSchema } from "../../api/status.ts";
import { toIso, toIsoOrNull } from "../../clock.ts";
import type { Context } from "../../context.ts";
import { DEFAULT_LISTING } from "../../domain/arbitrage.ts";
import { centsOf, fromCents, fromMicros } from "../../domain/prices.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { pathEventId, pathPlatform } from "../../http/filters.ts";
import { REVALIDATED_HEADERS } from "../../http/headers.ts";
import { type Input, inForm, type Parameters, required } from "../../http/parameters.ts";
import { findNextPlace, toFileName } from "../../http/responding/prepare.ts";
import type { Answer, Caller, Document, Enveloped, Received, Route } from "../../http/route.ts";
import { dateTime, nullable, number, object, oneOf, string, type ValueOf } from "../../http/schema.ts";
import { listTable, rowKind, TABLE_TYPES, type Table, tableOf, toTableText } from "../../http/tables/table.ts";
import { categorySchema, money, platformSchema, price, priceChange } from "../../http/value-schemas.ts";
import type { BoardLists, BoardRow, BoardSubject } from "../../store/board/board.ts";
import type { BoardResult } from "../../store/board/results.ts";
import { boardFilters, readBoard } from "../board/board.ts";
import { resultText } from "../board/tables.ts";
import { chosenOf, createAddresses } from "../browse/browse.ts";
import { findWindow, rangeParameter } from "../charts/courses.ts";
import { withEnds } from "../charts/moments.ts";
import { outcomeSort, readEventCourses } from "../markets/event.ts";
import { listOutcomes } from "../markets/market-table.ts";
import { pathTo } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { findHits } from "../search/results.ts";
import { readForm, searchParameters, words } from "../search/search.ts";
import { ALL_SPREADS, FREE_SPREADS } from "../spreads/spreads.ts";

type StatusData = ValueOf<typeof statusSchema>;

/** A row for each platform that is on. */
const SOURCE_TABLE = tableOf("sources", rowKind(sourceSchema), ({ sources }: StatusData) => sources);

/** A row for each platform and day. */
const PASS_TABLE = tableOf("passes", rowKind(passDaySchema), ({ passes }: StatusData) => passes);

/** A row for each band of scores, and one for all. */
const MATCH_TABLE = tableOf("matches", rowKind(bandSchema), ({ matching }: StatusData) => matching.bands);

const FILTERS = [
  ...["platform", "category", "status", "q", "min_volume", "min_price", "max_price", "closing_after", "closing_before"],
  ...["real_money_only", "sort", "order", "page"],
];

const ENDPOINT_FILES = [
  { path: "/markets.csv", operationId: "listMarkets", names: FILTERS },
  { path: "/questions.csv", operationId: "listQuestions", names: [...FILTERS, "min_gap_cents"] },
  {
    path: "/arbitrage.csv",
    operationId: "listArbitrageOpportunities",
    isSample: true,
    names: ["type", "min_confidence", "platform", "sort", "page"],
    fixed: ({ pagesPlan }: Context) =>
      pagesPlan.showsAll()
        ? { page_size: ALL_SPREADS }
        : { page_size: FREE_SPREADS, page: 1, sort: DEFAULT_LISTING.sort },
  },
  { path: "/analytics/volume-distribution.csv", operationId: "getVolumeDistribution" },
  { path: "/analytics/platform-share.csv", operationId: "getPlatformShare" },
  { path: "/analytics/category-volume.csv", operationId: "getCategoryVolume" },
  { path: "/status.csv", operationId: "getStatus", table: SOURCE_TABLE },
  { path: "/status/passes.csv", operationId: "getStatus", table: PASS_TABLE },
  { path: "/status/matches.csv", operationId: "getStatus", table: MATCH_TABLE },
] as const;

/** The tables of all pages as files. */
export const filePages = (
  { page }: PublicPages,
  endpoints: readonly Endpoint[],
  platforms: readonly string[],
): readonly Route[] =>
  [
    ...endpointFiles(ENDPOINT_FILES, endpoints),
    ...boardFiles(platforms),
    ...eventFiles(platforms),
    ...questionFiles(),
    searchFile(platforms),
  ].flatMap((file) => {
    const endpoint = endpoints.find(({ operationId }) => operationId === file.operationId);
    return endpoint === undefined ? [] : [page(toFilePage(file, endpoint))];
  });

function toFilePage(file: TableFile, { tier }: Endpoint) {
  const { path, summary, parameters, isSample = false, read } = file;
  return {
    path,
    summary: `${summary}, as a file`,
    tier: isSample ? "open" : tier,
    parameters,
    async render(context: Context, ...[input, caller, received]: ReadParts): Promise<Document> {
      const document = toFileDocument(context, file, { input, answer: await read(context, input, caller, received) });
      // What a key has paid for may be in no cache that others share.
      const isPaid = tier !== "free" && !isSample;
      return isPaid ? { ...document, headers: { ...document.headers, ...REVALIDATED_HEADERS } } : document;
    },
  };
}

type ReadParts = TableFile["read"] extends (context: Context, ...rest: infer Rest) => unknown ? Rest : never;

interface FileAnswer {
  readonly input: ReadParts[0];
  readonly answer: Enveloped;
}

function toFileDocument(context: Context, { path, parameters, table }: TableFile, { input, answer }: FileAnswer) {
  const { data, meta } = answer;
  const isPaged = parameters.page !== undefined;
  const place = isPaged ? findNextPlace({ ...meta, next_cursor: undefined }) : undefined;
  const isPart = place !== undefined || (isPaged && meta?.page !== 1);
  const name = isPart ? `${table.name}-page-${meta?.page}` : table.name;
  const total = typeof meta?.total === "number" ? meta.total : undefined;
  const to = createAddresses(
    `${context.site.origin()}${pathTo(context, path)}`,
    parameters,
    chosenOf(parameters, input),
  );
  return {
    text: `${BYTE_ORDER_MARK}${toTableText(table, data, "csv")}`,
    type: TABLE_TYPES.csv,
    headers: {
      "Content-Disposition": `attachment; filename="${toFileName(name, context.clock.now(), "csv")}"`,
      ...(total === undefined ? undefined : { "X-Total-Count": String(total) }),
      ...(place === undefined ? undefined : { Link: `<${to(Object.fromEntries([place]))}>; rel="next"` }),
    },
  };
}

/** Without it, Excel takes UTF-8 for an old Windows alphabet. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The markets of a question, and their prices over the time of its chart. */
const questionFiles = (): readonly TableFile[] => [
  tableFile({
    path: "/questions/:question_id/markets.csv",
    operationId: "getQuestion",
    summary: "The markets of one question",
    parameters: { question_id: pathQuestionId },
    table: { ...questionTable, name: "question-markets" },
    async read(context, { question_id }) {
      const { found } = await getQuestion(context, question_id);
      return { data: [toQuestion(found)] };
    },
  }),
  tableFile({
    path: "/questions/:question_id/prices.csv",
    operationId: "getQuestionHistory",
    summary: "The prices of one question over time, platform by platform",
    parameters: { question_id: pathQuestionId, range: rangeParameter },
    table: questionHistoryTable,
    async read(context, { question_id, range }) {
      const { found } = await getQuestion(context, question_id);
      const { window } = await findWindow(context, withEnds(found.members, context.clock.now()), range);
      const to = Math.min(window.to, secondsNow(context));
      const { history } = await readQuestionHistory(context, question_id, { ...window, to });
      return { data: toQuestionHistory(history) };
    },
  }),
];

/** The hits of a page of the search. */
const searchFile = (platforms: readonly string[]): TableFile =>
  tableFile({
    path: "/search.csv",
    operationId: "search",
    summary: "Questions, events and markets by title",
    parameters: { ...searchParameters(platforms), q: required(words) },
    table: searchTable,
    async read(context, input) {
      const form = readForm(input);
      const { found, named, pages } = await findHits(context, form);
      const data = toSearchResult({
        questions: found.questions,
        events: named,
        markets: found.groups.flatMap(({ markets }) => markets),
      });
      return { data, meta: { page: form.page, total_pages: pages } };
    },
  });

const named = {
  kind: oneOf(["question", "market"], "A market is one that no other platform asks."),
  platform: nullable(platformSchema),
  id: string("The id of the question or of the market."),
  title: string(),
  category: categorySchema,
};

const subject = {
  ...named,
  price: price("The price of yes.", 0.61),
  gap_cents: nullable(number("The highest less the lowest price, of a question.")),
  volume_24h: money("Volume of the last 24 hours.", 12_000),
  close_time: nullable(dateTime("When it closes.")),
};

const subjectSchema = object(subject);
const rowSchema = object({
  ...subject,
  price_change_24h: nullable(priceChange("Null where the archive is younger.", 0.02)),
});
const resultSchema = object({
  ...named,
  outcome: string("As the board says it."),
  resolved_at: dateTime("When it was resolved."),
});

/** The lists of the board, with its filters. */
function boardFiles(platforms: readonly string[]): readonly TableFile[] {
  const file = <T>(summary: string, table: Table<readonly T[]>, rowsOf: (lists: BoardLists) => readonly T[]) =>
    tableFile({
      path: `/board/${table.name}.csv`,
      operationId: "listQuestions",
      summary,
      parameters: boardFilters(platforms),
      table,
      async read(context, filters) {
        const now = context.clock.now();
        return { data: rowsOf(await readBoard(context, platforms, { ...filters, now })) };
      },
    });
  return [
    file("What moved most in 24 hours", listTable("movers", rowSchema), ({ movers }) => movers.map(toRow)),
    file("What was traded most in 24 hours", listTable("traded", rowSchema), ({ traded }) => traded.map(toRow)),
    file("What closes next", listTable("closing", subjectSchema), ({ closing }) => closing.map(toSubject)),
    file("What ended lately", listTable("results", resultSchema), ({ results }) => results.map(toResult)),
  ];
}

const toNamed = (row: BoardSubject | BoardResult) =>
  "question" in row
    ? { kind: "question" as const, platform: null, ...namesOf(row.question) }
    : { kind: "market" as const, platform: row.market.platform, ...namesOf(row.market) };

const namesOf = ({ id, title, category }: { id: string; title: string; category: string }) => ({ id, title, category });

function toSubject(row: BoardSubject) {
  const { volume24h, closesAt } = "question" in row ? row.question : row.market;
  const gap = "question" in row ? row.question.gap : null;
  return {
    ...toNamed(row),
    price: fromMicros("question" in row ? row.question.price : row.market.yesPrice),
    gap_cents: gap === null ? null : centsOf(gap),
    volume_24h: fromCents(volume24h),
    close_time: toIsoOrNull(closesAt),
  };
}

const toRow = (row: BoardRow) => ({ ...toSubject(row), price_change_24h: toPriceOrNull(row.priceChange24h) });

const toResult = (row: BoardResult) => ({
  ...toNamed(row),
  outcome: resultText(row),
  resolved_at: toIso(row.resolvedAt),
});

const priceSchema = object({
  timestamp: dateTime("When it was in force."),
  platform: platformSchema,
  market_id: string("The market's id on its platform."),
  outcome: string("The market's name in its event."),
  price: nullable(price("The price of yes; null where none is known.", 0.61)),
});

/** All markets of an event, and the prices of its chart. */
function eventFiles(platforms: readonly string[]): readonly TableFile[] {
  const ids = { platform: pathPlatform(platforms), event_id: pathEventId };
  return [
    tableFile({
      path: "/events/:platform/:event_id/markets.csv",
      operationId: "getEvent",
      summary: "The markets of one event",
      parameters: { ...ids, sort: outcomeSort },
      table: listTable("event-markets", marketSchema),
      async read(context, { platform, event_id, sort }) {
        const event = await getEvent(context, platform, event_id);
        return { data: listOutcomes(event, sort).map(({ market }) => toMarket(market)) };
      },
    }),
    tableFile({
      path: "/events/:platform/:event_id/prices.csv",
      operationId: "getMarketHistory",
      summary: "The prices over time of one event's leading outcomes",
      parameters: { ...ids, range: rangeParameter },
      table: listTable("event-prices", priceSchema),
      async read(context, { platform, event_id, range }) {
        const event = await getEvent(context, platform, event_id);
        const { times, lines } = await readEventCourses(context, event, range);
        const now = secondsNow(context);
        const rowsAt = (at: number, index: number) =>
          lines.map((line) => toPriceRow(Math.min(at, now), line, line.prices[index]));
        return { data: times.flatMap(rowsAt) };
      },
    }),
  ];
}

/** A chart goes on to the end of this minute, a row never. */
const secondsNow = ({ clock }: Context): number => Math.floor(clock.now() / 1000);

type Line = Awaited<ReturnType<typeof readEventCourses>>["lines"][number];

const toPriceRow = (at: number, { market, label }: Line, micros: number | null | undefined) => ({
  timestamp: toIso(at * 1000),
  platform: market.platform,
  market_id: market.id,
  outcome: label,
  price: toPriceOrNull(micros ?? null),
});

/** A table of a page as a file. It has the rows of the page. */
interface TableFile<P extends Parameters = Parameters, D = unknown> {
  readonly path: string;
  /** The operation of the API that gives the same data: the file needs the same plan, which pages may show without a key. */
  readonly operationId: string;
  /** True where everyone else gets the few rows that the page shows them. */
  readonly isSample?: boolean;
  readonly summary: string;
  readonly parameters: P;
  readonly table: Table<D>;
  read(
    context: Context,
    input: Input<P>,
    caller: Caller,
    received: Received,
  ): Enveloped<NoInfer<D>> | Promise<Enveloped<NoInfer<D>>>;
}

/** A file whose input and data are inferred from its parameters and table. */
const tableFile = <P extends Parameters, D>(file: TableFile<P, D>): TableFile => file;

/** A file whose rows are those of an endpoint. */
interface EndpointFile {
  readonly path: string;
  readonly operationId: string;
  readonly isSample?: boolean;
  /** The parameters it takes, under the names that page and API share. */
  readonly names?: readonly string[];
  /** What the page decides for its reader. */
  readonly fixed?: (context: Context) => Readonly<Record<string, unknown>>;
  /** Without it, the table of the endpoint. */
  readonly table?: Table;
}

function endpointFiles(files: readonly EndpointFile[], endpoints: readonly Endpoint[]): readonly TableFile[] {
  return files.flatMap((file) => {
    const endpoint = endpoints.find(({ operationId }) => operationId === file.operationId);
    return endpoint === undefined ? [] : [toTableFile(file, endpoint)];
  });
}

function toTableFile(file: EndpointFile, endpoint: Endpoint): TableFile {
  const { path, operationId, isSample = false, names = [], fixed, table: own } = file;
  const { parameters, summary, handler } = endpoint;
  const table = own ?? endpoint.table;
  if (table === undefined) throw new Error(`${path} has no table`);
  const defaults = Object.fromEntries(Object.entries(parameters).map(([name, { fallback }]) => [name, fallback]));
  return {
    path,
    operationId,
    isSample,
    summary,
    parameters: Object.fromEntries(
      names.flatMap((name) => (parameters[name] === undefined ? [] : [[name, inForm(parameters[name])]])),
    ),
    table,
    async read(context, input, caller, received) {
      const answer = await handler(context, { ...defaults, ...input, ...fixed?.(context) }, caller, received);
      return requireData(answer, path);
    },
  };
}

function requireData(answer: Answer | object, path: string): Enveloped {
  if (!("data" in answer)) throw new Error(`${path} has no data`);
  return answer;
}
