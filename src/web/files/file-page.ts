import type { Context } from "../../context.ts";
import { REVALIDATED_HEADERS } from "../../http/headers.ts";
import type { Input, Parameters } from "../../http/parameters.ts";
import { toFileName } from "../../http/responding/prepare.ts";
import type { Caller, Document, Endpoint, Enveloped, Received, Route } from "../../http/route.ts";
import { TABLE_TYPES, type Table, toTableText } from "../../http/tables/table.ts";
import type { PublicPages } from "../page/public-page.ts";

/** A table of a page as a file. It has the rows of the page. */
interface TableFile<P extends Parameters = Parameters, D = unknown> {
  readonly path: string;
  /** What the API gives the same data for: the file needs the same plan, which pages may show without a key. */
  readonly tier: Endpoint["tier"];
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

/** Rows that a page shows: a file of more counts as the pages that show them. */
export const ROWS_PER_PAGE = 50;

/** A file whose input and data are inferred from its parameters and table. */
export function filePage<P extends Parameters, D>(pages: PublicPages, file: TableFile<P, D>): Route {
  const { path, summary, tier, parameters, read, table } = file;
  return pages.page<P>({
    path,
    summary: `${summary}, as a file`,
    tier,
    parameters,
    async render(context, input, caller, received) {
      const { data, meta } = await read(context, input, caller, received);
      const total = typeof meta?.total === "number" ? meta.total : undefined;
      pages.countAs(context, caller.address, Math.ceil(table.read(data as D).rows.length / ROWS_PER_PAGE));
      const document = toFileDocument(context, table, {
        text: toTableText(table, data as D, { format: "csv" }),
        total,
      });
      // What a key has paid for may be in no cache that others share.
      return tier !== "free" ? { ...document, headers: { ...document.headers, ...REVALIDATED_HEADERS } } : document;
    },
  });
}

/** What an endpoint is asked for where nothing is said. */
export const defaultsOf = (parameters: Parameters): Input<Parameters> =>
  Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, one.fallback]));

interface FileText {
  readonly text: string;
  /** How many rows there are, in the file or beyond it; undefined where that is not said. */
  readonly total: number | undefined;
  /** What its tag is of, where that is not the text. */
  readonly etagText?: string;
}

/** A text of CSV as the file of a table. */
export function toFileDocument(
  context: Context,
  table: Pick<Table<never>, "name">,
  { text, total, etagText }: FileText,
): Document {
  return {
    text: `${BYTE_ORDER_MARK}${text}`,
    ...(etagText !== undefined && { etagText }),
    type: TABLE_TYPES.csv,
    headers: {
      "Content-Disposition": `attachment; filename="${toFileName(table.name, context.clock.now(), "csv")}"`,
      ...(total === undefined ? undefined : { "X-Total-Count": String(total) }),
    },
  };
}

/** Without it, Excel takes UTF-8 for an old Windows alphabet. */
const BYTE_ORDER_MARK = "\uFEFF";
