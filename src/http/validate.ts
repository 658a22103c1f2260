import { toIso } from "../clock.ts";
import { AppError } from "../errors.ts";
import { nearestName } from "../spelling.ts";
import { type Parameter, type ParameterError, readValue } from "./parameters.ts";
import { decodeSegment, NO_QUERY, NULL, type Query } from "./query.ts";
import type { Route } from "./route.ts";
import type { Format } from "./table.ts";

/** Names that mean something on every route. */
const COMMON_NAMES: readonly string[] = ["api_key"];
const MAX_WARNINGS = 10;
const MAX_NAME = 100;

/** A request that was routed, parsed and validated; it is the same for every caller. */
export interface ResolvedRequest {
  readonly route: Route;
  readonly input: Record<string, unknown>;
  /** Says what was ignored, for the caller to read. */
  readonly warnings: readonly string[];
  /** The same for the same input and warnings, in any order and spelling. */
  readonly cacheKey: string;
}

/**
 * Reads a request's parameters as the route declares them. Throws one AppError validation_error that names every bad
 * parameter; a name the route does not know is only a warning. `accepted` is the format without the parameter `format`,
 * `body` has the members of a JSON body.
 */
export function validate(
  route: Route,
  path: Readonly<Record<string, string>>,
  query: Query,
  { accepted = "json", body = NO_QUERY }: { readonly accepted?: Format; readonly body?: Query } = {},
): ResolvedRequest {
  const input: Record<string, unknown> = {};
  const errors: ParameterError[] = [];
  for (const [name, parameter] of Object.entries(route.parameters)) {
    const given = parameter.in === "body" ? body : query;
    const values = parameter.in === "path" ? [decodeSegment(path[name] ?? "")] : valuesOf(given, name);
    const result = read(parameter, values);
    if ("message" in result) errors.push({ parameter: name, message: result.message });
    else input[name] = result.value;
  }
  errors.push(...misplacedIn(route, body), ...emptyRangesIn(input));
  if (route.check !== undefined) errors.push(...route.check(input));
  if (route.refusesUnknown === true) errors.push(...unknownIn(route, query));
  if (errors.length > 0) throw toAppError(errors);
  if (route.table !== undefined && !query.has("format")) input.format = accepted;
  const warnings =
    query.size + body.size === 0
      ? []
      : [...warningsFor(route, query, "query"), ...warningsFor(route, body, "body"), ...warnOfValues(route, input)];
  return { route, input, warnings, cacheKey: JSON.stringify([route.path, input, ...warnings]) };
}

/** Null for an object is null for each of its members. */
const valuesOf = (given: Query, name: string): readonly string[] | undefined =>
  given.get(name) ?? (name.includes(".") && given.get(objectOf(name)) === NULL ? NULL : undefined);

/** The object that a member of a body is in: `scope` of `scope.market`. */
const objectOf = (name: string): string => name.split(".")[0] ?? "";

/** Members of objects that a route does not know: ignoring one would widen what is asked for. */
function misplacedIn(route: Route, body: Query): ParameterError[] {
  if (body.size === 0) return [];
  const inner = Object.keys(route.parameters).filter((name) => name.includes("."));
  const unknown = [...body].filter(
    ([name, values]) => values !== NULL && !(name in route.parameters) && inner.map(objectOf).includes(objectOf(name)),
  );
  return unknown.slice(0, MAX_WARNINGS).map(([name]) => {
    const members = inner.filter((one) => objectOf(one) === objectOf(name)).map((one) => one.replace(/^.*?\./, ""));
    const kind = name.includes(".") ? "one of" : "an object of";
    return { parameter: name, message: `expected ${kind} ${members.join(", ")}` };
  });
}

