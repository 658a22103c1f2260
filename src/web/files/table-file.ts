import type { Context } from "../../context.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { type Input, inForm, type Parameters } from "../../http/parameters.ts";
import type { Answer, Caller, Enveloped, Received } from "../../http/route.ts";
import type { Table } from "../../http/tables/table.ts";

/** A table of a page as a file, which needs no key. It has the rows of the page. */
export interface TableFile<P extends Parameters = Parameters, D = unknown> {
  readonly path: string;
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
export const tableFile = <P extends Parameters, D>(file: TableFile<P, D>): TableFile => file;

/** A file whose rows are those of an endpoint. */
interface EndpointFile {
  readonly path: string;
  readonly operationId: string;
  /** The parameters it takes, under the names that page and API share. */
  readonly names?: readonly string[];
  /** What the page decides for its reader. */
  readonly fixed?: (context: Context) => Readonly<Record<string, unknown>>;
  /** Without it, the table of the endpoint. */
  readonly table?: Table;
}

export function endpointFiles(files: readonly EndpointFile[], endpoints: readonly Endpoint[]): readonly TableFile[] {
  return files.flatMap((file) => {
    const endpoint = endpoints.find(({ operationId }) => operationId === file.operationId);
    return endpoint === undefined ? [] : [toTableFile(file, endpoint)];
  });
}

function toTableFile({ path, names = [], fixed, table: own }: EndpointFile, endpoint: Endpoint): TableFile {
  const { parameters, summary, handler } = endpoint;
  const table = own ?? endpoint.table;
  if (table === undefined) throw new Error(`${path} has no table`);
  const defaults = Object.fromEntries(Object.entries(parameters).map(([name, { fallback }]) => [name, fallback]));
  return {
    path,
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
