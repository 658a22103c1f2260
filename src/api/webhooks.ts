import type { Context } from "../context.ts";
import { KEY_EMAIL } from "../domain/accounts/keys.ts";
import { describeAllowances } from "../domain/accounts/plans.ts";
import { createAddressRules } from "../domain/addresses.ts";
import { faultOfTarget, faultOfUrl, OUTCOMES, shownAddress, TARGETS, type WebhookTarget } from "../domain/webhooks.ts";
import { invalidParameter } from "../errors.ts";
import { formerLimit } from "../http/paging.ts";
import * as p from "../http/parameters.ts";
import { endpoint, keyOf } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { metaOf } from "../http/value-schemas.ts";
import type { Attempt, Delivery } from "../store/webhooks/deliveries.ts";
import type { NewWebhook, Webhook, WebhookSecret } from "../store/webhooks/webhooks.ts";

export const EXAMPLE_WEBHOOK_ID = "wh_Zk3vT0q1sYw0cVbN";
/** As `randomUUID` makes them. */
export const EXAMPLE_ALERT_ID = "0d9f6a52-8f0e-4c56-9a6e-2f6d1c0b7e11";
const EXAMPLE_MESSAGE = "msg_5f0c8a1e9b7d4c3fa2e61b8d70934c5e";

const webhookFields = s.nounFields<Webhook>()(
  {
    id: s.string("Names it.", EXAMPLE_WEBHOOK_ID),
    target: s.oneOf(TARGETS, "What kind of receiver it is."),
    name: s.string("What its owner calls it.", "My script"),
    address: s.string(
      "The start of its URL, or its e-mail address. The rest is not shown again.",
      "https://example.org/…",
    ),
    chat_id: s.withExample(s.nullable(s.string("Of telegram: the chat.")), null),
    state: s.oneOf(["enabled", "disabled", "unconfirmed", "ended"], "Only an enabled one is sent to."),
    reason: s.withExample(
      s.nullable(
        s.oneOf(
          ["owner", "gone", "failing", "overflow", "plan"],
          "Why it is disabled: by its owner, after a 410, after five days of failure, with more than 5,000 messages waiting, or as beyond the plan.",
        ),
      ),
      null,
    ),
    failures: s.integer("Tries that failed since the last success.", 0),
    failing_since: s.withExample(s.nullable(s.dateTime("When the first of them was.")), null),
    created_at: s.dateTime("When it was made.", "2026-11-01T09:00:00.000Z"),
  },
  { address: ({ target, address }) => shownAddress(target, address) },
);
const webhookSchema = s.noun<Webhook>("Webhook")(webhookFields);

const secretSchema = s.nullable(
  s.string(
    "Signs messages to a target webhook; null for others. It is shown only now.",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq=",
  ),
);
const newWebhookSchema = s.noun<Webhook & Pick<WebhookSecret, "secret">>("NewWebhook")({
  ...webhookFields,
  secret: secretSchema,
});

const rotatedSchema = s.noun<Webhook & Pick<WebhookSecret, "secret"> & { readonly previousExpiresAt: number }>(
  "RotatedWebhook",
)({
  ...webhookFields,
  secret: secretSchema,
  previous_expires_at: s.dateTime("Until when the secret before signs too.", "2026-11-21T04:09:00.000Z"),
});

const deletedSchema = s.named(
  "DeletedWebhook",
  s.object({ id: s.string("Which one.", EXAMPLE_WEBHOOK_ID), deleted: s.always(true) }),
);

const attemptSchema = s.noun<Attempt>("DeliveryAttempt")({
  at: s.dateTime("When it began."),
  duration_ms: s.integer("How long it took.", 142),
  outcome: s.oneOf(
    OUTCOMES,
    "What came of it. `refused`: another status than 2xx. `forbidden`: an address that is not called.",
  ),
  status_code: s.nullable(s.integer("HTTP status of the answer, of e-mail that of SMTP; null without an answer.", 204)),
  answer: s.string("The first 1,024 bytes of the answer, or what went wrong.", ""),
});

const deliverySchema = s.noun<Delivery>("Delivery")(
  {
    id: s.string("The message's id, sent as `webhook-id` on every try.", EXAMPLE_MESSAGE),
    type: s.string("What the message is about.", "market.price_crossed"),
    alert_id: s.withExample(s.nullable(s.string("The alert that fired; null for a test.")), EXAMPLE_ALERT_ID),
    status: s.oneOf(["delivered", "waiting", "failed"], "`failed`: it is not tried again."),
    created_at: s.dateTime("When it was made."),
    next_try_at: s.withExample(s.nullable(s.dateTime("When it is tried next; null once it is not.")), null),
    attempts: s.arrayOf(attemptSchema, "All tries, the oldest first; kept for 30 days."),
  },
  { next_try_at: "nextAt" },
);

const webhookMeta = metaOf("WebhooksMeta", { total: s.integer("How many there are.", 1) });

