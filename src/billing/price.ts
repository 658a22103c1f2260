import type { ProPrice } from "../domain/pro-price.ts";
import { levelOf, OperatorError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Billing as StoredPayments } from "../store/accounts/index.ts";
import type { Commands } from "../store/commands.ts";
import type { Payments } from "./payments.ts";

/** The price of the pro plan: read from the provider, and kept for a start without it. */
export interface PriceReading {
  /** Undefined until the provider has told it. */
  current(): ProPrice | undefined;
  /**
   * Asks the provider, unless it has answered since the start. A provider that does not answer is logged. Throws
   * OperatorError for a price that is paid once.
   */
  read(): Promise<void>;
}

export function openPriceReading({
  payments,
  stored,
  commands,
  log,
}: {
  readonly payments: Payments;
  readonly stored: StoredPayments;
  readonly commands: Commands;
  readonly log: Log;
}): PriceReading {
  const { priceId } = payments;
  const kept = stored.findProPrice();
  let price = kept?.priceId === priceId ? kept : undefined;
  let isRead = false;
  return {
    current: () => price,
    async read() {
      if (isRead) return;
      try {
        const found = await payments.findPrice();
        if (found === undefined) {
          log.error(
            `Stripe does not know the price ${priceId}: set STRIPE_PRICE_ID to a recurring price of this account`,
          );
          return;
        }
        if (!found.isRecurring) throw paidOnce(priceId);
        if (!found.isActive) log.error(`the price ${priceId} is archived in Stripe, so nobody can buy it: activate it`);
        const { amount, currency, interval, intervalCount } = found;
        const read = { priceId, amount, currency, interval, intervalCount };
        if (JSON.stringify(read) !== JSON.stringify(price)) await commands.saveProPrice(read);
        price = read;
        isRead = true;
      } catch (error) {
        if (error instanceof OperatorError) throw error;
        log[levelOf(error)]({ err: error }, "the price of the pro plan cannot be read now");
      }
    },
  };
}

export const paidOnce = (priceId: string): OperatorError =>
  new OperatorError(
    `the price ${priceId} is paid once, and the pro plan needs a recurring one: ` +
      "make a recurring price in Stripe and set STRIPE_PRICE_ID to it",
  );
