import { toIso, toIsoOrNull } from "../../clock.ts";
import type { Context } from "../../context.ts";
import { KEY_EMAIL, KEY_NAME, type Key, MAX_GRACE_HOURS } from "../../domain/keys.ts";
import { type Limits, TIERS } from "../../domain/plans.ts";
import { AppError } from "../../errors.ts";
import { endpoint } from "../../http/endpoint.ts";
import { totalMeta, warningMeta } from "../../http/meta-schema.ts";
import { choice, inPath, integer, required, text, withDefault } from "../../http/parameters.ts";
import { keyOf } from "../../http/route.ts";
import { arrayOf } from "../../http/schema.ts";
import { upgradeUrlOf } from "../../site.ts";
import { keySchema, newKeySchema, revokedKeySchema, rotatedKeySchema } from "./schema.ts";

const WARNING = "Store this key now: it is shown only once and cannot be recovered.";

const keyId = inPath(
  text({
    description: "The id of a key, as its listing shows it.",
    min: 1,
    max: 100,
    example: "6f2b6c1e-6b1f-4f57-9d0e-0f6d1b0f7a11",
  }),
);

export const keyRoutes = () => [createRoute, listRoute, revokeRoute, rotateRoute];

const createRoute = endpoint({
  method: "POST",
  path: "/api/v1/keys",
  summary: "Create an API key; with a key, a child of it",
  operationId: "createKey",
  tag: "account",
  tier: "open",
  isKeyOptional: true,
  cache: "never",
  parameters: {
    name: required(
      text({
        description: "What the key is called.",
        ...KEY_NAME,
        format: { ...KEY_NAME, json: {} },
        example: "My desk",
      }),
    ),
    email: required(
      text({
        description: "How its owner can be reached; not verified.",
        ...KEY_EMAIL,
        format: { ...KEY_EMAIL, json: { format: "email" } },
        example: "ada@example.org",
      }),
    ),
    tier: withDefault(choice({ description: "Only free keys can be made here.", values: TIERS }), "free"),
  },
  response: newKeySchema,
  meta: warningMeta,
  status: 201,
  errors: ["payment_required", "tier_not_self_service", "key_creation_limit_exceeded"],
  async handler({ commands, config, site }, { name, email, tier }, { key: parent, address }) {
    if (tier === "pro") {
      throw new AppError("payment_required", "make a free key, then upgrade it with POST /api/v1/checkout");
    }
    if (tier === "enterprise") {
      throw new AppError("tier_not_self_service", "enterprise keys are made by the operator of this service");
    }
    const origin = { address, perHour: config.keysPerHour, upgradeUrl: upgradeUrlOf(site) };
    const key = await commands.createKey({ name, email, tier, parentId: parent?.id, origin });
    return { status: 201, data: toShownKey(key), meta: { warning: WARNING } };
  },
});

const listRoute = endpoint({
  method: "GET",
  path: "/api/v1/keys",
  operationId: "listKeys",
  tag: "account",
  summary: "List the calling key and its descendants",
  tier: "any",
  cache: "never",
  parameters: {},
  response: arrayOf(keySchema),
  meta: totalMeta,
  handler({ access }, _input, caller) {
    const { id } = keyOf(caller);
    const data = access.keys.listFamily(id).map((key) => ({
      id: key.id,
      name: key.name,
      email: key.email,
      tier: key.tier,
      key_prefix: key.keyPrefix,
      created_at: toIso(key.createdAt),
      last_used_at: toIsoOrNull(access.counters.lastUsedAt(key.id) ?? key.lastUsedAt),
      revoked_at: toIsoOrNull(key.revokedAt),
      daily_limit: key.limits.perDay,
      monthly_limit: key.limits.perMonth,
      current: key.id === id,
    }));
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
  cache: "never",
  parameters: { key_id: keyId },
  response: revokedKeySchema,
  errors: ["key_not_found"],
  async handler({ access, commands, billing }, { key_id }, caller) {
    const { id } = findTouchable(access, key_id, (found) => access.keys.isFamily(found, keyOf(caller).id));
    const { revokedAt } = await commands.revokeKey({ id });
    billing?.cancelUnwanted();
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
  cache: "never",
  parameters: {
    key_id: keyId,
    grace_hours: withDefault(
      integer({ description: "How long the old secret may still read.", min: 0, max: MAX_GRACE_HOURS }),
      0,
    ),
  },
  response: rotatedKeySchema,
  meta: warningMeta,
  errors: ["key_not_found"],
  async handler({ access, commands }, { key_id, grace_hours }, caller) {
    const { id } = findTouchable(access, key_id, (found) => found === keyOf(caller).id);
    const key = await commands.rotateKey({ id, graceHours: grace_hours });
    const data = { ...toShownKey(key), previous_expires_at: toIso(key.previousExpiresAt) };
    return { data, meta: { warning: WARNING } };
  },
});

/** Throws AppError key_not_found, alike for a key that is out of reach and for one that does not exist. */
function findTouchable({ keys }: Context["access"], given: string, isTouchable: (id: string) => boolean): Key {
  const key = keys.find(given.toLowerCase());
  if (key !== undefined && isTouchable(key.id)) return key;
  throw new AppError("key_not_found", "there is no key with this id that your key may do this to");
}

/** A key with its secret, as it is shown once. */
function toShownKey(key: Pick<Key, "id" | "name" | "email" | "tier" | "keyPrefix"> & ShownOnce) {
  return {
    key: key.secret,
    key_prefix: key.keyPrefix,
    id: key.id,
    name: key.name,
    email: key.email,
    tier: key.tier,
    daily_limit: key.limits.perDay,
    monthly_limit: key.limits.perMonth,
  };
}

interface ShownOnce {
  readonly secret: string;
  readonly limits: Limits;
}
