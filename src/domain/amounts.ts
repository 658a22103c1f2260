import { getPlatform } from "./platforms.ts";
import { type Cents, fromCents } from "./prices.ts";

/** The sign of amounts of money, and how many of its units are published as one US dollar. */
export interface MoneyUnit {
  readonly sign: "$" | "Ṁ";
  readonly perDollar: number;
}

const DOLLAR: MoneyUnit = { sign: "$", perDollar: 1 };
/** Manifold sells 100 mana for a dollar. */
export const MANA: MoneyUnit = { sign: "Ṁ", perDollar: 100 };

/** What a platform counts in; without a platform, dollars. Throws for an unknown platform. */
export const moneyUnitOf = (platform?: string): MoneyUnit =>
  platform !== undefined && getPlatform(platform).money === "play" ? MANA : DOLLAR;

/**
 * A whole amount with its sign: "$1,234", on a platform with play money "Ṁ123,400". Sums over platforms are dollars and
 * hold no play money. `write` makes the number's text.
 */
export function amountText(amount: Cents, platform: string | undefined, write: (value: number) => string): string {
  const { sign, perDollar } = moneyUnitOf(platform);
  return `${sign}${write(Math.round(fromCents(amount * perDollar)))}`;
}
