import type { Context } from "../context.ts";
import { ERROR_STATUS, type ErrorCode } from "../errors.ts";
import { JSON_BODY, takesJson } from "./body.ts";
import type { Input, Parameters } from "./parameters.ts";
import {
  type Answer,
  type Caller,
  DEFAULTS,
  type Defined,
  isStorable,
  type Received,
  type Route,
  type Streamed,
  takesKey,
} from "./route.ts";
import type { Schema } from "./schema.ts";
import { fieldsParameter, formatParameter, type Table } from "./tables/table.ts";

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
 * A route of the API, with what its OpenAPI description needs. The compiler checks the handler against `response`; tests
 * check every answer against it.
 */
export interface Endpoint<P extends Parameters = Parameters, D = unknown> extends Route<P> {
  /** Unique; what generated clients call it. */
  readonly operationId: string;
  readonly tag: keyof typeof TAGS;
  /** More than the summary says; whole sentences. */
  readonly description?: string;
  /** Describes `data`, or the whole body where `isBare`. */
  readonly response: Schema<D>;
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
  ): Answer<NoInfer<D>> | Streamed | Promise<Answer<NoInfer<D>> | Streamed>;
}

/** An endpoint whose handler's input and data are inferred from its parameters and response. */
export const endpoint = <D, P extends Parameters = Record<never, never>>(
  definition: Defined<Endpoint<P, D>>,
): Endpoint => ({
  ...DEFAULTS,
  ...definition,
  ...(definition.tag === "account" && { isAccountAction: true }),
  ...(takesJson({ parameters: definition.parameters ?? {} }) && { body: JSON_BODY }),
  ...(definition.table && {
    parameters: { ...definition.parameters, format: formatParameter, fields: fieldsParameter(definition.table) },
  }),
});

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
