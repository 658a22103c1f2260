import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { KnownSecret } from "../access/access.ts";
import { missingKey } from "../access/authenticate.ts";
import type { Context } from "../context.ts";
import type { Key } from "../domain/accounts/keys.ts";
import { includesTier, type Tier } from "../domain/accounts/plans.ts";
import { AppError, ERROR_STATUS, type ErrorCode } from "../errors.ts";
import type { Headers } from "./headers.ts";
import { type Input, JSON_BODY, type ParameterError, type Parameters, takesJson } from "./parameters.ts";
import type { Query } from "./query.ts";
import { publisher, type Schema } from "./schema.ts";
import { fieldsParameter, formatParameter, type Table } from "./table.ts";

/** What is served at a path, as data; it knows nothing of requests and responses. */
export interface Route<P extends Parameters = Parameters> {
  readonly method: Method;
  /** The whole path, with `:name` for a path parameter. */
  readonly path: string;
  /** The lowest tier that may call it; `any` needs a key of any tier, `open` needs none. */
  readonly tier: Tier | "any" | "open";
  /** True for a page or a form of one: it takes the visitor's session, and no key where pages show what `tier` has. */
  readonly isPage?: boolean;
  /** True for a page that counts as a request of the key that its visitor has signed in with. */
  readonly countsKey?: boolean;
  /** True for an open route that accepts a key; a wrong one is refused. */
  readonly isKeyOptional?: boolean;
  /**
   * True for what a key does about itself and its plan: counted by address and never by the key, so that a key at its
   * limit can still be revoked, replaced and paid for.
   */
  readonly isAccountAction?: boolean;
  readonly parameters: P;
  /** What the answer depends on: stored data, data and the time, or more than that (never cached). */
  readonly cache: "data" | "clock" | "never";
  /** Set where the answer can be had as CSV and NDJSON too; the route then has the parameter `format`. */
  readonly table?: Table;
  /** True where a name that it does not know is an error and no warning: its rows are too many to look at. */
  readonly refusesUnknown?: boolean;
  /** Rules that tie parameters together; given those that are valid on their own. */
  check?(input: Partial<Input<P>>): readonly ParameterError[];
  /** The secret that the parameter `ticket` was issued for, where no key is presented. Throws AppError invalid_ticket. */
  redeem?(context: Context, ticket: string, now: number): KnownSecret;
  /** Set where the handler gets the request's body. On other routes a body is read and dropped. */
  readonly body?: { readonly maxBytes: number };
  /** Headers that it reads and other routes do not, for browsers of other origins. */
  readonly sendable?: readonly string[];
  /**
   * Counts a caller by address, on pages without a key; `hasEtag` says that it may have the page already. Throws AppError
   * rate_limit_exceeded. What it returns is called with the status of the answer.
   */
  admit?(context: Context, address: string, hasEtag: boolean): ((status: number) => void) | undefined;
  /** Makes the page that shows an error; without it, errors are JSON. The query is empty where it cannot be read. */
  refuse?(context: Context, error: AppError, path: string, query: Query): Document;
  handler(context: Context, input: Input<P>, caller: Caller, received: Received): Handled | Promise<Handled>;
}

/** All that a handler may answer. */
export type Handled = Answer | Document | Picture | Redirect | Streamed;

/** Whether a route takes a key, and its limits apply. */
export const takesKey = ({ tier, isKeyOptional }: Pick<Route, "tier" | "isKeyOptional">): boolean =>
  tier !== "open" || isKeyOptional === true;

/** Whether its answers may be stored, by us and by callers: they have an entity tag. */
export const isStorable = ({ method, cache }: Pick<Route, "method" | "cache">): boolean =>
  method === "GET" && cache !== "never";

/** The parts of a request that only few handlers need. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  /** Empty unless the route takes one. */
  readonly body: Buffer;
  readonly account: CallAccount;
}

/** For open routes that count some of their requests themselves, and tell errors in their own words. */
export interface CallAccount {
  /** The valid key that the request presents, if any. Counts nothing. */
  findKey(): Promise<Key | undefined>;
  /** Counts a call with the key that the request presents. Throws AppError where it may not be made. */
  charge(tier: Tier): Promise<void>;
  /** Logs an error and gives it as the caller may see it. One of ours costs nothing. */
  note(error: unknown): AppError;
}

