import { metaOf } from "../../http/meta-schema.ts";
import { always, boolean, dateTime, integer, named, nullable, object, type Schema, string } from "../../http/schema.ts";
import { tierSchema } from "../../http/value-schemas.ts";

const id: Schema<string> = string({
  description: "The key's id; not a secret.",
  format: "uuid",
  example: "6f2b6c1e-6b1f-4f57-9d0e-0f6d1b0f7a11",
});

const owner = {
  name: string({ description: "What the key is called.", example: "My desk" }),
  email: string({
    description: "How its owner can be reached; not verified.",
    format: "email",
    example: "ada@example.org",
  }),
  tier: tierSchema,
};

const prefix = string({ description: "The leading part of the secret.", example: "tb_live_3fA9" });

const limits = {
  daily_limit: nullable(integer({ description: "Requests in a UTC day; null is unlimited.", example: 1_000 })),
  monthly_limit: nullable(integer({ description: "Requests in a UTC month; null is unlimited.", example: 10_000 })),
};

const shown = {
  key: string({
    description: "The secret. It is shown only now.",
    pattern: "^tb_live_[0-9A-Za-z]{38}$",
    example: `tb_live_${"0123456789".repeat(3)}EXAMPLE0`,
  }),
  key_prefix: prefix,
  id,
  ...owner,
  ...limits,
};

export const newKeySchema = named("NewKey", object(shown));

export const rotatedKeySchema = named(
  "RotatedKey",
  object({
    ...shown,
    previous_expires_at: dateTime("Until when the secret before works.", "2026-11-21T04:09:00.000Z"),
  }),
);

export const keySchema = named(
  "Key",
  object({
    id,
    ...owner,
    key_prefix: prefix,
    created_at: dateTime("When it was made.", "2026-11-01T09:00:00.000Z"),
    last_used_at: nullable(dateTime("When it was last used; null for never.")),
    revoked_at: nullable(dateTime("When it was revoked; null while it works.", "2026-11-20T04:10:00.000Z")),
    ...limits,
    current: boolean({ description: "True for the key that asks.", example: true }),
  }),
);

export const revokedKeySchema = named(
  "RevokedKey",
  object({
    id,
    revoked: always(true),
    revoked_at: nullable(dateTime("When it was revoked.", "2026-11-20T04:10:00.000Z")),
  }),
);

export const totalMeta = metaOf("TotalMeta", { total: integer({ description: "How many there are.", example: 1 }) });

export const warningMeta = metaOf("KeyMeta", {
  warning: string({
    description: "Says that the key is shown only now.",
    example: "Store this key now: it is shown only once and cannot be recovered.",
  }),
});
