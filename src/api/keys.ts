import * as v from "valibot";
import { type HostedPage, requireBilling } from "../billing/billing.ts";
import { dayOf, firstDayOfNextMonth, startOfDay, toIso, toIsoOrNull } from "../clock.ts";
import { type Context, upgradeUrlOf } from "../context.ts";
import { KEY_EMAIL, KEY_NAME, type Key, MAX_GRACE_HOURS, prefixOf } from "../domain/accounts/keys.ts";
import { getPlan, TIERS } from "../domain/accounts/plans.ts";
import { AppError } from "../errors.ts";
import * as p from "../http/parameters.ts";
import { endpoint, keyOf } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { rowKind, tableOf } from "../http/table.ts";
import { date, metaOf, tierSchema } from "../http/value-schemas.ts";

const id = s.string("The key's id; not a secret.", "6f2b6c1e-6b1f-4f57-9d0e-0f6d1b0f7a11", v.uuid());

const owner = {
  name: s.string("What the key is called.", "My desk"),
  email: s.string("How its owner can be reached; not verified.", "ada@example.org", v.email()),
  tier: tierSchema,
};

const EXAMPLE_SECRET = `tb_live_${"0123456789".repeat(3)}EXAMPLE0`;

const prefix = s.string("The leading part of the secret.", prefixOf(EXAMPLE_SECRET));

const { perDay, perMonth } = getPlan("free");

/** A key as the routes give it. */
type PublicKey = Pick<Key, "id" | "name" | "email" | "tier" | "keyPrefix" | "limits">;

const limits = s.nounFields<PublicKey>()(
  {
    daily_limit: s.withExample(s.nullable(s.integer("Requests in a UTC day; null is unlimited.")), perDay),
    monthly_limit: s.withExample(s.nullable(s.integer("Requests in a UTC month; null is unlimited.")), perMonth),
  },
  { daily_limit: ({ limits }) => limits.perDay, monthly_limit: ({ limits }) => limits.perMonth },
);

interface ShownKey extends PublicKey {
  readonly secret: string;
}

const newKeyFields = s.nounFields<ShownKey>()(
  {
    key: s.string("The secret. It is shown only now.", EXAMPLE_SECRET, v.regex(/^tb_live_[0-9A-Za-z]{38}$/)),
    key_prefix: prefix,
    id,
    ...owner,
    ...limits,
  },
  { key: "secret" },
);

const newKeySchema = s.noun<ShownKey>("NewKey")(newKeyFields);

const rotatedKeySchema = s.noun<ShownKey & { readonly previousExpiresAt: number }>("RotatedKey")({
  ...newKeyFields,
  previous_expires_at: s.dateTime("Until when the secret before works.", "2026-11-21T04:09:00.000Z"),
});

const keySchema = s.noun<Key & { readonly isCurrent: boolean }>("Key")(
  {
    id,
    ...owner,
    key_prefix: prefix,
    created_at: s.dateTime("When it was made.", "2026-11-01T09:00:00.000Z"),
    last_used_at: s.nullable(s.dateTime("When it was last used; null for never.")),
    revoked_at: s.withExample(s.nullable(s.dateTime("When it was revoked; null while it works.")), null),
    ...limits,
    current: s.boolean("True for the key that asks.", true),
  },
  { current: "isCurrent" },
);

const revokedKeySchema = s.named(
  "RevokedKey",
  s.object({
    id,
    revoked: s.always(true),
    revoked_at: s.nullable(s.dateTime("When it was revoked.", "2026-11-20T04:10:00.000Z")),
  }),
);

const totalMeta = metaOf("TotalMeta", { total: s.integer("How many there are.", 1) });

const warningMeta = metaOf("KeyMeta", {
  warning: s.string(
    "Says that the key is shown only now.",
    "Store this key now: it is shown only once and cannot be recovered.",
  ),
});

export const keyName = p.text({
  description: "What the key is called.",
  ...KEY_NAME,
  format: { ...KEY_NAME, json: {} },
  example: "My desk",
});