/** In the path. */
const webhookId = p.inPath(
  p.text({ description: "The id of a webhook.", min: 1, max: 100, example: EXAMPLE_WEBHOOK_ID }),
);
const deliveryId = p.text({ description: "The id of a delivery.", min: 1, max: 100, example: EXAMPLE_MESSAGE });

const name = p.text({ description: "What to call it.", min: 1, max: 100, example: "My script" });
const url = p.text({
  description:
    "Where messages go, by https or http; of ntfy the topic, of discord and slack the address that they gave, of telegram " +
    "only your own Bot API server.",
  min: 1,
  max: 2000,
  example: "https://example.org/hook",
});

export const webhookRoutes = () => [
  ...[listRoute, createRoute, changeRoute, deleteRoute],
  ...[testRoute, rotateRoute, deliveriesRoute, replayRoute],
];

const common = { tag: "webhooks", tier: "any" } as const;

const listRoute = endpoint({
  ...common,
  path: "/api/v1/webhooks",
  operationId: "listWebhooks",
  summary: "List the calling key's webhooks",
  response: s.arrayOf(webhookSchema),
  meta: webhookMeta,
  handler({ store }, _input, caller) {
    const data = store.webhooks.list(keyOf(caller).id);
    return { data, meta: { total: data.length } };
  },
});

const createRoute = endpoint({
  ...common,
  method: "POST",
  path: "/api/v1/webhooks",
  operationId: "createWebhook",
  summary: "Have messages of the calling key sent somewhere",
  description:
    "A target `webhook` gets signed JSON by Standard Webhooks 1.0, the others text. " +
    `${describeAllowances("webhook")} ` +
    "An e-mail address gets a code first: send it as `code` with PATCH.",
  parameters: {
    target: p.inBody(p.required(p.choice({ description: "What kind of receiver it is.", values: TARGETS }))),
    url: p.inBody(p.optional(url)),
    name: p.inBody(p.optional(name)),
    token: p.inBody(
      p.optional(p.text({ description: "Of telegram the bot's token, of ntfy an access token.", min: 1, max: 200 })),
    ),
    chat_id: p.inBody(
      p.optional(p.text({ description: "Of telegram: the chat, such as 123456 or @channel.", min: 1, max: 100 })),
    ),
    email: p.inBody(
      p.optional(p.text({ description: "Of email: the address.", min: KEY_EMAIL.min, max: KEY_EMAIL.max })),
    ),
  },
  exampleQuery: { target: "webhook", url: "https://example.org/hook" },
  response: newWebhookSchema,
  status: 201,
  errors: ["validation_error", "webhook_limit_exceeded"],
  async handler(context, input, caller) {
    const { webhook, secret } = await context.commands.createWebhook(readWebhook(context, keyOf(caller).id, input));
    return { status: 201, data: { ...webhook, secret } };
  },
});

const changeRoute = endpoint({
  ...common,
  method: "PATCH",
  path: "/api/v1/webhooks/:webhook_id",
  operationId: "changeWebhook",
  summary: "Change, enable or disable a webhook, or confirm its e-mail address",
  parameters: {
    webhook_id: webhookId,
    name: p.inBody(p.optional(name)),
    url: p.inBody(p.optional(url)),
    enabled: p.inBody(
      p.optional(p.flag({ description: "False ends sending; what waits is kept. True starts again." })),
    ),
    code: p.inBody(p.optional(p.text({ description: "The code that an e-mail address got.", min: 1, max: 100 }))),
  },
  exampleQuery: { name: "My script" },
  response: webhookSchema,
  errors: ["validation_error", "webhook_not_found"],
  async handler(context, { webhook_id: id, name, url, enabled: isEnabled, code }, caller) {
    const named = { keyId: keyOf(caller).id, id };
    if (url !== undefined) {
      const { target } = context.store.webhooks.get(named);
      if (target === "email")
        throw invalidParameter("url", "an e-mail address cannot be changed; make another webhook");
      checkUrl(context, target, url);
    }
    return { data: await context.commands.changeWebhook({ ...named, name, address: url, isEnabled, code }) };
  },
});

const deleteRoute = endpoint({
  ...common,
  method: "DELETE",
  path: "/api/v1/webhooks/:webhook_id",
  operationId: "deleteWebhook",
  summary: "Delete a webhook with all that waits for it",
  parameters: { webhook_id: webhookId },
  response: deletedSchema,
  errors: ["webhook_not_found"],
  async handler({ commands }, { webhook_id: id }, caller) {
    await commands.deleteWebhook({ keyId: keyOf(caller).id, id });
    return { data: { id, deleted: true } };
  },
});

const testRoute = endpoint({
  ...common,
  method: "POST",
  path: "/api/v1/webhooks/:webhook_id/test",
  operationId: "testWebhook",
  summary: "Send a test message to a webhook",
  description: "Its deliveries say what came of it.",
  parameters: { webhook_id: webhookId },
  response: deliverySchema,
  errors: ["webhook_not_found", "webhook_disabled"],
  async handler({ commands }, { webhook_id: id }, caller) {
    return { data: await commands.testWebhook({ keyId: keyOf(caller).id, id }) };
  },
});

