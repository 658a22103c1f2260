import { getPlatform } from "../../domain/platforms.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import type { ParameterError } from "../../http/parameters.ts";
import { NO_QUERY, type Query } from "../../http/query.ts";

interface Help {
  readonly path: string;
  readonly label: string;
  /** Replaces a message that is written for programs. */
  readonly message?: string;
}

type Labels = Readonly<Record<string, string>>;

const BOARD: Help = { path: "/", label: "Go to the board" };
const SEARCH: Help = { path: "/search", label: "Search markets" };
const QUESTIONS: Help = { path: "/questions", label: "See all questions" };
const EVENTS: Help = { path: "/events", label: "See all events" };
const KEYS: Help = { path: "/keys", label: "Create or manage a key" };
const PLANS: Help = { path: "/pricing", label: "Plans and prices" };
const STATUS: Help = { path: "/status", label: "Status of the service" };

/** How errors of pages of payments end. */
const PAY_AGAIN = "on the page /pricing";

/** Errors that always lead to the same page. */
const BY_CODE: Readonly<Partial<Record<ErrorCode, Help>>> = {
  not_found: BOARD,
  event_not_found: EVENTS,
  topic_not_found: SEARCH,
  missing_api_key: KEYS,
  invalid_api_key: KEYS,
  revoked_api_key: KEYS,
  key_not_found: KEYS,
  key_creation_limit_exceeded: KEYS,
  payments_not_configured: KEYS,
  tier_required: PLANS,
  payment_required: PLANS,
  daily_limit_exceeded: PLANS,
  monthly_limit_exceeded: PLANS,
};

/** The page to go to after an error at `path`; `query` is what was asked there, `labels` what its form calls parameters. */
export function helpFor(error: AppError, path: string, query: Query = NO_QUERY, labels: Labels = {}): Help {
  const known = BY_CODE[error.code];
  if (error.message.endsWith(PAY_AGAIN)) return { ...PLANS, message: error.message.replace(/; .*$/, "") };
  if (known !== undefined) return { ...known, message: withoutAdvice(error.message) };
  if (error.code === "question_not_found") return helpForQuestion(error);
  if (error.code === "market_not_found") return { ...SEARCH, message: withoutAdvice(error.message) };
  // A higher plan raises the limits of a key, not of an address.
  if (error.status === 429) return error.details.tier === undefined ? againLater(error, path, query) : PLANS;
  if (error.status >= 500) return STATUS;
  // Forms say in the message itself what is wrong.
  if (wrongParameters(error).length > 0)
    return { ...helpForParameters(error, path, query, labels), message: nameFields(error, labels).message };
  return { path: path.startsWith("/admin/") ? formPageOf(path) : pageOf(path), label: "Back to the page" };
}

/** The same error with the labels of a form in place of names of parameters; a name without a label is quoted as it is. */
export function nameFields(error: AppError, labels: Labels): AppError {
  const { code, details, headers } = error;
  // A form names its fields itself.
  if (code !== "validation_error" || details.errors === undefined) return error;
  const message = wrongParameters(error)
    .map(({ parameter, message }) => fieldProblem(labels[parameter] ?? parameter, message))
    .join("; ");
  return new AppError(code, message, { details, headers, cause: error });
}

/** What is wrong with a field, for people: “Stake in $” must be a number of at least 1, not 'x'.. */
export const fieldProblem = (label: string, message: string): string =>
  message.startsWith("expected ")
    ? `“${label}” must be ${message.slice("expected ".length).replace(", got ", ", not ")}`
    : `${label}: ${message}`;

/** The parameters that a validation_error is about. */
const wrongParameters = ({ details }: AppError): readonly ParameterError[] =>
  (details.errors ?? []) as readonly ParameterError[];

/** The same address: what a limit says ends with when it may be asked again. */
const againLater = ({ message }: AppError, path: string, query: Query): Help => ({
  path: addressOf(formPageOf(path), query),
  label: "Open the page again",
  message: message.replace("one address", "one internet address").replace("; try again", ". Try again"),
});

/** Drops wrong query parameters and keeps the others; wrong path parameters lead to the search. */
function helpForParameters(error: AppError, path: string, query: Query, labels: Labels): Help {
  const isInPath =
    path !== pageOf(path) && wrongParameters(error).some(({ parameter }) => PATH_PARAMETERS.has(parameter));
  if (isInPath) return SEARCH;
  const wrong = [...new Set(wrongParameters(error).map(({ parameter }) => parameter))];
  const label = `Open the page without ${wrong.map((name) => `“${labels[name] ?? name}”`).join(" and ")}`;
  // The number of a page means nothing in another list.
  return { path: addressOf(path, query, ["page", ...wrong]), label };
}

/** An address with what was asked there but for these parameters. A key never comes into it. */
function addressOf(path: string, query: Query, leftOut: readonly string[] = []): string {
  const kept = new URLSearchParams();
  for (const [name, values] of query) {
    if (name === "api_key" || leftOut.includes(name)) continue;
    for (const value of values) if (value !== "") kept.append(name, value);
  }
  return kept.size === 0 ? path : `${path}?${kept}`;
}

/** Cuts the advice for programs: pages have a link instead. "kalshi has no market with this id; find ids with …" */
const withoutAdvice = (message: string): string => message.replace(/; (find|see|check|create) .*$/s, "");

/** A former question leads to the market that it began with. */
function helpForQuestion({ details }: AppError): Help {
  const market = details.former_market as { readonly platform: string; readonly id: string } | undefined;
  if (market === undefined) return { ...QUESTIONS, message: "there is no question with this id" };
  const { platform, id } = market;
  return {
    path: `/markets/${platform}/${encodeURIComponent(id)}`,
    label: "Open that market",
    message: `the markets of this question are no longer matched; the question began with a market on ${getPlatform(platform).name}`,
  };
}

const PATH_PARAMETERS = new Set(["platform", "market_id", "event_id", "question_id"]);

/** The addresses of forms have no page of their own: "/admin/keys" has that of "/admin/keys/create". */
function formPageOf(path: string): string {
  if (path.startsWith("/admin/")) return path.replace(/\/[^/]*$/, "");
  return /^\/(keys|pricing)\//.test(path) ? pageOf(path) : path;
}

/** The page a form belongs to: "/keys" of "/keys/make". */
const pageOf = (path: string): string => `/${path.split("/")[1] ?? ""}`;
