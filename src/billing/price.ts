import type { ProPrice } from "../domain/accounts/billing.ts";
import { levelOf, OperatorError } from "../errors.ts";
import type { PriceFacts } from "./provider.ts";
import type { ReconcilerDeps } from "./reconcile.ts";

/** The price of the pro plan: read from the provider, and stored for a start without it. */
interface PriceReader {
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
        const { sold, trouble } = judgePrice(priceId, await provider.findPrice());
        if (trouble !== undefined) log.error(trouble);
        if (sold === undefined) return;
        const { amount, currency, interval, intervalCount } = sold;
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

/** A price as the plan needs it, and what the operator must do about it. Throws OperatorError for a one-time price. */
export function judgePrice(priceId: string, found: PriceFacts | undefined) {
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
