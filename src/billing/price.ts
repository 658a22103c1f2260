import type { ProPrice } from "../domain/accounts/pro-price.ts";
import { levelOf, OperatorError } from "../errors.ts";
import type { ReconcilerDeps } from "./reconcile.ts";

/** The price of the pro plan: read from the provider, and stored for a start without it. */
export interface PriceReader {
  /** Undefined until the provider has answered once. */
  current(): ProPrice | undefined;
  /** Asks the provider, once per start. Logs when it does not answer. Throws OperatorError for a one-time price. */
  read(): Promise<void>;
}

export function openPriceReader({ provider, stored, commands, log }: ReconcilerDeps): PriceReader {
  const { priceId } = provider;
  const saved = stored.findProPrice();
  let price = saved?.priceId === priceId ? saved : undefined;
  let isRead = false;
  return {
    current: () => price,
    async read() {
      if (isRead) return;
      try {
        const found = await provider.findPrice();
        if (found === undefined) {
          log.error(
            `Stripe does not know the price ${priceId}: set STRIPE_PRICE_ID to a recurring price of this account`,
          );
          return;
        }
        if (!found.isRecurring) throw oneTimePrice(priceId);
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

export const oneTimePrice = (priceId: string): OperatorError =>
  new OperatorError(
    `the price ${priceId} is paid once, and the pro plan needs a recurring one: ` +
      "make a recurring price in Stripe and set STRIPE_PRICE_ID to it",
  );
