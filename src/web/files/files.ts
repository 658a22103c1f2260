import type { Context } from "../../context.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { inForm, type Parameters } from "../../http/parameters.ts";
import { toFileName } from "../../http/responding/index.ts";
import type { Caller, Document, Received, Route } from "../../http/route.ts";
import { TABLE_TYPES, toTableText } from "../../http/tables/index.ts";
import type { PublicPages } from "../page/index.ts";
import { FREE_SPREADS } from "../spreads/index.ts";

/** A table of a page as a file, which needs no key. It has the rows of the page, as the API gives them. */
interface TableFile {
  readonly path: string;
  readonly operationId: string;
  /** The parameters it takes, under the names that page and API share. */
  readonly names: readonly string[];
  /** What the page decides for its reader. */
  readonly fixed?: Readonly<Record<string, unknown>>;
}

const FILTERS = ["platform", "category", "status", "q", "min_volume", "closing_before", "sort", "order", "page"];

const FILES: readonly TableFile[] = [
  { path: "/markets.csv", operationId: "listMarkets", names: FILTERS },
  { path: "/questions.csv", operationId: "listQuestions", names: [...FILTERS, "min_gap_cents", "real_money_only"] },
  {
    path: "/arbitrage.csv",
    operationId: "listArbitrageOpportunities",
    names: ["type", "min_confidence"],
    fixed: { page_size: FREE_SPREADS },
  },
  { path: "/analytics/volume-distribution.csv", operationId: "getVolumeDistribution", names: [] },
  { path: "/analytics/platform-share.csv", operationId: "getPlatformShare", names: [] },
];

export const filePages = ({ page }: PublicPages, endpoints: readonly Endpoint[]): readonly Route[] =>
  FILES.flatMap((file) => {
    const endpoint = endpoints.find(({ operationId }) => operationId === file.operationId);
    return endpoint === undefined ? [] : [page(toFilePage(file, endpoint))];
  });

function toFilePage({ path, names, fixed }: TableFile, endpoint: Endpoint) {
  const { parameters, summary, table, handler } = endpoint;
  const defaults = Object.fromEntries(Object.entries(parameters).map(([name, { fallback }]) => [name, fallback]));
  const own: Parameters = Object.fromEntries(
    names.flatMap((name) => (parameters[name] === undefined ? [] : [[name, inForm(parameters[name])]])),
  );
  return {
    path,
    summary: `${summary}, as a file`,
    parameters: own,
    async render(
      context: Context,
      input: Readonly<Record<string, unknown>>,
      caller: Caller,
      received: Received,
    ): Promise<Document> {
      const asked = { ...defaults, ...input, ...fixed };
      const answer = await handler(context, asked, caller, received);
      if (table === undefined || !("data" in answer)) throw new Error(`${path} has no table`);
      const name = toFileName(table.name, context.clock.now(), "csv");
      return {
        text: `${BYTE_ORDER_MARK}${toTableText(table, answer.data, "csv")}`,
        type: TABLE_TYPES.csv,
        headers: { "Content-Disposition": `attachment; filename="${name}"` },
      };
    },
  };
}

/** Without it, Excel takes UTF-8 for an old Windows alphabet. */
const BYTE_ORDER_MARK = "\uFEFF";
