import { toIso, toIsoOrNull } from "../../clock.ts";
import { TIERS } from "../../domain/accounts/plans.ts";
import { AppError } from "../../errors.ts";
import { endpoint } from "../../http/endpoint.ts";
import { choice, inPath, required, text, withDefault } from "../../http/parameters.ts";
import { keyOf } from "../../http/route.ts";
import { arrayOf } from "../../http/schema.ts";
import { createKey, getKey, revokeKey } from "./actions.ts";
import { graceHours, keyEmail, keyName } from "./parameters.ts";
import { toNewKey } from "./present.ts";
import { keySchema, newKeySchema, revokedKeySchema, rotatedKeySchema, totalMeta, warningMeta } from "./schema.ts";

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
  summary: "Create an API key, or a child of the calling key",
  operationId: "createKey",
  tag: "account",
  tier: "open",
  isKeyOptional: true,
  cache: "never",
  parameters: {
    name: required(keyName),
    email: required(keyEmail),
    tier: withDefault(choice({ description: "Only free keys can be made here.", values: TIERS }), "free"),
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
        "the operator makes enterprise keys with 'toteboard keys create --tier enterprise'",
      );
    }
    const key = await createKey(context, address, { name, email, parentId: parent?.id });
    return { status: 201, data: toNewKey(key), meta: { warning: WARNING } };
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
  cache: "never",
  parameters: {
    key_id: keyId,
    grace_hours: withDefault(graceHours, 0),
  },
  response: rotatedKeySchema,
  meta: warningMeta,
  errors: ["key_not_found"],
  async handler({ access, commands }, { key_id, grace_hours }, caller) {
    const { id } = getKey(access, key_id, (found) => found === keyOf(caller).id);
    const key = await commands.rotateKey({ id, graceHours: grace_hours });
    const data = { ...toNewKey(key), previous_expires_at: toIso(key.previousExpiresAt) };
    return { data, meta: { warning: WARNING } };
  },
});