const rotateRoute = endpoint({
  ...common,
  method: "POST",
  path: "/api/v1/webhooks/:webhook_id/rotate",
  operationId: "rotateWebhook",
  summary: "Give a webhook a new secret",
  description: "For a day, messages are signed with the secret before as well.",
  parameters: { webhook_id: webhookId },
  response: rotatedSchema,
  errors: ["validation_error", "webhook_not_found"],
  async handler({ commands }, { webhook_id: id }, caller) {
    const { webhook, ...secrets } = await commands.rotateWebhook({ keyId: keyOf(caller).id, id });
    return { data: { ...webhook, ...secrets } };
  },
});

const deliveriesRoute = endpoint({
  ...common,
  path: "/api/v1/webhooks/:webhook_id/deliveries",
  operationId: "listDeliveries",
  summary: "List what was sent to a webhook, the newest first, with every try",
  parameters: {
    webhook_id: webhookId,
    page_size: p.withDefault(p.wholeNumber({ description: "How many to list.", min: 1, max: 200 }), 50),
    limit: formerLimit({ usual: 50, max: 200 }),
    before: p.optional(p.describedAs(deliveryId, "The id of a delivery: only older ones are listed.")),
  },
  response: s.arrayOf(deliverySchema),
  errors: ["webhook_not_found", "delivery_not_found"],
  handler({ store }, { webhook_id: id, page_size, limit = page_size, before }, caller) {
    return { data: store.webhooks.listDeliveries({ keyId: keyOf(caller).id, id }, limit, before) };
  },
});

const replayRoute = endpoint({
  ...common,
  method: "POST",
  path: "/api/v1/webhooks/:webhook_id/deliveries/:delivery_id/replay",
  operationId: "replayDelivery",
  summary: "Send a message once more, under its former id",
  parameters: { webhook_id: webhookId, delivery_id: p.inPath(deliveryId) },
  response: deliverySchema,
  errors: ["webhook_not_found", "delivery_not_found", "webhook_disabled"],
  async handler({ commands }, { webhook_id: id, delivery_id: messageId }, caller) {
    return { data: await commands.replayDelivery({ keyId: keyOf(caller).id, id, messageId }) };
  },
});

type GivenWebhook = GivenAddress & { readonly target: WebhookTarget; readonly name?: string | undefined };

/** The webhook that a caller asks for. Throws AppError validation_error. */
export function readWebhook(
  context: Context,
  keyId: string,
  { target, name = target, ...given }: GivenWebhook,
): NewWebhook {
  const address = addressOf(context, target, given);
  return { keyId, target, name, address, chatId: given.chat_id, token: given.token };
}

type GivenAddress = { readonly [K in "url" | "token" | "chat_id" | "email"]?: string | undefined };

const TELEGRAM_URL = "https://api.telegram.org";

/** Where messages go. Throws AppError validation_error for what a target needs and does not have. */
function addressOf(context: Context, target: WebhookTarget, { url, token, chat_id, email }: GivenAddress): string {
  for (const [parameter, value, targets] of [
    ["token", token, ["telegram", "ntfy"]],
    ["chat_id", chat_id, ["telegram"]],
    ["email", email, ["email"]],
    ["url", url, TARGETS.filter((one) => one !== "email")],
  ] as const) {
    if (value === undefined || (targets as readonly string[]).includes(target)) continue;
    throw invalidParameter(parameter, `${target} does not take it; it is for ${targets.join(", ")}`);
  }
  if (target === "email") {
    if (context.config.smtpUrl === undefined)
      throw invalidParameter("target", "no e-mail is set up here; choose another target");
    if (email === undefined || !KEY_EMAIL.pattern.test(email))
      throw invalidParameter("email", "expected an e-mail address");
    return email;
  }
  if (target === "ntfy" && !/^[!-~]*$/.test(token ?? "")) throw invalidParameter("token", "expected no spaces");
  if (target === "telegram") {
    if (token === undefined || !/^\d+:[\w-]+$/.test(token))
      throw invalidParameter("token", "expected the token of a bot, as @BotFather gives it");
    if (chat_id === undefined) throw invalidParameter("chat_id", "expected a chat, such as 123456 or @channel");
  } else if (url === undefined) throw invalidParameter("url", "expected an address such as https://example.org/hook");
  const address = url ?? TELEGRAM_URL;
  checkUrl(context, target, address);
  return address;
}

/** The value is not repeated: it may hold a secret. */
function checkUrl({ config }: Context, target: WebhookTarget, url: string): void {
  const fault = faultOfUrl(url, createAddressRules(config.webhookAllow)) ?? faultOfTarget(target, url);
  if (fault !== undefined) throw invalidParameter("url", `expected ${fault}`);
}