/** Who is asking. */
export interface Caller {
  /** Its key; on a route that is open there may be none. */
  readonly key: Key | undefined;
  /** Where it asks from; of IPv6 the /64. */
  readonly address: string;
  /** The digest of the secret it presented. */
  readonly digest?: string | undefined;
}

/** The key of a caller. Throws AppError missing_api_key when there is none. */
export function keyOf({ key }: Caller): Key {
  if (key === undefined) throw missingKey();
  return key;
}

/** Whether a key of a tier may call a route. */
export const allowsTier = ({ tier: required }: Pick<Route, "tier">, tier: Tier): boolean =>
  required === "open" || required === "any" || includesTier(tier, required);

/** Throws AppError tier_required unless a key may call the route. */
export function requireTier(route: Pick<Route, "tier">, { tier }: Key, upgradeUrl: string): void {
  if (allowsTier(route, tier)) return;
  const { tier: required } = route;
  const message = `this needs the ${required} plan and your key is on ${tier}; upgrade it at ${upgradeUrl}`;
  const details = { tier, required_tier: required, upgrade_url: upgradeUrl };
  throw new AppError("tier_required", message, { details });
}

export const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/** What a handler answers. Without `status` it is 200. */
export type Answer<D = unknown> = Enveloped<D> | Bare<D>;

/** Data for the envelope `{data, timestamp, meta}`. */
export interface Enveloped<D = unknown> {
  readonly data: D;
  /** Figures about `data` that change with it, such as totals, and warnings for the caller. */
  readonly meta?: Readonly<Record<string, unknown>> & { readonly warnings?: readonly string[] };
  readonly status?: number;
}

/** A JSON body of its own, for what is not part of the API. */
interface Bare<D = unknown> {
  readonly body: D;
  readonly status?: number;
}

/** A text of its own kind, such as a page, a style sheet or a script. */
export interface Document {
  readonly text: string;
  /** Its media type. */
  readonly type: string;
  readonly status?: number;
  /** Added to the headers that follow from the route's `cache`; the same name replaces. */
  readonly headers?: Headers;
  /** What its ETag is of, where not all of the text makes it another version. */
  readonly etagText?: string;
}

/** Bytes that are compressed already. */
export interface Picture extends Omit<Document, "text"> {
  readonly bytes: Buffer;
}

/** A body that is written bit by bit. Its connection ends with it. */
export interface Streamed {
  /** Its media type. */
  readonly streamType: string;
  readonly headers?: Headers;
  /** Takes a place among the open streams; not called for HEAD. Throws AppError where there is none. */
  open(): StreamBody | Promise<StreamBody>;
}

/** A stream that has its place. */
export interface StreamBody {
  /** Headers that follow from what it found. */
  readonly headers?: Headers;
  /** Names of headers that it sends after its last byte; a caller of HTTP/1.0 gets none. */
  readonly trailer?: string;
  /** Called once, after the headers are written. Writes until either side ends the response. */
  begin(response: ServerResponse): void;
  /** How many events were delivered, and why it ended; for the log. */
  figures(): { readonly events: number; readonly endedBy: string };
}

/** Sends a browser on to another page, which it then GETs. */
export interface Redirect {
  readonly seeOther: string;
  readonly headers?: Headers;
}

/** A route whose handler's input is inferred from its parameters. */
export const route = <P extends Parameters = Record<never, never>>(definition: Defined<Route<P>>): Route => ({
  ...DEFAULTS,
  ...definition,
});

/** A definition, with method, parameters and cache only where it is no plain GET that is never cached. */
export type Defined<R extends Route> = Omit<R, keyof typeof DEFAULTS> & Partial<Pick<R, keyof typeof DEFAULTS>>;

const DEFAULTS = { method: "GET", parameters: {}, cache: "never" } as const;

