import { requireBilling } from "../../billing/billing.ts";
import type { HostedPage } from "../../billing/checkouts.ts";
import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { AppError } from "../../errors.ts";

/**
 * Gives the provider's page on which a free key is upgraded to pro. Throws AppError already_subscribed,
 * revoked_api_key, payments_not_configured, payments_unavailable.
 */
export async function startCheckout({ billing }: Context, { id, tier }: Pick<Key, "id" | "tier">): Promise<HostedPage> {
  if (tier !== "free") throw new AppError("already_subscribed", `this key is on ${tier} already`);
  return requireBilling(billing).checkout(id);
}
