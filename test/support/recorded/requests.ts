import { createRoutes } from "../../../src/api/index.ts";
import { describeParameter } from "../../../src/http/openapi/json-schema.ts";
import type { Parameter } from "../../../src/http/parameters.ts";
import type { Endpoint, Route } from "../../../src/http/route.ts";
import { exampleOf, partsOf } from "../../../src/http/schema.ts";
import { createTools } from "../../../src/mcp/tool-service.ts";
import { listRoutes } from "../../../src/service.ts";
import type { TestApi } from "../service/api.ts";
import type { Asker, RecordedRequest } from "./answers.ts";
import { SCENARIO } from "./scenario.ts";

/** Ids of the data that requests name. */
export interface Subjects {
  /** The most traded open market of each platform, and one that has resolved. */
  readonly markets: readonly Named[];
  readonly events: readonly Named[];
  readonly questions: readonly string[];
}

interface Named {
  readonly platform: string;
  readonly id: string;
}

/** Routes whose answers are not recorded: files of pages, what an operator does, and what has its own suite. */
const LEFT_OUT =
  /:alert_id|:webhook_id|^\/assets\/|^\/admin|^\/metrics|^\/readyz|^\/billing|^\/pricing\/|\/webhooks\/stripe$/;

/** Pages whose rows depend on what is asked for. */
const ASKED_PAGES = [
  ...[
    "/search?q=election",
    "/markets?status=closed&sort=closing",
    "/markets?status=all",
    "/questions?sort=gap",
    "/events?q=election",
  ],
  ...["/arbitrage?type=implied&all=true", "/arbitrage?type=event&all=true", "/arbitrage?stake=500&sort=net"],
];

/** Its rows are those of a list. One platform has few of them. */
const EXPORT = /^\/api\/v1\/export\//;

const SMALL_PAGE = "5";

/** All that is asked, the same for the same data. */
export function listRequests(api: TestApi, subjects: Subjects): readonly RecordedRequest[] {
  const { config } = api.context;
  const endpoints = createRoutes(config).filter(({ method, path }) => method === "GET" && !LEFT_OUT.test(path));
  const known = new Set(endpoints.map(({ path }) => path));
  const pages = listRoutes({ ...config, isDemo: false }).filter(
    ({ method, path }) => method === "GET" && !known.has(path) && !LEFT_OUT.test(path),
  );
  return [
    ...endpoints.filter(({ path }) => !path.includes(":")).flatMap((one) => ofEndpoint(one, subjects)),
    ...endpoints.filter(({ path }) => path.includes(":")).flatMap((one) => ofSubjects(one, subjects)),
    ...subjects.markets.map(({ platform, id }) =>
      get(toPath("/api/v1/compare", { platform, market_id: id }), "enterprise"),
    ),
    ...pages.flatMap((page) => ofPage(page, subjects)),
    ...ASKED_PAGES.map((path) => get(path, "nobody")),
    ...["/keys", "/pricing", "/alerts"].map((path) => get(path, "pro")),
    get("/admin/sources", "operator"),
    ...ofTools(config.platforms, subjects),
    ...SCENARIO,
  ];
}

const ASKERS: readonly Asker[] = ["nobody", "free", "pro", "enterprise"];

const get = (path: string, as: Asker, more: Partial<RecordedRequest> = {}): RecordedRequest => ({
  ...{ as, method: "GET", path },
  ...more,
});