export const keyEmail = p.text({
  description: "How its owner can be reached; not verified.",
  ...KEY_EMAIL,
  format: { ...KEY_EMAIL, json: { format: "email" } },
  example: "ada@example.org",
});

export const graceHours = p.wholeNumber({
  description: "How long the old secret may still read.",
  min: 0,
  max: MAX_GRACE_HOURS,
});

const WARNING = "Store this key now: it is shown only once and cannot be recovered.";

const keyId = p.inPath(
  p.text({
    description: "The id of a key, as its listing shows it.",
    min: 1,
    max: 100,
    example: "6f2b6c1e-6b1f-4f57-9d0e-0f6d1b0f7a11",
  }),
);

export const keyRoutes = () => [createRoute, listRoute, revokeRoute, rotateRoute, usageRoute];

const createRoute = endpoint({
  method: "POST",
  path: "/api/v1/keys",
  summary: "Create an API key, or a child of the calling key",
  operationId: "createKey",
  tag: "account",
  tier: "open",
  isKeyOptional: true,
  parameters: {
    name: p.required(keyName),
    email: p.required(keyEmail),
    tier: p.withDefault(p.choice({ description: "Only free keys can be made here.", values: TIERS }), "free"),
  },
  response: newKeySchema,
  meta: warningMeta,
  status: 201,
  errors: ["payment_required", "tier_not_self_service", "key_creation_limit_exceeded"],
  async handler(context, { name, email, tier }, { key: parent, address }) {
    if (tier === "pro") {
      throw new AppError("payment_required", "make a free key, then upgrade it with POST /api/v1/checkout");
    }
    if (tier === "enterprise") {
      throw new AppError(
        "tier_not_self_service",
        "the operator makes enterprise keys with 'toteboard keys create --tier enterprise'; ask them, or leave tier out",
      );
    }
    const key = await createKey(context, address, { name, email, parentId: parent?.id });
    return { status: 201, data: key, meta: { warning: WARNING } };
  },
});

const listRoute = endpoint({
  path: "/api/v1/keys",
  operationId: "listKeys",
  tag: "account",
  summary: "List the calling key and its descendants",
  tier: "any",
  response: s.arrayOf(keySchema),
  meta: totalMeta,
  handler({ access }, _input, caller) {
    const { id } = keyOf(caller);
    const data = access.keys.listWithDescendants(id).map((key) => {
      const lastUsedAt = access.counters.lastUsedAt(key.id) ?? key.lastUsedAt;
      return { ...key, lastUsedAt, isCurrent: key.id === id };
    });
    return { data, meta: { total: data.length } };
  },
});

const revokeRoute = endpoint({
  method: "DELETE",
  path: "/api/v1/keys/:key_id",
  operationId: "revokeKey",
  tag: "account",
  summary: "Revoke the calling key or a descendant",
  tier: "any",
  parameters: { key_id: keyId },
  response: revokedKeySchema,
  errors: ["key_not_found"],
  async handler(context, { key_id }, caller) {
    const { id, revokedAt } = await revokeKey(context, keyOf(caller), key_id);
    return { data: { id, revoked: true, revoked_at: toIsoOrNull(revokedAt) } };
  },
});

const rotateRoute = endpoint({
  method: "POST",
  path: "/api/v1/keys/:key_id/rotate",
  operationId: "rotateKey",
  tag: "account",
  summary: "Give the calling key a new secret",
  tier: "any",
  parameters: {
    key_id: keyId,
    grace_hours: p.withDefault(graceHours, 0),
  },
  response: rotatedKeySchema,
  meta: warningMeta,
  errors: ["key_not_found"],
  async handler({ access, commands }, { key_id, grace_hours }, caller) {
    const { id } = getKey(access, key_id, (found) => found === keyOf(caller).id);
    const key = await commands.rotateKey({ id, graceHours: grace_hours });
    return { data: key, meta: { warning: WARNING } };
  },
});

interface KeyOwner {
  readonly name: string;
  readonly email: string;
  /** The key it becomes a child of. */
  readonly parentId?: string | undefined;
}

