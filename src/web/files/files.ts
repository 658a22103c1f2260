import { type accuracySchema, categoryScoreSchema, horizonSchema } from "../../api/accuracy.ts";
import { getEvent } from "../../api/events.ts";
import { marketSchema, toMarket } from "../../api/markets.ts";
import { questionHistoryTable, readQuestionHistory, toQuestionHistory } from "../../api/question-history.ts";
import { getQuestion, pathQuestionId } from "../../api/question-id.ts";
import { questionTable, toListedQuestion } from "../../api/questions.ts";
import { bandSchema, passDaySchema, sourceSchema, type statusSchema } from "../../api/status.ts";
import type { Context } from "../../context.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { pathEventId, pathPlatform } from "../../http/filters.ts";
import type { Parameters } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import type { ValueOf } from "../../http/schema.ts";
import { listTable, rowKind, type Table, tableOf } from "../../http/tables/table.ts";
import { MAX_LISTED } from "../../store/titles/search.ts";
import { findWindow, rangeParameter } from "../charts/courses.ts";
import { withEnds } from "../charts/marks.ts";
import { listOutcomes } from "../markets/market-table.ts";
import type { PublicPages } from "../page/public-page.ts";
import { endpointFile, filePage, type TableFile } from "./file-page.ts";

type StatusData = ValueOf<typeof statusSchema>;

/** A row for each platform that is on. */
const SOURCE_TABLE = tableOf("sources", rowKind(sourceSchema), ({ sources }: StatusData) => sources);

/** A row for each platform and day. */
const PASS_TABLE = tableOf("passes", rowKind(passDaySchema), ({ passes }: StatusData) => passes);

/** A row for each band of scores, and one for all. */
const MATCH_TABLE = tableOf("matches", rowKind(bandSchema), ({ matching }: StatusData) => matching.bands);

type AccuracyData = ValueOf<typeof accuracySchema>;

/** A row for each platform and time before the end. */
const HORIZON_TABLE = tableOf("horizons", rowKind(horizonSchema), ({ horizons }: AccuracyData) => horizons);

const CATEGORY_TABLE = tableOf(
  "categories",
  rowKind(categoryScoreSchema),
  ({ categories }: AccuracyData) => categories,
);

/** Tables of pages that are no list of their own, as files. */
export function filePages(
  pages: PublicPages,
  endpoints: readonly Endpoint[],
  platforms: readonly string[],
): readonly Route[] {
  const find = (operationId: string): Endpoint[] =>
    endpoints.filter((endpoint) => endpoint.operationId === operationId);
  const ofEndpoint = (path: string, operationId: string, table?: Table): Route[] =>
    find(operationId).map((endpoint) => endpointFile(pages, endpoint, { path, table }));
  /** With the filters of the endpoint; of a list, all that can be listed. */
  const ofAccuracy = (name: string, operationId: string, table?: Table): Route[] =>
    find(operationId).map((endpoint) => {
      const { limit: _l, page_size: _s, page: _p, format: _f, fields: _n, ...parameters } = endpoint.parameters;
      const toInput = (_context: Context, input: object) => ({ ...input, limit: MAX_LISTED });
      return endpointFile(pages, endpoint, { path: `/accuracy/${name}.csv`, parameters, table, toInput });
    });
  const own = [...eventFiles(platforms), ...questionFiles()];
  return [
    ...ofEndpoint("/analytics/volume-distribution.csv", "getVolumeDistribution"),
    ...ofEndpoint("/analytics/platform-share.csv", "getPlatformShare"),
    ...ofEndpoint("/analytics/category-volume.csv", "getCategoryVolume"),
    ...ofAccuracy("calibration", "getCalibration"),
    ...ofAccuracy("platforms", "getAccuracy"),
    ...ofAccuracy("horizons", "getAccuracy", HORIZON_TABLE),
    ...ofAccuracy("categories", "getAccuracy", CATEGORY_TABLE),
    ...ofAccuracy("disagreements", "listDisagreements"),
    ...ofEndpoint("/status.csv", "getStatus", SOURCE_TABLE),
    ...ofEndpoint("/status/passes.csv", "getStatus", PASS_TABLE),
    ...ofEndpoint("/status/matches.csv", "getStatus", MATCH_TABLE),
    ...own.flatMap((file) => find(file.operationId).map(({ tier }) => filePage(pages, { ...file, tier }))),
  ];
}

interface OwnFile<P extends Parameters = Parameters, D = unknown> extends Omit<TableFile<P, D>, "tier"> {
  /** The operation of the API that gives the same data. */
  readonly operationId: string;
}

/** A file whose input and data are inferred from its parameters and table. */
const tableFile = <P extends Parameters, D>(file: OwnFile<P, D>): OwnFile => file;

/** The markets of a question, and their prices over the time of its chart. */
const questionFiles = (): readonly OwnFile[] => [
  tableFile({
    path: "/questions/:question_id/markets.csv",
    operationId: "getQuestion",
    summary: "The markets of one question",
    parameters: { question_id: pathQuestionId },
    table: { ...questionTable, name: "question-markets" },
    async read(context, { question_id }) {
      const { found } = await getQuestion(context, question_id);
      return { data: [toListedQuestion(found)] };
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

/** All markets of an event. */
function eventFiles(platforms: readonly string[]): readonly OwnFile[] {
  const ids = { platform: pathPlatform(platforms), event_id: pathEventId };
  return [
    tableFile({
      path: "/events/:platform/:event_id/markets.csv",
      operationId: "getEvent",
      summary: "The markets of one event",
      parameters: ids,
      table: listTable("event-markets", marketSchema),
      async read(context, { platform, event_id }) {
        const event = await getEvent(context, platform, event_id);
        return { data: listOutcomes(event).map(({ market }) => toMarket(market)) };
      },
    }),
  ];
}

/** A chart goes on to the end of this minute, a row never. */
const secondsNow = ({ clock }: Context): number => Math.floor(clock.now() / 1000);
