import { describeLimit } from "../access/limit.ts";
import { getPlan } from "../domain/accounts/plans.ts";
import { ERROR_STATUS, type ErrorCode } from "../errors.ts";
import * as s from "./schema.ts";
import { link, marketIdSchema, platformSchema, tierSchema, writerSchema } from "./value-schemas.ts";

/** When an error occurs, and an example of its message. */
interface ErrorText {
  readonly when: string;
  readonly message: string;
}

const EXAMPLE_TIME = Date.UTC(2026, 10, 20, 4, 9);

const FREE = getPlan("free");

/** The limits that the examples of 429 reach. */
const EXAMPLE_LIMITS: Partial<Record<ErrorCode, number>> = {
  rate_limit_exceeded: FREE.perMinute,
  daily_limit_exceeded: FREE.perDay ?? 0,
  monthly_limit_exceeded: FREE.perMonth ?? 0,
  key_creation_limit_exceeded: 10,
  stream_limit_exceeded: 1,
};

const limitText = (code: ErrorCode, name: "minute" | "day" | "month", seconds: number): string =>
  describeLimit("free", { name, limit: EXAMPLE_LIMITS[code] ?? 0 }, EXAMPLE_TIME, seconds);

/** The words for each error in the API description. */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, ErrorText>> = {
  bad_request: {
    when: "malformed percent-encoding",
    message: "malformed percent-encoding in '%zz'; write a percent sign as %25",
  },
  invalid_signature: {
    when: "a wrong or old signature",
    message: "the Stripe-Signature header does not fit this body, or is too old; check STRIPE_WEBHOOK_SECRET",
  },
  missing_api_key: {
    when: "no key",
    message: "an API key is needed: send it in the header X-API-Key; create one at /keys",
  },
  invalid_api_key: {
    when: "a malformed or unknown key",
    message: "this is not a valid API key; check that it is whole, or create one at /keys",
  },
  revoked_api_key: { when: "a revoked or replaced key", message: "this API key was revoked; create one at /keys" },
  invalid_ticket: {
    when: "a ticket that has expired, never was, or is for another stream",
    message:
      "this ticket has expired, never was, or is for another stream; get another with POST /api/v1/stream/ticket",
  },
  payment_required: {
    when: "tier=pro",
    message: "make a free key, then upgrade it with POST /api/v1/checkout",
  },
  tier_required: {
    when: "the key's plan does not include this",
    message: "this needs the pro plan and your key is on free; upgrade it at https://toteboard.invalid/pricing",
  },
  tier_not_self_service: {
    when: "tier=enterprise",
    message:
      "the operator makes enterprise keys with 'toteboard keys create --tier enterprise'; ask them, or leave tier out",
  },
  alert_limit_exceeded: {
    when: "the key has as many alerts as its plan allows",
    message: "a key on the free plan has at most 3 alerts; delete one with DELETE /api/v1/alerts/{id}, or upgrade",
  },
  read_only_secret: {
    when: "a secret that was replaced asks for a change during its grace",
    message: "this secret was replaced and may only read until 2026-11-21T04:09:00.000Z; send the key's new secret",
  },
  origin_not_allowed: {
    when: "a page of another site asks for what is for this one's",
    message: "this form did not come from a page of this service; open that page again and send it from there",
  },
  not_found: {
    when: "nothing is there",
    message: "there is no page or endpoint at /api/v2; see /docs for all endpoints",
  },
  market_not_found: {
    when: "an unknown market",
    message: "kalshi has no market with this id; find ids with /api/v1/search?q=…",
  },
  event_not_found: {
    when: "an unknown event",
    message: "kalshi has no event with this id; find ids with /api/v1/search?q=…",
  },
  question_not_found: {
    when: "an unknown question, or one whose markets are no longer matched",
    message: "there is no question with this id; find questions with /api/v1/questions?q=…",
  },
  topic_not_found: {
    when: "an id that is no platform:id of an event with a listed market",
    message: "there is no topic with this id, which is platform:id of an event; find topics with /api/v1/topics?q=…",
  },
  alert_not_found: {
    when: "an alert that is unknown or of another key",
    message: "your key has no alert with this id; see GET /api/v1/alerts",
  },
  key_not_found: {
    when: "a key that is unknown or out of reach",
    message: "there is no key with this id that your key may change; see GET /api/v1/keys for those it may",
  },
  webhook_limit_exceeded: {
    when: "the key has as many webhooks as its plan allows, or added many e-mail addresses today",
    message: "the free plan allows 1 webhook; delete one, or upgrade at /pricing",
  },
  webhook_not_found: {
    when: "a webhook that is unknown or of another key",
    message: "your key has no webhook with this id; see GET /api/v1/webhooks for those it has",
  },
  delivery_not_found: {
    when: "a delivery that is unknown, or older than 30 days",
    message: "this webhook has no delivery with this id; list them",
  },
  webhook_disabled: {
    when: "the webhook is disabled or not confirmed",
    message: "this webhook is disabled; PATCH /api/v1/webhooks/wh_x changes that",
  },
  method_not_allowed: { when: "a wrong method", message: "PUT is not possible here; GET, HEAD, OPTIONS are" },
  request_timeout: {
    when: "a request that takes too long",
    message: "the request did not arrive in time; send it again",
  },
  already_subscribed: {
    when: "the key is on a paid plan",
    message: "this key is on pro already; manage its plan on the page /pricing",
  },
  payload_too_large: {
    when: "a body larger than its endpoint takes: 16 KiB of JSON, 64 KiB of /mcp",
    message: "the request body is larger than 16384 bytes; send less",
  },
  uri_too_long: { when: "a long URL", message: "the URL is longer than 16384 characters; ask for less at a time" },
  unsupported_media_type: {
    when: "another type of body",
    message: "a form is expected; send it as application/x-www-form-urlencoded",
  },
  validation_error: {
    when: "parameters that are not as described, all named at once",
    message: "platform: expected one of kalshi, manifold, got 'nowhere'",
  },
  rate_limit_exceeded: {
    when: "the minute's limit is reached",
    message: limitText("rate_limit_exceeded", "minute", 12),
  },
  daily_limit_exceeded: {
    when: "the day's limit is reached",
    message: limitText("daily_limit_exceeded", "day", 0),
  },
  monthly_limit_exceeded: {
    when: "the month's limit is reached",
    message: limitText("monthly_limit_exceeded", "month", 0),
  },
  key_creation_limit_exceeded: {
    when: "too many keys from one address",
    message: "At most 10 keys an hour can be created from one address; try again in 600 seconds.",
  },
  stream_limit_exceeded: {
    when: "the key has as many streams open as its plan allows",
    message: "Your key has 1 stream open and the Free plan allows 1; end one first.",
  },
  headers_too_large: {
    when: "headers over the limit",
    message: "the request headers are too large; send fewer or shorter ones",
  },
  internal_error: {
    when: "a fault of the service",
    message: "internal error; try again, and name the request_id when you report it",
  },
  payments_not_configured: {
    when: "payments are not set up",
    message: "this service takes no payments; the operator creates pro keys with 'toteboard keys create --tier pro'",
  },
  payments_unavailable: {
    when: "the payment provider does not answer",
    message: "the payment provider does not answer as it should; try again soon",
  },
  starting: { when: "the service is starting", message: "the service is starting; ask again soon" },
  unavailable: {
    when: "nothing can be written at the moment, as on a full disk; reading goes on",
    message: "the service cannot write at the moment (disk_full); nothing was changed, try again later",
  },
  overloaded: { when: "the service is busy", message: "the service is busy; try again in a few seconds" },
};