function toPath(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The example by every asker, then each value of each parameter, each order of each list, and pages by number and cursor. */
function ofEndpoint(endpoint: Endpoint, subjects: Subjects, path: string = endpoint.path): RecordedRequest[] {
  const { parameters, table } = endpoint;
  const isExport = EXPORT.test(endpoint.path);
  const base = { ...baseOf(endpoint, subjects), ...(isExport && { platform: "predictit" }) };
  const ask = (query: Readonly<Record<string, string>>, more?: Partial<RecordedRequest>) =>
    get(toPath(path, { ...base, ...query }), "enterprise", more);
  const values = Object.entries(parameters).flatMap(([name, parameter]) =>
    parameter.in === "path" || name === "cursor" || name === "ticket"
      ? []
      : valuesOf(name, parameter, endpoint, subjects)
          .slice(0, isExport && name !== "sort" ? 1 : undefined)
          .map((value) => ask({ [name]: value })),
  );
  const sorts = isExport ? [] : namesOf(parameters.sort);
  const orders = sorts.flatMap((sort) => namesOf(parameters.order).map((order) => ask({ sort, order })));
  const pages = parameters.cursor === undefined ? [] : sorts.length === 0 ? [{}] : sorts.map((sort) => ({ sort }));
  const followed = pages.flatMap((query) => [ask(query), ask(query, { page: 2 }), ask(query, { page: 3 })]);
  const formats = table === undefined ? [] : [ask({}, { accept: "text/csv" })];
  const combined = isExport ? [] : COMBINED.filter((query) => takes(endpoint, query)).map((query) => ask(query));
  return unique([
    ...ASKERS.map((as) => get(toPath(path, base), as)),
    ...[...values, ...orders, ...followed, ...formats, ...combined],
  ]);
}

/** The first subject with all parameters, the others alone. */
function ofSubjects(endpoint: Endpoint, subjects: Subjects): RecordedRequest[] {
  const [first = endpoint.path, ...others] = pathsOf(endpoint.path, subjects);
  return [
    ...ofEndpoint(endpoint, subjects, first),
    ...others.map((path) => get(toPath(path, baseOf(endpoint, subjects)), "enterprise")),
    get(toPath(endpoint.path.replaceAll(/:platform/g, "kalshi").replaceAll(/:[a-z_]+/g, "none"), {}), "enterprise"),
  ];
}

function ofPage(page: Route, subjects: Subjects): RecordedRequest[] {
  const isBadge = page.path.startsWith("/badge/");
  const named = page.path.includes(":") ? pathsOf(page.path, subjects) : [page.path];
  const paths = isBadge ? named.map((path) => `${path}.svg`) : named;
  const given = Object.entries(page.parameters).flatMap(([name, parameter]): [string, string][] =>
    parameter.isRequired === true && parameter.in !== "path"
      ? [[name, valuesOf(name, parameter, page, subjects)[0] ?? ""]]
      : [],
  );
  const base = Object.fromEntries(given);
  const isData = /\.(csv|atom|ics|txt)$|^\/(badge|search\/suggestions)/.test(page.path);
  const filters = isData ? Object.entries(page.parameters).filter(([, { in: place }]) => place !== "path") : [];
  const asked = filters.flatMap(([name, parameter]) =>
    valuesOf(name, parameter, page, subjects)
      .slice(0, 1)
      .map((value) => get(toPath(paths[0] ?? "", { ...base, [name]: value }), "nobody")),
  );
  return unique([...paths.map((path) => get(toPath(path, base), "nobody")), ...asked]);
}

function ofTools(platforms: readonly string[], subjects: Subjects): RecordedRequest[] {
  const call = (name: string, given: object, as: Asker = "pro"): RecordedRequest => ({
    ...{ as, method: "POST", path: "/mcp" },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } },
  });
  const [market] = subjects.markets;
  const [event] = subjects.events;
  const named = {
    ...{ market: refOf(market), event: refOf(event), question: subjects.questions[0] ?? "", of: refOf(market) },
  };
  return createTools(platforms).flatMap((tool) => {
    const own = Object.entries(named).filter(([name]) => tool.parameters[name]?.isRequired === true);
    const base = Object.fromEntries(own);
    const values = Object.entries(tool.parameters).flatMap(([name, parameter]) =>
      toolValuesOf(name, parameter, subjects).map((value) => call(tool.name, { ...base, [name]: value })),
    );
    return unique([...(["nobody", "free", "pro"] as const).map((as) => call(tool.name, base, as)), ...values]);
  });
}

function toolValuesOf(name: string, parameter: Parameter<unknown>, subjects: Subjects): readonly unknown[] {
  if (name === "market") return subjects.markets.map(refOf);
  if (name === "event") return subjects.events.map(refOf);
  if (name === "question") return [...subjects.questions, refOf(subjects.markets[0])];
  if (name === "of") return [...subjects.markets.slice(0, 2).map(refOf), ...subjects.questions.slice(0, 2)];
  const { type } = describeParameter(parameter);
  if (type === "boolean") return [true];
  if (type === "number" || type === "integer") return (NUMBERS[name] ?? ["2"]).map(Number);
  return valuesOf(name, parameter, undefined, subjects);
}

const refOf = (named: Named | undefined): string => `${named?.platform}:${named?.id}`;

/** Parameters that a request needs to be answered, and a small page. */
function baseOf({ parameters, exampleQuery = {} }: Endpoint, subjects: Subjects): Record<string, string> {
  const base: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    if (parameter.in === "path") continue;
    const example = exampleQuery[name];
    if (parameter.isRequired === true) base[name] = valuesOf(name, parameter, undefined, subjects)[0] ?? "";
    else if (example !== undefined) base[name] = name === "q" ? "election" : example;
    else if (name === "all") base[name] = "true";
    else if (name === "page_size") base[name] = SMALL_PAGE;
  }
  return base;
}

/** By name, in place of what follows from the kind. */
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  page: ["2", "100000"],
  page_size: ["3"],
  limit: ["3"],
  hours: ["6", "168"],
  days: ["7"],
  weeks: ["4"],
  points: ["6"],
  contracts: ["250"],
  stake: ["500"],
  poll: ["1"],
  since: ["0"],
  min_price: ["0.4"],
  max_price: ["0.2"],
  min_change: ["0.02"],
  min_volume: ["100000"],
  min_platforms: ["3"],
  min_volume_24h: ["5000"],
  min_gap_cents: ["3"],
  min_spread: ["0.02"],
  min_match_score: ["0.9"],
  min_profit: ["2"],
  min_size: ["50"],
};

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  q: ["election", "bitcoin above", '"interest rate"', "electoin", "xyzzy"],
  query: ["election", "bitcoin above", "electoin", "xyzzy"],
  label: ["Odds"],
  session_id: ["none"],
  about: ["kalshi:none"],
};

