import { crc32 } from "node:zlib";
import type { MarketRecord } from "../../domain/markets.ts";

/**
 * Checksum of what market_descriptions holds: the description in the low 32 bits, the settlement source in the 21 above.
 * What the record does not give keeps its part of `stored`.
 */
export function toDescriptionCrc(
  { description, settlementSource }: Pick<MarketRecord, "description" | "settlementSource">,
  stored: number,
): number {
  const low = description === null ? stored % LOW : crc32(description);
  const high =
    settlementSource === null ? Math.floor(stored / LOW) : crc32(JSON.stringify(settlementSource)) & HIGH_MASK;
  return high * LOW + low;
}

const LOW = 2 ** 32;
const HIGH_MASK = 0x1f_ffff;
