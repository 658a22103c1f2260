import type { SettlementSource } from "../domain/markets.ts";
import { text } from "./json-fields.ts";

/** A field that holds one web address, or words that name the source. An image says nothing. */
export function toSettlementSource(value: unknown): SettlementSource | null {
  const words = toName(value);
  if (words === null) return null;
  const url = toLink(words);
  if (url === null) return { name: words, url: null };
  return IMAGE.test(url) ? null : { name: null, url };
}

/** Text on one line, without characters of private use. */
export const toName = (value: unknown): string | null => text(text(value)?.replace(/[\s\p{Co}]+/gu, " "));

/** An http or https address in its normal form, or null. */
export function toLink(value: unknown): string | null {
  const address = text(value);
  return address !== null && /^https?:\/\/\S+$/i.test(address) ? (URL.parse(address)?.href ?? null) : null;
}

/** Polymarket's events have had the address of a picture here. */
const IMAGE = /\.(avif|gif|jpe?g|png|svg|webp)$/i;
