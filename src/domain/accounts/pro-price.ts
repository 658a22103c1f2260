/** The price of the pro plan. */
export interface ProPrice {
  readonly priceId: string;
  /** In the currency's smallest unit; null for a price that is not one amount. */
  readonly amount: number | null;
  /** Three letters, in any case. */
  readonly currency: string;
  readonly interval: "day" | "week" | "month" | "year";
  readonly intervalCount: number;
}

/** Stripe counts these currencies in whole units or in thousandths, all others in hundredths. */
const WHOLE = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
const THOUSANDTHS = "bhd jod kwd omr tnd".split(" ");

/** "$49 a month", "€490 a year", "¥9,800 every 3 months"; undefined without one amount. */
export function describePrice({ amount, currency, interval, intervalCount }: ProPrice): string | undefined {
  if (amount === null) return undefined;
  const digits = digitsOf(currency.toLowerCase());
  const value = amount / 10 ** digits;
  const shown = value.toLocaleString("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: Number.isInteger(value) ? 0 : digits,
    maximumFractionDigits: Math.max(digits, 2),
  });
  return `${shown} ${intervalCount === 1 ? `a ${interval}` : `every ${intervalCount} ${interval}s`}`;
}

function digitsOf(currency: string): number {
  if (WHOLE.includes(currency)) return 0;
  return THOUSANDTHS.includes(currency) ? 3 : 2;
}