/** Creates a free key for a caller. Throws AppError key_creation_limit_exceeded. */
export const createKey = ({ commands, config, site }: Context, address: string, owner: KeyOwner) =>
  commands.createKey({
    ...owner,
    tier: "free",
    origin: { address, perHour: config.keysPerHour, upgradeUrl: upgradeUrlOf(site) },
  });

/** Revokes a key that is `own` or descends from it, and ends its subscription. Throws AppError key_not_found. */
export async function revokeKey({ access, commands, billing }: Context, own: Key, givenId: string): Promise<Key> {
  const { id } = getKey(access, givenId, (found) => access.keys.isSameOrDescendant(found, own.id));
  const revoked = await commands.revokeKey({ id });
  billing?.cancelUnwanted();
  return revoked;
}

/** Throws AppError key_not_found, the same for a key that does not exist and one that the caller may not change. */
function getKey({ keys }: Context["access"], givenId: string, mayChange: (id: string) => boolean): Key {
  const key = keys.find(givenId.toLowerCase());
  if (key !== undefined && mayChange(key.id)) return key;
  throw new AppError(
    "key_not_found",
    "there is no key with this id that your key may change; see GET /api/v1/keys for those it may",
  );
}

const figures = (used: number, limit: number | null) => ({
  used: s.integer("Requests made.", used),
  limit: s.withExample(s.nullable(s.integer("Requests allowed; null is unlimited.")), limit),
  remaining: s.withExample(s.nullable(s.integer("Requests left; null when unlimited.")), limit && limit - used),
});

const resetsAt = (example: string) => s.dateTime("When the count starts again at 0.", example);

const PRO = getPlan("pro");
const USED_TODAY = 412;

const dayOfUseSchema = s.noun<{ readonly day: number; readonly requests: number }>()(
  { date: date("The day, UTC.", "2026-11-20"), requests: s.integer("Requests made that day.", USED_TODAY) },
  { date: "day" },
);

const usageSchema = s.named(
  "Usage",
  s.object({
    key_id: s.string("The key that asks.", "6f2b6c1e-6b1f-4f57-9d0e-0f6d1b0f7a11", v.uuid()),
    tier: s.withExample(tierSchema, "pro"),
    minute: s.object(figures(12, PRO.perMinute)),
    day: s.object({ ...figures(USED_TODAY, PRO.perDay), resets_at: resetsAt("2026-11-21T00:00:00.000Z") }),
    month: s.object({ ...figures(6_180, PRO.perMonth), resets_at: resetsAt("2026-12-01T00:00:00.000Z") }),
    daily: s.arrayOf(dayOfUseSchema, "The days asked for, oldest first."),
  }),
);

const usageRoute = endpoint({
  path: "/api/v1/usage",
  summary: "Request counts of the calling key",
  description: "Account actions, such as this one, do not count.",
  operationId: "getUsage",
  tag: "account",
  tier: "pro",
  parameters: {
    days: p.withDefault(p.wholeNumber({ description: "How many days to list, today included.", min: 1, max: 90 }), 30),
  },
  response: usageSchema,
  table: tableOf("usage", rowKind(dayOfUseSchema), ({ daily }: s.ValueOf<typeof usageSchema>) => daily),
  async handler(context, { days }, caller) {
    const { access, clock } = context;
    const key = keyOf(caller);
    const now = clock.running();
    const today = dayOf(now);
    const { minute, day, month } = access.counters.used(key, now);
    const { perMinute, perDay, perMonth } = key.limits;
    const daily = await listDailyUse(context, key.id, days);
    return {
      data: {
        key_id: key.id,
        tier: key.tier,
        minute: toFigures(minute, perMinute),
        day: { ...toFigures(day, perDay), resets_at: toIso(startOfDay(today + 1)) },
        month: { ...toFigures(month, perMonth), resets_at: toIso(startOfDay(firstDayOfNextMonth(today))) },
        daily: daily.map(s.publisher(dayOfUseSchema)),
      },
    };
  },
});