/** Around the time of the data, 2026-11-22. */
const TIMES: Readonly<Record<string, readonly string[]>> = {
  closing_after: ["2026-12-15"],
  closing_before: ["2026-12-15"],
  updated_since: ["2026-11-22T23:00:00Z"],
  resolved_since: ["2026-11-15"],
  from: ["2026-11-22T00:00:00Z"],
  to: ["2026-11-22T12:00:00Z"],
};

/** What a parameter is tried with. */
function valuesOf(
  name: string,
  parameter: Parameter<unknown>,
  route: Pick<Route, "path" | "table"> | undefined,
  { markets, events, questions }: Subjects,
): readonly string[] {
  if (name === "ids" || name === "markets") {
    if (/\/questions/.test(route?.path ?? "")) return [questions.slice(0, 3).join()];
    return [markets.slice(0, 4).map(refOf).join()];
  }
  const isList = parameter.kind === "list";
  if (name === "events" || (isList && name === "event")) return [events.slice(0, 2).map(refOf).join()];
  if (name === "questions" || (isList && name === "question")) return [questions.slice(0, 2).join()];
  if (isList && name === "market") return [markets.slice(0, 2).map(refOf).join()];
  if (name === "event_id") return [events[0]?.id ?? ""];
  if (name === "market_id") return [markets[0]?.id ?? ""];
  if (name === "question_id") return [questions[0] ?? ""];
  if (name === "operation") return ["listMarkets"];
  if (name === "fields") return [fieldsOf(parameter)];
  if (name === "platform") return parameter.kind === "list" ? ["kalshi", "polymarket,manifold"] : ["manifold"];
  if (name === "category") return parameter.kind === "list" ? ["politics", "sports,crypto"] : ["politics"];
  if (name === "types") return ["price,status"];
  const named = NUMBERS[name] ?? TEXTS[name] ?? TIMES[name];
  if (named !== undefined) return named;
  if (parameter.kind === "choice") return namesOf(parameter);
  if (parameter.kind === "flag") return ["true", "false"];
  return "examples" in describeParameter(parameter) ? [String(exampleOf(parameter.schema))] : [];
}

/** The first and the last field of a list, which its error message names. */
function fieldsOf({ expected }: Parameter<unknown>): string {
  const names = [...(/ of (.*?), separated/.exec(expected)?.[1] ?? "").matchAll(/\w+/g)].map(String);
  return [names[0], names.at(-1)].filter((name) => name !== undefined).join();
}

/** Filters together, which one at a time do not show. */
const COMBINED: readonly Readonly<Record<string, string>>[] = [
  { platform: "polymarket", category: "politics", sort: "volume_24h" },
  { status: "all", q: "will", platform: "kalshi" },
  { status: "closed", category: "sports", sort: "closing" },
  { real_money_only: "true", min_volume: "1000", min_price: "0.1", max_price: "0.9" },
  { q: "will", sort: "volume", page: "2" },
  { type: "all", all: "true", sort: "net", stake: "1000" },
  { type: "all", all: "true", min_confidence: "low", sort: "profit" },
  { type: "implied", all: "true", min_confidence: "low" },
  { type: "event", all: "true", min_confidence: "low" },
  { platform: "manifold", weight: "volume", criterion: "7d" },
  { from: "2026-11-22T06:00:00Z", to: "2026-11-22T18:00:00Z", interval: "1h" },
];

const takes = ({ parameters }: Endpoint, query: Readonly<Record<string, string>>): boolean =>
  Object.entries(query).every(([name, value]) => {
    const parameter = parameters[name];
    return parameter !== undefined && (parameter.kind !== "choice" || namesOf(parameter).includes(value));
  });

const namesOf = (parameter: Parameter<unknown> | undefined): readonly string[] =>
  parameter?.kind === "choice" ? (partsOf(parameter.schema).options ?? []).map(String) : [];

function pathsOf(path: string, { markets, events, questions }: Subjects): readonly string[] {
  const named = (name: string, all: readonly Named[]) =>
    all.map(({ platform, id }) => path.replace(":platform", platform).replace(name, encodeURIComponent(id)));
  if (path.includes(":market_id")) return named(":market_id", markets);
  if (path.includes(":event_id")) return named(":event_id", events);
  if (path.includes(":topic_id")) return events.map((one) => path.replace(":topic_id", encodeURIComponent(refOf(one))));
  if (path.includes(":question_id")) return questions.map((id) => path.replace(":question_id", id));
  return [path.replace(":operation", "listMarkets").replace(":page", "markets")];
}

/** In their order; what follows a cursor comes after the page that gives it. */
function unique(requests: readonly RecordedRequest[]): RecordedRequest[] {
  const known = new Map(requests.map((request) => [JSON.stringify(request), request]));
  return [...known.values()];
}
