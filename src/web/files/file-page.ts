import type { Context } from "../../context.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { REVALIDATED_HEADERS } from "../../http/headers.ts";
import type { Input, ParameterError, Parameters } from "../../http/parameters.ts";
import { toFileName } from "../../http/responding/prepare.ts";
import type { Caller, Document, Enveloped, Received, Route } from "../../http/route.ts";
import { TABLE_TYPES, type Table, toTableText } from "../../http/tables/table.ts";
import type { PublicPages } from "../page/public-page.ts";

/** A table of a page as a file. It has the rows of the page. */
export interface TableFile<P extends Parameters = Parameters, D = unknown> {
  readonly path: string;
  /** What the API gives the same data for: the file needs the same plan, which pages may show without a key. */
  readonly tier: Endpoint["tier"];
  /** True where visitors without that plan get the few rows that the page shows them. */
  readonly isSample?: boolean;
  readonly summary: string;
  readonly parameters: P;
  /** Rules that tie parameters together. */
  check?(input: Partial<Input<P>>): readonly ParameterError[];
  readonly table: Table<D>;
  read(
    context: Context,
    input: Input<P>,
    caller: Caller,
    received: Received,
  ): Enveloped<NoInfer<D>> | Promise<Enveloped<NoInfer<D>>>;
}

/** A file whose input and data are inferred from its parameters and table. */
export function filePage<P extends Parameters, D>({ page }: PublicPages, file: TableFile<P, D>): Route {
  const { path, summary, tier, isSample = false, parameters, check, read } = file;
  return page<P>({
    path,
    summary: `${summary}, as a file`,
    tier: isSample ? "open" : tier,
    parameters,
    ...(check && { check }),
    async render(context, input, caller, received) {
      const document = toFileDocument(context, file, await read(context, input, caller, received));
      // What a key has paid for may be in no cache that others share.
      const isPaid = tier !== "free" && !isSample;
      return isPaid ? { ...document, headers: { ...document.headers, ...REVALIDATED_HEADERS } } : document;
    },
  });
}

interface EndpointFile {
  readonly path: string;
  readonly isSample?: boolean;
  /** By default none. */
  readonly parameters?: Parameters;
  /** Rules that tie them together. */
  check?(input: Partial<Input<Parameters>>): readonly ParameterError[];
  /** By default the table of the endpoint. */
  readonly table?: Table | undefined;
  /** What the endpoint is asked for, where that is not what the file was asked for. */
  toInput?(context: Context, input: Input<Parameters>): Input<Parameters>;
}

/** A file whose rows are those that an endpoint answers. */
export function endpointFile(pages: PublicPages, endpoint: Endpoint, file: EndpointFile): Route {
  const { path, isSample = false, parameters = {}, check, table = endpoint.table, toInput } = file;
  const { summary, tier, handler } = endpoint;
  if (table === undefined) throw new Error(`${path} has no table`);
  const defaults = Object.fromEntries(Object.entries(endpoint.parameters).map(([name, one]) => [name, one.fallback]));
  return filePage(pages, {
    ...{ path, summary, tier, isSample, parameters, table, ...(check && { check }) },
    async read(context, input, caller, received) {
      const asked = { ...defaults, ...(toInput?.(context, input) ?? input) };
      const answer = await handler(context, asked, caller, received);
      if (!("data" in answer)) throw new Error(`${path} has no data`);
      return answer;
    },
  });
}

function toFileDocument<D>(
  context: Context,
  { table }: Pick<TableFile<Parameters, D>, "table">,
  answer: Enveloped,
): Document {
  const { data, meta } = answer;
  const total = typeof meta?.total === "number" ? meta.total : undefined;
  return {
    text: `${BYTE_ORDER_MARK}${toTableText<unknown>(table, data, "csv")}`,
    type: TABLE_TYPES.csv,
    headers: {
      "Content-Disposition": `attachment; filename="${toFileName(table.name, context.clock.now(), "csv")}"`,
      ...(total === undefined ? undefined : { "X-Total-Count": String(total) }),
    },
  };
}

/** Without it, Excel takes UTF-8 for an old Windows alphabet. */
const BYTE_ORDER_MARK = "\uFEFF";