/** Errors for a least value above its greatest one: `min_price` above `max_price`, `closing_after` after `closing_before`. */
const emptyRangesIn = (input: Readonly<Record<string, unknown>>): ParameterError[] =>
  Object.entries(input).flatMap(([name, least]) => {
    if (typeof least !== "number") return [];
    const isMoment = name.endsWith("_after");
    const other = isMoment ? name.replace(/_after$/, "_before") : name.replace(/^min_/, "max_");
    const most = input[other];
    if (other === name || typeof most !== "number" || least <= most) return [];
    const expected = isMoment ? `a moment before ${other} (${toIso(most)})` : `at most ${other} (${most})`;
    return [{ parameter: name, message: `expected ${expected}, got ${isMoment ? toIso(least) : least}` }];
  });

type Result = { readonly value: unknown } | { readonly message: string };

function read(parameter: Parameter<unknown>, values: readonly string[] | undefined): Result {
  if (values === NULL && parameter.isNullable) return { value: null };
  if (
    values === undefined ||
    values === NULL ||
    (parameter.isEmptyMissing && values.length === 1 && values[0] === "")
  ) {
    return parameter.isRequired
      ? { message: `required in the ${parameter.in}: expected ${parameter.expected}` }
      : { value: parameter.fallback };
  }
  if (parameter.isRepeatable) return readAll(parameter, values);
  // Clients write a list as they like: `a,b` or one by one.
  if (parameter.kind === "list") return readOne(parameter, values.join(","));
  if (values.length > 1) return { message: `expected once, got it ${values.length} times` };
  return readOne(parameter, values[0] ?? "");
}

function readOne(parameter: Parameter<unknown>, value: string): Result {
  return readValue(parameter, value) ?? { message: `expected ${parameter.expected}, got ${shown(value)}` };
}

function readAll(parameter: Parameter<unknown>, values: readonly string[]): Result {
  const all: unknown[] = [];
  for (const value of values) {
    const result = readOne(parameter, value);
    if ("message" in result) return result;
    all.push(result.value);
  }
  return { value: all };
}

function toAppError(errors: readonly ParameterError[]): AppError {
  const message = errors.map((error) => `${error.parameter}: ${error.message}`).join("; ");
  return new AppError("validation_error", message, { details: { errors } });
}

const warningsFor = (route: Route, query: Query, source: "query" | "body"): string[] =>
  listUnknown(route, query, source).map(({ name, hint }) => `unknown parameter ${quoted(name)} ignored${hint}`);

const unknownIn = (route: Route, query: Query): ParameterError[] =>
  listUnknown(route, query, "query").map(({ name, hint }) => ({
    parameter: name.slice(0, MAX_NAME),
    message: `unknown here${hint}; expected one of ${Object.keys(route.parameters).join(", ")}`,
  }));

/** The names that a route does not know, each with the nearest one that it does. */
function listUnknown(route: Route, query: Query, source: "query" | "body") {
  const names = Object.keys(route.parameters).filter((name) => route.parameters[name]?.in === source);
  const known = source === "query" ? [...names, ...COMMON_NAMES] : [...names, ...names.map(objectOf)];
  const unknown = [...query.keys()].filter((name) => !known.includes(name));
  return unknown.slice(0, MAX_WARNINGS).map((name) => {
    const nearest = nearestName(name, known);
    return { name, hint: nearest === undefined ? "" : `; did you mean '${nearest}'?` };
  });
}

/** Warns of values that can find nothing. */
const warnOfValues = (route: Route, input: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(route.parameters).flatMap(([name, { knownValues }]) => {
    if (knownValues === undefined) return [];
    const unknown = [input[name] ?? []]
      .flat()
      .map(String)
      .filter((value) => !knownValues.includes(value.toLowerCase()));
    return unknown.map(
      (value) => `unknown ${name} ${quoted(value)} finds nothing; expected one of ${knownValues.join(", ")}`,
    );
  });

const shown = (value: string): string => (value === "" ? "an empty value" : quoted(value));

/** A caller's own text, short enough to be repeated to them. */
function quoted(value: string): string {
  const characters = [...value.slice(0, 100)];
  return characters.length > 40 ? `'${characters.slice(0, 40).join("")}…'` : `'${value}'`;
}
