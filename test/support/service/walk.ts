import { setImmediate } from "node:timers/promises";
import { describeParameter } from "../../../src/http/openapi/json-schema.ts";
import type { Parameter } from "../../../src/http/parameters.ts";
import type { Route } from "../../../src/http/route.ts";
import { exampleOf, partsOf } from "../../../src/http/schema.ts";
import type { Tool } from "../../../src/mcp/tool.ts";

/** Values of parameters by name. */
export type Given = Readonly<Record<string, string>>;

/** A request that costs as much as one of its route can. */
export interface CostlyRequest {
  readonly path: string;
  /** The JSON of a POST. */
  readonly body?: string;
  /** True where the answer is made in parts, with other requests between them. */
  readonly isInParts: boolean;
}

/** A word that is in every title. */
const COMMON_WORD = "will";
/** Far more pages than there are: the last one is found by what is asked of it. */
const DEEP_PAGE = 150;
const FILES_IN_PARTS = /^\/(markets|events|questions|topics|arbitrage|search)\.csv$/;
const EXPORTS = /^\/api\/v1\/export\//;

type Named = readonly [name: string, parameter: Parameter<unknown>];

/** The requests of a route with its widest filters: with words and without, in every order, and far down the list. */
export function listCostly(route: Route, ids: Given): readonly CostlyRequest[] {
  const named = Object.entries(route.parameters);
  const wide = widest(named, ids);
  const { q: _q, ...wordless } = wide;
  const sorts = enumOf(route.parameters.sort);
  const queries: Given[] = [wide];
  const needsWords = route.parameters.q?.isRequired === true;
  if ("q" in wide && !needsWords) queries.push(wordless);
  for (const sort of sorts) queries.push({ ...wordless, sort });
  if (route.parameters.page !== undefined)
    queries.push({ ...wide, page: String(DEEP_PAGE) }, { ...wordless, page: "2" });
  const isFile = FILES_IN_PARTS.test(route.path);
  const isExport = EXPORTS.test(route.path);
  const path = route.path.replaceAll(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? "x"));
  // The parts of a file cost what pages of its list do, which are walked too; those of an export cost the same in any order.
  const asked = isFile ? [needsWords ? wide : wordless] : isExport ? [wide, wordless] : queries;
  return asked.map((query) => ({ path: `${path}?${new URLSearchParams(query)}`, isInParts: isFile || isExport }));
}

/** The calls of a tool, in the same way. */
export function listCalls({ name, parameters }: Tool, ids: Given): readonly CostlyRequest[] {
  const wide = widest(Object.entries(parameters), ids);
  const own = Object.fromEntries(Object.keys(parameters).flatMap((key) => (key in ids ? [[key, ids[key] ?? ""]] : [])));
  const { q: _q, query: _query, ...wordless } = wide;
  const toRequest = (given: Given): CostlyRequest => {
    const read = Object.entries(given).map(([key, text]) => [key, toJson(parameters[key], text)]);
    const params = { name, arguments: Object.fromEntries(read) };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    return { path: "/mcp", body, isInParts: false };
  };
  return [wide, wordless, { ...wordless, ...own }].map(toRequest);
}

const toJson = (parameter: Parameter<unknown> | undefined, text: string): unknown => {
  const { type } = parameter === undefined ? {} : describeParameter(parameter);
  return type === "boolean" ? text === "true" : type === "number" || type === "integer" ? Number(text) : text;
};

function widest(named: readonly Named[], ids: Given): Given {
  const values = named.flatMap(([name, parameter]): [string, string][] => {
    if (parameter.in === "path") return [];
    const value = widestOf(name, parameter) ?? (parameter.isRequired ? exampleFor(name, parameter, ids) : undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(values);
}

function exampleFor(name: string, parameter: Parameter<unknown>, ids: Given): string {
  const json = describeParameter(parameter);
  return ids[name] ?? ("examples" in json || "enum" in json ? String(exampleOf(parameter.schema)) : COMMON_WORD);
}

/** Undefined where the default is as wide as any. */
function widestOf(name: string, parameter: Parameter<unknown>): string | undefined {
  const json = describeParameter(parameter);
  if (/^(page_size|limit|stake)$/.test(name)) return json.maximum === undefined ? undefined : String(json.maximum);
  if (name === "q" || name === "query") return COMMON_WORD;
  if (name === "all") return "true";
  if (name === "real_money_only") return "false";
  const values = enumOf(parameter);
  return (
    ["all", "low", "max"].find((value) => values.includes(value)) ??
    (/range|period/.test(name) ? values.at(-1) : undefined)
  );
}

const enumOf = (parameter: Parameter<unknown> | undefined): readonly string[] =>
  ((parameter && partsOf(parameter.schema).options) ?? []).map(String);

/** Milliseconds that this thread worked. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How long this thread works for a request; of an answer in parts, for the longest part. */
export async function measureWork(ask: () => Promise<unknown>, isInParts: boolean): Promise<number> {
  const startedAt = worked();
  if (!isInParts) {
    await ask();
    return worked() - startedAt;
  }
  let [longest, last, isOver] = [0, startedAt, false];
  const asked = ask().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await setImmediate();
    const now = worked();
    longest = Math.max(longest, now - last);
    last = now;
  }
  await asked;
  return longest;
}
