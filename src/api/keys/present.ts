import type { Key } from "../../domain/accounts/keys.ts";

/** A key with its secret, which is shown once. */
export const toNewKey = (
  key: Pick<Key, "id" | "name" | "email" | "tier" | "keyPrefix" | "limits"> & { readonly secret: string },
) => ({
  key: key.secret,
  key_prefix: key.keyPrefix,
  id: key.id,
  name: key.name,
  email: key.email,
  tier: key.tier,
  daily_limit: key.limits.perDay,
  monthly_limit: key.limits.perMonth,
});