/** The groups endpoints are described in. */
export const TAGS = {
  topics: "Events across platforms: what each is about, its outcomes, and what they cost where.",
  questions: "What several platforms ask: one question, every platform, one price.",
  live: "Changes as they happen, and how to resume without a gap.",
  export: "Everything of a kind in one answer.",
  markets: "Markets and events: lists, search, details and price history.",
  intelligence: "The same question on several platforms, side by side.",
  analytics: "Figures about all markets.",
  webhooks: "Where messages are sent, and what came of each.",
  alerts: "Messages when something happens, to the webhooks of a key.",
  account: "API keys, what they have used, and their plan.",
  service: "The service itself.",
} as const;

/**
 * A route of the API, with what its OpenAPI description needs. Its handler gives stored data of type S, which `response`
 * publishes and describes; tests check every answer against it.
 */
export interface Endpoint<P extends Parameters = Parameters, D = unknown, S = unknown> extends Route<P> {
  /** Unique; what generated clients call it. */
  readonly operationId: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  /** More than the summary says; whole sentences. */
  readonly description?: string;
  /** Describes `data`, or the whole body where `isBare`. */
  readonly response: Schema<D, S>;
  /** Describes `meta`; without it, answers have the meta that all have. */
  readonly meta?: Schema;
  /** True for a body without the envelope. */
  readonly isBare?: boolean;
  /** Set where the answer is a stream: its media types, each with an example; `response` is one event. */
  readonly streams?: Readonly<Record<string, unknown>>;
  /** How `data` becomes CSV and NDJSON, where it can be had so; adds the parameters `format` and `fields`. */
  readonly table?: Table<NoInfer<D>>;
  /** The status of success, where it is not 200. */
  readonly status?: 201;
  /** A valid query or body, by the names of parameters, where the examples of the required ones do not make one. */
  readonly exampleQuery?: Readonly<Record<string, string>>;
  /** Errors the handler throws, beside those that follow from the definition. */
  readonly errors?: readonly ErrorCode[];
  handler(
    context: Context,
    input: Input<P>,
    caller: Caller,
    received: Received,
  ): Answer<NoInfer<S>> | Streamed | Promise<Answer<NoInfer<S>> | Streamed>;
}

/** An endpoint whose handler's input and data are inferred from its parameters and response. */
export function endpoint<D, S, P extends Parameters = Record<never, never>>(
  definition: Defined<Endpoint<P, D, S>>,
): Endpoint {
  const publish = publisher(definition.response);
  return {
    ...DEFAULTS,
    ...definition,
    ...(definition.tag === "account" && { isAccountAction: true }),
    ...(takesJson({ parameters: definition.parameters ?? {} }) && { body: JSON_BODY }),
    ...(definition.table && {
      parameters: { ...definition.parameters, format: formatParameter, fields: fieldsParameter(definition.table) },
    }),
    async handler(context, input, caller, received) {
      const answer = await definition.handler(context, input as Input<P>, caller, received);
      return "data" in answer ? { ...answer, data: publish(answer.data) } : answer;
    },
  };
}

/** Every error the endpoint can answer with, once it is reached. */
export function errorsOf(endpoint: Endpoint): readonly ErrorCode[] {
  const { tier, method, parameters, errors = [] } = endpoint;
  const isKeyed = takesKey(endpoint);
  const possible = new Set<ErrorCode>(["bad_request", "internal_error", ...errors]);
  const add = (isPossible: boolean, ...codes: ErrorCode[]): void => {
    if (isPossible) for (const code of codes) possible.add(code);
  };
  add(tier !== "open", "missing_api_key");
  add(isKeyed, "invalid_api_key", "revoked_api_key", "rate_limit_exceeded");
  add(isKeyed && !endpoint.isAccountAction, "daily_limit_exceeded", "monthly_limit_exceeded");
  add(isKeyed && method !== "GET", "read_only_secret");
  add(tier === "pro" || tier === "enterprise", "tier_required");
  add(takesJson(endpoint), "unsupported_media_type");
  // A repeated api_key is one too.
  add(isKeyed || Object.keys(parameters).length > 0, "validation_error");
  add(method !== "GET", "unavailable");
  // Answers that are never cached are small, and given even then.
  add(method !== "GET" || isStorable(endpoint), "overloaded");
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => possible.has(code));
}

/** A name of the API as a name of a type: `page_size` is PageSize. */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