/** Without a limit, it and what remains are null. */
const toFigures = (used: number, limit: number | null) => ({
  used,
  limit,
  remaining: limit === null ? null : Math.max(0, limit - used),
});

/** The requests of a key on each of the last `days` days (UTC, as days since 1970), today last. */
export async function listDailyUse({ access, clock, store }: Context, keyId: string, days: number) {
  const today = dayOf(clock.running());
  const from = today - days + 1;
  const stored = new Map((await store.usage.list(keyId, from, today)).map((one) => [one.day, one.requests]));
  return Array.from({ length: days }, (_, index) => {
    const day = from + index;
    // Counters in memory are newer than those in the database.
    return { day, requests: access.counters.findDay(keyId, day) ?? stored.get(day) ?? 0 };
  });
}

const checkoutSchema = s.named(
  "Checkout",
  s.object({
    checkout_url: s.string(
      "The payment provider's page; anyone who opens it can pay for the key.",
      "https://checkout.stripe.com/c/pay/cs_live_a1b2c3",
      v.url(),
    ),
    session_id: s.string("The provider's id of the page.", "cs_live_a1b2c3"),
  }),
);

const portalSchema = s.named(
  "BillingPortal",
  s.object({
    portal_url: s.string(
      "The payment provider's page where the subscription is changed or cancelled.",
      "https://billing.stripe.com/p/session/live_a1b2c3",
      v.url(),
    ),
  }),
);

const receivedSchema = s.named("Received", s.object({ received: s.always(true) }));

/** Stripe's events are a few KB; those about subscriptions with many items are the largest. */
const MAX_EVENT_BYTES = 512 * 1024;

export const billingRoutes = () => [checkoutRoute, portalRoute, webhookRoute];

const checkoutRoute = endpoint({
  method: "POST",
  path: "/api/v1/checkout",
  operationId: "createCheckout",
  tag: "account",
  summary: "Upgrade the calling key to pro",
  description:
    "Gives a payment page of the provider. After the payment, the same key is on pro. While a page is open, another call " +
    "it gives the same one.",
  tier: "any",
  response: checkoutSchema,
  errors: ["already_subscribed", "payments_not_configured", "payments_unavailable"],
  async handler(context, _input, caller) {
    const { url, sessionId } = await startCheckout(context, keyOf(caller));
    return { data: { checkout_url: url, session_id: sessionId } };
  },
});

const portalRoute = endpoint({
  method: "POST",
  path: "/api/v1/billing/portal",
  operationId: "openBillingPortal",
  tag: "account",
  summary: "Get the page on which the calling key's subscription is managed",
  tier: "any",
  response: portalSchema,
  errors: ["not_found", "payments_not_configured", "payments_unavailable"],
  async handler({ billing }, _input, caller) {
    return { data: { portal_url: await requireBilling(billing).openPortal(keyOf(caller).id) } };
  },
});

const webhookRoute = endpoint({
  method: "POST",
  path: "/api/v1/webhooks/stripe",
  operationId: "receiveStripeEvent",
  tag: "service",
  summary: "Receive a webhook event from Stripe",
  description: "The body is an event as Stripe sends it, signed in the header Stripe-Signature.",
  tier: "open",
  body: { maxBytes: MAX_EVENT_BYTES },
  response: receivedSchema,
  isBare: true,
  errors: ["invalid_signature", "bad_request", "payments_not_configured", "payments_unavailable"],
  async handler({ billing }, _input, _caller, { headers, body }) {
    const signature = headers["stripe-signature"];
    await requireBilling(billing).receive(body, typeof signature === "string" ? signature : undefined);
    return { body: { received: true } };
  },
});

/**
 * Gives the provider's page on which a free key is upgraded to pro. Throws AppError already_subscribed,
 * revoked_api_key, payments_not_configured, payments_unavailable.
 */
export async function startCheckout({ billing }: Context, { id, tier }: Pick<Key, "id" | "tier">): Promise<HostedPage> {
  if (tier !== "free")
    throw new AppError("already_subscribed", `this key is on ${tier} already; manage its plan on the page /pricing`);
  return requireBilling(billing).checkout(id);
}