/** Members of an error's body beside its code and message. */
const DETAILS: Partial<Record<ErrorCode, readonly [name: string, required: s.Fields]>> = {
  validation_error: [
    "ValidationError",
    {
      errors: s.arrayOf(
        s.object({
          parameter: s.string("Its name.", "platform"),
          message: s.string("What was expected.", "expected one of kalshi, manifold, got 'nowhere'"),
        }),
        "One for each bad parameter.",
      ),
    },
  ],
  tier_required: [
    "TierRequiredError",
    {
      tier: tierSchema,
      required_tier: s.about(tierSchema, "The least plan that may.", "pro"),
      upgrade_url: link("Where plans are bought.", "https://toteboard.invalid/pricing"),
    },
  ],
  internal_error: [
    "InternalError",
    {
      request_id: s.string("To name when reporting it.", "5f0c1f3e-1a52-4c0e-9a43-0d3c55a5cf0e"),
    },
  ],
};

const isFlat = (code: ErrorCode): boolean => ERROR_STATUS[code] === 429;
const codes = Object.keys(ERROR_STATUS) as ErrorCode[];
const message = s.string("What is wrong and what to do.", "…");

const limitError = s.named(
  "LimitError",
  s.object({
    error: s.oneOf(codes.filter(isFlat), "The limit that is reached."),
    message,
    limit: s.integer("That limit.", 30),
    used: s.integer("Requests used.", 30),
    tier: tierSchema,
    upgrade_url: link("Where plans are bought.", "https://toteboard.invalid/pricing"),
  }),
);

const plainCodes = codes.filter((code) => !isFlat(code) && DETAILS[code] === undefined);

const formerMarket = s.about(
  s.object({
    platform: platformSchema,
    id: marketIdSchema,
  }),
  "With question_not_found, the market that a former question began with.",
);

const plainError = s.named(
  "Error",
  s.object({
    detail: s.object(
      { error: s.oneOf(plainCodes, "What is wrong, for programs."), message },
      { writer: writerSchema, former_market: formerMarket },
    ),
  }),
);

const detailedErrors = new Map(
  Object.entries(DETAILS).map(([code, [name, fields]]) => [
    code,
    s.named(name, s.object({ detail: s.object({ error: s.always(code), message, ...fields }) })),
  ]),
);

/** The body of an error. */
export function errorSchema(code: ErrorCode): s.Schema {
  if (isFlat(code)) return limitError;
  return detailedErrors.get(code) ?? plainError;
}

/** An example of an error's body. */
export function errorExample(code: ErrorCode): unknown {
  const words = { error: code, message: ERROR_TEXTS[code].message };
  const limit = EXAMPLE_LIMITS[code];
  if (limit !== undefined) return { ...(s.exampleOf(limitError) as object), ...words, limit, used: limit };
  const details = DETAILS[code];
  return { detail: { ...words, ...(details === undefined ? {} : (s.exampleOf(s.object(details[1])) as object)) } };
}
