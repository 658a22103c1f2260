import {
  getQuestion,
  pathQuestionId,
  questionHistoryTable,
  questionTable,
  readQuestionHistory,
  toQuestion,
  toQuestionHistory,
} from "../../api/questions/route.ts";
import { searchTable, toSearchResult } from "../../api/search.ts";
import { bandSchema, passDaySchema, sourceSchema, type statusSchema } from "../../api/status.ts";
import type { Context } from "../../context.ts";
import { DEFAULT_LISTING } from "../../domain/arbitrage.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { required } from "../../http/parameters.ts";
import { findNextPlace, toFileName } from "../../http/responding/prepare.ts";
import type { Document, Enveloped, Route } from "../../http/route.ts";
import type { ValueOf } from "../../http/schema.ts";
import { rowKind, TABLE_TYPES, tableOf, toTableText } from "../../http/tables/table.ts";
import { chosenOf, createAddresses } from "../browse/address.ts";
import { findWindow } from "../charts/courses.ts";
import { withEnds } from "../charts/moments.ts";
import { rangeParameter } from "../charts/ranges.ts";
import { pathTo } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { findHits } from "../search/results.ts";
import { readForm, searchParameters, words } from "../search/search.ts";
import { ALL_SPREADS, FREE_SPREADS } from "../spreads/spreads.ts";
import { boardFiles } from "./board.ts";
import { eventFiles } from "./events.ts";
import { endpointFiles, type TableFile, tableFile } from "./table-file.ts";

type StatusData = ValueOf<typeof statusSchema>;

/** A row for each platform that is on. */
const SOURCE_TABLE = tableOf("sources", rowKind(sourceSchema), ({ sources }: StatusData) => sources);

/** A row for each platform and day. */
const PASS_TABLE = tableOf("passes", rowKind(passDaySchema), ({ passes }: StatusData) => passes);

/** A row for each band of scores, and one for all. */
const MATCH_TABLE = tableOf("matches", rowKind(bandSchema), ({ matching }: StatusData) => matching.bands);

const FILTERS = ["platform", "category", "status", "q", "min_volume", "closing_before", "sort", "order", "page"];

const ENDPOINT_FILES = [
  { path: "/markets.csv", operationId: "listMarkets", names: FILTERS },
  { path: "/questions.csv", operationId: "listQuestions", names: [...FILTERS, "min_gap_cents", "real_money_only"] },
  {
    path: "/arbitrage.csv",
    operationId: "listArbitrageOpportunities",
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
  ].map((file) => page(toFilePage(file)));

function toFilePage(file: TableFile) {
  const { path, summary, parameters, read } = file;
  return {
    path,
    summary: `${summary}, as a file`,
    parameters,
    render: async (context: Context, ...[input, caller, received]: ReadParts): Promise<Document> =>
      toFileDocument(context, file, { input, answer: await read(context, input, caller, received) }),
  };
}

type ReadParts = Parameters<TableFile["read"]> extends [Context, ...infer Rest] ? Rest : never;

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
    summary: "The prices of one question over time, platform by platform",
    parameters: { question_id: pathQuestionId, range: rangeParameter },
    table: questionHistoryTable,
    async read(context, { question_id, range }) {
      const { found } = await getQuestion(context, question_id);
      const { window } = await findWindow(context, withEnds(found.members, context.clock.now()), range);
      const { history } = await readQuestionHistory(context, question_id, window);
      return { data: toQuestionHistory(history) };
    },
  }),
];

/** The hits of a page of the search. */
const searchFile = (platforms: readonly string[]): TableFile =>
  tableFile({
    path: "/search.csv",
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
