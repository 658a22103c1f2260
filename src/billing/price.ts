import type { ProPrice } from "../domain/accounts/billing.ts";
import { OperatorError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Commands } from "../store/commands.ts";
import type { Db } from "../store/database/db.ts";
import { findProPrice } from "../store/database/properties.ts";
import type { PaymentProvider, PriceFacts } from "./provider.ts";

interface PriceDeps {
  readonly provider: PaymentProvider;
  readonly db: Db;
  readonly commands: Commands;
  readonly log: Log;
}

/** The price of the pro plan: read from the provider, and stored for a start without it. */
export function openPriceReader({ provider, db, commands, log }: PriceDeps) {
  const { priceId } = provider;
  const saved = findProPrice(db);
  let price = saved?.priceId === priceId ? saved : undefined;
  return {
    /** Undefined until the provider has answered once. */
    current: (): ProPrice | undefined => price,
    /** Asks the provider. Throws AppError payments_unavailable, OperatorError for a one-time price. */
    async read(): Promise<void> {
      const { sold, trouble } = toSoldPrice(priceId, await provider.findPrice());
      if (trouble !== undefined) log.error(trouble);
      if (sold === undefined) return;
      const { amount, currency, interval, intervalCount } = sold;
      const read = { priceId, amount, currency, interval, intervalCount };
      if (JSON.stringify(read) !== JSON.stringify(price)) await commands.saveProPrice(read);
      price = read;
    },
  };
}

/** A price as the plan needs it, and what the operator must do about it. Throws OperatorError for a one-time price. */
export function toSoldPrice(priceId: string, found: PriceFacts | undefined) {
  if (found === undefined) {
    const advice = "set STRIPE_PRICE_ID to a recurring one of this account, in the mode of the key (test or live)";
    return { sold: undefined, trouble: `Stripe does not know the price ${priceId}: ${advice}` };
  }
  if (!found.isRecurring) {
    throw new OperatorError(
      `the price ${priceId} is paid once, and the pro plan needs a recurring one: ` +
        "make a recurring price in Stripe and set STRIPE_PRICE_ID to it",
    );
  }
  if (found.isActive) return { sold: found, trouble: undefined };
  return { sold: found, trouble: `the price ${priceId} is archived in Stripe, so nobody can buy it: activate it` };
}
