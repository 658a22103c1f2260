import { ONE } from "../../domain/prices.ts";
import type { Quote } from "../../sources/source.ts";
import type { Writing } from "../transactions/writing.ts";

type QuoteTables = Pick<Writing, "catalogue" | "freshQuotes">;

/**
 * Writes the prices of an open market that was asked for by itself; leaves all else as it is, since the record is not
 * judged as those of a pass are. The caller holds the transaction.
 */
export function writeQuote({ catalogue, freshQuotes }: QuoteTables, platform: string, quote: Quote, now: number): void {
  const before = catalogue.markets.find(platform, quote.id);
  if (before === undefined || before.status !== "open" || !isBelievable(quote)) return;
  freshQuotes.note(before.marketKey, now);
  const { id, ...fields } = quote;
  catalogue.markets.update(before, { ...before, ...fields }, null, now);
}

/** A lost price, or one that no open market has, is for a pass to judge. */
const isBelievable = ({ yesPrice }: Quote): boolean => yesPrice !== null && yesPrice > 0 && yesPrice < ONE;
