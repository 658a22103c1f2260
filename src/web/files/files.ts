import type { Context } from "../../context.ts";
import { DEFAULT_LISTING } from "../../domain/arbitrage.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { findNextPlace, toFileName } from "../../http/responding/prepare-answer.ts";
import type { Document, Enveloped, Route } from "../../http/route.ts";
import { TABLE_TYPES } from "../../http/tables/format.ts";
import { toTableText } from "../../http/tables/table.ts";
import { chosenOf, createAddresses } from "../browse/address.ts";
import { pathTo } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { ALL_SPREADS, FREE_SPREADS } from "../spreads/spreads.ts";
import { boardFiles } from "./board.ts";
import { eventFiles } from "./events.ts";
import { questionFiles } from "./questions.ts";
import { searchFile } from "./search.ts";
import { MATCH_TABLE, PASS_TABLE, SOURCE_TABLE } from "./status.ts";
import { endpointFiles, type TableFile } from "./table-file.ts";

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
